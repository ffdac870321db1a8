// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A date with everything that a source states about it: approximate, uncertain, before, after, an interval, one of
// several dates, masked digits, a season, and the calendar. It holds what EDTF (ISO 8601-2:2019, levels 0 to 2) can
// say. E.g. to_edtf(approximate(partial_date{1637})).view() == "1637~"; see edtf.hpp, possible_days.hpp,
// stated_text.hpp.
#pragma once

#include <mhqa/date/calendar.hpp>
#include <mhqa/date/partial_date.hpp>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>

namespace mhqa::inline v0_1 {

/// The calendar in which a source counts. `dual`: the source gives the day in both; the value holds the Gregorian one.
enum class calendar_model : std::uint8_t { gregorian, julian, dual };

/// Doubts about a date or a part of it, as a set of bits.
enum class date_doubt : std::uint8_t {
  none = 0,
  approximate = 1,  ///< "c. 1637", EDTF ~
  uncertain = 2,    ///< "1637?", EDTF ?
  both = 3,         ///< EDTF %
};
[[nodiscard]] constexpr date_doubt operator|(date_doubt a, date_doubt b) noexcept {
  return static_cast<date_doubt>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}
[[nodiscard]] constexpr date_doubt operator&(date_doubt a, date_doubt b) noexcept {
  return static_cast<date_doubt>(static_cast<unsigned>(a) & static_cast<unsigned>(b));
}

/// The parts of the year that EDTF numbers beside the months.
enum class year_part : std::uint8_t {
  spring = 21,
  summer = 22,
  autumn = 23,
  winter = 24,
  northern_spring = 25,
  northern_summer = 26,
  northern_autumn = 27,
  northern_winter = 28,
  southern_spring = 29,
  southern_summer = 30,
  southern_autumn = 31,
  southern_winter = 32,
  quarter_1 = 33,
  quarter_2 = 34,
  quarter_3 = 35,
  quarter_4 = 36,
  quadrimester_1 = 37,
  quadrimester_2 = 38,
  quadrimester_3 = 39,
  half_1 = 40,
  half_2 = 41,
};

/// One date within a stated_date, or an end of an interval that has no date.
///
/// Shape: `month` 1..12, a year_part (21..41), or 0; `day` 1..31 or 0. A digit of `masked` is stored as 0
/// Units: `year` is astronomical: 0 is 1 BC
struct date_term {
  /// What the term has in place of a date.
  enum class end : std::uint8_t {
    date,
    open,     ///< EDTF "..": the interval has no bound on this side
    unknown,  ///< EDTF "": there is a bound, and nobody knows it
  };

  // Bits of `masked`: a digit that the source leaves unspecified (EDTF X).
  static constexpr std::uint8_t year_thousands = 0x80;
  static constexpr std::uint8_t year_hundreds = 0x40;
  static constexpr std::uint8_t year_tens = 0x20;
  static constexpr std::uint8_t year_units = 0x10;
  static constexpr std::uint8_t month_tens = 0x08;
  static constexpr std::uint8_t month_units = 0x04;
  static constexpr std::uint8_t day_tens = 0x02;
  static constexpr std::uint8_t day_units = 0x01;

  std::int16_t year{};
  std::uint8_t month{};
  std::uint8_t day{};
  std::uint8_t masked{};            ///< digits that are unspecified
  std::uint8_t doubts{};            ///< two bits of date_doubt for the year (lowest), the month and the day
  std::uint8_t significant : 3 {};  ///< EDTF S: how many digits of the year are significant; 0 = all
  bool negative_mask : 1 {};        ///< the year is masked, negative and its known digits are 0: "-00XX"
  bool to_next : 1 {};              ///< within a set: a range from this term to the next
  end what : 2 {end::date};

