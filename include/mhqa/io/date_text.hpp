// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Dates, stated dates, differences and orders in fmt's format strings and in JSON: fmt::format("{:d}", date) ==
// "9 May 1991", io::write_stated_date(json, date), io::read_stated_date(value).
#pragma once

#include <mhqa/date/edtf.hpp>
#include <mhqa/date/rules.hpp>
#include <mhqa/date/spell.hpp>
#include <mhqa/date/stated_date.hpp>
#include <mhqa/date/stated_text.hpp>
#include <mhqa/date/wikidata.hpp>
#include <mhqa/io/json.hpp>
#include <mhqa/io/json_writer.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace mhqa {
inline namespace v0_1 {

namespace io {

/// Writes {"year": 1637, "month": 7, "day": 12, "era": "CE"}; omits unknown parts.
///
/// Units: a year of the era, from 1: 44 BC is {"year": 44, "era": "BCE"}
inline void write_date(json_writer& out, partial_date date) {
  out.begin_object().member("year", historical_year(date));
  if (has_month(date)) out.member("month", static_cast<int>(date.month));
  if (has_day(date)) out.member("day", static_cast<int>(date.day));
  out.member("era", era_of(date) == era::ce ? "CE" : "BCE").end_object();
}

/// Writes {"years": 62, "months": 2, "days": 8}.
inline void write_difference(json_writer& out, date_difference time) {
  out.begin_object().member("years", time.years).member("months", time.months).member("days", time.days).end_object();
}

/// Writes {"edtf": "1637-07~"}, with {"calendar": "julian"} or "dual" if the source is not purely Gregorian.
///
/// Shape: EDTF is Gregorian, so a Julian day is converted; read_stated_date() converts it back
inline void write_stated_date(json_writer& out, const stated_date& date) {
  out.begin_object().member("edtf", to_edtf(date).view());
  if (date.calendar != calendar_model::gregorian) {
    out.member("calendar", date.calendar == calendar_model::julian ? "julian" : "dual");
  }
  out.end_object();
}

namespace detail {

// The members of the known objects; nested objects are read into the same struct.
struct date_members {
  std::int64_t year = 0, month = 0, day = 0;
  std::int64_t precision = wikidata_value::not_stated;
  std::string_view time, edtf, model, era, calendar;
  bool has_year = false, has_time = false, has_edtf = false, is_rdf = false;
};

inline void read_members(json_value value, date_members& out) {
  value.object([&](std::string_view key, json_value field) {
    if (key == "year" || key == "month" || key == "day" || key == "precision") {
      const std::int64_t number = field.integer();
      (key == "year" ? out.year : key == "month" ? out.month : key == "day" ? out.day : out.precision) = number;
      if (key == "precision" && number < 0) field.context().fail("expected a precision from 6 to 14");
      out.has_year = out.has_year || key == "year";
    } else if (key == "era") {
      out.era = field.string();
      if (out.era != "CE" && out.era != "BCE") field.context().fail("expected \"CE\" or \"BCE\"");
    } else if (key == "edtf") {
      out.edtf = field.string();
      out.has_edtf = true;
    } else if (key == "calendar") {
      out.calendar = field.string();
    } else if (key == "time") {
      out.time = field.string();
      out.has_time = true;
    } else if (key == "calendarmodel" || key == "calendarModel") {
      out.model = field.string();
    } else if (key == "datatype") {
      if (field.is_string()) out.is_rdf = field.string().ends_with("#dateTime") || out.is_rdf;
    } else if (key == "value" || key == "datavalue" || key == "mainsnak") {
      if (field.is_object()) {
        read_members(field, out);
      } else {
        out.time = field.string();
        out.has_time = true;
      }
    } else if (key == "snaktype") {
      if (field.string() != "value") field.context().fail("expected a value that is known");
    }
  });
}

}  // namespace detail

/// Reads a stated date from JSON in any of its forms.
///
/// Shape:  a spelling, EDTF or a Wikidata time; a year; {"edtf", "calendar"}; {"year", "month", "day", "era"} with the
///         astronomical year where there is no era; Wikidata's {"time", "precision", "calendarmodel"} by itself or in
///         its data value, snak or statement; a SPARQL binding {"value": "1637-07-12T00:00:00Z", "datatype": ...}
/// Errors: data_error with record, id, field, the expected input and its byte in the spelling
[[nodiscard]] inline stated_date read_stated_date(json_value value, const date_text_options& options = {}) {
  const json_context& context = value.context();
  const auto take = [&](const parsed<stated_date>& date, std::string_view text) {
    if (!date) {
      context.fail(fmt::format("expected {} at position {} of \"{}\"", date.expected, date.position, text));
    }
    return *date;
  };
  if (value.is_string()) {
    const std::string_view text = value.string();
    return take(parse_stated(text, options), text);
  }
  if (value.is_number()) return stated(make_date(value.integer()).value_or_throw(context.where()));
  if (!value.is_object()) value.mismatch("a spelling, a year or {\"year\", \"month\", \"day\", \"era\"}");
  detail::date_members in;
  detail::read_members(value, in);
  const std::optional<calendar_model> stated_model = in.calendar.empty() || in.calendar == "gregorian"
                                                         ? std::optional{calendar_model::gregorian}
                                                     : in.calendar == "julian" ? std::optional{calendar_model::julian}
                                                     : in.calendar == "dual"   ? std::optional{calendar_model::dual}
                                                                               : std::nullopt;
  if (!stated_model) context.fail("expected \"gregorian\", \"julian\" or \"dual\" as the calendar");
  if (in.has_edtf) {
    stated_date date = take(parse_edtf(in.edtf), in.edtf);
    date.calendar = *stated_model;
    for (std::size_t i = 0; *stated_model == calendar_model::julian && i < date.count; ++i) {
      date_term& term = date.term[i];
      if (term.day == 0 || term.masked != 0) continue;
      const calendar_day day = julian_day_from_number(day_number({term.year, term.month, term.day}));
      term.year = static_cast<std::int16_t>(day.year);
      term.month = static_cast<std::uint8_t>(day.month);
      term.day = static_cast<std::uint8_t>(day.day);
    }
    return date;
  }
  if (in.has_time) {
    const bool words = in.precision == wikidata_value::not_stated && in.model.empty() && !in.is_rdf;
    const wikidata_value time{.time = in.time,
                              .precision = static_cast<int>(std::min<std::int64_t>(in.precision, 99)),
                              .calendar_model = in.model,
                              .numbering = in.is_rdf ? year_numbering::astronomical : year_numbering::historical};
    const parsed<stated_date> date = parse_wikidata(time);
    if (!date && words) return take(parse_stated(in.time, options), in.time);
    return take(date, in.time);
  }
  context.require(in.has_year, "year");
  if (!in.era.empty()) {
    const auto year = astronomical_year(in.year, in.era == "BCE" ? era::bce : era::ce);
    if (!year) context.fail("expected a year of its era, from 1 to 32767");
    in.year = *year;
  }
  if (*stated_model == calendar_model::gregorian) {
    return stated(make_date(in.year, in.month, in.day).value_or_throw(context.where()));
  }
  const partial_date parts = make_date(in.year, in.month).value_or_throw(context.where());
  if (in.day < 0 || in.day > days_in_julian_month(parts.year, parts.month)) {
    context.fail("expected a day that the month has");
  }
  return stated(partial_date{parts.year, parts.month, static_cast<std::uint8_t>(in.day)}, *stated_model);
}

}  // namespace io
}  // namespace v0_1
}  // namespace mhqa

