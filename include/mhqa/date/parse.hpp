// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Parses a whole spelling as a partial date or a span of two: parse_date("12 July 1637"). The accepted spellings are a
// compile-time list of formats, which a user extends or replaces. For doubts and ranges see stated_text.hpp.
#pragma once

#include <mhqa/date/detail/plain_date.hpp>
#include <mhqa/date/format.hpp>
#include <mhqa/date/iso.hpp>
#include <mhqa/date/pattern.hpp>
#include <mhqa/date/rules.hpp>
#include <mhqa/error.hpp>

#include <array>
#include <cstddef>
#include <string_view>

namespace mhqa::inline v0_1 {

/// Dates in words: "12 July 1637", "the 1st of May, 1990", "May14, 1196", "July, 1637", "1637", "44 BC", "AD 79".
///
/// Shape: full or abbreviated month names, in any case. "July 12" is not a date: a year right after a month name has
///        at least three digits, or an era
using written_date_formats =
    date_formats<date_pattern<"[the ]%d[%o][ of]_%B[,]_[%E_]%Y[_%E]">, date_pattern<"%B_[the ]%d[%o][,]_[%E_]%Y[_%E]">,
                 date_pattern<"%B[,][ of]_[%E_]%3Y[_%E]">, date_pattern<"%Y[_%E]">, date_pattern<"%E_%Y">>;

/// Everything that parse_date() reads unless told otherwise: dates in words, ISO 8601, Wikidata, "c. 1637".
///
/// Numbers such as 03/04/1999 need a format that names their order: date_pattern<"%d/%m/%Y">.
using default_date_formats =
    date_formats<written_date_formats, iso_date, wikidata_time<>, approximate_date<written_date_formats>>;

namespace detail {

template <date_format... Formats>
struct formats_or_default {
  using type = date_formats<Formats...>;
};
template <>
struct formats_or_default<> {
  using type = default_date_formats;
};
template <date_format Format>
struct formats_or_default<Format> {
  using type = Format;
};

// Reports the failure of the match if it lies at or beyond the end of the date; otherwise what was wanted next.
template <class T>
[[nodiscard]] constexpr parsed<T> refuse(const date_match& found, std::size_t start, std::string_view wanted,
                                         std::size_t at) noexcept {
  if (!found.expected.empty() && found.reached >= found.length) {
    return not_parsed<T>(found.expected, start + found.position);
  }
  return not_parsed<T>(wanted, at);
}

}  // namespace detail

/// Parses the whole text as a date.
///
/// Shape:   text -> date, as partial as the text; `Formats` replaces the default list
/// Errors:  the expected input and its byte offset; never throws. Blanks around the date are an error
/// Cost:    tens of nanoseconds, no allocation; constexpr
/// Source:  spellings of Ho et al. 2022 (HieraDate), date_support.py, convert_date2str
/// Differs: "c. 1637" is read as 1637; approximate_date and find_all() tell the two apart
/// Example: parse_date("July 1637")                                   // year 1637, month 7, no day
///          parse_date<default_date_formats, date_pattern<"%d/%m/%Y">>("03/04/1999")
template <date_format... Formats>
[[nodiscard]] constexpr parsed<partial_date> parse_date(std::string_view text) noexcept {
  if constexpr (sizeof...(Formats) == 0) {
    if (const partial_date plain = detail::plain_date(text); plain.year != 0) return {plain};
  }
  const date_match found = detail::formats_or_default<Formats...>::type::match(text);
  if (found && found.length == text.size()) return {found.date};
  return detail::refuse<partial_date>(found, 0, "the end of the date", found.length);
}

/// Two dates with a dash between them, e.g. a life.
struct date_span {
  partial_date from{};
  partial_date to{};

  friend constexpr bool operator==(const date_span&, const date_span&) = default;
};

namespace detail {

inline constexpr std::array<std::string_view, 9> span_words{
    "-", "\xE2\x80\x93", "\xE2\x80\x94", "\xE2\x88\x92", "\xE2\x80\x92", "\xE2\x80\x91", "/", "to ", "until "};

// Returns the number of bytes of the dash or word at a place of the text; 0 if none.
[[nodiscard]] constexpr std::size_t span_word_length(std::string_view text, std::size_t at) noexcept {
  for (const std::string_view word : span_words) {
    if (text.substr(at, word.size()) == word) return word.size();
  }
  return 0;
}

template <date_format First, date_format Second>
[[nodiscard]] constexpr parsed<date_span> match_span(std::string_view text) noexcept {
  const bool bracket = !text.empty() && text[0] == '(';
  const std::size_t start = bracket ? skip_blanks(text, 1) : 0;
  const date_match from = First::match(text.substr(start));
  if (!from) return refuse<date_span>(from, start, "a date", start);
  std::size_t at = skip_blanks(text, start + from.length);
  const std::size_t dash = span_word_length(text, at);
  if (dash == 0) return refuse<date_span>(from, start, "a dash between two dates", at);
  const std::size_t second = skip_blanks(text, at + dash);
  const date_match to = Second::match(text.substr(second));
  if (!to) return refuse<date_span>(to, second, "a date", second);
  // "12–14 July 1637" is a range of days; parse_stated() reads it.
  const bool day_number = from.length <= 2 && from.date.year <= 31 && !has_month(from.date) && has_day(to.date);
  if (day_number && era_of(from.date) == era::ce) {
    return not_parsed<date_span>("a date with its month before the dash", start);
  }
  // "12/1637" and "5-1637" are as likely a month and a year as two years.
  const bool month_number = from.length <= 2 && from.date.year <= 12 && !has_month(to.date);
  if (month_number && dash == 1 && at == start + from.length && second == at + dash) {
    return not_parsed<date_span>("a month by its name, or blanks around the dash", start);
  }
  at = second + to.length;
  if (bracket) {
    at = skip_blanks(text, at);
    if (at >= text.size() || text[at] != ')') return refuse<date_span>(to, second, "a closing bracket", at);
    ++at;
  }
  if (at != text.size()) return refuse<date_span>(to, second, "the end of the span", at);
  // Also "1637-42", which would otherwise end in the year 42.
  if (date_rules::three_valued::order(from.date, to.date) == date_order::after) {
    return not_parsed<date_span>("an end that is not before the start", second);
  }
  return {date_span{from.date, to.date}};
}

}  // namespace detail

/// Parses the whole text as a span of two dates: "1593 – 12 July 1637", "(May 2, 1901 - May 12, 1990)", "1386-1413".
///
/// Shape:   hyphen, any dash, "/", "to" or "until", with or without blanks; round brackets or none
/// Errors:  as parse_date(); an end before the start; "12/1637" and "12-1637", which may be a month and a year;
///          "12–14 July 1637", a range of days
/// Differs: "1593-12 July 1637" is read as from 1593, although "1593-12" alone is an ISO month
template <date_format... Formats>
[[nodiscard]] constexpr parsed<date_span> parse_span(std::string_view text) noexcept {
  using formats = typename detail::formats_or_default<Formats...>::type;
  parsed<date_span> found = detail::match_span<formats, formats>(text);
  if constexpr (sizeof...(Formats) == 0) {
    if (!found) {
      if (const auto words = detail::match_span<written_date_formats, formats>(text)) return words;
    }
  }
  return found;
}

}  // namespace mhqa::inline v0_1
