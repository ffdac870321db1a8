// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The input of composition: single-hop questions over paragraphs, and pairs of them. Questions and paragraphs are named
// by their position in the pool. All text is viewed.
#pragma once

#include <mhqa/config.hpp>
#include <mhqa/model/reader.hpp>

#include <compare>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1 {

/// A question that one paragraph answers, with its origin.
struct single_hop {
  std::string_view id;      ///< in its source
  std::string_view source;  ///< the data set: "squad", "zero_shot_re", …
  std::string_view question;
  std::string_view answer;
  std::span<const std::string_view> aliases;  ///< other right answers, without `answer`
  std::uint32_t paragraph = 0;                ///< position in the pool's paragraphs
};

/// Single-hop questions and their shared paragraphs.
///
/// Shape: questions[i].paragraph < paragraphs.size(); ids are unique
struct single_hop_pool {
  std::vector<single_hop> questions;
  std::vector<context_paragraph> paragraphs;
  /// If this is a part of another pool: the positions there, ascending, by which draws and files name its elements.
  std::vector<std::uint32_t> places{};
  std::vector<std::uint32_t> paragraph_places{};

  [[nodiscard]] std::uint32_t place(std::uint32_t question) const noexcept {
    return places.empty() ? question : places[question];
  }
  [[nodiscard]] std::uint32_t paragraph_place(std::uint32_t paragraph) const noexcept {
    return paragraph_places.empty() ? paragraph : paragraph_places[paragraph];
  }
};

/// The place of a mention: bytes of a question's text, from the mention's first word to its last.
struct mention {
  std::uint32_t begin = 0;
  std::uint32_t size = 0;

  [[nodiscard]] constexpr std::string_view in(std::string_view text) const noexcept { return text.substr(begin, size); }

  friend constexpr bool operator==(const mention&, const mention&) = default;
  friend constexpr auto operator<=>(const mention&, const mention&) = default;
};

/// A pair of single-hop questions: the second, the tail, mentions the answer of the first, the head.
///
/// Source: Trivedi et al. 2022, Sec. 5, S2
struct question_pair {
  std::uint32_t head = 0;  ///< position in the pool's questions
  std::uint32_t tail = 0;
  mention bridge{};  ///< the first mention of the head's answer in the tail's question

  friend constexpr bool operator==(const question_pair&, const question_pair&) = default;
  friend constexpr auto operator<=>(const question_pair&, const question_pair&) = default;
};

/// Replaces one mention in a text.
/// Example: replace_mention("When was Jane Austen born?", {9, 11}, "#1") == "When was #1 born?"
[[nodiscard]] inline std::string replace_mention(std::string_view text, mention at, std::string_view by) {
  std::string out{text.substr(0, at.begin)};
  out += by;
  out += text.substr(at.begin + at.size);
  return out;
}

}  // namespace mhqa::inline v0_1
