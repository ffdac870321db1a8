// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A dialect is the small, frozen set of choices by which one published evaluator turns counts into scores.
// It is data: a new evaluator is one more constant, never a branch in the kernel.
#pragma once

#include <mhqa/metrics/overlap.hpp>
#include <mhqa/text/normalize.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace mhqa {
inline namespace v0 {

/// A short name that may be part of a structural value.
struct dialect_name {
  std::array<char, 24> characters{};

  constexpr dialect_name() = default;
  template <std::size_t N>
  requires(N <=
           24) constexpr dialect_name(const char (&text)[N]) {  // implicit, so that a dialect is written with a literal
    std::copy_n(text, N, characters.begin());
  }
  [[nodiscard]] constexpr std::string_view view() const noexcept { return characters.data(); }
  friend constexpr bool operator==(const dialect_name&, const dialect_name&) = default;
};

/// What one answer is to the overlap.
enum class answer_unit : std::uint8_t {
  words,  ///< a bag of words
  whole,  ///< one item: precision, recall and F1 equal exact match
};

/// What happens to a gold question that has no prediction.
enum class missing_rule : std::uint8_t {
  zero,     ///< scores 0 and stays in the denominator
  dropped,  ///< leaves the denominator
  error,    ///< the evaluation refuses
};

/// All that decides a number besides the data.
///
/// Source: each constant of mhqa::dialects names its program
struct dialect {
  dialect_name name;
  answer_unit unit = answer_unit::words;
  normalization text = normalizations::squad;   ///< of answers
  empty_rule empty_answer = empty_rule::zero;   ///< F1 where an answer has no word left
  bool closed_answers = false;                  ///< yes, no, noanswer: F1 is 0 unless both sides are the same
  bool blank_golds_dropped = false;             ///< golds without a word left out; none left: the gold is ""
  empty_rule empty_support = empty_rule::zero;  ///< F1 where no supporting fact is on either side
  missing_rule missing = missing_rule::zero;
  double scale = 1;   ///< 1: fractions; 100: percentages
  int decimals = -1;  ///< places the program rounds to; -1: it does not round

  friend constexpr bool operator==(const dialect&, const dialect&) = default;
};

namespace dialects {

/// hotpot_evaluate_v1.py. One gold answer; facts as a set; nothing rounded.
inline constexpr dialect hotpotqa{.name = "hotpotqa", .closed_answers = true};

/// 2wikimultihop_evaluate.py: HotpotQA's rules on one gold answer, percentages with two decimals.
inline constexpr dialect twowiki_1_0{.name = "2wiki-1.0", .closed_answers = true, .scale = 100, .decimals = 2};

/// 2wikimultihop_evaluate_v1.1.py: the same with aliases, each number maximised by itself.
inline constexpr dialect twowiki_1_1{.name = "2wiki-1.1", .closed_answers = true, .scale = 100, .decimals = 2};

/// MuSiQue's evaluate_v1.0.py with metrics/answer.py and metrics/support.py.
inline constexpr dialect musique{.name = "musique",
                                 .empty_answer = empty_rule::one_if_both,
                                 .empty_support = empty_rule::one_if_both,
                                 .missing = missing_rule::error,
                                 .decimals = 3};

/// SQuAD 1.1's evaluate-v1.1.py.
inline constexpr dialect squad_1_1{.name = "squad-1.1", .scale = 100};

/// SQuAD 2.0's evaluate-v2.0.py.
inline constexpr dialect squad_2_0{.name = "squad-2.0",
                                   .empty_answer = empty_rule::one_if_both,
                                   .blank_golds_dropped = true,
                                   .missing = missing_rule::dropped,
                                   .scale = 100};

/// hieradate_evaluate.py.
inline constexpr dialect hieradate{
    .name = "hieradate", .closed_answers = true, .missing = missing_rule::dropped, .scale = 100, .decimals = 2};

/// strategyqa-evaluator's eval.py: an answer is right or wrong.
inline constexpr dialect strategyqa{
    .name = "strategyqa", .unit = answer_unit::whole, .text = normalizations::none, .missing = missing_rule::error};

/// Every dialect above, in this order.
inline constexpr std::array all{hotpotqa,  twowiki_1_0, twowiki_1_1, musique,
                                squad_1_1, squad_2_0,   hieradate,   strategyqa};

}  // namespace dialects

/// The dialect of that name, or null.
///
/// Example: find_dialect("musique") == &dialects::all[3]
[[nodiscard]] constexpr const dialect* find_dialect(std::string_view name) noexcept {
  for (const dialect& d : dialects::all) {
    if (d.name.view() == name) return &d;
  }
  return nullptr;
}

}  // namespace v0
}  // namespace mhqa
