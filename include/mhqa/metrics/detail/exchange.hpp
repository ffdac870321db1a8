// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Scores the same questions with some choices as in one result and the others as in another.
#pragma once

#include <mhqa/metrics/answer_plan.hpp>
#include <mhqa/metrics/detail/plan_choices.hpp>
#include <mhqa/metrics/dialect.hpp>
#include <mhqa/metrics/plan_scorer.hpp>
#include <mhqa/metrics/rounding.hpp>
#include <mhqa/metrics/scored_result.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0_1 {
namespace detail {

/// The choices beyond the plan.
enum class data_choice : std::uint8_t { prediction, golds, missing, questions, duplicates, refused, plan };

/// A choice that differs: an index into plan_choices, or one of the data.
struct active_choice {
  data_choice kind = data_choice::plan;
  std::size_t index = 0;
};

/// The same question in both results.
struct paired_answer {
  const result_answer* a = nullptr;
  const result_answer* b = nullptr;
  bool repeated = false;   ///< not the id's first row
  bool refused_a = false;  ///< answered, and a has no number
  bool refused_b = false;
};

[[nodiscard]] inline std::vector<paired_answer> pair_answers(const scored_result& a, std::string_view number_a,
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

/// A result's treatment of a missing prediction, and how its evaluator prints the mean.
struct result_rules {
  missing_rule missing = missing_rule::zero;
  double scale = 1;
  int decimals = -1;

  result_rules(const scored_result& result, std::string_view number) {
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
  [[nodiscard]] double printed(double mean) const {
    return decimals < 0 ? mean : python_round(mean * scale, decimals) / scale;
  }
};

/// Scores pairs with some choices as in a and the others as in b.
class exchanged_scorer {
 public:
  exchanged_scorer(const answer_plan& a, const answer_plan& b, result_rules rules_a, result_rules rules_b)
      : a_{a}, b_{b}, rules_a_{rules_a}, rules_b_{rules_b} {}

  /// Returns the score where the choices of `taken` are b's; empty: the question does not count.
  [[nodiscard]] std::optional<double> operator()(const paired_answer& pair, const std::vector<active_choice>& choices,
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

 private:
  answer_plan a_, b_;
  result_rules rules_a_, rules_b_;
  plan_scorer score_;
  std::vector<std::string_view> views_;
};

[[nodiscard]] inline bool same_score(const std::optional<double>& a, const std::optional<double>& b) noexcept {
  if (!a || !b) return !a && !b;
  return std::fabs(*a - *b) <= 1e-12;
}

/// A mean over the questions that count.
struct counted_mean {
  double sum = 0;
  std::uint64_t count = 0;

  void add(const std::optional<double>& value) noexcept {
    if (!value) return;
    sum += *value;
    ++count;
  }
  [[nodiscard]] double value() const noexcept { return count == 0 ? 0 : sum / static_cast<double>(count); }
};

}  // namespace detail
}  // namespace v0_1
}  // namespace mhqa
