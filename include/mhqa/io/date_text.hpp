// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Dates, differences and orders in fmt's format strings and in JSON. E.g. fmt::format("{:d}", date) == "9 May 1991"
#pragma once

#include <mhqa/date/rules.hpp>
#include <mhqa/date/spell.hpp>
#include <mhqa/io/json_writer.hpp>

#include <fmt/format.h>

#include <string_view>

namespace mhqa {
inline namespace v0 {

namespace io {

/// Writes {"year": 1637, "month": 7, "day": 12, "era": "CE"}; a part that is not known is absent.
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

}  // namespace io
}  // namespace v0
}  // namespace mhqa

/// A date by the style's letter; what the date does not know is left out.
///
/// Shape: {} or {:i} 1991-05-09; {:p} May 09, 1991, as HieraDate's questions have it; {:m} May 9, 1991; {:d} 9 May
/// 1991;
///        {:e} EDTF; {:w} Wikidata's +1991-05-09T00:00:00Z
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

/// "62 years, 2 months, 8 days".
template <>
struct fmt::formatter<mhqa::date_difference> {
  constexpr auto parse(format_parse_context& context) -> format_parse_context::iterator { return context.begin(); }

  template <class Context>
  auto format(const mhqa::date_difference& time, Context& context) const {
    return fmt::format_to(context.out(), "{} years, {} months, {} days", time.years, time.months, time.days);
  }
};

/// As to_string() says it; width and alignment as for strings.
template <>
struct fmt::formatter<mhqa::date_order> : fmt::formatter<std::string_view> {
  template <class Context>
  auto format(mhqa::date_order order, Context& context) const {
    return fmt::formatter<std::string_view>::format(mhqa::to_string(order), context);
  }
};
