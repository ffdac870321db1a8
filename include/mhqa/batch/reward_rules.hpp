// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// How published trainers turn an extracted answer and its score into one reward, as data. A rule is a value: a trainer
// of one's own takes one and sets what differs. find_reward("verl")->spam_divisor == 4.
#pragma once

#include <mhqa/metrics/overlap.hpp>
#include <mhqa/text/extract_profiles.hpp>

#include <array>
#include <cstdint>
#include <string_view>

namespace mhqa {
inline namespace v0 {
namespace batch {

/// Which number the reward is made of.
enum class reward_score : std::uint8_t { f1, em };

/// All that decides a reward besides the dialect, which the golds carry.
///
/// Units:  rewards as published, 0 to 1
/// Source: each constant of mhqa::batch::rewards names its program
struct reward_rule {
  std::string_view name{};
  extraction_profile extraction = extractions::answer_tag;
  reward_score score = reward_score::f1;
  double wrong = 0;         ///< an answer that scores 0
  double spam_divisor = 1;  ///< divides what an answer scores among more tags than the profile's most_tags
  bool sequence = false;    ///< the text must be Search-R1's sequence (text/tag_sequence.hpp) to keep the form
  double structure = 0;     ///< the sequence kept and no right answer; its lack is taken off a right one
  std::uint8_t barred = 0;  ///< extraction_flag bits: an answer with one of them is rewarded as if there were none

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
/// 0.1 for an answer alone, 0 for what was retrieved.
inline constexpr reward_rule search_r1_format{.name = "search_r1_format",
                                              .extraction = extractions::search_r1,
                                              .score = reward_score::em,
                                              .wrong = 0.1,
                                              .sequence = true,
                                              .structure = 0.2};

/// verl's search_r1_like_qa_em.py, compute_score: a right answer among more than ten tags counts a quarter.
inline constexpr reward_rule verl{
    .name = "verl", .extraction = extractions::verl, .score = reward_score::em, .spam_divisor = 4};

/// ReCall's re_call.py: F1 of the last box, 0.1 for a box that is wrong. The chat template, the end token and the JSON
/// of tool calls, which the program checks before, are the caller's to check. Published with HotpotQA's F1.
inline constexpr reward_rule recall{.name = "recall", .extraction = extractions::recall, .wrong = 0.1};

/// Every rule above, in this order.
inline constexpr std::array all{f1, em, search_r1, search_r1_format, verl, recall};

}  // namespace rewards

/// The rule of that name, or null.
///
/// Example: find_reward("recall") == &rewards::all[5]
[[nodiscard]] constexpr const reward_rule* find_reward(std::string_view name) noexcept {
  for (const reward_rule& rule : rewards::all) {
    if (rule.name == name) return &rule;
  }
  return nullptr;
}

/// The reward of a text.
///
/// Shape:   `extracted` (and not barred) and `spam` as extract_answer() says, `in_form` whether the text is the
/// sequence (of rules that
///          ask for one)
/// Example: reward_of(rewards::recall, true, false, true, {.f1 = 0})  // 0.1
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
}  // namespace v0
}  // namespace mhqa
