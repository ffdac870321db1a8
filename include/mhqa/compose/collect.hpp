// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Keeps a collection of questions varied, balanced and hard while people write it: limits the questions per term,
// draws expected answers that even out the ratio, and rejects questions that solvers find easy (Geva et al. 2021,
// Sec. 3 and 4).
#pragma once

#include <mhqa/config.hpp>
#include <mhqa/random.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>

namespace mhqa::inline v0_1 {

/// Counts questions by term and refuses those beyond a limit.
///
/// Cost:    O(log terms) per call; copies the terms
/// Source:  Geva et al. 2021, Sec. 4: at most five questions per term
/// Example: term_quota quota; quota.take("silk")  // true, five times, and then false
class term_quota {
 public:
  static constexpr std::size_t published_limit = 5;

  explicit term_quota(std::size_t limit = published_limit) : limit_{limit} {}

  /// Returns true, and counts a question, if the term has room for one more.
  bool take(std::string_view term) {
    const auto known = counts_.find(term);
    if (known == counts_.end()) {
      if (limit_ == 0) return false;
      counts_.emplace(std::string{term}, 1);
      return true;
    }
    if (known->second >= limit_) return false;
    ++known->second;
    return true;
  }

  /// Returns the number of questions of a term.
  [[nodiscard]] std::size_t questions(std::string_view term) const {
    const auto known = counts_.find(term);
    return known == counts_.end() ? 0 : known->second;
  }
  [[nodiscard]] std::size_t terms() const noexcept { return counts_.size(); }
  [[nodiscard]] std::size_t limit() const noexcept { return limit_; }

 private:
  std::size_t limit_;
  std::map<std::string, std::size_t, std::less<>> counts_;
};

/// Counts of the answers collected so far.
struct answer_balance {
  std::uint64_t yes = 0;
  std::uint64_t no = 0;

  constexpr void add(bool answer) noexcept { ++(answer ? yes : no); }
  constexpr answer_balance& operator+=(const answer_balance& other) noexcept {
    yes += other.yes;
    no += other.no;
    return *this;
  }

  /// Returns the probability with which the next question should have the answer yes: weights are inverse to the shares
  /// so far, (1 / yes) / (1 / yes + 1 / no) = no / (yes + no).
  ///
  /// Undefined: no question yet -> 1/2
  [[nodiscard]] constexpr double yes_probability() const noexcept {
    return yes + no == 0 ? 0.5 : static_cast<double>(no) / static_cast<double>(yes + no);
  }

  friend constexpr bool operator==(const answer_balance&, const answer_balance&) = default;
};

/// Draws the answer that the next question should have, yes with yes_probability().
///
/// Source:  Geva et al. 2021, Sec. 3.1, "Controlling the Answer Distribution"
/// Example: expected_answer({.yes = 3, .no = 0}, random) == false
[[nodiscard]] constexpr bool expected_answer(const answer_balance& so_far, draws& random) noexcept {
  const std::uint64_t all = so_far.yes + so_far.no;
  return all == 0 ? random.below(2) == 1 : random.below(all) < so_far.no;
}

/// A question is too easy if at least this many solvers answer it right.
struct solver_limits {
  std::size_t fixed = 4;  ///< of the five fixed models
  std::size_t tuned = 3;  ///< of the three models tuned on the collection

  friend constexpr bool operator==(const solver_limits&, const solver_limits&) = default;
};

/// The verdict of the solvers on a question.
enum class solver_verdict : std::uint8_t {
  accepted,  ///< enough solvers are wrong
  by_fixed,  ///< rejected: too many fixed solvers are right
  by_tuned,  ///< rejected: too many tuned solvers are right, though not too many fixed ones
};

/// Returns the reason code: "accepted", "fixed-solvers", "tuned-solvers".
[[nodiscard]] constexpr std::string_view to_string(solver_verdict verdict) noexcept {
  constexpr std::array<std::string_view, 3> names{"accepted", "fixed-solvers", "tuned-solvers"};
  return names[static_cast<std::size_t>(verdict)];
}

/// Returns the verdict of the solvers on a question: accepted, or which group finds it too easy.
///
/// Shape:     the solvers' answers to a yes/no question and the right answer; any number of solvers
/// Undefined: fewer solvers than a limit never reach it; a limit of 0 is always reached
/// Source:    Geva et al. 2021, Sec. 3.1, "Model-in-the-Loop Filtering"
/// Example:   judge_by_solvers(std::array{true, true, true, true, false}, {}, true) == solver_verdict::by_fixed
[[nodiscard]] constexpr solver_verdict judge_by_solvers(std::span<const bool> fixed, std::span<const bool> tuned,
                                                        bool answer, const solver_limits& limits = {}) noexcept {
  const auto right = [answer](std::span<const bool> answers) {
    return static_cast<std::size_t>(std::count(answers.begin(), answers.end(), answer));
  };
  if (right(fixed) >= limits.fixed) return solver_verdict::by_fixed;
  if (right(tuned) >= limits.tuned) return solver_verdict::by_tuned;
  return solver_verdict::accepted;
}

}  // namespace mhqa::inline v0_1