  friend constexpr bool operator==(const date_term&, const date_term&) = default;
};

/// The term of an exact, a partial or an unknown date.
[[nodiscard]] constexpr date_term term_of(partial_date date) noexcept {
  date_term term;
  term.year = date.year;
  term.month = date.month;
  term.day = date.day;
  return term;
}
[[nodiscard]] constexpr date_term term_of(date_term::end end) noexcept {
  date_term term;
  term.what = end;
  return term;
}

/// The doubt about the whole date: what all parts share that the date has.
[[nodiscard]] constexpr date_doubt doubt_of(date_term term) noexcept {
  unsigned shared = term.doubts & 3U;
  if (term.month != 0 || (term.masked & 0x0CU) != 0) shared &= term.doubts >> 2U & 3U;
  if (term.day != 0 || (term.masked & 0x03U) != 0) shared &= term.doubts >> 4U & 3U;
  return static_cast<date_doubt>(shared);
}

/// The doubt about any part of the date.
[[nodiscard]] constexpr date_doubt any_doubt_of(date_term term) noexcept {
  return static_cast<date_doubt>((term.doubts | term.doubts >> 2U | term.doubts >> 4U) & 3U);
}

/// The term with a doubt about each of its parts.
[[nodiscard]] constexpr date_term with_doubt(date_term term, date_doubt doubt) noexcept {
  const auto bits = static_cast<unsigned>(doubt);
  unsigned all = bits;
  if (term.month != 0 || (term.masked & 0x0CU) != 0) all |= bits << 2U;
  if (term.day != 0 || (term.masked & 0x03U) != 0) all |= bits << 4U;
  term.doubts = static_cast<std::uint8_t>(term.doubts | all);
  return term;
}

/// How the terms of a stated_date are combined.
enum class statement : std::uint8_t {
  nothing,   ///< no date
  date,      ///< one term: 1637, 163X, 1637-22, 1637~
  interval,  ///< two terms: 1593/1637, ../1300 ("before"), 1345/.. ("after")
  one_of,    ///< [1887,1893]: one of them, not known which
  all_of,    ///< {1887,1893}: each of them
};

/// A date as its source states it.
///
/// Shape:   60 bytes, trivially copyable; `count` terms are in use and the rest are value-initialised
/// Differs: == compares the statements, not the days: "1637" and "1637-01-01/1637-12-31" are different. For the days
///          see possible_days.hpp
struct stated_date {
  static constexpr std::size_t most_terms = 7;

  statement kind = statement::nothing;
  calendar_model calendar = calendar_model::gregorian;
  std::uint8_t count = 0;
  std::array<date_term, most_terms> term{};

  [[nodiscard]] constexpr explicit operator bool() const noexcept { return kind != statement::nothing; }
  [[nodiscard]] constexpr std::span<const date_term> terms() const noexcept { return {term.data(), count}; }
  [[nodiscard]] constexpr const date_term& first() const noexcept { return term[0]; }
  [[nodiscard]] constexpr const date_term& last() const noexcept { return term[count == 0 ? 0 : count - 1U]; }

