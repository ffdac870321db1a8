// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A dialect: the choices by which one published evaluator turns counts into scores. It is data: a new evaluator is one
// more constant, never a branch in the kernel.
#pragma once

#include <mhqa/ascii.hpp>
#include <mhqa/find.hpp>
#include <mhqa/metrics/overlap.hpp>
#include <mhqa/text/normalize.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace mhqa::inline v0_1 {

/// A short name that can be part of a structural value.
struct dialect_name {
  std::array<char, 24> characters{};

  constexpr dialect_name() = default;
  template <std::size_t N>
  requires(N <= 24) constexpr dialect_name(const char (&text)[N]) {  // implicit, so that a literal can be a name
    std::copy_n(text, N, characters.begin());
  }
  [[nodiscard]] constexpr std::string_view view() const noexcept { return characters.data(); }
  friend constexpr bool operator==(const dialect_name&, const dialect_name&) = default;
};

/// The unit in which an answer is compared.
enum class answer_unit : std::uint8_t {
  words,  ///< a bag of words
  whole,  ///< one item, in which yes is true and no is false: precision, recall and F1 equal exact match
};

namespace detail {

/// The words of a truth value: what StrategyQA's file holds, and what its models write.
struct truth_word {
  std::string_view text, value;
};
inline constexpr truth_word truth_words[] = {{"true", "true"}, {"false", "false"}, {"yes", "true"}, {"no", "false"}};

/// Returns "true" or "false" for a text that is a truth value, in any case; other texts as they are.
[[nodiscard]] constexpr std::string_view truth_of(std::string_view text) noexcept {
  for (const truth_word& one : truth_words) {
    if (ascii::equal_ignoring_case(text, one.text)) return one.value;
  }
  return text;
}

}  // namespace detail

/// The treatment of a gold question without a prediction.
enum class missing_rule : std::uint8_t {
  zero,     ///< scores 0 and stays in the denominator
  dropped,  ///< leaves the denominator
  error,    ///< ends the evaluation
};

/// Every choice that affects a number, besides the data.
///
/// Source: each constant in mhqa::dialects names its program
struct dialect {
  dialect_name name;
  answer_unit unit = answer_unit::words;
  normalization text = normalizations::squad;   ///< of answers
  empty_rule empty_answer = empty_rule::zero;   ///< F1 if an answer normalises to nothing
  bool closed_answers = false;                  ///< yes, no, noanswer: F1 is 0 unless both sides are equal
  bool blank_golds_dropped = false;             ///< drop golds that normalise to nothing; if all do, use ""
  empty_rule empty_support = empty_rule::zero;  ///< F1 if neither side has a supporting fact
  missing_rule missing = missing_rule::zero;
  double scale = 1;   ///< 1: fractions; 100: percentages
  int decimals = -1;  ///< decimal places of the program's output; -1: not rounded

  friend constexpr bool operator==(const dialect&, const dialect&) = default;
};

namespace dialects {

/// hotpot_evaluate_v1.py. One gold answer; facts as a set; no rounding.
inline constexpr dialect hotpotqa{.name = "hotpotqa", .closed_answers = true};

/// 2wikimultihop_evaluate.py: HotpotQA's rules on one gold answer, percentages with two decimals.
inline constexpr dialect twowiki_1_0{.name = "2wiki-1.0", .closed_answers = true, .scale = 100, .decimals = 2};

/// 2wikimultihop_evaluate_v1.1.py: the same with aliases, each number maximised separately.
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

/// The published program that a dialect follows: repository, file and commit.
struct followed_program {
  std::string_view dialect, program;
};

/// The programs of dialects::all. evaluate-v1.1.py is in no repository; its name has its version.
inline constexpr std::array followed_programs{
    followed_program{"hotpotqa", "hotpotqa/hotpot hotpot_evaluate_v1.py@fa3a363"},
    followed_program{"2wiki-1.0", "Alab-NII/2wikimultihop 2wikimultihop_evaluate.py@209e761"},
    followed_program{"2wiki-1.1", "Alab-NII/2wikimultihop 2wikimultihop_evaluate_v1.1.py@209e761"},
    followed_program{"musique", "StonyBrookNLP/musique evaluate_v1.0.py@24cc5b2"},
    followed_program{"squad-1.1", "rajpurkar/SQuAD-explorer evaluate-v1.1.py"},
    followed_program{"squad-2.0", "rajpurkar/SQuAD-explorer evaluate-v2.0.py@09eac99"},
    followed_program{"hieradate", "Alab-NII/HieraDate hieradate_evaluate.py@a2f43f9"},
    followed_program{"strategyqa", "allenai/strategyqa-evaluator evaluator/eval.py@49b88ed"},
};

/// Returns the program that the dialect of this name follows; empty for a dialect of your own.
[[nodiscard]] constexpr std::string_view program_of(std::string_view dialect) noexcept {
  for (const followed_program& one : followed_programs) {
    if (one.dialect == dialect) return one.program;
  }
  return {};
}

/// Lets find<dialect>("musique") look dialects up.
template <>
struct named_values<dialect> {
  static constexpr std::string_view kind = "dialect";
  static constexpr const auto& all = dialects::all;
};

/// Older name of find<dialect>(name).
[[nodiscard]] constexpr const dialect* find_dialect(std::string_view name) noexcept {
  return find<dialect>(name);
}

}  // namespace mhqa::inline v0_1
