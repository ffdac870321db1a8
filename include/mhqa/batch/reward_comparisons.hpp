// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Comparisons with prepared golds that the published rewards share: exact match, substring, the best F1, and the last
// answer of a text.
#pragma once

#include <mhqa/batch/published_reward.hpp>
#include <mhqa/metrics/answer.hpp>
#include <mhqa/metrics/bag_program.hpp>
#include <mhqa/text/contains.hpp>
#include <mhqa/text/extract_places.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace mhqa::inline v0_1::batch::detail {

using mhqa::detail::nowhere;
using mhqa::detail::strip;

inline constexpr dialect closed_rules{.name = "closed", .closed_answers = true};
inline constexpr dialect open_rules{.name = "open"};

/// Returns true if no word of the digest's text is a word of the gold: a comparison gives zeros.
[[nodiscard]] inline bool shares_nothing(const text_digest& said, const text_digest& gold) noexcept {
  return (said.words & gold.words) == 0;
}

/// Returns the maximum, number by number, over the golds for the text in memory.said.
[[nodiscard]] inline scores best_scores(const reward_golds& golds, reward_memory& memory, const dialect& rules) {
  scores best;
  const text_digest said = digest_of(memory.said);
  for (std::size_t i = 0; i < golds.bags.size(); ++i) {
    if (shares_nothing(said, golds.bag_digests[i])) continue;
    const token_bag& bag = golds.bags[i];
    best = maximum(best, mhqa::detail::score_texts(memory.said.text(), bag.text(), rules,
                                                   [&] { return bag.count(memory.said, memory.counts); }));
  }
  return best;
}

/// Returns the highest F1 over the golds for the set in memory.said_set.
[[nodiscard]] inline double best_set_f1(const reward_golds& golds, reward_memory& memory, bool by_characters = true) {
  double best = 0;
  const text_digest said = digest_of(memory.said_set.text);
  for (std::size_t i = 0; i < golds.sets.size(); ++i) {
    if (shares_nothing(said, golds.set_digests[i])) continue;
    best = std::max(best, score_sets(memory.said_set, golds.sets[i], by_characters));
  }
  return best;
}

/// Returns true if the text in memory.said is a gold.
[[nodiscard]] inline bool equals_any(const reward_golds& golds, const normalized& said) {
  const std::uint64_t digest = digest_of(said).text;
  for (std::size_t i = 0; i < golds.bags.size(); ++i) {
    if (golds.bag_digests[i].text == digest && golds.bags[i].text() == said.text()) return true;
  }
  return false;
}

[[nodiscard]] inline bool contains_any(const reward_golds& golds, std::string_view said) {
  return std::any_of(golds.bags.begin(), golds.bags.end(),
                     [&](const token_bag& bag) { return contains(said, bag.text()); });
}

/// Returns the last complete <answer> of the text, stripped, if there are at least `least`.
[[nodiscard]] inline std::optional<std::string_view> last_answer(std::string_view text, std::uint32_t least) {
  const extraction found = mhqa::detail::find_tag(text, {.least_tags = least, .exact = true});
  if (!found.found()) return std::nullopt;
  return strip(found.answer);
}

inline void set_answer_found(reward_verdict& out, std::optional<std::string_view> answer) {
  out.found = answer.has_value();
  out.extracted = answer.value_or(std::string_view{});
}

}  // namespace mhqa::inline v0_1::batch::detail
