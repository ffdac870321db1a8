// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/decomposition_report.hpp>

#include "support/command.hpp"
#include "support/errors.hpp"
#include "support/json.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

namespace {

namespace io = mhqa::io;
using io::decomposition_format;
using mhqa_test::error_of;

constexpr std::string_view two_records =
    R"([{"qid": "good", "question": "Is Ada older than Bob?",
  "decomposition": ["How old is Ada?", "How old is Bob?", "Is #1 larger than #2?"]},
 {"qid": "bad", "question": "Is it?", "decomposition": ["When?", "Is #3 true?"]}])";

}  // namespace

TEST_CASE("decomposition_report: counts by reason, and the findings of each decomposition") {
  const mhqa_test::scratch here;
  const std::string file = here.write("r.json", two_records).string();
  std::vector<std::string> lines;
  const io::decomposition_counts found = io::check_decompositions(
      file, decomposition_format::strategyqa,
      [&](const io::decomposed& d, auto findings) { io::append_findings(lines.emplace_back(), d, findings); });
  CHECK(found.decompositions == 2);
  CHECK(found.sound == 1);
  CHECK(found.with_errors == 1);
  CHECK(found.steps == 5);
  REQUIRE(lines.size() == 2);
  CHECK(
      lines[0] ==
      "{\"id\": \"good\", \"steps\": 3, \"kinds\": [\"retrieval\", \"retrieval\", \"operation\"], \"findings\": []}\n");
  CHECK(mhqa_test::parse_json(lines[1])["findings"].items().size() > 0);

  std::string out;
  io::append_decomposition_json(out, found);
  const auto json = mhqa_test::parse_json(out);
  CHECK(json["reasons"].members().size() > 0);
  for (const auto& reason : json["reasons"].members()) CHECK(reason.second["first"].string() == "bad");
  std::string table;
  io::append_decomposition_table(table, found);
  CHECK(table.find("\ndecompositions                   2\n") != std::string::npos);
  CHECK(table.ends_with("  bad\n"));
  CHECK(io::check_decompositions(file, decomposition_format::strategyqa).with_errors == 1);
}

TEST_CASE("decomposition_report: a question of Break whose text is no QDMR is counted, not dropped") {
  const mhqa_test::scratch here;
  const std::string file = here.write("b.csv",
                                      "question_id,question_text,decomposition\n"
                                      "b1,\"Cities, in Peru?\",return cities ;return #1 in Peru\n"
                                      "b2,Cities?,return cities ;#1\n")
                               .string();
  const io::decomposition_counts found = io::check_decompositions(file, decomposition_format::break_csv);
  CHECK(found.format == "break");
  CHECK(found.decompositions == 2);
  CHECK(found.reasons.back().code == "not-qdmr");
  CHECK(found.reasons.back().decompositions == 1);
  CHECK(found.reasons.back().first == "b2");
}

TEST_CASE("decomposition_report: sub-questions of FanOutQA become steps that fan out") {
  const mhqa_test::scratch here;
  const std::string file =
      here.write("f.json", R"([{"id": "f", "question": "Who governs the capitals?", "categories": [],
  "answer": ["A", "B"], "decomposition": [
    {"id": "1", "question": "Which town is #1?", "answer": ["Oslo", "Riga"], "depends_on": []},
    {"id": "2", "question": "Who governs Oslo?", "answer": "A", "depends_on": ["1"]},
    {"id": "3", "question": "Who governs Riga?", "answer": "B", "depends_on": ["1"]},
    {"id": "4", "question": "How many?", "answer": 2, "depends_on": ["1"]}]}])")
          .string();
  CHECK(io::find_decomposition_format(file) == decomposition_format::fanoutqa);
  std::string lines, out;
  const io::decomposition_counts found = io::check_decompositions(
      file, decomposition_format::fanoutqa,
      [&](const io::decomposed& d, auto findings) { io::append_findings(lines, d, findings); });
  CHECK(lines.find(
            R"("texts": [["Which town is #1?"], ["Who governs ", 1, "?"], ["How many?"]], "hops": [1, 2, 2, 3])") !=
        std::string::npos);
  io::append_decomposition_json(out, found);
  CHECK(out.find(R"("steps": 3)") != std::string::npos);
  CHECK(out.find(R"("hops": 4, "fan_outs": 1, "premises": 3, "named_premises": 2)") != std::string::npos);
}

TEST_CASE("decomposition_report: repeated ids and empty files are refused by name") {
  const mhqa_test::scratch here;
  const auto refused = [&](std::string_view text) {
    const std::string file = here.write("r.json", text).string();
    return error_of([&] { static_cast<void>(io::check_decompositions(file, decomposition_format::strategyqa)); });
  };
  CHECK(refused("[]").find("r.json: expected decompositions, found none") != std::string::npos);
  CHECK(refused(R"([{"qid": "a", "question": "Q?", "decomposition": ["A?"]},
                    {"qid": "a", "question": "Q?", "decomposition": ["A?"]}])")
            .find("\"a\"") != std::string::npos);
  CHECK(refused(R"([{"qid": "a", "question": "Q?", "decomposition": ["A?", "B #99999999999999999999?"]}])")
            .find("id \"a\": expected a reference to a step, found #99999999999999999999") != std::string::npos);
}
