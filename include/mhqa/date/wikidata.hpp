// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Wikidata's time values as stated dates: the time, its precision and its calendar model; signed as in JSON and dumps,
// unsigned as in SPARQL results, or with QuickStatements' suffix. E.g. parse_wikidata({.time = "+1637-07-12T00:00:00Z",
// .precision = 9}) is the year 1637. io/date_text.hpp reads the JSON objects around them.
#pragma once

#include <mhqa/date/detail/plain_date.hpp>
#include <mhqa/date/edtf.hpp>
#include <mhqa/date/iso.hpp>
#include <mhqa/date/possible_days.hpp>
#include <mhqa/date/spell.hpp>
#include <mhqa/date/stated_date.hpp>
#include <mhqa/error.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace mhqa::inline v0_1 {

/// The calendars that a Wikidata time value names.
inline constexpr std::string_view wikidata_gregorian = "http://www.wikidata.org/entity/Q1985727";
inline constexpr std::string_view wikidata_julian = "http://www.wikidata.org/entity/Q1985786";

/// The members of a Wikidata time value.
struct wikidata_value {
  std::string_view time;       ///< "+1637-07-12T00:00:00Z", "1637-07-12T00:00:00Z", "+1637-07-12T00:00:00Z/9/J"
  int precision = not_stated;  ///< 6 = millennium, 7 = century, 8 = decade, 9 = year, 10 = month, 11 = day …
  std::string_view calendar_model = {};                   ///< an entity's URI or id; empty: Gregorian
  year_numbering numbering = year_numbering::historical;  ///< astronomical in RDF and SPARQL results

  static constexpr int not_stated = -1;
};

namespace detail {

struct wikidata_parts {
  std::int64_t year = 0;  // as written, with its sign
  int month = 0;
  int day = 0;
};

[[nodiscard]] constexpr std::optional<calendar_model> calendar_of(std::string_view model) noexcept {
  std::size_t start = model.size();
  while (start > 0 && model[start - 1] != '/') --start;
  const std::string_view id = model.substr(start);
  if (id.empty() || id == "Q1985727" || id == "Q12138") return calendar_model::gregorian;
  if (id == "Q1985786" || id == "Q11184") return calendar_model::julian;
  return std::nullopt;
}

// `size` years of which `year` is one, as people count them: 1601 to 1700, 100 BC to 1 BC.
[[nodiscard]] constexpr parsed<stated_date> counted_from_one(std::int64_t year, int size,
                                                             calendar_model calendar) noexcept {
  // Astronomical: 17th century = 1601..1700, first century BC = -99..0.
  const std::int64_t before = year - 1;
  const std::int64_t first = (before >= 0 ? before / size : -((-before + size - 1) / size)) * size + 1;
  const std::int64_t last = first + size - 1;
  if (first < min_year || last > max_year) return not_parsed<stated_date>(iso_year_range, 0);
  return {interval_of_years(first, last, calendar)};
}

// "163X", or an interval: the 40s BC are 49 to 40 BC, and the decades on both sides of 1 BC have nine years.
[[nodiscard]] constexpr stated_date decade_of(std::int64_t year, calendar_model calendar) noexcept {
  if (year >= 10 && year <= 9999) {
    date_term term;
    term.year = static_cast<std::int16_t>(year / 10 * 10);
    term.masked = date_term::year_units;
    return stated(term, calendar);
  }
  const std::int64_t decade = (year > 0 ? year : 1 - year) / 10 * 10;  // 40 for 49 to 40 BC
  if (year > 0) return interval_of_years(std::max<std::int64_t>(decade, 1), decade + 9, calendar);
  return interval_of_years(-8 - decade, std::min<std::int64_t>(1 - decade, 0), calendar);
}

// Reads a time value: [+-]year-month-day[Ttime][/precision[/J]].
class wikidata_reader {
 public:
  constexpr explicit wikidata_reader(const wikidata_value& value) noexcept : value_{value}, text_{value.time} {}

  [[nodiscard]] constexpr parsed<stated_date> read() noexcept {
    if (!read_day() || !read_time() || !read_precision()) return not_parsed<stated_date>(expected_, at_);
    if (at_ != text_.size()) return not_parsed<stated_date>("the end of the time", at_);
    return state();
  }

 private:
  static constexpr int millennium = 6, century = 7, decade = 8, year = 9, month = 10, day = 11, second = 14;

  constexpr bool miss(std::string_view expected, std::size_t at) noexcept {
    expected_ = expected;
    at_ = at;
    return false;
  }
  [[nodiscard]] constexpr bool next_is(char c) const noexcept { return at_ < text_.size() && text_[at_] == c; }
  [[nodiscard]] constexpr bool has_sign() const noexcept {
    return !text_.empty() && (text_[0] == '+' || text_[0] == '-');
  }

  constexpr bool read_two(int most, int& out) noexcept {
    out = next_is('-') && at_ + 3 <= text_.size() ? static_cast<int>(two_digit_number(text_[at_ + 1], text_[at_ + 2]))
                                                  : 100;
    if (out > most) return false;
    at_ += 3;
    return true;
  }

  constexpr bool read_day() noexcept {
    constexpr std::size_t most_digits = 16;
    first_ = at_ = has_sign() ? 1 : 0;
    for (; at_ < text_.size() && is_digit(text_[at_]) && at_ - first_ <= most_digits; ++at_) {
      parts_.year = parts_.year * 10 + (text_[at_] - '0');
    }
    const std::size_t digits = at_ - first_;
    if (digits < (has_sign() ? 1U : 4U) || digits > most_digits) {
      return miss("a Wikidata time such as +1637-07-12T00:00:00Z", 0);
    }
    if (text_[0] == '-') parts_.year = -parts_.year;
    if (!read_two(12, parts_.month)) return miss("a month from 00 to 12", at_ + 1);
    return read_two(31, parts_.day) || miss("a day from 00 to 31", at_ + 1);
  }

