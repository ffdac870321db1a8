// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/probe_records.hpp>

#include "io/probe_lines.hpp"
#include "support/command.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Facts are positions. The text is spelled anew, so that two spellings of one record give the same bytes.

namespace {

using mhqa::io::probe_format;
using mhqa_test::scratch;
using positions = std::vector<std::uint32_t>;

static_assert(mhqa::probeable<mhqa::io::probe_text>);

mhqa::io::probe_text read_one(std::string_view bytes, probe_format format = probe_format::hotpotqa,
                              mhqa::fact_unit unit = mhqa::fact_unit::paragraph) {
  const scratch here;
  mhqa::io::probe_records records{here.write("in", bytes).string(), format, unit};
  mhqa::io::probe_text text;
  const bool found = records.next(text);
  CHECK(found);
  return text;
}

constexpr std::string_view musique =
    R"([{"id":"2hop__1_2","question":"Q?","answer":"Oslo","answer_aliases":["Christiania"],"answerable":true,"x":1,
"question_decomposition":[{"id":1,"question":"q","answer":"a","paragraph_support_idx":1}],
"paragraphs":[{"idx":0,"title":"T","paragraph_text":"one","is_supporting":false},
{"idx":1,"title":"T","paragraph_text":"In Christiania.","is_supporting":true},
{"idx":2,"title":"U","paragraph_text":"three","is_supporting":true}]}])";

}  // namespace

TEST_CASE("probe records: names of formats") {
  static_assert(mhqa::io::find_probe_format("2wikimultihopqa") == probe_format::twowiki);
  static_assert(!mhqa::io::find_probe_format("squad"));
}

TEST_CASE("probe records: a record's pieces, and which support each fact names") {
  const auto text = read_one(mhqa_test::hotpotqa_line("q1", 3));
  CHECK(text.id == "q1");
  CHECK(text.fact_count == 3);
  CHECK(text.supports == positions{0, 1});
  CHECK(text.answer_supports == 2);
  CHECK(text.piece(text.id_field) == R"("_id": "q1")");
  CHECK(text.piece(text.question) == R"(, "question": "Where?")");
  CHECK(text.piece(text.common) == R"(, "answer": "India", "type": "bridge")");
  CHECK(text.piece(text.notes) == R"(, "evidences": [["s", "r", "o"]])");
  REQUIRE(text.facts.size() == 2);
  CHECK(text.piece(text.facts[1].json) == R"(["P1", 0])");
  CHECK(text.facts[1].support == 1);
  REQUIRE(text.paragraphs.size() == 3);
  CHECK(text.piece(text.paragraphs[1].json) == R"(["P1", ["P1 one. India é.", "P1 two."]])");
  CHECK(text.piece({text.paragraphs[0].json.begin, text.paragraphs[1].json.end}) ==
        R"(["P0", ["P0 one.", "P0 two."]], ["P1", ["P1 one. India é.", "P1 two."]])");
}

TEST_CASE("probe records: blanks and escapes of the source change nothing") {
  std::string line = mhqa_test::hotpotqa_line("q1", 3);
  const auto text = read_one(line);
  for (const auto& [from, to] :
       {std::pair<std::string, std::string>{"\":", "\" : "}, {",", " ,\t"}, {"\\u00e9", "é"}}) {
    for (std::size_t at = 0; (at = line.find(from, at)) != std::string::npos; at += to.size())
      line.replace(at, from.size(), to);
  }
  CHECK(read_one(line).bytes == text.bytes);
  CHECK(read_one("[" + line + "]").bytes == text.bytes);
}

TEST_CASE("probe records: sentences as facts are numbered through the paragraphs") {
  const auto text = read_one(mhqa_test::hotpotqa_line("q1", 3), probe_format::hotpotqa, mhqa::fact_unit::sentence);
  CHECK(text.fact_count == 6);
  CHECK(text.supports == positions{0, 2});
  CHECK(text.answer_supports == 2);
  CHECK(text.sentences.size() == 6);
  CHECK(text.paragraphs[2].first_sentence == 4);
  CHECK_THROWS_AS((void)read_one(musique, probe_format::musique, mhqa::fact_unit::sentence), mhqa::data_error);
}

TEST_CASE("probe records: MuSiQue's paragraphs by position, an alias counts as the answer") {
  const auto text = read_one(musique, probe_format::musique);
  CHECK(text.supports == positions{1, 2});
  CHECK(text.answer_supports == 1);
  CHECK(text.piece(text.paragraphs[1].json) == R"(["T", ["In Christiania."]])");
  CHECK(text.piece(text.facts[0].json) == R"(["T", 0])");
  CHECK(text.piece(text.common) ==
        R"(, "answer": "Oslo", "answer_aliases": ["Christiania"], "answerable": true, "x": 1)");
  CHECK(text.piece(text.notes).starts_with(R"(, "question_decomposition": [{"id": 1, )"));
  CHECK(text.answerable);
}

TEST_CASE("probe records: each field that is needed, and its type, is asked for by name") {
  using row = std::pair<std::string_view, std::string_view>;
  constexpr std::array rows{
      row{R"({"answer":"a","supporting_facts":[],"context":[]})", "\"_id\""},
      row{R"({"_id":"q","supporting_facts":[],"context":[]})", "\"answer\""},
      row{R"({"_id":"q","answer":"a","context":[]})", "\"supporting_facts\""},
      row{R"({"_id":"q","answer":"a","supporting_facts":[]})", "\"context\""},
      row{R"({"_id":"q","answer":null,"supporting_facts":[],"context":[]})", "expected a string, found null"},
      row{R"({"_id":"q","answer":"a","supporting_facts":[["T"]],"context":[]})", "[title, sentence number]"},
      row{R"({"_id":"q","answer":"a","supporting_facts":[],"context":[["T","no list"]]})", "expected an array"},
      row{R"({"_id":"q","answer":"a","supporting_facts":[],"context":[],"sub_idx":1})", "an instance of a probe"},
  };
  for (const row& r : rows) {
    const std::string_view line = r.first, want = r.second;
    CAPTURE(line);
    try {
      (void)read_one(line);
      FAIL("expected an error");
    } catch (const mhqa::data_error& error) {
      CHECK(std::string_view{error.what()}.find(want) != std::string_view::npos);
    }
  }
}
