// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Scores the same questions with some choices as in one result and the others as in another.
#pragma once

#include <mhqa/metrics/answer_plan.hpp>
#include <mhqa/metrics/dialect.hpp>
#include <mhqa/metrics/plan_scorer.hpp>
#include <mhqa/metrics/rounding.hpp>
#include <mhqa/metrics/scored_result.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::detail {

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

[[nodiscard]] std::vector<paired_answer> pair_answers(const scored_result& a, std::string_view number_a,
                                                      const scored_result& b, std::string_view number_b);

/// A result's treatment of a missing prediction, and how its evaluator prints the mean.
struct result_rules {
  missing_rule missing = missing_rule::zero;
  double scale = 1;
  int decimals = -1;

  result_rules(const scored_result& result, std::string_view number);
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
                                                 const std::vector<bool>& taken);

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

}  // namespace mhqa::inline v0_1::detail

#if !defined(MHQA_COMPILED)
#include <mhqa/metrics/detail/exchange.ipp>
#endif
