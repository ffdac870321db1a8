// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Rules that turn an extracted answer and its score into one reward, as data: copy one and change it for your trainer.
// batch/published_rewards.hpp has the trainers' whole functions, including their format checks.
// find_reward("verl")->spam_divisor == 4.
#pragma once

#include <mhqa/find.hpp>
#include <mhqa/metrics/overlap.hpp>
#include <mhqa/text/extract_profiles.hpp>

#include <array>
#include <cstdint>
#include <string_view>

namespace mhqa::inline v0_1 {
namespace batch {

/// The score on which the reward is based.
enum class reward_score : std::uint8_t { f1, em };

/// Every choice that affects a reward, besides the dialect, which the golds carry.
///
/// Units:  rewards as published, 0 to 1
/// Source: each constant in mhqa::batch::rewards names its program
struct reward_rule {
  std::string_view name{};
  extraction_profile extraction = extractions::answer_tag;
  reward_score score = reward_score::f1;
  double wrong = 0;         ///< reward of an answer that scores 0
  double spam_divisor = 1;  ///< divides the score of an answer among more tags than the profile's most_tags
  bool sequence = false;    ///< the form requires Search-R1's sequence (text/tag_sequence.hpp)
  double structure = 0;     ///< reward of a valid sequence without a right answer; penalty of a right answer without it
  std::uint8_t barred = 0;  ///< extraction_flag bits: an answer with any of them counts as missing

  friend constexpr bool operator==(const reward_rule&, const reward_rule&) = default;
};

namespace rewards {

/// F1 of the last <answer>, 0 without one.
inline constexpr reward_rule f1{.name = "f1"};

/// Exact match of the last <answer>, 0 without one.
inline constexpr reward_rule em{.name = "em", .score = reward_score::em};

/// Search-R1's qa_em.py, compute_score_em.
inline constexpr reward_rule search_r1{
    .name = "search_r1", .extraction = extractions::search_r1, .score = reward_score::em};

/// Search-R1's qa_em_format.py, compute_score_em with the weights of its train_ppo_format.sh: 0.2 for the structure,
/// 0.1 for an answer alone, 0 for retrieval.
inline constexpr reward_rule search_r1_format{.name = "search_r1_format",
                                              .extraction = extractions::search_r1,
                                              .score = reward_score::em,
                                              .wrong = 0.1,
                                              .sequence = true,
                                              .structure = 0.2};

/// verl's search_r1_like_qa_em.py, compute_score: a right answer among more than ten tags counts a quarter.
inline constexpr reward_rule verl{
    .name = "verl", .extraction = extractions::verl, .score = reward_score::em, .spam_divisor = 4};

/// F1 of the last box as ReCall's re_call.py reads it, 0.1 for a wrong box. The program, "recall" of
/// batch/published_rewards.hpp, first checks the chat template, the end token and the JSON of tool calls.
inline constexpr reward_rule recall_f1{.name = "recall_f1", .extraction = extractions::recall, .wrong = 0.1};

/// Every rule above, in this order.
inline constexpr std::array all{f1, em, search_r1, search_r1_format, verl, recall_f1};

}  // namespace rewards

}  // namespace batch

/// Lets find<batch::reward_rule>("recall_f1") look rules up.
template <>
struct named_values<batch::reward_rule> {
  static constexpr std::string_view kind = "reward rule";
  static constexpr const auto& all = batch::rewards::all;
};

namespace batch {

/// Older name of find<reward_rule>(name).
[[nodiscard]] constexpr const reward_rule* find_reward(std::string_view name) noexcept {
  return find<reward_rule>(name);
}

/// Returns the reward of a text.
///
/// Shape:   `extracted`: extract_answer() found an answer that is not barred; `spam`: it set the flag tag_spam;
///          `in_form`: the text has the rule's tag sequence, if there is one
/// Example: reward_of(rewards::recall_f1, true, false, true, {.f1 = 0})  // 0.1
[[nodiscard]] constexpr double reward_of(const reward_rule& rule, bool extracted, bool spam, bool in_form,
                                         const scores& s) noexcept {
  const bool structured = rule.sequence && in_form;
  if (!extracted) return structured ? rule.structure : 0;
  const double value = rule.score == reward_score::em ? s.em : s.f1;
  if (!(value > 0)) return structured ? rule.structure : rule.wrong;
  if (rule.sequence && !in_form) return value - rule.structure;
  return spam ? value / rule.spam_divisor : value;
}

}  // namespace batch
}  // namespace mhqa::inline v0_1
