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

#include <cstdint>
#include <string_view>

namespace mhqa::inline v0_1 {

namespace io {

/// Writes {"year": 1637, "month": 7, "day": 12, "era": "CE"}; omits unknown parts.
///
/// Units: a year of the era, from 1: 44 BC is {"year": 44, "era": "BCE"}
void write_date(json_writer& out, partial_date date);

/// Writes {"years": 62, "months": 2, "days": 8}.
void write_difference(json_writer& out, date_difference time);

/// Writes {"edtf": "1637-07~"}, with {"calendar": "julian"} or "dual" if the source is not purely Gregorian.
///
/// Shape: EDTF is Gregorian, so a Julian day is converted; read_stated_date() converts it back
void write_stated_date(json_writer& out, const stated_date& date);

namespace detail {

// The members of the known objects; nested objects are read into the same struct.
struct date_members {
  std::int64_t year = 0, month = 0, day = 0;
  std::int64_t precision = wikidata_value::not_stated;
  std::string_view time, edtf, model, era, calendar;
  bool has_year = false, has_time = false, has_edtf = false, is_rdf = false;
};

void read_members(json_value value, date_members& out);

}  // namespace detail

/// Reads a stated date from JSON in any of its forms.
///
/// Shape:  a spelling, EDTF or a Wikidata time; a year; {"edtf", "calendar"}; {"year", "month", "day", "era"} with the
///         astronomical year where there is no era; Wikidata's {"time", "precision", "calendarmodel"} by itself or in
///         its data value, snak or statement; a SPARQL binding {"value": "1637-07-12T00:00:00Z", "datatype": ...}
/// Errors: data_error with record, id, field, the expected input and its byte in the spelling
[[nodiscard]] stated_date read_stated_date(json_value value, const date_text_options& options = {});

}  // namespace io
}  // namespace mhqa::inline v0_1

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

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/date_text.ipp>
#endif
