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

namespace mhqa {
inline namespace v0_1 {
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
    const bool higher = now.s.f1 > best.s.f1 || (!best.counts && program.choice == gold_choice::first_best_f1);
    if (program.choice == gold_choice::all_of_best_f1) {
      if (now.s.f1 > best.s.f1) best = now;
      continue;
    }
    const scores kept = best.s;
    best.s = maximum(best.s, now.s);
    if (program.choice == gold_choice::first_best_f1) {
      best.s.precision = higher ? now.s.precision : kept.precision;
      best.s.recall = higher ? now.s.recall : kept.recall;
    }
    best.contained |= now.contained;
    best.covered |= now.covered;
    best.raw |= now.raw;
    best.counts = true;
  }
  if (golds.empty() && program.needs_golds)
    return out.raise("expected at least one gold answer: the program has none to maximise over");
  for (const bag_metric& metric : program.metrics) {
    switch (metric.number) {
      case bag_number::nothing:
        return;
      case bag_number::em:
        out.add(metric.name, best.s.em);
        break;
      case bag_number::f1:
        out.add(metric.name, best.s.f1);
        break;
      case bag_number::precision:
        out.add(metric.name, best.s.precision);
        break;
      case bag_number::recall:
        out.add(metric.name, best.s.recall);
        break;
      case bag_number::contained:
      case bag_number::run:
        out.add(metric.name, best.contained ? 1 : 0);
        break;
      case bag_number::covered:
        out.add(metric.name, best.covered ? 1 : 0);
        break;
      case bag_number::raw_contained:
        out.add(metric.name, best.raw ? 100 : 0);
        break;
      case bag_number::rounded_percent:
        out.add(metric.name, python_round(100 * best.s.f1, 2));
        break;
    }
  }
}

}  // namespace v0_1
}  // namespace mhqa
