// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/metrics/scored_result.hpp>

#include <doctest/doctest.h>

#include <array>
#include <optional>
#include <string>
#include <vector>

using mhqa::result_answer;
using mhqa::scored_result;

TEST_CASE("scored_result: a number by name, empty where it is undefined or absent") {
  const result_answer answer{"q", "x", {"x"}, {{"em", 1.0}, {"f1", std::nullopt}}};
  CHECK(answer.number("em") == 1.0);
  CHECK(!answer.number("f1"));
  CHECK(!answer.number("rouge"));
}

TEST_CASE("scored_result: the usual numbers are exact match and F1, not precision or recall") {
  const auto usual = [](const std::string& evaluator, std::vector<std::string> names) {
    scored_result result{evaluator, "s", {{"q", "x", {"x"}, {}}}};
    for (const std::string& name : names) result.answers[0].numbers.emplace_back(name, 1.0);
    return mhqa::usual_numbers(result);
  };
  using two = std::array<std::string, 2>;
  CHECK(usual("hotpotqa", {"prec", "em", "f1", "recall"}) == two{"em", "f1"});
  CHECK(usual("popqa", {"is_correct"}) == two{"is_correct", ""});
  CHECK(usual("drop", {"max_em", "max_f1"}) == two{"max_em", "max_f1"});
  CHECK(usual("hotpotqa", {"sp_em"}) == two{"", ""});
  CHECK(usual("unknown", {"em"}) == two{"", ""});
}
