// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/model/single_fact_reader.hpp>

#include <mhqa/model/lexical_reader.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

using mhqa::context_paragraph;
using mhqa::reading;
using mhqa::reading_task;

namespace {

/// Answers a paragraph's text, as sure as its title says; "-" has no answer.
reading told(const reading_task& task) {
  CHECK(task.context.size() == 1);
  reading out;
  if (task.context[0].text != "-") out.answer = task.context[0].text;
  out.confidence = std::stod(std::string{task.context[0].title});
  return out;
}

static_assert(mhqa::reader<mhqa::single_fact_reader<mhqa::lexical_reader>>);

}  // namespace

TEST_CASE("single_fact_reader: the most confident paragraph answers, and the two surest are the support") {
  const std::vector<context_paragraph> context{{"0.2", "a"}, {"0.9", "b"}, {"0.9", "c"}, {"0.5", "d"}};
  mhqa::single_fact_reader read{told};
  CHECK(read({"q", "?", context}) == reading{"b", 0.9, {1, 2}, {}});
  CHECK(mhqa::single_fact_reader{told, 3}({"q", "?", context}).support == std::vector<std::uint32_t>{1, 2, 3});
  CHECK(mhqa::single_fact_reader{told, 9}({"q", "?", context}).support.size() == 4);
  const std::vector<context_paragraph> unanswered{{"0.9", "-"}, {"-2", "b"}};
  CHECK(read({"q", "?", unanswered}) == reading{"b", -2.0, {0, 1}, {}});
  CHECK(read({"q", "?", {}}) == reading{});
}

TEST_CASE("single_fact_reader: an answer without confidence is refused") {
  const std::vector<context_paragraph> context{{"1", "a"}};
  mhqa::single_fact_reader none{[](const reading_task&) { return reading{"a", std::nullopt, {}, {}}; }};
  CHECK_THROWS_AS((void)none({"q", "?", context}), mhqa::data_error);
  mhqa::single_fact_reader nan{[](const reading_task&) {
    return reading{"a", std::numeric_limits<double>::quiet_NaN(), {}, {}};
  }};
  CHECK_THROWS_AS((void)nan({"q", "?", context}), mhqa::data_error);
}

TEST_CASE("single_fact_reader: the surer of two halves says what the whole context says") {
  // Every split of four facts into two halves, each with the two distractors: the probe of DiRe.
  const std::vector<context_paragraph> all{{"0.2", "a"}, {"0.7", "b"}, {"0.6", "c"},
                                           {"0.1", "d"}, {"0.5", "x"}, {"0.65", "y"}};
  mhqa::single_fact_reader read{told};
  const reading whole = read({"q", "?", all});
  for (unsigned mask = 1; mask < 15; ++mask) {
    const auto half = [&](unsigned kept) {
      std::vector<context_paragraph> context{all.begin() + 4, all.end()};
      for (unsigned f = 0; f < 4; ++f) {
        if ((kept >> f & 1U) != 0) context.push_back(all[f]);
      }
      return read({"q", "?", context});
    };
    const reading left = half(mask), right = half(15U ^ mask);
    CHECK((*left.confidence > *right.confidence ? left : right).answer == whole.answer);
  }
}

TEST_CASE("single_fact_reader: with 0 supports, halves together name what the whole names") {
  // This reader names a paragraph only if it is sure of it.
  const auto choosy = [](const reading_task& task) {
    reading out = told(task);
    if (out.confidence > 0.55) out.support = {0};
    return out;
  };
  mhqa::single_fact_reader read{choosy, 0};
  const std::vector<context_paragraph> whole{{"0.2", "a"}, {"0.7", "b"}, {"0.6", "c"}, {"0.1", "d"}};
  CHECK(read({"q", "?", whole}).support == std::vector<std::uint32_t>{1, 2});
  CHECK(read({"q", "?", std::span{whole}.first(2)}).support == std::vector<std::uint32_t>{1});
  CHECK(read({"q", "?", std::span{whole}.subspan(2)}).support == std::vector<std::uint32_t>{0});
  CHECK(read({"q", "?", std::span{whole}.first(1)}).support.empty());
}

TEST_CASE("single_fact_reader: sufficiency counts the supports (App. B.2)") {
  CHECK(mhqa::single_fact_sufficiency(2, false) == 1);
  CHECK(mhqa::single_fact_sufficiency(1, false) == 0);
  CHECK(mhqa::single_fact_sufficiency(0, false) == 0);
  CHECK(mhqa::single_fact_sufficiency(1, true) == 0);
  CHECK(mhqa::single_fact_sufficiency(0, true) == -1);
}