  constexpr bool read_time() noexcept {
    if (!next_is('T')) return !has_sign() || miss("T00:00:00Z", at_);
    const std::size_t length = time_length(text_.substr(at_ + 1));
    if (length == 0) return miss("a time of day such as 00:00:00Z", at_ + 1);
    at_ += 1 + length;
    return true;
  }

  constexpr bool read_precision() noexcept {
    calendar_ = calendar_of(value_.calendar_model);
    if (!calendar_) return miss("the Gregorian or the Julian calendar model", 0);
    if (!next_is('/') || value_.precision != wikidata_value::not_stated) return true;
    const std::size_t start = ++at_;
    int precision = 0;
    while (at_ < text_.size() && is_digit(text_[at_]) && at_ - start < 2)
      precision = precision * 10 + (text_[at_++] - '0');
    if (at_ == start) return miss("a precision from 6 to 14", at_);
    value_.precision = precision;
    if (text_.substr(at_) == "/J") {
      calendar_ = calendar_model::julian;
      at_ += 2;
    }
    return true;
  }

  // Leaves out what is finer than the precision; false if a part is missing.
  constexpr bool apply_precision() noexcept {
    const int precision = value_.precision;
    if (precision == wikidata_value::not_stated) return true;
    if (precision < millennium || precision > second) return miss("a precision from 6 (millennium) to 14", 0);
    if (precision <= year) parts_.month = 0;
    if (precision <= month) parts_.day = 0;
    if (precision >= month && parts_.month == 0) {
      return miss("a month, because the precision is a month or finer", first_);
    }
    return precision < day || parts_.day != 0 || miss("a day, because the precision is a day or finer", first_);
  }

  [[nodiscard]] constexpr parsed<stated_date> state() noexcept {
    if (value_.numbering == year_numbering::historical) {
      if (parts_.year == 0) return not_parsed<stated_date>("a year other than 0", 0);
      if (parts_.year < 0) ++parts_.year;
    }
    if (!apply_precision()) return not_parsed<stated_date>(expected_, at_);
    if (value_.precision == millennium) return counted_from_one(parts_.year, 1000, *calendar_);
    if (value_.precision == century) return counted_from_one(parts_.year, 100, *calendar_);
    if (parts_.year < min_year || parts_.year > max_year) return not_parsed<stated_date>(iso_year_range, 0);
    if (value_.precision == decade) return {decade_of(parts_.year, *calendar_)};
    if (parts_.day != 0 && parts_.month == 0) return not_parsed<stated_date>("day 00 after month 00", first_);
    const stated_date out =
        stated(partial_date{static_cast<std::int16_t>(parts_.year), static_cast<std::uint8_t>(parts_.month),
                            static_cast<std::uint8_t>(parts_.day)},
               *calendar_);
    if (!is_possible(out)) return not_parsed<stated_date>("a day that the month has", first_);
    return {out};
  }

  wikidata_value value_;
  std::string_view text_;
  std::size_t at_ = 0, first_ = 0;
  wikidata_parts parts_{};
  std::optional<calendar_model> calendar_{};
  std::string_view expected_{};
};

}  // namespace detail

/// The date that a Wikidata time value states.
///
/// Shape:   a millennium or century is an interval (the 17th century is 1601/1700), a decade "163X"; a year, month or
///          day is that alone, whatever filler the time has after it. Hours and finer are the day
/// Errors:  a precision coarser than a millennium; a calendar other than the two; a day or month that is 00 although
///          the precision asks for it; a day that its calendar does not have (29 February 1700 is Julian only)
/// Source:  Wikibase data model, JSON, "time"; Wikibase RDF export; QuickStatements' "/9" and "/J"
/// Example: to_edtf(*parse_wikidata({.time = "+1637-01-01T00:00:00Z", .precision = 9})).view()  // "1637"
[[nodiscard]] constexpr parsed<stated_date> parse_wikidata(wikidata_value value) noexcept {
  return detail::wikidata_reader{value}.read();
}

/// A stated date as Wikidata holds it.
struct wikidata_text {
  date_text time;
  int precision = 0;
  std::string_view calendar_model = wikidata_gregorian;

  friend constexpr bool operator==(const wikidata_text&, const wikidata_text&) = default;
};

/// The Wikidata time value of one year, decade, month or day.
///
/// Undefined: nothing for a statement that such a value cannot hold: a doubt, a set, an interval, other masked digits
/// Example:   to_wikidata(stated({1637}))->time.view()  // "+1637-00-00T00:00:00Z", precision 9
[[nodiscard]] constexpr std::optional<wikidata_text> to_wikidata(const stated_date& date) noexcept {
  if (date.kind != statement::date || has_doubt(date)) return std::nullopt;
  const date_term& term = date.first();
  if (term.significant != 0 || term.month > 12) return std::nullopt;
  const bool decade = term.masked == date_term::year_units && term.month == 0 && term.year > 0;
  if (term.masked != 0 && !decade) return std::nullopt;
  wikidata_text out;
  detail::append_wikidata(out.time, partial_date{term.year, term.month, term.day});
  out.precision = decade ? 8 : term.month == 0 ? 9 : term.day == 0 ? 10 : 11;
  if (date.calendar == calendar_model::julian) out.calendar_model = wikidata_julian;
  return out;
}

}  // namespace mhqa::inline v0_1
