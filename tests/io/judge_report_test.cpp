// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/judge_report.hpp>

#include <mhqa/metrics/answer_evaluator.hpp>

#include "support/command.hpp"
#include "support/errors.hpp"
#include "support/json.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace io = mhqa::io;

// Four answers: both right, both wrong, right by the score only, and by the verdict only.
TEST_CASE("judge_report: counts, shares and reasons of the numbers of a program") {
  const mhqa_test::scratch here;
  const std::string path = here.write("judged", R"({"prediction": "Rome", "gold": "Rome", "verdict": true}
{"prediction": "Paris", "gold": "Rome", "verdict": 0}
{"prediction": "Rome", "gold": "Rome", "verdict": false}
{"prediction": "the city of Rome", "gold": "Rome", "verdict": 1}
)")
                               .string();
  const auto rows = io::judge_programs(path, {"flashrag"}, 0.5);
  const io::judged_number* em = nullptr;
  for (const io::judged_number& row : rows) {
    if (row.number == "em") em = &row;
  }
  REQUIRE(em != nullptr);
  CHECK(em->dialect == "flashrag");
  CHECK(em->counts.both == 1);
  CHECK(em->counts.neither == 1);
  CHECK(em->counts.score_only == 1);
  CHECK(em->counts.verdict_only == 1);
  CHECK(em->partings.size() == 2);

  std::string table, json;
  io::append_judge_table(table, {*em});
  CHECK(table.find("flashrag           em                        4     50.0  [") != std::string::npos);
  io::append_judge_json(json, {*em}, 0.5);
  const auto score = mhqa_test::parse_json(json)["scores"].items().at(0);
  CHECK(score["accuracy"].real() == 0.5);
  CHECK(score["answers"].integer() == 4);
  CHECK(score["partings"].members().size() == 2);
}

TEST_CASE("judge_report: answers with a null verdict, as mhqa ask writes refused replies, are counted and left out") {
  const mhqa_test::scratch here;
  const std::string path = here.write("judged", R"({"prediction": "Rome", "gold": "Rome", "verdict": true}
{"prediction": "Rome", "gold": "Rome", "verdict": null}
)")
                               .string();
  const auto rows = io::judge_programs(path, {"hotpotqa"}, 0.5);
  REQUIRE(!rows.empty());
  CHECK(rows.front().counts.size() == 1);
  CHECK(rows.front().without_verdict == 1);
  std::string table;
  io::append_judge_table(table, rows);
  CHECK(table.find("left out, without a verdict: 1") != std::string::npos);
}

TEST_CASE("judge_report: a line without a verdict and a file without answers are refused") {
  const mhqa_test::scratch here;
  const auto error = [&](const std::string& text) {
    return mhqa_test::error_of(
        [&] { static_cast<void>(io::judge_programs(here.write("j", text).string(), {"flashrag"}, 0.5)); });
  };
  CHECK(error("").find("expected records, found an empty file") != std::string::npos);
  CHECK(error(R"({"prediction": "a", "gold": "a", "verdict": null})").find("expected judged answers, found none") !=
        std::string::npos);
  CHECK(
      error(R"({"prediction": "a", "gold": "a", "verdict": "yes"})").find("expected true, false or a number, found") !=
      std::string::npos);
  CHECK(error(R"({"prediction": "a", "gold": "a"})").find("expected the field \"verdict\"") != std::string::npos);
}

TEST_CASE("judge_report: the data sets' own dialects beside programs, an absent answer, and an unknown name") {
  const mhqa_test::scratch here;
  const std::string path = here.write("judged", R"({"prediction": "Rome", "gold": "rome", "verdict": true}
{"prediction": null, "gold": "Rome", "verdict": false}
)")
                               .string();
  std::vector<std::string> all;
  for (const std::string_view name : mhqa::evaluator_names()) all.emplace_back(name);
  const auto rows = io::judge_programs(path, all, 0.5);
  for (const std::string& name : all) {
    CAPTURE(name);
    CHECK(std::any_of(rows.begin(), rows.end(), [&](const auto& row) { return row.dialect == name; }));
  }
  for (const io::judged_number& row : rows) CHECK(row.counts.size() == 2);
  CHECK(rows[0].dialect == "hotpotqa");
  CHECK(rows[0].counts.both == 1);
  CHECK(rows[0].counts.neither == 1);
  CHECK(mhqa_test::error_of([&] { static_cast<void>(io::judge_programs(path, {"bleu"}, 0.5)); }).find("bleu") !=
        std::string::npos);
}
