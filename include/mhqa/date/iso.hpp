// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Dates as machines write them: ISO 8601 and EDTF (1637-07-12), and Wikidata's time values
// (+1637-07-12T00:00:00Z). Both may say 00 for a month or day that is not known.
#pragma once

#include <mhqa/date/format.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace mhqa::inline v0_1 {

/// The meaning of a negative year: in `astronomical` numbering 0 is 1 BC and -43 is 44 BC (ISO 8601, EDTF, RDF);
/// in `historical` numbering -44 is 44 BC and there is no 0 (Wikidata's JSON).
enum class year_numbering : std::uint8_t { astronomical, historical };

namespace detail {

inline constexpr std::string_view iso_year_range = "a year from -32767 to 32767";

// Two digits and no third; -1 when they are not there.
[[nodiscard]] constexpr int two_digits(std::string_view text, std::size_t at) noexcept {
  if (text.size() < at + 2 || !is_digit(text[at]) || !is_digit(text[at + 1])) return -1;
  if (text.size() > at + 2 && is_digit(text[at + 2])) return -1;
  return (text[at] - '0') * 10 + (text[at + 1] - '0');
}

// "-07-12", "-07" or nothing after a year that ends at a place.
[[nodiscard]] constexpr date_match match_month_and_day(std::string_view text, std::size_t at,
                                                       std::int16_t year) noexcept {
  const auto goes_on = [&] { return at + 1 < text.size() && text[at] == '-' && is_digit(text[at + 1]); };
  date_match out{.date = {year, 0, 0}, .length = at};
  if (!goes_on()) return out;
  const int month = two_digits(text, at + 1);
  if (month < 0 || month > 12) return no_date("a month from 00 to 12", at + 1, at + 3);
  out.date.month = static_cast<std::uint8_t>(month);
  out.length = at += 3;
  if (!goes_on()) return out;
  const int day = two_digits(text, at + 1);
  if (day < 0 || day > days_in_month(year, month)) {
    return no_date(month == 0 ? "day 00 after month 00" : "a day that the month has", at + 1, at + 3);
  }
  out.date.day = static_cast<std::uint8_t>(day);
  out.length = at + 3;
  return out;
}

// [+-]YYYY[-MM[-DD]]. Without a sign a year has exactly four digits.
[[nodiscard]] constexpr date_match match_numbers(std::string_view text, year_numbering numbering) noexcept {
  const bool has_sign = !text.empty() && (text[0] == '+' || text[0] == '-');
  const std::size_t first = has_sign ? 1 : 0;
  constexpr std::size_t most_digits = 16;  // Wikidata pads years up to this width
  std::size_t at = first;
  std::int64_t year = 0;
  while (at < text.size() && is_digit(text[at]) && at - first <= most_digits) year = year * 10 + (text[at++] - '0');
  if (at - first < 4 || (!has_sign && at - first > 4)) return no_date("a year of four digits", 0);
  if (has_sign && text[0] == '-') year = -year;
  if (numbering == year_numbering::historical) {
    if (year == 0) return no_date("a year other than 0", 0, at);
    if (year < 0) ++year;
  }
  if (at - first > most_digits || year < min_year || year > max_year) return no_date(iso_year_range, 0, at);

  return match_month_and_day(text, at, static_cast<std::int16_t>(year));
}

}  // namespace detail

/// ISO 8601: 1637-07-12, 1637-07, 1637, +12345-01-31, -0043-03-15 (44 BC).
///
/// Shape:   a month or day 00 is not known, so that "1637-07-00" is "1637-07"
/// Source:  ISO 8601-1:2019, 5.2.2; years are astronomical
struct iso_date {
  static constexpr byte_set first_bytes = bytes_of("+-0123456789");

  [[nodiscard]] static constexpr date_match match(std::string_view text) noexcept {
    return detail::match_numbers(text, year_numbering::astronomical);
  }
};

/// A Wikidata time value: +1637-07-12T00:00:00Z.
///
/// Shape:  years are historical, as in Wikidata's JSON; wikidata_time<year_numbering::astronomical> reads its RDF
/// Source: Wikibase data model, JSON, "time"
template <year_numbering Numbering = year_numbering::historical>
struct wikidata_time {
  static constexpr byte_set first_bytes = bytes_of("+-");

  [[nodiscard]] static constexpr date_match match(std::string_view text) noexcept {
    constexpr std::string_view midnight = "T00:00:00Z";
    if (text.empty() || (text[0] != '+' && text[0] != '-')) return no_date("a sign before the year", 0);
    date_match found = detail::match_numbers(text, Numbering);
    if (!found) return found;
    if (text.substr(found.length, midnight.size()) != midnight) return no_date("T00:00:00Z", found.length);
    found.length += midnight.size();
    return found;
  }
};

}  // namespace mhqa::inline v0_1
