// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A date as text: the published spellings, ISO 8601, EDTF and Wikidata's time, in a buffer of its own.
// E.g. spell(date).view() == "May 09, 1991".
#pragma once

#include <mhqa/date/month_name.hpp>
#include <mhqa/date/partial_date.hpp>
#include <mhqa/error.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace mhqa::inline v0_1 {

/// How a date is written. What a date does not know is left out: "May 1991", "1991".
enum class date_style : std::uint8_t {
  padded_month_first,  ///< "May 09, 1991": the published one, as in reasoning questions
  padded_day_first,    ///< "09 May 1991"
  glued_month_first,   ///< "May 9, 1991" but "May14, 1991": the published program pads the day with a blank
  day_first,           ///< "9 May 1991"
  day_first_comma,     ///< "9 May, 1991"; without a day "May, 1991"
  blank_month_first,   ///< "May  9, 1991", "May 14, 1991": padded with a blank
  month_first,         ///< "May 9, 1991"
  iso,                 ///< "1991-05-09", "1991-05", "1991"; "-0043-03-15" is 44 BC; "+12345-01-31"
  edtf,                ///< as iso, but "Y12345" for a long year by itself
  wikidata,            ///< "+1991-05-09T00:00:00Z", with 00 for an unknown month or day; 44 BC is -0044
};

/// A text of at most so many bytes, in place: nothing to free.
template <std::size_t Capacity>
class text_in_place {
 public:
  [[nodiscard]] constexpr std::string_view view() const noexcept { return {text_.data(), size_}; }
  // NOLINTNEXTLINE(google-explicit-constructor): it is a text
  [[nodiscard]] constexpr operator std::string_view() const noexcept { return view(); }

  /// What does not fit is left out; no spelling of a date comes near its capacity.
  constexpr void append(char c) noexcept {
    if (size_ < text_.size()) text_[size_++] = c;
  }
  constexpr void append(std::string_view text) noexcept {
    for (const char c : text) append(c);
  }
  /// Appends a number, filled up on the left to a width.
  ///
  /// Requires: number >= 0
  constexpr void append_number(int number, int width = 1, char fill = '0') noexcept {
    MHQA_EXPECTS(number >= 0, "mhqa::text_in_place::append_number: expected a number of 0 or more");
    int scale = 1;
    int digits = 1;
    for (; number / scale >= 10; ++digits) scale *= 10;
    for (; width > digits; --width) append(fill);
    for (; scale > 0; scale /= 10) append(static_cast<char>('0' + number / scale % 10));
  }

  friend constexpr bool operator==(const text_in_place& a, const text_in_place& b) noexcept {
    return a.view() == b.view();
  }

 private:
  static_assert(Capacity < 256, "mhqa::text_in_place: expected a capacity of at most 255 bytes");

  std::array<char, Capacity> text_{};
  std::uint8_t size_ = 0;
};

/// A spelled date; the longest is "September  3, 32767 BC".
using date_text = text_in_place<39>;

