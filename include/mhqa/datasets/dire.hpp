// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// DiRe's evaluation: how much of a score disconnected reasoning explains. Scores answers, supporting paragraphs,
// supporting sentences and the two joints, for any number of supports. Questions with incomplete groups leave the
// denominator and are counted. Trivedi et al. 2020, Eq. (5)-(10).
#pragma once

#include <mhqa/metrics/accumulator.hpp>
#include <mhqa/metrics/answer.hpp>
#include <mhqa/metrics/dire.hpp>
#include <mhqa/metrics/rounding.hpp>
#include <mhqa/probe/bipartition.hpp>
#include <mhqa/types.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::dire {

/// A model's prediction for one instance, and the instance's sufficiency label. Fields that the predictions lack stay
/// empty.
struct prediction {
  std::optional<std::string_view> answer{};
  std::optional<double> confidence{};
  std::optional<int> sufficiency{};
  int label_sufficiency = 0;
  std::optional<std::vector<std::string_view>> supporting_paragraphs{};
  std::optional<std::vector<supporting_fact>> supporting_sentences{};
};

/// The gold answer and all supports of one question.
struct gold {
  compiled_gold answer;
  std::vector<std::string_view> supporting_paragraphs{};
  std::vector<supporting_fact> supporting_sentences{};
};

/// One question with its predictions.
///
/// Shape: groups[g][i] in the order in which predictions were received. original: one group of one; probe and
///        probe_of_transformed: a group per bi-partition; transformed: one group; trivial: a group per copy
struct question {
  std::string_view id;
  dire::gold gold;
  std::size_t support_count = 2;
  bool complete = true;  ///< true if the data set has every instance of the question
  std::vector<std::vector<prediction>> groups{};
  std::optional<prediction> original{};  ///< for the undivided question; used by the conditional score
};

/// Which of the five blocks to score; a joint needs both of its parts.
struct blocks {
  bool answer = true;
  bool paragraphs = true;
  bool sentences = true;

  friend constexpr bool operator==(const blocks&, const blocks&) = default;
};

/// DiRe's five blocks of scores: those of one question, sums or means.
template <class T>
struct table {
  std::optional<T> answer{};
  std::optional<T> paragraphs{};
  std::optional<T> sentences{};
  std::optional<T> answer_and_paragraphs{};
  std::optional<T> answer_and_sentences{};

  friend constexpr bool operator==(const table&, const table&) = default;
};

/// The way in which the score of the undivided question bounds a score.
enum class bound : std::uint8_t {
  none,    ///< not at all: Eq. (8)
  each,    ///< each test by Eq. (7); joints from the bounded precisions and recalls, as published
  letter,  ///< each test by Eq. (7), joints by min(joint of the probe, joint of the original)
};

/// The reason why a question leaves the denominator.
enum class problem : std::uint8_t {
  missing_prediction,  ///< a group is missing or has fewer predictions than instances
  surplus_prediction,  ///< a group has more predictions, or there are more groups
  missing_answer,
  missing_confidence,
  confidence_not_a_number,
  missing_sufficiency,
  missing_support,
  missing_original,
  wrong_labels,      ///< the labels of a group do not fit its kind
  missing_instance,  ///< the data set lacks or repeats an instance of the question
};
inline constexpr std::size_t problem_count = 10;

/// Returns the problem in words, for a message or a manifest.
[[nodiscard]] constexpr std::string_view to_string(problem what) noexcept {
  constexpr std::array<std::string_view, problem_count> names{"missing prediction",
                                                              "surplus prediction",
                                                              "missing answer",
                                                              "missing confidence",
                                                              "confidence is not a number",
                                                              "missing sufficiency",
                                                              "missing support",
                                                              "missing original prediction",
                                                              "wrong sufficiency labels",
                                                              "instances are not one whole set"};
  return names[static_cast<std::size_t>(what)];
}

/// The number of groups, and of predictions in each, of a question with n supports.
struct group_shape {
  std::size_t groups = 1;
  std::size_t size = 1;
};

