// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads the parts of a spelled date one after another: day, month, year, era, ordinal ending, white space.
// Building blocks of date_pattern and stated_text.hpp.
#pragma once

#include <mhqa/ascii.hpp>
#include <mhqa/date/format.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace mhqa::inline v0_1::detail {

// What can be missing.
namespace date_part {
inline constexpr std::string_view day = "a day from 1 to 31";
inline constexpr std::string_view month_number = "a month from 1 to 12";
inline constexpr std::string_view month_name = "the name of a month";
inline constexpr std::string_view year = "a year";
inline constexpr std::string_view year_from_one = "a year from 1";
inline constexpr std::string_view year_in_range = "a year of at most 16 bits";
inline constexpr std::string_view longer_year = "a year of more digits";
inline constexpr std::string_view era = "an era";
inline constexpr std::string_view ordinal = "an ordinal ending";
inline constexpr std::string_view blank = "a blank";
inline constexpr std::string_view other = "the punctuation of the format";
inline constexpr std::string_view day_of_month = "a day that the month has";
}  // namespace date_part

enum class era_said : std::uint8_t { none, common, before_common };

// Progress through a text: the parts that have been read, and the one that could not be.
struct date_reader {
  std::string_view text;
  std::size_t at = 0;          // where reading goes on; after a miss, where the part was wanted
  std::size_t understood = 0;  // after a miss: the end of the part that was read but is wrong, or 0
  std::size_t day_at = 0;
  std::size_t year_at = 0;
  int year = 0;
  std::uint8_t month = 0;
  std::uint8_t day = 0;
  era_said era = era_said::none;
  bool short_year = false;  // fewer digits than the pattern wants without an era
  std::string_view missed = date_part::other;

  constexpr bool miss(std::string_view part) noexcept {
    missed = part;
    return false;
  }
  constexpr bool wrong(std::string_view part, std::size_t end) noexcept {
    understood = end;
    return miss(part);
  }
  [[nodiscard]] constexpr bool digit_at(std::size_t i) const noexcept { return i < text.size() && is_digit(text[i]); }
  [[nodiscard]] constexpr bool letter_at(std::size_t i) const noexcept { return i < text.size() && is_letter(text[i]); }
};

// The miss as a result.
[[nodiscard]] constexpr date_match no_part(std::string_view part, std::size_t at, std::size_t reached) noexcept {
  return mhqa::no_date(part, at, reached > at ? reached : at);
}

// One or two digits, no third.
[[nodiscard]] constexpr bool read_two_digits(date_reader& in, int least, int most, std::uint8_t& out,
                                             std::string_view part) noexcept {
  if (!in.digit_at(in.at)) return in.miss(part);
  int value = in.text[in.at] - '0';
  std::size_t end = in.at + 1;
  if (in.digit_at(end)) value = value * 10 + (in.text[end++] - '0');
  if (in.digit_at(end)) return in.miss(part);
  if (value < least || value > most) return in.wrong(part, end);
  out = static_cast<std::uint8_t>(value);
  in.at = end;
  return true;
}

// A whole run of digits. More of them than any padded year has end the reading, however long the run is.
[[nodiscard]] constexpr bool read_year(date_reader& in, std::size_t least_digits) noexcept {
  constexpr std::size_t most_digits = 16;
  const std::size_t limit = std::min(in.text.size(), in.at + most_digits + 1);
  std::size_t end = in.at;
  std::int64_t value = 0;
  while (end < limit && is_digit(in.text[end])) value = value * 10 + (in.text[end++] - '0');
  if (end == in.at) return in.miss(date_part::year);
  if (end - in.at > most_digits || value > 1 - min_year) return in.wrong(date_part::year_in_range, end);
  if (value == 0) return in.wrong(date_part::year_from_one, end);
  in.year_at = in.at;
  in.short_year = end - in.at < least_digits;
  in.year = static_cast<int>(value);
  in.at = end;
  return true;
}

[[nodiscard]] constexpr bool read_month_name(date_reader& in, bool capital) noexcept {
  if (!in.letter_at(in.at) || (capital && !is_upper(in.text[in.at]))) return in.miss(date_part::month_name);
  const month_match found = match_month(in.text.substr(in.at));
  if (found.month == 0) return in.miss(date_part::month_name);
  in.month = static_cast<std::uint8_t>(found.month);
  in.at += found.length;
  return true;
}

// AD, CE, BC, BCE; in any case, with a full stop after each letter or after none.
[[nodiscard]] constexpr bool read_era(date_reader& in, bool capital) noexcept {
  if (!in.letter_at(in.at) || (capital && !is_upper(in.text[in.at]))) return in.miss(date_part::era);
  char letters[3]{};
  std::size_t count = 0;
  std::size_t end = in.at;
  const bool dotted = end + 1 < in.text.size() && in.text[end + 1] == '.';
  while (count < 3 && in.letter_at(end)) {
    letters[count++] = ascii::to_lower(in.text[end++]);
    if (dotted && end < in.text.size() && in.text[end] == '.') ++end;
  }
  const std::string_view word{letters, count};
  if (in.letter_at(end) || !(word == "bc" || word == "bce" || word == "ad" || word == "ce"))
    return in.miss(date_part::era);
  in.era = letters[0] == 'b' ? era_said::before_common : era_said::common;
  in.at = end;
  return true;
}

// "st", "nd", "rd" or "th", whichever the day.
[[nodiscard]] constexpr bool read_ordinal(date_reader& in) noexcept {
  if (!in.letter_at(in.at) || !in.letter_at(in.at + 1) || in.letter_at(in.at + 2)) return in.miss(date_part::ordinal);
  const char first = ascii::to_lower(in.text[in.at]);
  const char second = ascii::to_lower(in.text[in.at + 1]);
  const bool known = (second == 'h' && first == 't') || (second == 't' && first == 's') ||
                     (second == 'd' && (first == 'n' || first == 'r'));
  if (!known) return in.miss(date_part::ordinal);
  in.at += 2;
  return true;
}

}  // namespace mhqa::inline v0_1::detail