  friend constexpr bool operator==(const stated_date&, const stated_date&) = default;
};

/// A statement of one term. Numbers in braces, `stated({1637, 7})`, are a date without any qualification.
template <std::same_as<date_term> Term>
[[nodiscard]] constexpr stated_date stated(Term term, calendar_model calendar = calendar_model::gregorian) noexcept {
  stated_date out;
  out.kind = statement::date;
  out.calendar = calendar;
  out.count = 1;
  out.term[0] = term;
  return out;
}

/// The date without any qualification.
[[nodiscard]] constexpr stated_date stated(partial_date date,
                                           calendar_model calendar = calendar_model::gregorian) noexcept {
  return stated(term_of(date), calendar);
}

/// The statement with a doubt about each of its dates.
/// Example: with_doubt(stated({1637}), date_doubt::uncertain)  // 1637?
[[nodiscard]] constexpr stated_date with_doubt(stated_date date, date_doubt doubt) noexcept {
  for (std::size_t i = 0; i < date.count; ++i) {
    if (date.term[i].what == date_term::end::date) date.term[i] = with_doubt(date.term[i], doubt);
  }
  return date;
}

/// "c. 1637": 1637~.
[[nodiscard]] constexpr stated_date approximate(partial_date date) noexcept {
  return with_doubt(stated(date), date_doubt::approximate);
}

/// "1637?": 1637?.
[[nodiscard]] constexpr stated_date uncertain(partial_date date) noexcept {
  return with_doubt(stated(date), date_doubt::uncertain);
}

/// The interval between two terms. "between A and B" is A/B too: the statement is about one day within.
template <std::same_as<date_term> Term>
[[nodiscard]] constexpr stated_date interval(Term from, Term to,
                                             calendar_model calendar = calendar_model::gregorian) noexcept {
  stated_date out;
  out.kind = statement::interval;
  out.calendar = calendar;
  out.count = 2;
  out.term[0] = from;
  out.term[1] = to;
  return out;
}
[[nodiscard]] constexpr stated_date interval(partial_date from, partial_date to) noexcept {
  return interval(term_of(from), term_of(to));
}

namespace detail {

// From one year to another, or to the last ones that a date may have.
[[nodiscard]] constexpr stated_date interval_of_years(std::int64_t first, std::int64_t last,
                                                      calendar_model calendar = calendar_model::gregorian) noexcept {
  const auto term = [](std::int64_t year) {
    return term_of({static_cast<std::int16_t>(std::clamp<std::int64_t>(year, min_year, max_year)), 0, 0});
  };
  return interval(term(first), term(last), calendar);
}

}  // namespace detail

/// "before 1300": ../1300. As in EDTF, 1300 itself is not excluded, so that nothing is called certain too early.
[[nodiscard]] constexpr stated_date before(partial_date date) noexcept {
  return interval(term_of(date_term::end::open), term_of(date));
}

/// "after 1345": 1345/..; 1345 itself is not excluded.
[[nodiscard]] constexpr stated_date after(partial_date date) noexcept {
  return interval(term_of(date), term_of(date_term::end::open));
}

/// "1887 or 1893": [1887,1893].
///
/// Errors: more than seven dates, or none, give an empty statement
[[nodiscard]] constexpr stated_date one_of(std::initializer_list<partial_date> dates) noexcept {
  if (dates.size() == 0 || dates.size() > stated_date::most_terms) return {};
  stated_date out;
  out.kind = statement::one_of;
  for (const partial_date date : dates) out.term[out.count++] = term_of(date);
  return out;
}

/// True for "before D": an interval without a known beginning.
[[nodiscard]] constexpr bool is_before(const stated_date& date) noexcept {
  return date.kind == statement::interval && date.term[0].what == date_term::end::open &&
         date.term[1].what == date_term::end::date;
}

/// True for "after D": an interval without an end.
[[nodiscard]] constexpr bool is_after(const stated_date& date) noexcept {
  return date.kind == statement::interval && date.term[1].what == date_term::end::open &&
         date.term[0].what == date_term::end::date;
}

/// True if the source doubts the date or a part of it.
[[nodiscard]] constexpr bool has_doubt(const stated_date& date, date_doubt doubt = date_doubt::both) noexcept {
  for (const date_term& term : date.terms()) {
    if ((any_doubt_of(term) & doubt) != date_doubt::none) return true;
  }
  return false;
}

/// The Gregorian partial date, if the statement is exactly that: one date without doubt, masked digits or season.
///
/// Shape:     a month or day that is wholly unspecified ("1637-XX") is not known; a Julian day is converted, a Julian
///            month or year is returned as written
/// Undefined: nothing for every other statement
[[nodiscard]] constexpr std::optional<partial_date> exact(const stated_date& date) noexcept {
  if (date.kind != statement::date) return std::nullopt;
  const date_term& term = date.term[0];
  if (term.what != date_term::end::date || term.doubts != 0 || term.significant != 0) return std::nullopt;
  if ((term.masked & ~0x0FU) != 0 || term.month > 12) return std::nullopt;
  const bool month_known = (term.masked & 0x0CU) == 0;
  const bool day_known = (term.masked & 0x03U) == 0;
  if (!month_known && (term.masked & 0x0CU) != 0x0CU) return std::nullopt;
  if (!day_known && (term.masked & 0x03U) != 0x03U) return std::nullopt;
  if (!month_known && term.day != 0) return std::nullopt;
  if (date.calendar == calendar_model::julian && term.day != 0) {
    const calendar_day day = day_from_number(julian_day_number({term.year, term.month, term.day}));
    return make_date(day.year, day.month, day.day).value;
  }
  return partial_date{term.year, term.month, term.day};
}

}  // namespace mhqa::inline v0_1
