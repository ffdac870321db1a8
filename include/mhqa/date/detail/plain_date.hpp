// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The forms that most texts and tables use, read at once: "12 July 1637", "July 12, 1637", "July 1637", "1637",
// "1637-07-12", also with or without the comma. parse_date() and parse_stated() read all of them as well, but try every
// optional part on the way.
#pragma once

#include <mhqa/ascii.hpp>
#include <mhqa/date/calendar.hpp>
#include <mhqa/date/month_name.hpp>
#include <mhqa/date/partial_date.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace mhqa::inline v0_1::detail {

// The number that two digits spell; 100 if one of them is no digit.
[[nodiscard]] constexpr unsigned two_digit_number(char tens, char ones) noexcept {
  const unsigned high = static_cast<unsigned char>(tens) - unsigned{'0'};
  const unsigned low = static_cast<unsigned char>(ones) - unsigned{'0'};
  return high > 9 || low > 9 ? 100 : high * 10 + low;
}

// A date of which every part is present; empty (year 0) for a day that does not exist.
[[nodiscard]] constexpr partial_date plain_day(unsigned year, unsigned month, unsigned day) noexcept {
  if (day - 1 > 30) return {};
  if (day > 28 && static_cast<int>(day) > days_in_month(static_cast<int>(year), static_cast<int>(month))) return {};
  return {static_cast<std::int16_t>(year), static_cast<std::uint8_t>(month), static_cast<std::uint8_t>(day)};
}

// The month of a name in full with one capital, or 0.
[[nodiscard]] constexpr unsigned plain_month(std::string_view name) noexcept {
  if (name.size() < 3) return 0;
  const int month = month_of_key(month_key(ascii::to_lower(name[0]), name[1], name[2]));
  return name == month_names[static_cast<std::size_t>(month)] ? static_cast<unsigned>(month) : 0;
}

// A year from 100 to 9999 in four digits, or 0.
[[nodiscard]] constexpr unsigned plain_year(std::string_view text) noexcept {
  const unsigned century = two_digit_number(text[0], text[1]);
  const unsigned rest = two_digit_number(text[2], text[3]);
  return century - 1 > 98 || rest > 99 ? 0 : century * 100 + rest;
}

// "July", "12 July", "July 12". The day is the one digit or two before the first blank or after the last.
[[nodiscard]] constexpr partial_date plain_month_and_day(std::string_view text, unsigned year) noexcept {
  const std::size_t end = text.size();
  const bool day_first = is_digit(text[0]);
  if (!day_first && !is_digit(text[end - 1])) {
    const unsigned month = plain_month(text);
    return {static_cast<std::int16_t>(month == 0 ? 0 : year), static_cast<std::uint8_t>(month), 0};
  }
  if (end < 5) return {};
  const std::size_t digits = (day_first ? text[1] : text[end - 2]) == ' ' ? 1 : 2;
  if ((day_first ? text[digits] : text[end - digits - 1]) != ' ') return {};
  const std::size_t at = day_first ? 0 : end - digits;
  const unsigned day = two_digit_number(digits == 1 ? '0' : text[at], text[at + digits - 1]);
  const unsigned month = plain_month(text.substr(day_first ? digits + 1 : 0, end - digits - 1));
  return month == 0 ? partial_date{} : plain_day(year, month, day);
}

// The date that the whole text spells in one of these forms, with a year from 100 to 9999 in four digits. Empty (year
// 0) for every other text, which may be a date nevertheless.
[[nodiscard]] constexpr partial_date plain_date(std::string_view text) noexcept {
  const std::size_t size = text.size();
  if (size < 4 || size > 18) return {};
  if (size == 10 && text[4] == '-') {
    const unsigned month = two_digit_number(text[5], text[6]);
    const unsigned year = plain_year(text);
    return text[7] != '-' || year == 0 || month - 1 > 11 ? partial_date{}
                                                         : plain_day(year, month, two_digit_number(text[8], text[9]));
  }
  const unsigned year = plain_year(text.substr(size - 4));
  if (size == 4 || year == 0) return {static_cast<std::int16_t>(year), 0, 0};
  if (size < 8 || text[size - 5] != ' ') return {};
  const std::size_t end = size - (text[size - 6] == ',' ? 6 : 5);
  return plain_month_and_day(text.substr(0, end), year);
}

}  // namespace mhqa::inline v0_1::detail
