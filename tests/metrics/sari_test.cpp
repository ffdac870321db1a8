// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// SARI over sets of n-grams, n = 1..4, each part averaged over n: keep and addition are F1, deletion is precision,
// and what is divided by nothing is 1.
#include <mhqa/metrics/sari.hpp>
#include <mhqa/text/split.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <span>
#include <string_view>
#include <vector>

namespace {

using words = std::vector<std::string_view>;

words split(std::string_view text) {
  words out;
  mhqa::split_whitespace(text, [&out](std::string_view word) { out.push_back(word); });
  return out;
}

mhqa::sari_scores sari(std::string_view source, std::string_view prediction, std::string_view target) {
  mhqa::sari_scorer scorer;
  return scorer(split(source), split(prediction), split(target));
}

mhqa::sari_scores sari(std::string_view source, std::string_view prediction, const std::vector<words>& targets) {
  std::vector<std::span<const std::string_view>> views;
  for (const words& target : targets) views.emplace_back(target);
  mhqa::sari_scorer scorer;
  return scorer(split(source), split(prediction), std::span{std::as_const(views)});
}

// The definition with sets, for one target.
mhqa::sari_scores by_sets(const words& source, const words& prediction, const words& target) {
  mhqa::sari_scores total;
  for (std::size_t n = 1; n <= 4; ++n) {
    const auto grams = [n](const words& text) {
      std::set<words> out;
      for (std::size_t i = 0; i + n <= text.size(); ++i) {
        out.insert(
            words(text.begin() + static_cast<std::ptrdiff_t>(i), text.begin() + static_cast<std::ptrdiff_t>(i + n)));
      }
      return out;
    };
    const auto both = [](const std::set<words>& a, const std::set<words>& b) {
      std::set<words> out;
      std::ranges::set_intersection(a, b, std::inserter(out, out.end()));
      return out;
    };
    const auto without = [](const std::set<words>& a, const std::set<words>& b) {
      std::set<words> out;
      std::ranges::set_difference(a, b, std::inserter(out, out.end()));
      return out;
    };
    const auto ratio = [](std::size_t a, std::size_t b) {
      return b == 0 ? 1.0 : static_cast<double>(a) / static_cast<double>(b);
    };
    const auto f1 = [](double p, double r) { return p > 0 && r > 0 ? 2 * p * r / (p + r) : 0; };
    const auto s = grams(source), p = grams(prediction), t = grams(target);
    const auto kept = both(s, p), added = without(p, s), deleted = without(s, p);
    const std::size_t right = both(kept, t).size();
    total.keep += f1(ratio(right, kept.size()), ratio(right, both(s, t).size()));
    const std::size_t right_added = both(added, t).size();
    total.addition += f1(ratio(right_added, added.size()), ratio(right_added, without(t, s).size()));
    total.deletion += ratio(without(deleted, t).size(), deleted.size());
  }
  total.keep /= 4;
  total.addition /= 4;
  total.deletion /= 4;
  total.sari = (total.keep + total.addition + total.deletion) / 3;
  return total;
}

}  // namespace

TEST_CASE("sari: a hand-worked rewriting") {
  // source "a b c", prediction "a b d", target "a d".
  // n = 1: kept {a, b}, of which a is right; relevant {a}: p 1/2, r 1, F1 2/3. Added {d}, right: 1. Deleted {c}: 1.
  // n = 2: kept {ab}, right none, relevant none: p 0 -> 0. Added {bd}, right none; wanted {ad}: 0. Deleted {bc}: 1.
  // n = 3: nothing kept: 1 / 1 -> 1. Added {abd}: p 0 -> 0. Deleted {abc}: 1.
  // n = 4: nothing anywhere: 1, 1, 1.
  const mhqa::sari_scores got = sari("a b c", "a b d", "a d");
  CHECK(got.keep == (2.0 / 3 + 0 + 1 + 1) / 4);
  CHECK(got.addition == (1.0 + 0 + 0 + 1) / 4);
  CHECK(got.deletion == 1);
  CHECK(got.sari == (got.keep + got.addition + got.deletion) / 3);
}

TEST_CASE("sari: a perfect rewriting and empty texts score 1, an unchanged source loses what had to change") {
  CHECK(sari("a b c d e", "v w x y z", "v w x y z") == mhqa::sari_scores{1, 1, 1, 1});
  CHECK(sari("", "", "") == mhqa::sari_scores{1, 1, 1, 1});
  CHECK(sari("a b", "a b", "a b") == mhqa::sari_scores{1, 1, 1, 1});
  CHECK(sari("a b c d", "a b c d", "w x y z") == mhqa::sari_scores{1.0 / 3, 0, 0, 1});
  CHECK(sari("a b c d", "", "a b c d").deletion == 0);
}

TEST_CASE("sari: an n-gram counts once, however often it occurs") {
  CHECK(sari("a", "b b", "b") == mhqa::sari_scores{(1 + 0.75 + 1) / 3, 1, 0.75, 1});  // the pair "b b" is too much
}

TEST_CASE("sari: all short texts over two words equal the definition by sets") {
  std::vector<words> texts{{}};
  for (std::size_t i = 0; texts[i].size() < 4; ++i) {
    for (const char* word : {"x", "y"}) {
      texts.push_back(texts[i]);
      texts.back().emplace_back(word);
    }
  }
  REQUIRE(texts.size() == 31);
  mhqa::sari_scorer scorer;
  for (const words& source : texts) {
    for (const words& prediction : texts) {
      for (const words& target : texts) {
        REQUIRE(scorer(source, prediction, target) == by_sets(source, prediction, target));
      }
    }
  }
}

TEST_CASE("sari: with several targets an n-gram weighs by how many of them have it") {
  // source "a b", prediction "a", targets "a" and "b". n = 1: weights a 1/2, b 1/2. Keep: right 1/2 of 1 selected,
  // 1/2 of 1 relevant: F1 1/2. Deleted {b}: 1/2. Added nothing: 1.
  // n = 2: no target has a pair. Keep 1 (nothing kept, nothing wanted). Deleted {ab}: 1. Added: 1.
  const mhqa::sari_scores got = sari("a b", "a", {{"a"}, {"b"}});
  CHECK(got.keep == (0.5 + 1 + 1 + 1) / 4);
  CHECK(got.deletion == (0.5 + 1 + 1 + 1) / 4);
  CHECK(got.addition == 1);
  // The same target twice is one target; an empty one does not dilute the weights.
  CHECK(sari("a b c", "a b d", {{"a", "d"}, {"a", "d"}}) == sari("a b c", "a b d", "a d"));
  CHECK(sari("a b c", "a b d", {{"a", "d"}, {}}) == sari("a b c", "a b d", "a d"));
}
