// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/question_columns.hpp>

#include "support/command.hpp"
#include "support/held_json.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace mhqa;

namespace {

const std::string golds = R"([
  {"_id": "1", "question": "?", "answer": "a", "type": "bridge", "level": "easy", "supporting_facts": [["t", 0]], "context": []},
  {"_id": "2", "question": "?", "answer": "b", "type": "comparison", "level": "easy", "supporting_facts": [["t", 0]], "context": []}])";

}  // namespace

TEST_CASE("question_columns: a row for each question of the gold file, with its group") {
  const mhqa_test::scratch here;
  const std::string gold = here.write("gold", golds).string();
  const std::string model = here.write("model", R"({"answer": {"1": "a", "2": "x"}})").string();
  CHECK(io::guess_data_set(gold) == "hotpotqa");
  const mhqa_test::held_json held{golds}, empty{"[]"};
  CHECK(io::guess_data_set(held.source("golds")) == "hotpotqa");
  CHECK_THROWS_WITH_AS(static_cast<void>(io::guess_data_set(empty.source("golds"))),
                       "golds: expected records of a known data set; name it by `dataset`", data_error);
  const auto columns = io::read_columns({.dataset = "hotpotqa", .gold = gold, .by = "type"}, model);
  CHECK(columns.ids == std::vector<std::string>{"1", "2"});
  CHECK(columns.groups == std::vector<std::string>{"bridge", "comparison"});
  CHECK(columns.columns.at("em") == std::vector<double>{1, 0});
  CHECK(columns.signature.starts_with("hotpotqa|"));
  CHECK(io::find_common({columns}, "em", "comparison").models[0] == std::vector<double>{0});
  CHECK_THROWS_WITH_AS(static_cast<void>(io::find_common({columns}, "bleu", "")), doctest::Contains("found \"bleu\""),
                       data_error);
}

TEST_CASE("question_columns: models must answer the same questions") {
  io::question_columns a, b;
  a.ids = {"1"};
  b.ids = {"2"};
  CHECK_NOTHROW(io::expect_same_questions({a, a}, {"a", "b"}));
  CHECK_THROWS_WITH_AS(io::expect_same_questions({a, b}, {"a", "b"}), doctest::Contains("b: expected the questions"),
                       data_error);
}

TEST_CASE("question_columns: a file of no data set is refused") {
  const mhqa_test::scratch here;
  CHECK_THROWS_WITH_AS(static_cast<void>(io::guess_data_set(here.write("gold", "[{}]").string())),
                       doctest::Contains("expected records of a known data set"), data_error);
}

TEST_CASE("question_columns: 2WikiMultihopQA's aliases count, for it and its instances alone") {
  const mhqa_test::scratch here;
  const std::string gold =
      here.write("gold", R"([{"_id": "1", "question": "?", "answer": "Poland", "answer_id": "Q36", "type": "bridge",
        "supporting_facts": [["t", 0]], "context": [], "evidences": [["a", "b", "c"]],
        "evidences_id": [["Q1", "b", "Q2"]]}])")
          .string();
  const std::string model =
      here.write("model", R"({"answer": {"1": "Polska"}, "sp": {"1": []}, "evidence": {"1": []}})").string();
  const std::string aliases = here.write("aliases", R"({"Q_id": "Q36", "aliases": ["Polska"], "demonyms": []})"
                                                    "\n")
                                  .string();
  io::column_source source{.dataset = "2wikimultihopqa", .gold = gold};
  CHECK(io::read_columns(source, model).columns.at("em") == std::vector<double>{0});
  source.aliases = aliases;
  CHECK(io::read_columns(source, model).columns.at("em") == std::vector<double>{1});
  source.dataset = "hotpotqa";
  CHECK_THROWS_WITH_AS(static_cast<void>(io::read_columns(source, model)),
                       doctest::Contains("`aliases`: expected the data set 2wikimultihopqa or its instances"),
                       data_error);
}
