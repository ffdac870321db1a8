// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The stated dates in running text, with their places, and the places of dates that cannot be read whole.
// E.g. for (const found_stated& found : find_all_stated(paragraph)) …; find.hpp finds partial dates only.
#pragma once

#include <mhqa/ascii.hpp>
#include <mhqa/date/find.hpp>
#include <mhqa/date/stated_text.hpp>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

namespace mhqa::inline v0_1 {

/// A stated date in a text, or a date that was refused.
struct found_stated {
  stated_date date{};  ///< states nothing if the date was refused
  std::size_t position{};
  std::size_t length{};
  std::string_view expected{};  ///< for a refused date: what was expected (a string literal)
  std::size_t refused_at{};     ///< and where in the text

  [[nodiscard]] constexpr bool is_refused() const noexcept { return date.kind == statement::nothing; }

  friend constexpr bool operator==(const found_stated&, const found_stated&) = default;
};

namespace detail {

// From a word that begins a date to its first digit: "approximately the second half of the 17th".
inline constexpr std::size_t longest_stated_lead = 40;

// What a date in running text begins with besides doubts, limits, seasons, feasts and parts of a period.
inline constexpr auto other_leads =
    valued_words<21>({{0,
                       "bet|between|betw|either|first|fourth|from|n|new|o|old|second|third|sometime between"
                       "|some time between|entre|zwischen|julian|gregorian|open/|unknown/"}});

// What a date in running text begins with if not with a digit, a capital month or weekday.
inline constexpr auto lead_words =
    joined_lists(doubt_words, side_words, period_words, part_words, foreign_months, other_leads);

// The bytes with which it begins.
inline constexpr byte_set date_starts = [] {
  byte_set bytes = word_bytes;
  bytes.add("~?@[{-.");
  return bytes;
}();

[[nodiscard]] constexpr bool may_begin_with_mark(std::string_view text, std::size_t at) noexcept {
  const char c = text[at], next = at + 1 < text.size() ? text[at + 1] : ' ';
  const bool opens = c == '[' || c == '{' || c == '?' || (c == '-' && next == '0');
  return c == '~' || (opens && is_digit(next)) || (c == '?' && dash_at(text, skip_blanks(text, at + 1)) != 0) ||
         (c == '@' && next == '#') || (next == '.' && (c == '.' || c == '['));
}

[[nodiscard]] constexpr bool may_begin_with_capital(std::string_view text, std::size_t at) noexcept {
  const char c = text[at], next = at + 1 < text.size() ? text[at + 1] : ' ';
  if ((c == 'A' || c == 'B' || c == 'C') && (is_upper(next) || next == '.')) return true;  // AD 79
  if (c == 'T' && text.substr(at, 3) == "TO ") return true;                                // GEDCOM's
  return match_month(text.substr(at)).month != 0 || match_word<weekday_words>(text, at).length != 0;
}

[[nodiscard]] constexpr bool may_begin_date(std::string_view text, std::size_t at) noexcept {
  const char c = text[at];
  if (is_digit(c)) return true;
  if (!is_letter(c)) return may_begin_with_mark(text, at);
  if (is_upper(c) && may_begin_with_capital(text, at)) return true;
  const bool glued = ascii::to_lower(c) == 'c' && at + 1 < text.size() && is_digit(text[at + 1]);  // "c1637"
  return glued || match_word<lead_words>(text, at).length != 0;
}

// Ordinals in words, of which only "twenty-first" and its like are longer than a lead word.
[[nodiscard]] constexpr bool begins_ordinal(std::string_view text, std::size_t at) noexcept {
  return match_word<ordinal_words>(text, at).length != 0;
}

// The first digit, or the first "century" or "centuries", at or after a place; the size if there is neither. Words with
// "ntu" are rare, so that looking for them beside digits costs little.
[[nodiscard]] constexpr std::size_t find_digit_or_century(std::string_view text, std::size_t at) noexcept {
  const char* const data = text.data();
  const auto may_be = [data](std::size_t i) {
    const bool word = (data[i] == 'n') & (data[i + 1] == 't') & (data[i + 2] == 'u');
    return static_cast<unsigned char>(data[i] - '0') < 10U || word;
  };
  const auto is = [&](std::size_t i) {
    if (is_digit(data[i])) return true;
    if (data[i] != 'n' || i < 2 || text.substr(i, 4) != "ntur" || data[i - 1] != 'e') return false;
    return (data[i - 2] == 'c' || data[i - 2] == 'C') && (i == 2 || !is_letter(data[i - 3]));
  };
  return find_anchor<2>(text, at, may_be, is);
}

// "1801-05/06", "5-6-1801": a part of something else.
[[nodiscard]] constexpr bool is_cut(std::string_view text, std::size_t first, std::size_t end) noexcept {
  const auto digit = [&](std::size_t i) { return i < text.size() && is_digit(text[i]); };
  if (end < text.size() && text[end] == '-' && digit(end + 1) && !(digit(end + 2) && digit(end + 3))) return true;
  if (first < 3 || text[first - 1] != '-' || !digit(first - 2) || end - first != 4) return false;
  const std::size_t mark = first - (digit(first - 3) ? 4 : 3);
  return mark < first && text[mark] == '-' && mark > 0 && digit(mark - 1);
}

// "the day before 12 July 1637", "two years after 1637" are other dates than those that they name.
[[nodiscard]] constexpr bool is_relative(std::string_view text, std::size_t first) noexcept {
  const bool side = word_at(text, first, "before") != 0 || word_at(text, first, "after") != 0 ||
                    word_at(text, first, "prior to") != 0;
  if (!side || first < 2) return false;
  std::size_t end = first;
  while (end > 0 && text[end - 1] == ' ') --end;
  std::size_t begin = end;
  while (begin > 0 && is_letter(text[begin - 1])) --begin;
  const std::string_view word = text.substr(begin, end - begin);
  constexpr auto units =
      words_of<14>("day days decade decades eve evening hours month months night week weeks year years");
  return is_listed(units, word);
}

}  // namespace detail

/// The first stated date that begins at or after `from`, or the first that cannot be read whole.
///
/// Shape:   of dates that overlap, the one that begins first. Month names and eras have a capital, a year by itself is
///          1000 to 2099 or has an era or a doubt; "two years after 1637" is refused. A date has a digit or is a
///          century ("the late nineteenth century")
/// Cost:    linear; gigabytes a second over text without digits, no allocation
[[nodiscard]] constexpr std::optional<found_stated> find_stated(std::string_view text, std::size_t from = 0,
                                                                const date_text_options& options = {}) noexcept {
  std::size_t lead = from;
  for (std::size_t digit = detail::find_digit_or_century(text, from); digit < text.size();) {
    const bool century = !detail::is_digit(text[digit]);
    if (digit - lead > detail::longest_stated_lead) lead = digit - detail::longest_stated_lead;
    for (std::size_t first = lead; first <= digit; ++first) {
      if (first > 0 && detail::is_word(text[first - 1]) && (first != digit || detail::is_digit(text[first - 1]))) {
        continue;
      }
      if (!detail::date_starts.contains(text[first])) continue;
      if (!detail::may_begin_date(text, first) && !(century && detail::begins_ordinal(text, first))) continue;
      const stated_match found =
          detail::statement_reader{text.substr(first), options, detail::text_kind::running}.read();
      if (found) {
        if (!detail::stands_alone(text, first, first + found.length)) continue;
        if (detail::is_cut(text, first, first + found.length)) continue;
        if (detail::is_relative(text, first)) {
          return found_stated{{}, first, found.length, "a date that is not relative to another", first};
        }
        return found_stated{found.date, first, found.length, {}, 0};
      }
      if (!found.refused || !detail::stands_alone(text, first, text.size())) continue;
      std::size_t end = std::max(digit, first + found.reached);
      while (end < text.size() && detail::is_word(text[end])) ++end;
      // The rest of the date is refused with it: "July 1637" after "12–35".
      const std::string_view refused = text.substr(first, end - first);
      if (std::none_of(refused.begin(), refused.end(), detail::is_letter)) {
        const std::size_t rest = detail::skip_blanks(text, end);
        const stated_match more =
            detail::statement_reader{text.substr(rest), options, detail::text_kind::running}.read();
        if (more && match_month(text.substr(rest)).month != 0) end = rest + more.length;
      }
      return found_stated{{}, first, end - first, found.expected, first + found.position};
    }
    while (digit < text.size() && detail::is_word(text[digit])) ++digit;
    lead = digit;
    digit = detail::find_digit_or_century(text, digit);
  }
  return std::nullopt;
}

namespace detail {

struct stated_search {
  using value_type = found_stated;

  date_text_options options{};

  [[nodiscard]] constexpr std::optional<found_stated> operator()(std::string_view text,
                                                                 std::size_t from) const noexcept {
    return find_stated(text, from, options);
  }
};

}  // namespace detail

/// The stated dates of a text as a forward range that searches as it goes and owns nothing.
using stated_finder = detail::found_range<detail::stated_search>;

/// Every stated date in the text, and every date that was refused, in order and without overlap. The text must outlive
/// the range.
///
/// Cost:    linear, no allocation
/// Example: find_all_stated("Guo Pu (276–324) …")  // 0276/0324
[[nodiscard]] constexpr stated_finder find_all_stated(std::string_view text,
                                                      const date_text_options& options = {}) noexcept {
  return stated_finder{text, {options}};
}
template <std::same_as<std::string> Text>
stated_finder find_all_stated(Text&&, const date_text_options& = {}) = delete;  // the text would be gone

}  // namespace mhqa::inline v0_1
