// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/metrics/token_bag.hpp>

#include "support/allocations.hpp"
#include "support/json.hpp"
#include "support/shared_data.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

// sum((Counter(predicted) & Counter(gold)).values()): each word as often as the side that has it less often.

using mhqa::bag_overlap;
using mhqa::bag_scratch;
using mhqa::normalized;
using mhqa::overlap;
using mhqa::token_bag;

namespace {

overlap counted(const normalized& prediction, const normalized& gold) {
  std::map<std::string, std::uint64_t> left;
  std::map<std::string, std::uint64_t> right;
  for (const auto& word : prediction.tokens()) ++left[std::string{word.in(prediction.text())}];
  for (const auto& word : gold.tokens()) ++right[std::string{word.in(gold.text())}];
  std::uint64_t common = 0;
  for (const auto& [word, count] : left) {
    const auto found = right.find(word);
    if (found != right.end()) common += count < found->second ? count : found->second;
  }
  return {common, prediction.tokens().size(), gold.tokens().size()};
}

void check(const normalized& prediction, const normalized& gold, bag_scratch& scratch) {
  const overlap want = counted(prediction, gold);
  CHECK(bag_overlap(prediction, gold, scratch) == want);
  CHECK(token_bag{gold}.count(prediction, scratch) == want);
}

std::string random_text(std::size_t words, std::uint32_t vocabulary, std::uint32_t seed) {
  std::string out;
  for (std::size_t i = 0; i < words; ++i) {
    seed = seed * 1664525U + 1013904223U;
    const std::uint32_t number = (seed >> 8U) % vocabulary;
    out += (number % 2 == 0 ? "w" : "averyveryverylongword") + std::to_string(number) + ' ';
  }
  return out;
}

}  // namespace

TEST_CASE("token bag: repeats count as often as both sides have them") {
  bag_scratch scratch;
  CHECK(bag_overlap(normalized{"b b c"}, normalized{"b d"}, scratch) == overlap{1, 3, 2});
  CHECK(bag_overlap(normalized{"b b c"}, normalized{"c b b b"}, scratch) == overlap{3, 3, 4});
  CHECK(bag_overlap(normalized{"Paris Paris Paris"}, normalized{"Paris"}, scratch) == overlap{1, 3, 1});
  CHECK(bag_overlap(normalized{""}, normalized{"x"}, scratch) == overlap{0, 0, 1});
  CHECK(bag_overlap(normalized{"The"}, normalized{"an"}, scratch) == overlap{0, 0, 0});
}

TEST_CASE("token bag: a bag keeps its text") {
  token_bag bag;
  bag_scratch scratch;
  {
    normalized gold{"The Chief of Protocol"};
    bag.assign(gold);
    gold.assign("something else");
  }
  CHECK(bag.text() == "chief of protocol");
  CHECK(bag.size() == 3);
  CHECK(bag.count(normalized{"chief chief of staff"}, scratch) == overlap{2, 4, 3});
  CHECK(token_bag{}.count(normalized{"x"}, scratch) == overlap{0, 1, 0});
}

TEST_CASE("token bag: texts of every size around the border of few, and far beyond, agree with a plain count") {
  bag_scratch scratch;
  const std::vector<std::size_t> sizes = {0, 1, 2, 7, 15, 16, 17, 18, 40, 200, 3000};
  for (const std::size_t a : sizes) {
    for (const std::size_t b : sizes) {
      for (const std::uint32_t vocabulary : {1U, 5U, 60U, 5000U}) {
        CAPTURE(a);
        CAPTURE(b);
        CAPTURE(vocabulary);
        check(normalized{random_text(a, vocabulary, 1)}, normalized{random_text(b, vocabulary, 2)}, scratch);
      }
    }
  }
}

TEST_CASE("token bag: one scratch serves bags of different sizes in turn") {
  bag_scratch scratch;
  const normalized large_text{random_text(500, 100, 3)};
  const normalized small_text{random_text(30, 100, 4)};
  const token_bag large{large_text};
  const token_bag small{small_text};
  const normalized prediction{random_text(100, 100, 5)};
  for (int round = 0; round < 3; ++round) {
    CHECK(large.count(prediction, scratch) == counted(prediction, large_text));
    CHECK(small.count(prediction, scratch) == counted(prediction, small_text));
  }
}

