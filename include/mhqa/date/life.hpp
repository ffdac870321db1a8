// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// When somebody was born and died, as the beginning of a biography says it: "(1593 – 12 July 1637)", "(born May 8,
// 1967)", "He died at Ilkeston on 27 June 1905". Rules for English encyclopedias; what they do not see stays unknown.
#pragma once

#include <mhqa/date/find.hpp>
#include <mhqa/date/month_name.hpp>
#include <mhqa/date/rules.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace mhqa {
inline namespace v0 {

/// The dates of a life with their places in the text.
struct life_dates {
  std::optional<found_date> born{};
  std::optional<found_date> died{};

  friend constexpr bool operator==(const life_dates&, const life_dates&) = default;
};

namespace detail {

inline constexpr std::array<std::string_view, 4> birth_words{"born", "birth", "b.", "baptised"};
inline constexpr std::array<std::string_view, 9> death_words{
    "died", "death", "d.", "killed", "dies", "executed", "assassinated", "murdered", "passed away"};

// Where the last of the words ends in the text, ASCII case ignored; 0 if there is none. `Words` are in lower case.
template <std::size_t N>
[[nodiscard]] constexpr std::size_t last_word_end(std::string_view text,
                                                  const std::array<std::string_view, N>& words) noexcept {
  for (std::size_t at = text.size(); at-- > 0;) {
    if (at > 0 && is_word(text[at - 1])) continue;
    for (const std::string_view word : words) {
      if (!begins_with_word(text.substr(at), word)) continue;
      const std::size_t end = at + word.size();
      if (end == text.size() || !is_word(text[end])) return end;
    }
  }
  return 0;
}

// A dash between dates: any long one, or a hyphen that is not inside a word ("Bar-sur-Aube").
[[nodiscard]] constexpr bool has_dash(std::string_view text) noexcept {
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::string_view rest = text.substr(at);
    if (rest.starts_with("\xE2\x80\x93") || rest.starts_with("\xE2\x80\x94") || rest.starts_with("\xE2\x88\x92")) {
      return true;
    }
    if (text[at] != '-') continue;
    const bool letter_before = at > 0 && is_letter(text[at - 1]);
    const bool letter_after = at + 1 < text.size() && is_letter(text[at + 1]);
    if (!letter_before || (!letter_after && at + 1 == text.size())) return true;
  }
  return false;
}

// Nothing but white space and commas: "(December 13, 1851 November 18, 1934)".
[[nodiscard]] constexpr bool is_gap(std::string_view text) noexcept {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c == ' ' || c == ','; });
}

// The bracket that opens at a place, without its marks; to the end of the text where it is not closed.
[[nodiscard]] constexpr std::string_view bracket_at(std::string_view text, std::size_t open) noexcept {
  int depth = 0;
  for (std::size_t at = open; at < text.size(); ++at) {
    if (text[at] == '(') ++depth;
    if (text[at] == ')' && --depth == 0) return text.substr(open + 1, at - open - 1);
  }
  return text.substr(open + 1);
}

[[nodiscard]] constexpr bool is_life(partial_date born, partial_date died) noexcept {
  return date_rules::three_valued::order(born, died) != date_order::after;
}

// The life that a bracket gives; its places are counted from the bracket's beginning.
[[nodiscard]] constexpr life_dates life_in_bracket(std::string_view text) noexcept {
  const std::optional<found_date> first = find_date(text);
  if (!first) return {};
  const std::string_view lead = text.substr(0, first->position);
  found_date before = *first;
  for (std::size_t end = before.position + before.length;;) {
    const std::optional<found_date> next = find_date(text, end);
    const std::string_view between = text.substr(end, (next ? next->position : text.size()) - end);
    const bool ends = has_dash(between) || last_word_end(between, death_words) != 0 || (next && is_gap(between));
    if (ends && next) return is_life(first->date, next->date) ? life_dates{*first, *next} : life_dates{};
    if (!next) {
      const std::size_t born = last_word_end(lead, birth_words);
      const std::size_t died = last_word_end(lead, death_words);
      if (died > born || (born == 0 && has_dash(lead) && !ends)) return {.born = {}, .died = first};
      if (born != 0 || ends) return {.born = first, .died = {}};
      return {};
    }
    before = *next;
    end = before.position + before.length;
  }
}

// Whether a sentence ends somewhere in the text: ". " behind a word of lower-case letters, a digit or a bracket.
[[nodiscard]] constexpr std::size_t last_sentence_end(std::string_view text) noexcept {
  for (std::size_t at = text.size(); at-- > 2;) {
    if (text[at] != ' ' || text[at - 1] != '.') continue;
    const char before = text[at - 2];
    const bool word = before >= 'a' && before <= 'z' && at > 4 && text[at - 3] >= 'a' && text[at - 3] <= 'z';
    if (word || is_digit(before) || before == ')') return at;
  }
  return 0;
}

}  // namespace detail

/// The dates of birth and death that a biography gives.
///
/// Shape:     first bracket with such dates near the beginning; for what it lacks, the first date that follows
///            "born" or "died" in one sentence. Places are in the text, so text.substr(position, length) is the
///            spelling
/// Undefined: what is not found, and all if the death is before the birth
/// Cost:      linear in the text, no allocation; constexpr
/// Source:    Ho et al. 2022 (HieraDate), Appendix B: a date must be given by the paragraph of its entity
/// Example:   find_life("Willem van Haecht (1593 – 12 July 1637) was …").died->date  // {1637, 7, 12}
[[nodiscard]] constexpr life_dates find_life(std::string_view text) noexcept {
  constexpr std::size_t lead_bytes = 500;    // where a biography's first bracket is looked for
  constexpr std::size_t phrase_bytes = 120;  // from "died" to its date
  life_dates life;
  for (std::size_t at = 0; at < std::min(text.size(), lead_bytes); ++at) {
    if (text[at] != '(') continue;
    const std::string_view inside = detail::bracket_at(text, at);
    life = detail::life_in_bracket(inside);
    if (life.born) life.born->position += at + 1;
    if (life.died) life.died->position += at + 1;
    if (life.born || life.died) break;
    at += inside.size();
  }
  std::size_t from = 0;
  while (!life.born || !life.died) {
    const std::optional<found_date> found = find_date(text, from);
    if (!found) break;
    const std::size_t begin = std::max(from, found->position - std::min(found->position, phrase_bytes));
    std::string_view lead = text.substr(begin, found->position - begin);
    lead = lead.substr(detail::last_sentence_end(lead));
    const std::size_t born = detail::last_word_end(lead, detail::birth_words);
    const std::size_t died = detail::last_word_end(lead, detail::death_words);
    if (!life.born && born > died) life.born = found;
    if (!life.died && died > born) life.died = found;
    from = found->position + found->length;
  }
  if (life.born && life.died && !detail::is_life(life.born->date, life.died->date)) return {};
  return life;
}

}  // namespace v0
}  // namespace mhqa