namespace detail {

constexpr void append_iso(date_text& out, partial_date date, int year, bool always_signed, bool zeros) noexcept {
  const int size = year < 0 ? -year : year;
  if (year < 0) {
    out.append('-');
  } else if (always_signed || size > 9999) {
    out.append('+');
  }
  out.append_number(size, 4);
  if (!zeros && !has_month(date)) return;
  out.append('-');
  out.append_number(date.month, 2);
  if (!zeros && !has_day(date)) return;
  out.append('-');
  out.append_number(date.day, 2);
}

constexpr void append_words(date_text& out, partial_date date, date_style style) noexcept {
  const std::string_view month = month_names[date.month <= 12 ? date.month : 0];
  const bool day_first =
      style == date_style::padded_day_first || style == date_style::day_first || style == date_style::day_first_comma;
  const bool padded = style == date_style::padded_month_first || style == date_style::padded_day_first;
  if (has_day(date) && day_first) {
    out.append_number(date.day, padded ? 2 : 1);
    out.append(' ');
  }
  if (has_month(date)) {
    out.append(month);
    if (has_day(date) && !day_first) {
      const bool blank = style == date_style::glued_month_first || style == date_style::blank_month_first;
      if (style != date_style::glued_month_first) out.append(' ');
      out.append_number(date.day, padded || blank ? 2 : 1, blank ? ' ' : '0');
      out.append(',');
    } else if (style == date_style::day_first_comma) {
      out.append(',');
    }
    out.append(' ');
  }
  out.append_number(historical_year(date));
  if (era_of(date) == era::bce) out.append(" BC");
}

/// Appends a time of Wikidata. The date may be one of the Julian calendar, such as 29 February 1700.
constexpr void append_wikidata(date_text& out, partial_date date) noexcept {
  append_iso(out, date, era_of(date) == era::ce ? historical_year(date) : -historical_year(date), true, true);
  out.append("T00:00:00Z");
}

[[noreturn]] inline void refuse_to_spell(partial_date date) {
  throw_usage_error("mhqa::spell: expected a date that the calendar has, found year " + std::to_string(date.year) +
                    ", month " + std::to_string(date.month) + ", day " + std::to_string(date.day));
}

}  // namespace detail

/// The date in one style.
///
/// Errors:  usage_error unless is_valid(date)
/// Shape:   a year before AD 1 is written historically with " BC" in words, astronomically in iso and edtf
/// Source:  Ho et al. 2022 (HieraDate), date_support.py, convert_date2str; EDTF (ISO 8601-2:2019), levels 0 and 1
/// Differs: EDTF has no form for a month of a year beyond four digits; ISO's expanded form is written then
/// Example: spell({1637, 7}, date_style::edtf).view()  // "1637-07"
[[nodiscard]] constexpr date_text spell(partial_date date, date_style style = date_style::padded_month_first) {
  if (!is_valid(date)) detail::refuse_to_spell(date);
  date_text out;
  if (style == date_style::wikidata) {
    detail::append_wikidata(out, date);
  } else if (style == date_style::edtf && !has_month(date) && (date.year > 9999 || date.year < -9999)) {
    out.append('Y');
    if (date.year < 0) out.append('-');
    out.append_number(date.year < 0 ? -date.year : date.year);
  } else if (style == date_style::iso || style == date_style::edtf) {
    detail::append_iso(out, date, date.year, false, false);
  } else {
    detail::append_words(out, date, style);
  }
  return out;
}

/// The EDTF form of a date that the source calls approximate: "1637~".
[[nodiscard]] constexpr date_text spell_approximate(partial_date date) {
  date_text out = spell(date, date_style::edtf);
  out.append('~');
  return out;
}

/// Up to six texts.
struct date_spellings {
  std::array<date_text, 6> texts{};
  std::size_t count{};

  [[nodiscard]] constexpr const date_text* begin() const noexcept { return texts.data(); }
  [[nodiscard]] constexpr const date_text* end() const noexcept { return texts.data() + count; }
  [[nodiscard]] constexpr std::size_t size() const noexcept { return count; }
};

/// Every published spelling of a date, in the published order: six of a day, two of a month, one of a year.
///
/// Source: HieraDate date_support.py, convert_date2str; a data set's own date string is looked up in this list
[[nodiscard]] constexpr date_spellings published_spellings(partial_date date) {
  constexpr std::array<date_style, 6> of_day{date_style::padded_month_first, date_style::padded_day_first,
                                             date_style::glued_month_first,  date_style::day_first,
                                             date_style::day_first_comma,    date_style::blank_month_first};
  constexpr std::array<date_style, 2> of_month{date_style::padded_month_first, date_style::day_first_comma};
  date_spellings out;
  const date_style* const styles = has_day(date) ? of_day.data() : of_month.data();
  const std::size_t count = has_day(date) ? of_day.size() : has_month(date) ? of_month.size() : 1;
  for (; out.count < count; ++out.count) out.texts[out.count] = spell(date, styles[out.count]);
  return out;
}

}  // namespace mhqa::inline v0_1