/// Formats a stated date as EDTF: "1637-07~".
template <>
struct fmt::formatter<mhqa::stated_date> : fmt::formatter<std::string_view> {
  template <class Context>
  auto format(const mhqa::stated_date& date, Context& context) const {
    return fmt::formatter<std::string_view>::format(mhqa::to_edtf(date).view(), context);
  }
};

/// Formats a date by the style's letter; omits unknown parts.
///
/// Shape: {} or {:i} 1991-05-09; {:p} May 09, 1991, as in HieraDate's questions; {:m} May 9, 1991;
///        {:d} 9 May 1991; {:e} EDTF; {:w} Wikidata's +1991-05-09T00:00:00Z
template <>
struct fmt::formatter<mhqa::partial_date> {
  constexpr auto parse(format_parse_context& context) -> format_parse_context::iterator {
    auto at = context.begin();
    if (at == context.end() || *at == '}') return at;
    switch (*at) {
      case 'i':
        style_ = mhqa::date_style::iso;
        break;
      case 'p':
        style_ = mhqa::date_style::padded_month_first;
        break;
      case 'm':
        style_ = mhqa::date_style::month_first;
        break;
      case 'd':
        style_ = mhqa::date_style::day_first;
        break;
      case 'e':
        style_ = mhqa::date_style::edtf;
        break;
      case 'w':
        style_ = mhqa::date_style::wikidata;
        break;
      default:
        throw format_error("mhqa: a date's style is one of i, p, m, d, e, w");
    }
    ++at;
    if (at != context.end() && *at != '}') throw format_error("mhqa: a date's style is one letter");
    return at;
  }

  template <class Context>
  auto format(mhqa::partial_date date, Context& context) const {
    return fmt::format_to(context.out(), "{}", mhqa::spell(date, style_).view());
  }

 private:
  mhqa::date_style style_ = mhqa::date_style::iso;
};

/// Formats a difference: "62 years, 2 months, 8 days".
template <>
struct fmt::formatter<mhqa::date_difference> {
  constexpr auto parse(format_parse_context& context) -> format_parse_context::iterator { return context.begin(); }

  template <class Context>
  auto format(const mhqa::date_difference& time, Context& context) const {
    return fmt::format_to(context.out(), "{} years, {} months, {} days", time.years, time.months, time.days);
  }
};

/// Formats like to_string(); width and alignment as for strings.
template <>
struct fmt::formatter<mhqa::date_order> : fmt::formatter<std::string_view> {
  template <class Context>
  auto format(mhqa::date_order order, Context& context) const {
    return fmt::formatter<std::string_view>::format(mhqa::to_string(order), context);
  }
};