TEST_CASE("token bag: words with equal keys stay separate") {
  std::string gold;
  std::string prediction;
  for (int i = 0; i < 200; ++i) {  // the key sees the size and 16 bytes
    gold += "thesefirstsixteenbytes" + std::to_string(1000 + i) + ' ';
    prediction += "thesefirstsixteenbytes" + std::to_string(1100 + i) + ' ';
  }
  bag_scratch scratch;
  check(normalized{prediction}, normalized{gold}, scratch);
  CHECK(bag_overlap(normalized{prediction}, normalized{gold}, scratch) == overlap{100, 200, 200});
}

TEST_CASE("token bag: 300,000 words, colliding or not, are counted quickly") {
  // Were one word compared with each other one, 10^11 comparisons would run into the time that a test may take.
  constexpr std::size_t words = 300'000;
  for (const std::string_view prefix : {"", "samesamesamesame"}) {
    std::string gold;
    std::string prediction;
    for (std::size_t i = 0; i < words; ++i) {
      const std::string number = std::to_string(100'000 + i);
      gold.append(prefix).append(number) += ' ';
      prediction.append(prefix).append(number) += "x ";
    }
    bag_scratch scratch;
    CHECK(bag_overlap(normalized{prediction}, normalized{gold}, scratch) == overlap{0, words, words});
  }
}

TEST_CASE("token bag: no memory is asked for once there is enough") {
  const std::string long_text = random_text(400, 50, 6);
  bag_scratch scratch;
  normalized prediction;
  normalized gold;
  token_bag bag;
  const auto score_all = [&] {
    std::uint64_t sum = 0;
    for (const std::string_view text :
         {std::string_view{long_text}, std::string_view{"Barack Obama"}, std::string_view{""}}) {
      prediction.assign("President Barack Obama w1 w2 w4 w6 w8 w10 w12 w14 w16 w18 w20 w22 w24 w26 w28 w30");
      gold.assign(text);
      bag.assign(gold);
      sum += bag_overlap(prediction, gold, scratch).common + bag.count(prediction, scratch).common;
    }
    return sum;
  };
  const std::uint64_t first = score_all();
  const mhqa_test::allocations_here counted_here;
  CHECK(score_all() == first);
  CHECK(counted_here() == 0);
}

TEST_CASE("token bag: the published numbers of 1,500 hostile pairs") {
  const auto file = mhqa_test::shared_data("golden/answer/pairs.jsonl");
  if (!file) return;
  bag_scratch scratch;
  normalized prediction;
  normalized gold;
  const auto near = [](double x) { return doctest::Approx(x).epsilon(1e-12); };
  const auto pairs = mhqa_test::load_jsonl(*file);
  CHECK(pairs.size() == 1500);
  for (const auto& pair : pairs) {
    prediction.assign(pair["prediction"].string());
    gold.assign(pair["gold"].string());
    CAPTURE(prediction.text());
    CAPTURE(gold.text());
    const overlap counts = bag_overlap(prediction, gold, scratch);
    CHECK(token_bag{gold}.count(prediction, scratch) == counts);
    const bool exact = prediction == gold;
    const mhqa::scores squad = mhqa::score(counts, exact, mhqa::empty_rule::one_if_both);
    CHECK(squad.em == pair["squad"]["em"].real());
    CHECK(squad.f1 == near(pair["squad"]["f1"].real()));
    // HotpotQA's evaluator gives nothing where only one side is yes, no or noanswer; that is the dialect's part.
    const auto closed = [](std::string_view text) { return text == "yes" || text == "no" || text == "noanswer"; };
    mhqa::scores hotpot = mhqa::score(counts, exact, mhqa::empty_rule::zero);
    if (!exact && (closed(prediction.text()) || closed(gold.text()))) hotpot = {};
    CHECK(hotpot.em == pair["hotpotqa"]["em"].real());
    CHECK(hotpot.f1 == near(pair["hotpotqa"]["f1"].real()));
    CHECK(hotpot.precision == near(pair["hotpotqa"]["precision"].real()));
    CHECK(hotpot.recall == near(pair["hotpotqa"]["recall"].real()));
  }
}