/// Returns the shape. Errors: data_error for n > 31
[[nodiscard]] constexpr group_shape shape_of(kind which, std::size_t n) {
  const std::size_t splits = bipartition_count(n);
  switch (which) {
    case kind::probe:
      return {splits, 2};
    case kind::transformed:
      return {1, all_facts(n)};
    case kind::probe_of_transformed:
      return {splits, 3};
    case kind::trivial:
      return {all_facts(n), 1};
    case kind::original:
      break;
  }
  return {};
}

/// Returns the problem that keeps a question from being scored, if any.
///
/// Source: the published evaluators stop at such a question
[[nodiscard]] std::optional<problem> problem_of(kind which, const question& q, blocks wanted, bound by);

/// Returns the blocks of one question; those not in `wanted` are empty.
///
/// Errors: data_error that names the id and the problem; call problem_of first to avoid it
/// Source: Trivedi et al. 2020, Eq. (5)-(10), App. A and G; DiRe, metrics/*.py, equal for two supports
[[nodiscard]] table<scores> score(kind which, const question& q, blocks wanted, bound by, answer_scorer<>& scorer);

/// Sums over questions, and counts of those left out by problem.
///
/// Shape:   a monoid with exact_sum: add() questions, merge with +=
/// Example: dire::totals t; for (const auto& q : questions) t.add(dire::kind::probe, q, {}, dire::bound::each, scorer);
template <class Sum>
struct basic_totals {
  table<basic_accumulator<Sum>> sums{};
  std::uint64_t questions = 0;
  std::array<std::uint64_t, problem_count> left_out{};

  /// Scores a question, or counts the problem that prevents it.
  void add(kind which, const question& q, blocks wanted, bound by, answer_scorer<>& scorer) {
    if (const auto found = problem_of(which, q, wanted, by)) {
      ++left_out[static_cast<std::size_t>(*found)];
    } else {
      add(score(which, q, wanted, by, scorer));
    }
  }

  void add(const table<scores>& one) {
    ++questions;
    each(one, [](auto& sum, const auto& s) { sum += s; });
  }

  basic_totals& operator+=(const basic_totals& other) {
    questions += other.questions;
    for (std::size_t i = 0; i < left_out.size(); ++i) left_out[i] += other.left_out[i];
    each(other.sums, [](auto& sum, const auto& s) { sum += s; });
    return *this;
  }

  [[nodiscard]] std::uint64_t operator[](problem what) const noexcept {
    return left_out[static_cast<std::size_t>(what)];
  }

  /// Returns unrounded means as fractions; blocks without questions are empty.
  [[nodiscard]] table<scores> means() const {
    return mapped([](double sum, double n) { return sum / n; });
  }

  /// Returns percentages with one decimal, in the published order of operations.
  [[nodiscard]] table<scores> published() const {
    return mapped([](double sum, double n) { return python_round(100 * sum / n, 1); });
  }

  friend constexpr bool operator==(const basic_totals&, const basic_totals&) = default;

 private:
  template <class T, class F>
  void each(const table<T>& from, F f) {
    const auto one = [&](auto& into, const auto& what) {
      if (what) f(into ? *into : into.emplace(), *what);
    };
    one(sums.answer, from.answer);
    one(sums.paragraphs, from.paragraphs);
    one(sums.sentences, from.sentences);
    one(sums.answer_and_paragraphs, from.answer_and_paragraphs);
    one(sums.answer_and_sentences, from.answer_and_sentences);
  }

  template <class F>
  [[nodiscard]] table<scores> mapped(F f) const {
    const auto one = [&](const std::optional<basic_accumulator<Sum>>& a) -> std::optional<scores> {
      if (!a) return std::nullopt;
      const auto n = static_cast<double>(a->count);
      return scores{f(a->em.value(), n), f(a->f1.value(), n), f(a->precision.value(), n), f(a->recall.value(), n)};
    };
    return {one(sums.answer), one(sums.paragraphs), one(sums.sentences), one(sums.answer_and_paragraphs),
            one(sums.answer_and_sentences)};
  }
};

/// Sums of all scores: exact, or added in the order of the file as the published scripts do.
using totals = basic_totals<exact_sum>;
using published_totals = basic_totals<published_sum>;

}  // namespace mhqa::inline v0_1::dire

#if !defined(MHQA_COMPILED)
#include <mhqa/datasets/detail/dire.ipp>
#endif
