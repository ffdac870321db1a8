// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/context_records.hpp>

#include "support/command.hpp"
#include "support/errors.hpp"
#include "support/shared_data.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace {

using mhqa::io::context_record;
using mhqa::io::probe_format;
using mhqa_test::error_of;
using mhqa_test::scratch;

static_assert(mhqa::probeable<context_record>);

constexpr std::string_view titled =
    R"({"_id":"q1","x":{"y":[1.50]},"answer":"India","context":[["A",["one."," India."]],["B",["two."]]],)"
    R"("question":"Where?","supporting_facts":[["B",0],["A",1],["A",0]]})"
    "\n";
constexpr std::string_view rows =
    R"({"id":"2hop__1_2","paragraphs":[{"idx":4,"title":"T","paragraph_text":"one","is_supporting":false},)"
    R"({"idx":5,"title":"T","paragraph_text":"In Christiania.","is_supporting":true}],"question":"Q?",)"
    R"("answer":"Oslo","answer_aliases":["Christiania"],"answerable":true})"
    "\n";

}  // namespace

TEST_CASE("context_records: HotpotQA's fields, supports by position, and the record written again") {
  const scratch here;
  const std::string path = here.write("in", titled).string();
  mhqa::io::context_records in{path, probe_format::hotpotqa};
  context_record r;
  REQUIRE(in.next(r));
  CHECK(r.id == "q1");
  CHECK(r.question == "Where?");
  CHECK(r.answers == std::vector<std::string_view>{"India"});
  CHECK(r.fact_count == 2);
  CHECK(r.supports == std::vector<std::uint32_t>{0, 1});
  CHECK(r.answer_supports == 1);
  CHECK(r.numbers == std::vector<std::int64_t>{0, 1});
  std::string out;
  std::vector<mhqa::titled_paragraph> context = r.context;
  context[1] = {"C", {"three."}};
  append_context_record(out, r, probe_format::hotpotqa, context);
  CHECK(
      out ==
      R"({"_id": "q1", "x": {"y": [1.50]}, "answer": "India", "context": [["A", ["one.", " India."]], ["C", ["three."]]], )"
      R"("question": "Where?", "supporting_facts": [["B", 0], ["A", 1], ["A", 0]]})");
  CHECK(!in.next(r));
}

TEST_CASE("context_records: MuSiQue's paragraphs keep idx and label; aliases count as the answer") {
  const scratch here;
  mhqa::io::context_records in{here.write("in", rows).string(), probe_format::musique};
  context_record r;
  REQUIRE(in.next(r));
  CHECK(r.answers == std::vector<std::string_view>{"Oslo", "Christiania"});
  CHECK(r.supports == std::vector<std::uint32_t>{1});
  CHECK(r.answer_supports == 1);
  CHECK(r.numbers == std::vector<std::int64_t>{4, 5});
  std::string out;
  append_context_record(out, r, probe_format::musique, r.context);
  CHECK(out.find(R"("idx": 5, "title": "T", "paragraph_text": "In Christiania.", "is_supporting": true)") !=
        std::string::npos);
  CHECK(out.find(R"("idx": 4, "title": "T", "paragraph_text": "one", "is_supporting": false)") != std::string::npos);
  CHECK(out.ends_with(R"("answer_aliases": ["Christiania"], "answerable": true})"));
}

TEST_CASE("context_records: missing fields and instances of a probe are refused") {
  struct row {
    std::string_view bytes;
    probe_format format;
    std::string_view want;
  };
  const std::array rows_of{
      row{R"({"_id":"q","answer":"a","supporting_facts":[]})", probe_format::hotpotqa, "context"},
      row{R"({"_id":"q","answer":"a","context":[]})", probe_format::hotpotqa, "supporting_facts"},
      row{R"({"_id":"q","context":[],"supporting_facts":[]})", probe_format::hotpotqa, "answer"},
      row{R"({"answer":"a","context":[],"supporting_facts":[]})", probe_format::hotpotqa, "_id"},
      row{R"({"_id":"q","answer":"a","context":[],"supporting_facts":[],"sub_idx":1})", probe_format::hotpotqa,
          "instance of a probe"},
      row{R"({"_id":"q","answer":"a","context":[["T"]],"supporting_facts":[]})", probe_format::hotpotqa,
          "[title, sentences]"},
      row{R"({"id":"q","answer":"a"})", probe_format::musique, "paragraphs"},
      row{R"({"id":"q","answer":"a","paragraphs":[{"idx":0}]})", probe_format::musique, "is_supporting"}};
  for (const row& r : rows_of) {
    const scratch here;
    const std::string path = here.write("in", r.bytes).string();
    const std::string error = error_of([&] {
      mhqa::io::context_records in{path, r.format};
      context_record record;
      (void)in.next(record);
    });
    CAPTURE(error);
    CHECK(error.find(r.want) != std::string::npos);
    CHECK(error.find(path) != std::string::npos);
  }
}
