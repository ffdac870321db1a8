// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Wikidata's time values as stated dates: the time, its precision and its calendar model; signed as in JSON and dumps,
// unsigned as in SPARQL results, or with QuickStatements' suffix. E.g. parse_wikidata({.time = "+1637-07-12T00:00:00Z",
// .precision = 9}) is the year 1637. io/stated_date_json.hpp reads the JSON objects around them.
#pragma once

#include <mhqa/date/edtf.hpp>
#include <mhqa/date/iso.hpp>
#include <mhqa/date/possible_days.hpp>
#include <mhqa/date/spell.hpp>
#include <mhqa/date/stated_date.hpp>
#include <mhqa/error.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace mhqa {
inline namespace v0_1 {

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
  if (first < min_year || last > max_year) return not_parsed<stated_date>("a year from -32767 to 32767", 0);
  const auto of = [](std::int64_t y) { return term_of(partial_date{static_cast<std::int16_t>(y), 0, 0}); };
  return {interval(of(first), of(last), calendar)};
}

// "163X", or an interval: the 40s BC are 49 to 40 BC, and the decades on both sides of 1 BC have nine years.
[[nodiscard]] constexpr stated_date decade_of(std::int64_t year, calendar_model calendar) noexcept {
  if (year >= 10 && year <= 9999) {
    date_term term;
    term.year = static_cast<std::int16_t>(year / 10 * 10);
    term.masked = date_term::year_units;
    return stated(term, calendar);
  }
  const auto of = [](std::int64_t y) { return term_of(partial_date{static_cast<std::int16_t>(y), 0, 0}); };
  if (year > 0)
    return interval(of(year < 10 ? 1 : year / 10 * 10),
                    of(year / 10 * 10 + 9 > max_year ? max_year : year / 10 * 10 + 9), calendar);
  const std::int64_t decade = (1 - year) / 10 * 10;  // 40 for 49 to 40 BC
  const std::int64_t first = 1 - (decade + 9);
  return interval(of(first < min_year ? min_year : first), of(decade == 0 ? 0 : 1 - decade), calendar);
}

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
  const std::string_view text = value.time;
  std::size_t at = 0;
  const bool negative = !text.empty() && text[0] == '-';
  const bool has_sign = negative || (!text.empty() && text[0] == '+');
  if (has_sign) ++at;
  detail::wikidata_parts parts;
  const std::size_t first = at;
  constexpr std::size_t most_digits = 16;
  for (; at < text.size() && detail::is_digit(text[at]) && at - first <= most_digits; ++at) {
    parts.year = parts.year * 10 + (text[at] - '0');
  }
  if (at - first < (has_sign ? 1U : 4U) || at - first > most_digits) {
    return not_parsed<stated_date>("a Wikidata time such as +1637-07-12T00:00:00Z", 0);
  }
  if (negative) parts.year = -parts.year;
  const auto two = [&](int most, int& out) {
    if (at + 3 > text.size() || text[at] != '-' || !detail::is_digit(text[at + 1]) || !detail::is_digit(text[at + 2])) {
      return false;
    }
    out = (text[at + 1] - '0') * 10 + (text[at + 2] - '0');
    if (out > most) return false;
    at += 3;
    return true;
  };
  if (!two(12, parts.month)) return not_parsed<stated_date>("a month from 00 to 12", at + 1);
  if (!two(31, parts.day)) return not_parsed<stated_date>("a day from 00 to 31", at + 1);
  if (at < text.size() && text[at] == 'T') {
    const std::size_t length = detail::time_length(text.substr(at + 1));
    if (length == 0) return not_parsed<stated_date>("a time of day such as 00:00:00Z", at + 1);
    at += 1 + length;
  } else if (has_sign) {
    return not_parsed<stated_date>("T00:00:00Z", at);
  }
  std::optional<calendar_model> calendar = detail::calendar_of(value.calendar_model);
  if (!calendar) return not_parsed<stated_date>("the Gregorian or the Julian calendar model", 0);
  if (at < text.size() && text[at] == '/' && value.precision == wikidata_value::not_stated) {
    ++at;
    int precision = 0;
    const std::size_t start = at;
    while (at < text.size() && detail::is_digit(text[at]) && at - start < 2)
      precision = precision * 10 + (text[at++] - '0');
    if (at == start) return not_parsed<stated_date>("a precision from 6 to 14", at);
    value.precision = precision;
    if (text.substr(at) == "/J") {
      calendar = calendar_model::julian;
      at += 2;
    }
  }
  if (at != text.size()) return not_parsed<stated_date>("the end of the time", at);

  if (value.numbering == year_numbering::historical) {
    if (parts.year == 0) return not_parsed<stated_date>("a year other than 0", 0);
    if (parts.year < 0) ++parts.year;
  }
  constexpr int millennium = 6, century = 7, decade = 8, year = 9, month = 10, day = 11, second = 14;
  if (value.precision != wikidata_value::not_stated) {
    if (value.precision < millennium || value.precision > second) {
      return not_parsed<stated_date>("a precision from 6 (millennium) to 14", 0);
    }
    if (value.precision == millennium) return detail::counted_from_one(parts.year, 1000, *calendar);
    if (value.precision == century) return detail::counted_from_one(parts.year, 100, *calendar);
    if (value.precision <= year) parts.month = 0;
    if (value.precision <= month) parts.day = 0;
    if (value.precision >= month && parts.month == 0) {
      return not_parsed<stated_date>("a month, because the precision is a month or finer", first);
    }
    if (value.precision >= day && parts.day == 0) {
      return not_parsed<stated_date>("a day, because the precision is a day or finer", first);
    }
  }
  if (parts.year < min_year || parts.year > max_year) return not_parsed<stated_date>("a year from -32767 to 32767", 0);
  if (value.precision == decade) return {detail::decade_of(parts.year, *calendar)};
  if (parts.day != 0 && parts.month == 0) return not_parsed<stated_date>("day 00 after month 00", first);
  const stated_date out =
      stated(partial_date{static_cast<std::int16_t>(parts.year), static_cast<std::uint8_t>(parts.month),
                          static_cast<std::uint8_t>(parts.day)},
             *calendar);
  if (!is_possible(out)) return not_parsed<stated_date>("a day that the month has", first);
  return {out};
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

}  // namespace v0_1
}  // namespace mhqa
