// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of life_text.hpp.
#pragma once

#include <mhqa/date/detail/life_text.hpp>

#include <mhqa/ascii.hpp>
#include <mhqa/date/month_name.hpp>

#include <algorithm>
#include <array>

namespace mhqa {
inline namespace v0_1 {
namespace detail {

MHQA_INLINE std::size_t life_text::end_of_text(std::size_t i) const noexcept {
  constexpr std::size_t longest_date = 24;
  for (std::size_t k = i + 1; has_lost_dash && k < i + longest_date && k < size(); ++k) {
    if ((*this)[k].mark == '+' && (*this)[k].kind == life_kind::dash) return (*this)[k].position;
  }
  return text.size();
}

// What a punctuation character of several bytes is, and its length; kind `word` for a letter.
struct life_character {
  life_kind kind = life_kind::word;
  char mark = 0;
  std::size_t length = 1;
};

[[nodiscard]] constexpr life_character life_character_at(std::string_view text) noexcept {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  if (byte(0) == 0xC2 && byte(1) == 0xA0) return {life_kind::end, 0, 2};
  if (byte(0) == 0xC2 && (byte(1) == 0xAB || byte(1) == 0xBB)) return {life_kind::mark, '"', 2};
  if ((byte(0) == 0xCA && byte(1) >= 0xB0) || (byte(0) == 0xCB && byte(1) <= 0xBF)) return {life_kind::mark, '\'', 2};
  if (byte(0) == 0xC3 && byte(1) == 0x97) return {life_kind::mark, 'x', 2};
  if (byte(0) == 0xE2 && byte(1) == 0x88 && byte(2) == 0x92) return {life_kind::dash, '-', 3};
  if (byte(0) == 0xE2 && byte(1) == 0x80) {
    const unsigned last = byte(2);
    if (last >= 0x90 && last <= 0x95) return {last == 0x90 ? life_kind::hyphen : life_kind::dash, '-', 3};
    if (last == 0x98 || last == 0x99 || last == 0xB2) return {life_kind::mark, '\'', 3};
    if (last >= 0x9A && last <= 0x9F) return {life_kind::mark, '"', 3};
    if (last <= 0x8F || (last >= 0xA8 && last <= 0xAF)) return {life_kind::end, 0, 3};  // spaces, directions
  }
  if (byte(0) == 0xEF && byte(1) == 0xBC && byte(2) == 0x88) return {life_kind::open, '(', 3};
  if (byte(0) == 0xEF && byte(1) == 0xBC && byte(2) == 0x89) return {life_kind::close, ')', 3};
  return {life_kind::word, 0, 1};
}

MHQA_INLINE void append_life_tokens(life_text& out) {
  const std::string_view text = out.text;
  constexpr std::size_t longest_known = 14;            // bytes of the longest word that has a part
  constexpr std::string_view dagger = "\xE2\x80\xA0";  // stands before a death
  std::size_t end_of_last = static_cast<std::size_t>(-1);
  const auto add = [&](life_token token) {
    token.glued = token.position == end_of_last;
    end_of_last = token.position + token.length;
    out.tokens.push_back(token);
  };
  const auto letter = [&](std::size_t at) {
    if (at >= text.size()) return false;
    if (static_cast<unsigned char>(text[at]) < 0x80) return ascii::is_letter(text[at]);
    const std::string_view character = text.substr(at, 3);
    return character != dagger && life_character_at(character).kind == life_kind::word;
  };
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (ascii::is_digit(c)) {
      life_token token{.kind = life_kind::number, .position = at};
      std::size_t digits = 0;
      for (; at < text.size() && ascii::is_digit(text[at]); ++at, ++digits) {
        if (digits < 9) token.value = token.value * 10 + (text[at] - '0');
      }
      token.digits = static_cast<std::uint8_t>(digits < 200 ? digits : 200);
      token.length = at - token.position;
      add(token);
    } else if (text.substr(at, dagger.size()) == dagger) {
      add({.kind = life_kind::word, .part = life_word::died, .position = at, .length = dagger.size()});
      at += dagger.size();
    } else if (letter(at)) {
      life_token token{.kind = life_kind::word, .position = at};
      token.capital = ascii::is_upper(c) || static_cast<unsigned char>(c) >= 0x80;
      while (letter(at) || (at < text.size() && text[at] == '-' && letter(at + 1))) {
        const std::string_view so_far = text.substr(token.position, at - token.position);
        if (text[at] == '-' && (so_far == "BC" || so_far == "AD" || so_far == "BCE" || so_far == "CE")) break;
        if (text.substr(at, 6) == "-died ") break;               // "in Algeria-died August 13, 2008"
        if (text[at] == '-' && ascii::is_upper(text[at + 1])) {  // "Kenley-August 11, 1994"
          const month_match month = match_month(text.substr(at + 1));
          const std::size_t day = at + 2 + month.length;
          if (month.length > 2 && day < text.size() && text[day - 1] == ' ' && ascii::is_digit(text[day])) break;
        }
        ++at;
      }
      token.length = at - token.position;
      if (token.length <= longest_known) {
        char lower[longest_known]{};
        for (std::size_t i = 0; i < token.length; ++i) lower[i] = ascii::to_lower(text[token.position + i]);
        token.part = life_word_of({lower, token.length});
        if (token.capital) {
          const month_match month = match_month(text.substr(token.position, token.length));
          if (month.length == token.length) token.value = month.month;
        }
      }
      add(token);
    } else {
      life_character character = life_character_at(text.substr(at, 3));
      if (character.kind == life_kind::word) {
        character = {life_kind::mark, c, 1};
        if (c == '(' || c == '[') character.kind = life_kind::open;
        if (c == ')' || c == ']') character.kind = life_kind::close;
        if (c == '-') character.kind = life_kind::hyphen;
        if (c == ' ' || c == '\t' || c == '\n' || c == '\r') character.kind = life_kind::end;
        if (text.substr(at, 7) == "&ndash;" || text.substr(at, 7) == "&mdash;") character = {life_kind::dash, '-', 7};
        if (text.substr(at, 6) == "&nbsp;") character = {life_kind::end, 0, 6};
      }
      if (character.kind != life_kind::end) {
        add({.kind = character.kind, .mark = character.mark, .position = at, .length = character.length});
      }
      at += character.length;
    }
  }
}

/// A number in which two have lost the dash between them.
///
/// Shape: `before`: m a month, / a year and a slash, * anything; `next`: m a month, M one without a blank, c "c."
///        without a blank, . anything but a month. `second` digits are the second number, a day or (four digits) a
///        later year
struct lost_dash {
  std::uint8_t digits, second;
  char before, next;
  bool beyond;  // the number, without a fifth digit, is too large for a year
  std::string_view example;
};

inline constexpr std::array<lost_dash, 11> lost_dashes{{
    {3, 0, '*', 'M', false, "926February 19"},
    {4, 0, '*', 'M', false, "1926February 19"},
    {5, 1, '*', 'm', false, "19268 June"},
    {6, 2, '*', 'm', false, "192618 June"},
    {5, 2, '*', 'm', true, "79214 December"},
    {2, 1, '/', 'm', false, "1607/88 December"},
    {3, 2, '/', 'm', false, "1607/828 December"},
    {4, 1, 'm', 'm', true, "8 May 9368 June 975"},
    {8, 4, '*', '.', false, "19262016"},
    {3, 0, '*', 'c', false, "960c. 1009"},
    {4, 0, '*', 'c', false, "1460c. 1509"},
}};

[[nodiscard]] inline bool lacks_dash(const life_text& t, std::size_t i, const lost_dash& rule) noexcept {
  constexpr std::int32_t last_year = 2100, longest = 120;
  constexpr std::array<std::int32_t, 5> scales{1, 10, 100, 1000, 10'000};
  const life_token& token = t.tokens[i];
  const life_token next = i + 1 < t.tokens.size() ? t.tokens[i + 1] : life_token{};
  const bool month = next.kind == life_kind::word && next.value != 0;
  const bool circa = next.kind == life_kind::word && next.glued && next.part == life_word::circa;
  const bool fits_next = rule.next == 'c'   ? circa
                         : rule.next == '.' ? !month
                                            : month && (rule.next == 'm' || next.glued);
  const bool after_year = i > 1 && token.glued && t.tokens[i - 1].kind == life_kind::mark &&
                          t.tokens[i - 1].mark == '/' && t.tokens[i - 2].digits == 4;
  const bool after_month = i > 0 && t.tokens[i - 1].kind == life_kind::word && t.tokens[i - 1].value != 0;
  if (!fits_next || (rule.before == '/' && !after_year) || (rule.before == 'm' && !after_month)) return false;
  if (rule.beyond && token.value / (rule.digits == 5 ? 10 : 1) <= last_year) return false;
  const std::int32_t first = token.value / scales[rule.second], second = token.value % scales[rule.second];
  if (rule.second == 0 || first > last_year) return first <= last_year || rule.next == 'c';
  return rule.second == 4 ? second > first && second <= last_year && second - first <= longest
                          : second >= 1 && second <= 31;
}

// Takes numbers apart that are two.
inline void restore_lost_dashes(life_text& out) {
  std::vector<life_token> restored;
  for (std::size_t i = 0; i < out.tokens.size(); ++i) {
    const life_token& token = out.tokens[i];
    const auto* const rule = std::find_if(lost_dashes.begin(), lost_dashes.end(), [&](const lost_dash& each) {
      return token.kind == life_kind::number && token.digits == each.digits && lacks_dash(out, i, each);
    });
    if (rule == lost_dashes.end()) {
      if (!restored.empty()) restored.push_back(token);
      continue;
    }
    if (restored.empty()) {
      restored.assign(out.tokens.begin(), out.tokens.begin() + static_cast<std::ptrdiff_t>(i));
    }
    std::int32_t scale = 1;
    for (std::size_t d = 0; d < rule->second; ++d) scale *= 10;
    life_token first = token, second = token;
    first.value = token.value / scale;
    second.value = token.value % scale;
    first.digits = static_cast<std::uint8_t>(token.digits - rule->second);
    second.digits = rule->second;
    first.length = token.length - rule->second;
    second.length = rule->second;
    second.position = token.position + first.length;
    second.glued = true;
    restored.push_back(first);
    restored.push_back({.kind = life_kind::dash, .mark = '+', .glued = true, .position = second.position});
    if (rule->second != 0) restored.push_back(second);
  }
  out.has_lost_dash = !restored.empty();
  if (out.has_lost_dash) out.tokens.swap(restored);
}

// Tells each bracket where the other one is. One that has none is its own match, and is passed over as a mark.
inline void match_brackets(life_text& out) {
  std::vector<std::size_t> open;
  std::size_t round = 0, square = 0;  // how many of each are open
  for (std::size_t i = 0; i < out.tokens.size(); ++i) {
    life_token& token = out.tokens[i];
    if (token.kind == life_kind::open) {
      token.match = i;
      ++(token.mark == '(' ? round : square);
      open.push_back(i);
    } else if (token.kind == life_kind::close) {
      token.match = i;
      // A lost partner, as of the ] in "(] ; born 1902)", does not take away another bracket's.
      std::size_t& depth = token.mark == ')' ? round : square;
      if (depth == 0) continue;
      --depth;
      while (out.tokens[open.back()].mark != (token.mark == ')' ? '(' : '[')) {
        --(token.mark == ')' ? square : round);
        open.pop_back();
      }
      token.match = open.back();
      out.tokens[open.back()].match = i;
      open.pop_back();
    }
  }
}

MHQA_INLINE void read_life_text(std::string_view text, life_text& out) {
  out.text = text;
  out.tokens.clear();
  append_life_tokens(out);
  restore_lost_dashes(out);
  out.tokens.push_back({.position = text.size()});
  match_brackets(out);
}

}  // namespace detail
}  // namespace v0_1
}  // namespace mhqa
