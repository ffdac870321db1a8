// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/metrics/answer_evaluator.hpp>

#include <mhqa/error.hpp>

#include <doctest/doctest.h>

#include <set>
#include <string>
#include <string_view>
#include <vector>

using namespace mhqa;

namespace {

double first_number(std::string_view evaluator, const published_input& in) {
  answer_evaluator by{evaluator};
  published_result out;
  by.score(in, out);
  REQUIRE(out.error().empty());
  return *out.numbers()[0].value;
}

}  // namespace

TEST_CASE("answer_evaluator: every dialect and program by name, each with a program and its commit or version") {
  const std::vector<std::string_view> names = evaluator_names();
  CHECK(names.size() == dialects::all.size() + published_dialects.size());
  std::set<std::string> signatures;
  const std::string_view text = "x";
  for (const std::string_view name : names) {
    CAPTURE(name);
    const answer_evaluator by{name};
    CHECK(by.name() == name);
    const std::string signature = by.signature({{"n", "1"}});
    CHECK(signature.find("|program:") != std::string::npos);
    CHECK((signature.find('@') != std::string::npos || signature.find("evaluate-v") != std::string::npos));
    CHECK(signature.find("|n:1|") != std::string::npos);
    signatures.insert(signature);
    if (name == "search-o1") continue;  // it reads \boxed{} alone
    CHECK(first_number(name, {.prediction = {&text, 1}, .golds = {&text, 1}}) > 0);
  }
  CHECK(signatures.size() == names.size());
  CHECK_THROWS_AS(answer_evaluator{"bleu"}, data_error);
}

TEST_CASE("answer_evaluator: an absent answer has 0 for each number, also of golds that normalise to nothing") {
  for (const std::string_view name : evaluator_names()) {
    for (const std::string_view gold : {"Rome", "the", "0"}) {
      CAPTURE(name);
      CAPTURE(gold);
      answer_evaluator by{name};
      published_result out;
      by.score({.golds = {&gold, 1}, .absent = true}, out);
      CHECK(out.error().empty());
      CHECK(!out.numbers().empty());
      for (const published_number& one : out.numbers()) {
        const bool ratio = name == "multihop-rag" && one.name == "accuracy";  // n / (3n - 2 hits)
        CHECK(one.value.value_or(0) == (ratio ? 1.0 / 3.0 : 0.0));
      }
      CHECK(out.golds().size() == 1);
    }
  }
}

TEST_CASE("answer_evaluator: StrategyQA's answers are truth values in either spelling") {
  const auto em = [](std::string_view said, std::string_view gold) {
    return first_number("strategyqa", {.prediction = {&said, 1}, .golds = {&gold, 1}});
  };
  CHECK(em("yes", "true") == 1);
  CHECK(em("Yes", "true") == 1);
  CHECK(em("no", "false") == 1);
  CHECK(em("False", "no") == 1);
  CHECK(em("no", "true") == 0);
  CHECK(em("yes, it is", "true") == 0);
  CHECK(em("maybe", "maybe") == 1);
  CHECK(answer_evaluator{"strategyqa"}.takes().truths);
  CHECK_FALSE(answer_evaluator{"hotpotqa"}.takes().truths);
  CHECK(answer_evaluator{"drop"}.takes().lists);
}

// Of three counted answers, one is right: 3dd4d4e prints 3 / (3 * 3 - 2 * 1), 33d3ad09 prints 1 / 3.
TEST_CASE("answer_evaluator: MultiHop-RAG's accuracy of a file, by both versions") {
  const auto accuracy = [](std::string_view name, file_counts counts) {
    published_result out;
    answer_evaluator{name}.total(counts, out);
    return *out.numbers()[3].value;
  };
  CHECK(accuracy("multihop-rag", {1, 3}) == 3.0 / 7.0);
  CHECK(accuracy("multihop-rag-33d3ad09", {1, 3}) == 1.0 / 3.0);
  CHECK(accuracy("multihop-rag", {0, 0}) == 0);
  published_result none;
  answer_evaluator{"hotpotqa"}.total({1, 3}, none);
  CHECK(none.numbers().empty());
}
