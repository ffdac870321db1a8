// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/evaluation_run.hpp>

#include "support/command.hpp"
#include "support/held_json.hpp"

#include <mhqa/datasets/evaluation_part.hpp>
#include <mhqa/io/evaluation_parts.hpp>

#include <doctest/doctest.h>

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

using namespace mhqa;

namespace {

const std::string golds = R"([
  {"_id": "1", "question": "?", "answer": "a", "type": "bridge", "level": "easy", "supporting_facts": [["t", 0]], "context": []},
  {"_id": "2", "question": "?", "answer": "b", "type": "comparison", "level": "easy", "supporting_facts": [["t", 0]], "context": []}])";

std::string json_of(const io::evaluation_reports& reports) {
  std::string out;
  io::append_evaluation_json(out, reports);
  return out;
}

}  // namespace

TEST_CASE("evaluation_run: reports, rows and the official output are those of with_evaluation()") {
  const mhqa_test::scratch here;
  const io::evaluation_files files{
      .dataset = "hotpotqa",
      .predictions = here.write("p", R"({"answer": {"1": "a", "2": "x"}, "sp": {"1": [["t", 0]], "2": []}})").string(),
      .gold = here.write("g", golds).string()};
  std::string wanted, official, warnings;
  io::with_evaluation(files, [&](const auto& set, auto&& records, auto&& said, const auto& append) {
    const auto found = evaluate(set, records, said, {.by = "type"});
    wanted = json_of(io::make_reports(found));
    append(official, warnings, found);
  });
  thread_pool pool{2};
  std::vector<std::string> ids;
  const evaluation_options rows{.by = "type",
                                .per_question = [&](const question_row& row) { ids.emplace_back(row.id); }};
  const io::files_evaluation found = io::evaluate_files(files, {.rows = rows, .official = true}, pool);
  CHECK(json_of(found.reports) == wanted);
  CHECK(found.official.text == official);
  CHECK(!found.official.problem);
  CHECK(ids == std::vector<std::string>{"1", "2"});
  CHECK(io::evaluate_files(files, {}, pool).official.text.empty());
}

TEST_CASE("evaluation_run: where the published program stops, there is a reason and no text") {
  const mhqa_test::held_json held{R"({"answer": {"1": "a"}})"}, records{golds};
  thread_pool pool{1};
  const io::files_evaluation found = io::evaluate_files(
      {.dataset = "hotpotqa", .predictions = held.source("mine"), .gold = records.source("golds", 1)},
      {.official = true}, pool);
  CHECK(found.reports.missing.at("answer") == std::vector<std::string>{"2"});
  CHECK(found.official.text.empty());
  REQUIRE(found.official.problem);
  CHECK(found.official.problem->where().file == "mine");
  CHECK_THROWS_WITH_AS(static_cast<void>(io::evaluate_files({.dataset = "x"}, {}, pool)), doctest::Contains("\"x\""),
                       data_error);
}

TEST_CASE("evaluation_run: parts and batches of a piece have the bytes of evaluate_part() and evaluate_piece()") {
  const mhqa_test::scratch here;
  const io::evaluation_files files{.dataset = "hotpotqa",
                                   .predictions = here.write("p", R"({"answer": {"1": "a", "2": "x"}})").string(),
                                   .gold = here.write("g", golds).string()};
  const part_number first{.index = 0, .count = 2};
  std::string part, piece;
  io::with_evaluation(files, [&](const auto& set, auto&& records, auto&& said, const auto&) {
    part = evaluate_part(set, records, said, first).to_bytes();
  });
  io::with_evaluation(files, [&](const auto& set, auto&& records, auto&& said, const auto&) {
    piece = evaluate_piece(set, records, said, {"a", "run"}).to_bytes();
  });
  thread_pool pool{1};
  const auto sums = io::evaluate_files_part(files, {}, first, {}, pool);
  CHECK(sums->to_bytes() == part);
  const auto second = io::evaluate_files_part(files, {}, {.index = 1, .count = 2}, {}, pool);
  CHECK(sums->questions() + second->questions() == 2);
  sums->set_files(7);
  CHECK(sums->to_bytes() != part);
  const auto grown = io::evaluate_files_piece(files, {}, {"a", "run"}, pool);
  CHECK(grown->to_bytes() == piece);
  const mhqa_test::held_json more{
      R"([{"_id": "3", "answer": "c", "type": "bridge", "level": "easy", "supporting_facts": [["t", 0]]}])"};
  const mhqa_test::held_json said{R"({"answer": {"3": "c"}})"};
  grown->append(*io::evaluate_files_piece(
      {.dataset = "hotpotqa", .predictions = said.source("p"), .gold = more.source("g")}, {}, {"a", "run"}, pool));
  CHECK(grown->questions() == 3);
}

TEST_CASE("evaluation_run: what is odd about predictions is said before the evaluation") {
  const mhqa_test::held_json records{R"([{"qid": "1", "answer": true}])"};
  const mhqa_test::held_json said{R"({"1": {"answer": "yes"}})"};
  thread_pool pool{1};
  std::string hint;
  static_cast<void>(
      io::evaluate_files({.dataset = "strategyqa", .predictions = said.source("p"), .gold = records.source("g")},
                         {.hint = [&](const std::string& text) { hint = text; }}, pool));
  CHECK(hint.starts_with("1 of 1 answers are texts, such as \"yes\", which never equal true or false"));
}

TEST_CASE("evaluation_run: a gold record that an evaluator refuses is named with its file") {
  const mhqa_test::held_json said{R"({"answer": {"1": "a"}, "sp": {"1": []}, "evidence": {"1": []}})"},
      records{R"([{"_id": "1", "answer": "a", "type": "comparison", "supporting_facts": []}])"};
  thread_pool pool{1};
  CHECK_THROWS_WITH_AS(
      static_cast<void>(io::evaluate_files(
          {.dataset = "2wikimultihopqa", .predictions = said.source("said"), .gold = records.source("golds")}, {},
          pool)),
      "golds: id \"1\", field \"evidences\": expected the field in the gold record, because the predictions have this "
      "task for the id",
      data_error);
}
