// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of bag_program.hpp.
#pragma once

#include <mhqa/metrics/bag_program.hpp>

#include <mhqa/metrics/answer.hpp>
#include <mhqa/metrics/rounding.hpp>
#include <mhqa/metrics/token_bag.hpp>
#include <mhqa/text/contains.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace mhqa::inline v0_1 {
namespace detail {

MHQA_INLINE bool covers(const normalized& prediction, const normalized& gold) {
  if (gold.empty() || prediction.empty()) return gold.empty() && prediction.empty();
  constexpr std::size_t few = 16;
  const auto in_order = [](const normalized& text) {
    std::vector<std::string_view> words;
    for (const token& word : text.tokens()) words.push_back(word.in(text.text()));
    std::sort(words.begin(), words.end());
    return words;
  };
  if (gold.tokens().size() > few) {
    const auto have = in_order(prediction);
    const auto want = in_order(gold);
    return std::all_of(want.begin(), want.end(),
                       [&](std::string_view word) { return std::binary_search(have.begin(), have.end(), word); });
  }
  const char* const text = prediction.text().data();
  const std::span<const token> have = prediction.tokens();
  return std::all_of(gold.tokens().begin(), gold.tokens().end(), [&](const token& word) {
    return std::any_of(have.begin(), have.end(),
                       [&](const token& other) { return same_token(gold.text().data(), word, text, other); });
  });
}

/// Puts the numbers of one more gold into those of the golds before it.
[[nodiscard]] inline bag_comparison better_of(const bag_comparison& best, const bag_comparison& now,
                                              gold_choice choice) {
  if (choice == gold_choice::all_of_best_f1) return now.s.f1 > best.s.f1 ? now : best;
  bag_comparison out{.s = maximum(best.s, now.s),
                     .contained = best.contained || now.contained,
                     .covered = best.covered || now.covered,
                     .raw = best.raw || now.raw,
                     .counts = true};
  if (choice == gold_choice::first_best_f1) {
    const scores& of = now.s.f1 > best.s.f1 || !best.counts ? now.s : best.s;
    out.s.precision = of.precision;
    out.s.recall = of.recall;
  }
  return out;
}

[[nodiscard]] inline double value_of(bag_number number, const bag_comparison& best) {
  switch (number) {
    case bag_number::em:
      return best.s.em;
    case bag_number::f1:
      return best.s.f1;
    case bag_number::precision:
      return best.s.precision;
    case bag_number::recall:
      return best.s.recall;
    case bag_number::contained:
    case bag_number::run:
      return best.contained ? 1 : 0;
    case bag_number::covered:
      return best.covered ? 1 : 0;
    case bag_number::raw_contained:
      return best.raw ? 100 : 0;
    case bag_number::rounded_percent:
      return python_round(100 * best.s.f1, 2);
    case bag_number::nothing:
      break;
  }
  return 0;
}

}  // namespace detail

MHQA_INLINE void score_bag(const bag_program& program, std::string_view prediction,
                           std::span<const std::string_view> golds, published_result& out) {
  const auto read = [&](std::string_view text) { return program.booleans ? detail::boolean_word(text) : text; };
  const auto asks = [&](bag_number number) {
    return std::any_of(program.metrics.begin(), program.metrics.end(),
                       [number](const bag_metric& metric) { return metric.number == number; });
  };
  const bool contains_asked = asks(bag_number::contained) || asks(bag_number::run);
  normalized said, gold;
  bag_scratch scratch;
  said.assign(read(prediction), program.rules.text);
  compared_text compared;
  compared.assign(said);
  out.set_prediction(said.text());
  detail::bag_comparison best;
  for (const std::string_view text : golds) {
    gold.assign(read(text), program.rules.text);
    out.add_gold(gold.text());
    detail::bag_comparison now;
    now.s = detail::score_texts(said.text(), gold.text(), program.rules,
                                [&] { return compared.overlap_with(gold, scratch); });
    // Consecutive words are also a substring, because both texts are joined by one space.
    now.contained = contains_asked && contains(said.text(), gold.text());
    now.covered = asks(bag_number::covered) && detail::covers(said, gold);
    now.raw = asks(bag_number::raw_contained) && contains(said.text(), text);
    if (program.sharing_only && !(now.s.f1 > 0)) continue;
    best = detail::better_of(best, now, program.choice);
  }
  if (golds.empty() && program.needs_golds)
    return out.raise("expected at least one gold answer: the program has none to maximise over");
  for (const bag_metric& metric : program.metrics) {
    if (metric.number == bag_number::nothing) return;
    out.add(metric.name, detail::value_of(metric.number, best));
  }
}

}  // namespace mhqa::inline v0_1
