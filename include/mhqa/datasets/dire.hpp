// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// DiRe's evaluation: how much of a score disconnected reasoning explains. Answers, supporting paragraphs,
// supporting sentences and the two joints, on a data set, its probe, its transform, the transform's probe
// or the trivial transform, for any number of supports. Trivedi et al. 2020, Eq. (5)-(10).
#pragma once

#include <mhqa/metrics/accumulator.hpp>
#include <mhqa/metrics/answer.hpp>
#include <mhqa/metrics/group_metrics.hpp>
#include <mhqa/metrics/grouped.hpp>
#include <mhqa/metrics/rounding.hpp>
#include <mhqa/probe/bipartition.hpp>

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace mhqa {
inline namespace v0 {

/// Which of the derived data sets is evaluated.
enum class dire_kind : std::uint8_t { original, probe, transformed, probe_of_transformed, trivial };

/// A supporting sentence as HotpotQA names it.
struct dire_sentence {
  std::string_view title;
  std::int64_t index = 0;

  friend constexpr auto operator<=>(const dire_sentence&, const dire_sentence&) = default;
};

/// What a model said about one instance, and the instance's own sufficiency label. Fields that the
/// predictions lack stay empty.
struct dire_prediction {
  std::optional<std::string_view> answer{};
  std::optional<double> confidence{};
  std::optional<int> sufficiency{};
  int label_sufficiency = 0;
  std::optional<std::vector<std::string_view>> supporting_paragraphs{};
  std::optional<std::vector<dire_sentence>> supporting_sentences{};
};

/// What is right for one question: the answer and all of its support.
struct dire_gold {
  compiled_gold answer;
  std::vector<std::string_view> supporting_paragraphs{};
  std::vector<dire_sentence> supporting_sentences{};
};

/// One question with its predictions.
///
/// Shape: groups[g][i] in the order in which the predictions were received. original: one group of one; probe
///        and probe_of_transformed: a group per bi-partition; transformed: one group; trivial: a group per copy
struct dire_question {
  std::string_view id;
  dire_gold gold;
  std::size_t support_count = 2;
  std::vector<std::vector<dire_prediction>> groups{};
  std::optional<dire_prediction> original{};  ///< on the undivided question, for the conditional score
};

/// The published metrics as sentences of policies; Condition is condition::none or condition::with_original.
///
/// Example: dire_metrics<dire_kind::probe, condition::with_original>::answer{}(groups, gold, original)
template <dire_kind Kind, policy Condition = condition::none>
struct dire_metrics;

template <policy Condition>
struct dire_metrics<dire_kind::original, Condition> {
  using answer = grouped<answer_metric, Condition>;
  using paragraphs = grouped<paragraphs_metric, Condition>;
  using sentences = grouped<sentences_metric, Condition>;
};

template <policy Condition>
struct dire_metrics<dire_kind::probe, Condition> {
  using answer = grouped<answer_metric, combine::highest_confidence, Condition, over::any_bipartition>;
  using paragraphs = grouped<paragraphs_metric, combine::union_of, Condition, over::any_bipartition>;
  using sentences = grouped<sentences_metric, combine::union_of, Condition, over::any_bipartition>;
};

template <policy Condition>
struct dire_metrics<dire_kind::transformed, Condition> {
  using answer = grouped<answer_metric, among::labelled<1>, gate::sufficiency_right, Condition>;
  using paragraphs = grouped<paragraphs_metric, among::labelled<1>, gate::sufficiency_right, Condition>;
  using sentences = grouped<sentences_metric, among::labelled<1>, gate::sufficiency_right, Condition>;
};

template <policy Condition>
struct dire_metrics<dire_kind::probe_of_transformed, Condition> {
  using answer = grouped<answer_metric, among::labelled<0>, combine::highest_confidence, gate::sufficiency_right,
                         Condition, over::any_bipartition>;
  using paragraphs = grouped<paragraphs_metric, among::labelled<0>, combine::union_of, gate::sufficiency_right,
                             Condition, over::any_bipartition>;
  using sentences = grouped<sentences_metric, among::labelled<0>, combine::union_of, gate::sufficiency_right, Condition,
                            over::any_bipartition>;
};

template <policy Condition>
struct dire_metrics<dire_kind::trivial, Condition> {
  using answer = grouped<answer_metric, Condition, over::every_copy>;
  using paragraphs = grouped<paragraphs_metric, Condition, over::every_copy>;
  using sentences = grouped<sentences_metric, Condition, over::every_copy>;
};

/// Which of the five blocks the predictions have fields for.
struct dire_blocks {
  bool answer = true;
  bool paragraphs = true;
  bool sentences = true;

  friend constexpr bool operator==(const dire_blocks&, const dire_blocks&) = default;
};

/// DiRe's five blocks, of one question or as means.
template <class T>
struct dire_table {
  std::optional<T> answer{};
  std::optional<T> paragraphs{};
  std::optional<T> sentences{};
  std::optional<T> answer_and_paragraphs{};
  std::optional<T> answer_and_sentences{};

  friend constexpr bool operator==(const dire_table&, const dire_table&) = default;
};

/// How a score is bound by the score of the undivided question.
enum class dire_condition : std::uint8_t {
  none,    ///< Eq. (8): not at all
  each,    ///< Eq. (7) on each test; a joint is made of the bounded precisions and recalls, as published
  letter,  ///< Eq. (7) on each test, and on a joint as min(joint of the probe, joint of the original)
};

/// Why a question leaves the denominator.
enum class dire_problem : std::uint8_t {
  missing_prediction,  ///< a group has fewer predictions than instances, or a group is missing
  surplus_prediction,  ///< it has more
  missing_answer,
  missing_confidence,
  confidence_not_a_number,
  missing_sufficiency,
  missing_support,
  missing_original,
  wrong_labels,  ///< the labels of a group are not those of its kind
};
inline constexpr std::size_t dire_problem_count = 9;

/// The problem in words, for a message or a manifest.
[[nodiscard]] constexpr std::string_view to_string(dire_problem problem) noexcept {
  constexpr std::array<std::string_view, dire_problem_count> names{
      "missing prediction", "surplus prediction",          "missing answer",
      "missing confidence", "confidence is not a number",  "missing sufficiency",
      "missing support",    "missing original prediction", "wrong sufficiency labels"};
  return names[static_cast<std::size_t>(problem)];
}

/// What keeps a question from being scored; nothing when it is complete.
///
/// Source: the published evaluators stop where a prediction is missing
[[nodiscard]] inline std::optional<dire_problem> problem_of(dire_kind kind, const dire_question& question,
                                                            dire_blocks blocks, dire_condition condition) {
  const std::size_t n = question.support_count;
  const bool halves = kind == dire_kind::probe || kind == dire_kind::probe_of_transformed;
  const std::size_t splits = bipartition_count(n);
  std::size_t groups = 1;
  std::size_t size = 1;
  if (halves) groups = splits, size = kind == dire_kind::probe ? 2 : 3;
  if (kind == dire_kind::transformed) size = all_facts(n);
  if (kind == dire_kind::trivial) groups = all_facts(n);

  const auto lacks = [blocks](const dire_prediction& one) -> std::optional<dire_problem> {
    if (blocks.answer && !one.answer) return dire_problem::missing_answer;
    if (blocks.paragraphs && !one.supporting_paragraphs) return dire_problem::missing_support;
    if (blocks.sentences && !one.supporting_sentences) return dire_problem::missing_support;
    return std::nullopt;
  };
  if (question.groups.size() < groups) return dire_problem::missing_prediction;
  if (question.groups.size() > groups) return dire_problem::surplus_prediction;
  for (const auto& group : question.groups) {
    if (group.size() < size) return dire_problem::missing_prediction;
    if (group.size() > size) return dire_problem::surplus_prediction;
    std::array<std::size_t, 3> labelled{};
    for (const dire_prediction& one : group) {
      if (kind == dire_kind::transformed || kind == dire_kind::probe_of_transformed) {
        if (!one.sufficiency) return dire_problem::missing_sufficiency;
        if (one.label_sufficiency < -1 || one.label_sufficiency > 1) return dire_problem::wrong_labels;
        ++labelled[static_cast<std::size_t>(one.label_sufficiency + 1)];
      }
      const bool scored = (kind != dire_kind::transformed || one.label_sufficiency == 1) &&
                          (kind != dire_kind::probe_of_transformed || one.label_sufficiency == 0);
      if (!scored) continue;
      if (const auto problem = lacks(one)) return problem;
      if (!halves || !blocks.answer) continue;
      if (!one.confidence) return dire_problem::missing_confidence;
      if (*one.confidence != *one.confidence) return dire_problem::confidence_not_a_number;
    }
    if (kind == dire_kind::transformed && labelled != std::array<std::size_t, 3>{0, size - 1, 1}) {
      return dire_problem::wrong_labels;
    }
    if (kind == dire_kind::probe_of_transformed && labelled != std::array<std::size_t, 3>{1, 2, 0}) {
      return dire_problem::wrong_labels;
    }
  }
  if (condition == dire_condition::none) return std::nullopt;
  if (!question.original) return dire_problem::missing_original;
  return lacks(*question.original);
}

namespace detail {

template <dire_kind Kind, policy OnParts, policy OnJoint, class Original>
[[nodiscard]] dire_table<scores> dire_blocks_of(const dire_question& question, dire_blocks blocks,
                                                answer_scorer<>& scorer, const Original& original) {
  using parts = dire_metrics<Kind, OnParts>;
  using joint_parts = dire_metrics<Kind, std::conditional_t<OnJoint::needs_original, condition::none, OnParts>>;
  using over_policy = typename parts::answer::over_policy;
  const answer_metric answers{&scorer};
  dire_table<scores> table;
  const auto fill = [&](std::optional<scores>& into, bool wanted, const auto& metric) {
    if (wanted) into = metric(question.groups, question.gold, original);
  };
  fill(table.answer, blocks.answer, typename parts::answer{answers});
  fill(table.paragraphs, blocks.paragraphs, typename parts::paragraphs{});
  fill(table.sentences, blocks.sentences, typename parts::sentences{});
  fill(table.answer_and_paragraphs, blocks.answer && blocks.paragraphs,
       grouped_joint<typename joint_parts::answer, typename joint_parts::paragraphs, OnJoint, over_policy>{{answers},
                                                                                                           {}});
  fill(table.answer_and_sentences, blocks.answer && blocks.sentences,
       grouped_joint<typename joint_parts::answer, typename joint_parts::sentences, OnJoint, over_policy>{{answers},
                                                                                                          {}});
  return table;
}

template <dire_kind Kind>
[[nodiscard]] dire_table<scores> dire_scores_of(const dire_question& question, dire_blocks blocks,
                                                dire_condition condition, answer_scorer<>& scorer) {
  if (condition == dire_condition::none) {
    return dire_blocks_of<Kind, condition::none, condition::none>(question, blocks, scorer, no_original{});
  }
  const dire_prediction& original = question.original.value();
  if (condition == dire_condition::each) {
    return dire_blocks_of<Kind, condition::with_original, condition::none>(question, blocks, scorer, original);
  }
  return dire_blocks_of<Kind, condition::with_original, condition::with_original>(question, blocks, scorer, original);
}

}  // namespace detail

/// The blocks of one question.
///
/// Undefined: blocks without a field in the predictions stay empty
/// Errors:    data_error that names the id and the problem; problem_of asks first without a throw
/// Source:    Trivedi et al. 2020, Eq. (5)-(10), App. A and G; DiRe, metrics/*.py, equal for two supports
[[nodiscard]] inline dire_table<scores> score_dire(dire_kind kind, const dire_question& question, dire_blocks blocks,
                                                   dire_condition condition, answer_scorer<>& scorer) {
  if (const auto problem = problem_of(kind, question, blocks, condition)) {
    throw_data_error({.id = std::string{question.id}}, "cannot be scored: " + std::string{to_string(*problem)});
  }
  switch (kind) {
    case dire_kind::original:
      return detail::dire_scores_of<dire_kind::original>(question, blocks, condition, scorer);
    case dire_kind::probe:
      return detail::dire_scores_of<dire_kind::probe>(question, blocks, condition, scorer);
    case dire_kind::transformed:
      return detail::dire_scores_of<dire_kind::transformed>(question, blocks, condition, scorer);
    case dire_kind::probe_of_transformed:
      return detail::dire_scores_of<dire_kind::probe_of_transformed>(question, blocks, condition, scorer);
    case dire_kind::trivial:
      break;
  }
  return detail::dire_scores_of<dire_kind::trivial>(question, blocks, condition, scorer);
}

/// Means over questions, and what was left out of them. += of accumulators that merge, merges.
///
/// Example: dire_evaluation<> total; for (const auto& q : questions) total.add(dire_kind::probe, q, {}, condition, s);
template <class Accumulator = accumulator>
struct dire_evaluation {
  dire_table<Accumulator> sums{};
  std::uint64_t scored = 0;
  std::array<std::uint64_t, dire_problem_count> left_out{};

  /// Scores a question, or counts why it cannot be.
  void add(dire_kind kind, const dire_question& question, dire_blocks blocks, dire_condition condition,
           answer_scorer<>& scorer) {
    if (const auto problem = problem_of(kind, question, blocks, condition)) {
      ++left_out[static_cast<std::size_t>(*problem)];
      return;
    }
    *this += score_dire(kind, question, blocks, condition, scorer);
  }

  dire_evaluation& operator+=(const dire_table<scores>& one) {
    ++scored;
    each_block(sums, one, [](std::optional<Accumulator>& sum, const std::optional<scores>& s) {
      if (s) (sum ? *sum : sum.emplace()) += *s;
    });
    return *this;
  }

  dire_evaluation& operator+=(const dire_evaluation& other) {
    scored += other.scored;
    for (std::size_t i = 0; i < left_out.size(); ++i) left_out[i] += other.left_out[i];
    each_block(sums, other.sums, [](std::optional<Accumulator>& sum, const std::optional<Accumulator>& s) {
      if (s) (sum ? *sum : sum.emplace()) += *s;
    });
    return *this;
  }

  /// Unrounded means, as fractions; blocks that no question had are empty.
  [[nodiscard]] dire_table<scores> means() const {
    dire_table<scores> out;
    each_block(out, sums, [](std::optional<scores>& mean, const std::optional<Accumulator>& sum) {
      if (sum) mean = sum->mean();
    });
    return out;
  }

  /// Percentages rounded to one decimal, as the published scripts print them.
  [[nodiscard]] dire_table<scores> published() const {
    dire_table<scores> out;
    each_block(out, sums, [](std::optional<scores>& rounded, const std::optional<Accumulator>& sum) {
      if (!sum || sum->count == 0) return;
      const auto percent = [n = static_cast<double>(sum->count)](double total) {
        return python_round(100 * total / n, 1);
      };
      rounded = scores{percent(sum->em.value()), percent(sum->f1.value()), percent(sum->precision.value()),
                       percent(sum->recall.value())};
    });
    return out;
  }

 private:
  template <class A, class B, class F>
  static void each_block(dire_table<A>& into, const dire_table<B>& from, F f) {
    f(into.answer, from.answer);
    f(into.paragraphs, from.paragraphs);
    f(into.sentences, from.sentences);
    f(into.answer_and_paragraphs, from.answer_and_paragraphs);
    f(into.answer_and_sentences, from.answer_and_sentences);
  }
};

}  // namespace v0
}  // namespace mhqa
