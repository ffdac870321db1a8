// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/record_copy.hpp>

#include <mhqa/io/context_records.hpp>
#include <mhqa/io/datasets/2wikimultihopqa.hpp>
#include <mhqa/io/datasets/musique.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/probe_records.hpp>

#include "support/command.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

namespace {

using mhqa::io::probe_format;

std::string copy_of(std::string_view name, std::string_view table) {
  const mhqa_test::scratch here;
  mhqa::io::json_records records{here.write("in", "{\"v\": " + std::string{table} + "}").string()};
  std::string out;
  records.next().value().object([&](std::string_view, mhqa::io::json_value field) {
    mhqa::io::json_writer json{out};
    mhqa::io::copy_record_field(name, field, json);
  });
  return out;
}

constexpr std::string_view triples = R"({"fact": ["s", "t"], "relation": ["r", "q"], "entity": ["o", "p"]})";
constexpr std::string_view steps =
    R"({"id": [1, 2], "question": ["q", "#1"], "answer": ["a", "b"], "paragraph_support_idx": [null, 1], "note": [[1.50], {}]})";

/// A record of 2WikiMultihopQA or MuSiQue whose tables are columns.
std::string record_of(probe_format format) {
  if (format == probe_format::musique) {
    return R"({"id": "2hop__1_2", "paragraphs": {"idx": [0, 1], "title": ["T", "U"], "paragraph_text": ["one", "b"], )"
           R"("is_supporting": [true, true]}, "question": "Q?", "question_decomposition": )" +
           std::string{steps} + R"(, "answer": "b", "answer_aliases": [], "answerable": true})" + "\n";
  }
  return R"({"id": "q1", "type": "inference", "question": "Q?", "context": {"title": ["T", "U"], "content": [["one"], )"
         R"(["o."]]}, "supporting_facts": {"title": ["T", "U"], "sent_id": [0, 0]}, "evidences": )" +
         std::string{triples} + R"(, "evidences_id": )" + std::string{triples} + R"(, "answer": "o"})" + "\n";
}

}  // namespace

TEST_CASE("record_copy: tables of columns become the rows of their data set, rows and other fields stay") {
  CHECK(copy_of("evidences", triples) == R"([["s", "r", "o"], ["t", "q", "p"]])");
  CHECK(copy_of("evidences_id", R"({"subject": ["s"], "relation": ["r"], "object": ["o"]})") == R"([["s", "r", "o"]])");
  CHECK(copy_of("evidences", R"([["s", "r", "o"]])") == R"([["s", "r", "o"]])");
  CHECK(copy_of("question_decomposition", steps) ==
        R"([{"id": 1, "question": "q", "answer": "a", "paragraph_support_idx": null, "note": [1.50]}, )"
        R"({"id": 2, "question": "#1", "answer": "b", "paragraph_support_idx": 1, "note": {}}])");
  CHECK(copy_of("question_decomposition", R"({"id": [1, 2], "question": ["q"], "id": [7]})") ==
        R"([{"question": "q", "id": 7}])");
  CHECK(copy_of("question_decomposition", "{}") == "[]");
  CHECK(copy_of("question_decomposition", R"([{"id": 1}])") == R"([{"id": 1}])");
  CHECK(copy_of("other", steps).starts_with(R"({"id": [1, 2], )"));
  CHECK_THROWS_WITH_AS((void)copy_of("question_decomposition", R"({"id": [], "question": ["q"]})"),
                       doctest::Contains("expected columns of one length, found 0 in \"id\" and 1 in \"question\""),
                       mhqa::data_error);
}

TEST_CASE("record_copy: what probe writes of a record of columns, the readers of the data sets read") {
  const mhqa_test::scratch here;
  for (const probe_format format : {probe_format::twowiki, probe_format::musique}) {
    const std::string path = here.write("in.jsonl", record_of(format)).string();
    mhqa::io::probe_text text;
    REQUIRE(mhqa::io::probe_records{path, format}.next(text));
    const std::string notes = "{" + std::string{text.piece(text.notes)}.substr(2) + "}\n";
    mhqa::io::context_records records{path, format};
    mhqa::io::context_record whole;
    REQUIRE(records.next(whole));
    std::string copy;
    append_context_record(copy, whole, format, whole.context);
    mhqa::io::json_records again{here.write("copy.jsonl", copy).string()};
    const mhqa::io::json_value record = again.next().value();
    if (format == probe_format::musique) {
      CHECK(notes == "{\"question_decomposition\": " + copy_of("question_decomposition", steps) + "}\n");
      mhqa::musique::record read;
      mhqa::io::musique::read(record, read);
      REQUIRE(read.decomposition.size() == 2);
      CHECK(read.decomposition[1].paragraph_support_idx == 1);
      CHECK(!read.decomposition[0].paragraph_support_idx);
    } else {
      const std::string rows = copy_of("evidences", triples);
      CHECK(notes == "{\"evidences\": " + rows + ", \"evidences_id\": " + rows + "}\n");
      CHECK(copy.find("\"evidences\": " + rows) != std::string::npos);
      mhqa::twowiki::record read;
      mhqa::io::twowiki::read(record, read);
      REQUIRE(read.evidences.size() == 2);
      CHECK(read.evidences[1].relation == "q");
    }
  }
}
