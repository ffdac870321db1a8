// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of exchange.hpp.
#pragma once

#include <mhqa/metrics/detail/exchange.hpp>

#include <mhqa/metrics/detail/plan_choices.hpp>

#include <map>
#include <string>
#include <utility>

namespace mhqa::inline v0_1::detail {

MHQA_INLINE std::vector<paired_answer> pair_answers(const scored_result& a, std::string_view number_a,
                                                    const scored_result& b, std::string_view number_b) {
  std::map<std::pair<std::string_view, std::size_t>, std::size_t> places;
  std::vector<paired_answer> out;
  const auto add = [&](const scored_result& result, const result_answer* paired_answer::*side) {
    std::map<std::string_view, std::size_t> seen;
    for (const result_answer& one : result.answers) {
      const std::size_t nth = seen[one.id]++;
      const auto [found, fresh] = places.try_emplace({one.id, nth}, out.size());
      if (fresh) out.push_back({.repeated = nth != 0});
      out[found->second].*side = &one;
    }
  };
  add(a, &paired_answer::a);
  add(b, &paired_answer::b);
  const auto refuses = [](const result_answer* answer, std::string_view number) {
    return answer != nullptr && answer->prediction && !answer->number(number);
  };
  for (paired_answer& pair : out) {
    pair.refused_a = refuses(pair.a, number_a);
    pair.refused_b = refuses(pair.b, number_b);
  }
  return out;
}

MHQA_INLINE result_rules::result_rules(const scored_result& result, std::string_view number) {
  if (const dialect* const d = find<dialect>(result.evaluator)) {
    missing = d->missing;
    scale = d->scale;
    decimals = d->decimals;
  }
  // `mhqa score` counts an absent answer as 0, whatever the data set's evaluator does with a missing prediction.
  for (const result_answer& one : result.answers) {
    if (!one.prediction && one.number(number)) missing = missing_rule::zero;
  }
}

MHQA_INLINE std::optional<double> exchanged_scorer::operator()(const paired_answer& pair,
                                                               const std::vector<active_choice>& choices,
                                                               const std::vector<bool>& taken) {
  bool prediction = false, golds = false, missing = false, presence = false, refused = false;
  answer_plan plan = a_;
  for (std::size_t c = 0; c < choices.size(); ++c) {
    if (!taken[c]) continue;
    switch (choices[c].kind) {
      case data_choice::plan:
        plan_choices[choices[c].index].take(plan, b_);
        break;
      case data_choice::prediction:
        prediction = true;
        break;
      case data_choice::golds:
        golds = true;
        break;
      case data_choice::missing:
        missing = true;
        break;
      case data_choice::refused:
        refused = true;
        break;
      case data_choice::questions:
        presence = presence || !pair.repeated;
        break;
      case data_choice::duplicates:
        presence = presence || pair.repeated;
        break;
    }
  }
  if ((presence ? pair.b : pair.a) == nullptr || (refused ? pair.refused_b : pair.refused_a)) return std::nullopt;
  const auto side = [&](bool of_b) {
    const result_answer* const wanted = of_b ? pair.b : pair.a;
    return wanted != nullptr ? wanted : of_b ? pair.a : pair.b;
  };
  const std::optional<std::string>& said = side(prediction)->prediction;
  if (!said) {
    return (missing ? rules_b_ : rules_a_).missing == missing_rule::zero ? std::optional{0.0} : std::nullopt;
  }
  const std::vector<std::string>& texts = side(golds)->golds;
  views_.assign(texts.begin(), texts.end());
  const auto type_of = [](const result_answer* answer) {
    return answer == nullptr ? std::string_view{} : std::string_view{answer->answer_type};
  };
  const std::string_view type = type_of(pair.a);
  return score_(plan, *said, views_, type.empty() ? type_of(pair.b) : type);
}

}  // namespace mhqa::inline v0_1::detail
