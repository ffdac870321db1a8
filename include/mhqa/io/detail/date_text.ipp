// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of date_text.hpp.
#pragma once

#include <mhqa/io/date_text.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>

namespace mhqa::inline v0_1::io {

MHQA_INLINE void write_date(json_writer& out, partial_date date) {
  out.begin_object().member("year", historical_year(date));
  if (has_month(date)) out.member("month", static_cast<int>(date.month));
  if (has_day(date)) out.member("day", static_cast<int>(date.day));
  out.member("era", era_of(date) == era::ce ? "CE" : "BCE").end_object();
}

MHQA_INLINE void write_difference(json_writer& out, date_difference time) {
  out.begin_object().member("years", time.years).member("months", time.months).member("days", time.days).end_object();
}

MHQA_INLINE void write_stated_date(json_writer& out, const stated_date& date) {
  out.begin_object().member("edtf", to_edtf(date).view());
  if (date.calendar != calendar_model::gregorian) {
    out.member("calendar", date.calendar == calendar_model::julian ? "julian" : "dual");
  }
  out.end_object();
}

namespace detail {

MHQA_INLINE void read_members(json_value value, date_members& out) {
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

/// Gives the terms of a Gregorian statement the days that they are in the Julian calendar.
[[nodiscard]] inline stated_date in_julian_days(stated_date date) {
  for (std::size_t i = 0; i < date.count; ++i) {
    date_term& term = date.term[i];
    if (term.day == 0 || term.masked != 0) continue;
    const calendar_day day = julian_day_from_number(day_number({term.year, term.month, term.day}));
    term.year = static_cast<std::int16_t>(day.year);
    term.month = static_cast<std::uint8_t>(day.month);
    term.day = static_cast<std::uint8_t>(day.day);
  }
  return date;
}

}  // namespace detail

MHQA_INLINE stated_date read_stated_date(json_value value, const date_text_options& options) {
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
    if (*stated_model == calendar_model::julian) date = detail::in_julian_days(date);
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

}  // namespace mhqa::inline v0_1::io
