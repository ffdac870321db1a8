// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Agreement of a score with verdicts of people or of a model: accuracy and Cohen's kappa, with intervals, and the
// reasons for disagreement.
//   judge_agreement a; a.add(1.0 >= 0.5, true); a.accuracy()
#pragma once

#include <mhqa/config.hpp>
#include <mhqa/metrics/answer_relation.hpp>
#include <mhqa/metrics/significance.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace mhqa::inline v0_1 {

/// Counts of a score's decisions and the verdicts; a commutative monoid.
struct judge_agreement {
  std::uint64_t both = 0;          ///< right by the score and by the verdict
  std::uint64_t score_only = 0;    ///< right by the score alone
  std::uint64_t verdict_only = 0;  ///< right by the verdict alone
  std::uint64_t neither = 0;

  constexpr void add(bool by_score, bool by_verdict) noexcept {
    ++(by_score ? (by_verdict ? both : score_only) : (by_verdict ? verdict_only : neither));
  }
  constexpr judge_agreement& operator+=(const judge_agreement& other) noexcept {
    both += other.both;
    score_only += other.score_only;
    verdict_only += other.verdict_only;
    neither += other.neither;
    return *this;
  }
  [[nodiscard]] constexpr std::uint64_t size() const noexcept { return both + score_only + verdict_only + neither; }

  /// Returns the share of answers on which score and verdict agree; empty without an answer.
  [[nodiscard]] constexpr std::optional<double> accuracy() const noexcept {
    if (size() == 0) return std::nullopt;
    return static_cast<double>(both + neither) / static_cast<double>(size());
  }

  /// Returns Cohen's kappa.
  ///
  /// Undefined: no answer, or both call everything right or everything wrong -> empty
  /// Source:    Cohen 1960
  [[nodiscard]] constexpr std::optional<double> kappa() const noexcept {
    if (size() == 0) return std::nullopt;
    const auto n = static_cast<double>(size());
    const double score = static_cast<double>(both + score_only) / n;
    const double verdict = static_cast<double>(both + verdict_only) / n;
    const double chance = score * verdict + (1 - score) * (1 - verdict);
    if (both == size() || neither == size()) return std::nullopt;
    return (*accuracy() - chance) / (1 - chance);
  }

  friend constexpr bool operator==(const judge_agreement&, const judge_agreement&) = default;
};

/// Returns Wilson's interval of a share.
///
/// Undefined: no trial -> [0, 1]
/// Source:    Wilson 1927; z = 1.959963984540054 for 95 %
/// Example:   wilson_interval(8, 10)  // [0.490, 0.943]
[[nodiscard]] difference_interval wilson_interval(std::uint64_t hits, std::uint64_t trials,
                                                  double z = 1.959963984540054) noexcept;

/// Returns the interval of kappa by its large-sample standard error.
///
/// Undefined: kappa is undefined -> empty
/// Source:    Cohen 1960: sqrt(po (1 - po) / n) / (1 - pe)
[[nodiscard]] std::optional<difference_interval> kappa_interval(const judge_agreement& a,
                                                                double z = 1.959963984540054) noexcept;

/// Why a score and a verdict disagree: who accepts the answer, and how it relates to the golds.
enum class parting : std::uint8_t {
  none,                 ///< they agree
  unanswered,           ///< the verdict alone accepts an answer that normalises to nothing
  equal_text,           ///< the verdict alone accepts an answer that equals a gold: the score reads something else
  longer_answer,        ///< the verdict alone accepts an answer that contains the gold and more
  shorter_answer,       ///< … that the gold contains
  shared_words,         ///< … that shares some words with the gold
  other_words,          ///< … that shares none: another name, a translation, a paraphrase
  accepted_unanswered,  ///< the score alone accepts an answer that normalises to nothing
  accepted_equal,       ///< the score alone accepts an answer that equals a gold
  accepted_longer,      ///< … that contains the gold and more: a list, a negation
  accepted_shorter,     ///< … that the gold contains
  accepted_shared,      ///< … that shares some words with the gold
  accepted_other        ///< … that shares none
};

/// Returns the reason's name, e.g. "longer_answer".
[[nodiscard]] constexpr std::string_view name(parting reason) noexcept {
  constexpr std::string_view names[] = {"none",           "unanswered",      "equal_text",       "longer_answer",
                                        "shorter_answer", "shared_words",    "other_words",      "accepted_unanswered",
                                        "accepted_equal", "accepted_longer", "accepted_shorter", "accepted_shared",
                                        "accepted_other"};
  return names[static_cast<std::size_t>(reason)];
}

/// Returns why a score and a verdict disagree about an answer in this relation to its golds.
///
/// Example: why_parted(false, true, answer_relation::longer) == parting::longer_answer
[[nodiscard]] constexpr parting why_parted(bool by_score, bool by_verdict, answer_relation relation) noexcept {
  if (by_score == by_verdict) return parting::none;
  const auto first = static_cast<std::size_t>(by_score ? parting::accepted_unanswered : parting::unanswered);
  return static_cast<parting>(first + static_cast<std::size_t>(relation));
}

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/metrics/detail/judge_agreement.ipp>
#endif
