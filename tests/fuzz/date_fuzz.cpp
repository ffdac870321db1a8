// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Parses dates from any bytes: never reads out of bounds, returns only valid dates, reports errors at a position inside
// the text; found dates parse again alone, and all spellings and differences are consistent.
#include <mhqa/date/add.hpp>
#include <mhqa/date/chrono.hpp>
#include <mhqa/date/difference.hpp>
#include <mhqa/date/find.hpp>
#include <mhqa/date/order.hpp>
#include <mhqa/date/parse.hpp>
#include <mhqa/date/spell.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

template <class T>
void require_refusal(const mhqa::parsed<T>& refused, std::string_view text) {
  require(!refused.expected.empty());
  require(refused.position <= text.size());
}

void check_date(mhqa::partial_date date) {
  using mhqa::date_style;
  require(is_valid(date));
  for (const date_style style : {date_style::padded_month_first, date_style::glued_month_first, date_style::day_first,
                                 date_style::day_first_comma, date_style::iso, date_style::wikidata}) {
    const mhqa::date_text text = spell(date, style);
    const auto again = mhqa::parse_date(text);
    // "March 38" has too few digits for a year beside a month.
    const bool readable = has_day(date) || !has_month(date) || historical_year(date) >= 100 ||
                          era_of(date) == mhqa::era::bce || style == date_style::iso || style == date_style::wikidata;
    require(readable ? again.value == date : !again);
  }
  if (const auto day = mhqa::to_chrono(date)) require(mhqa::from_chrono(*day) == date);
}

void check_pair(mhqa::partial_date a, mhqa::partial_date b) {
  const auto bounds = mhqa::difference_bounds(a, b);
  require(bounds.least <= bounds.most);
  const auto time = mhqa::difference(a, b);
  require(time.has_value() && bounds.least <= *time && *time <= bounds.most);
  if (!has_day(a) || !has_day(b)) return;
  const bool ordered = mhqa::compare_dates(a, b) != mhqa::date_order::after;
  require(mhqa::add(ordered ? a : b, *time) == (ordered ? b : a));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text{reinterpret_cast<const char*>(data), size};

  if (const auto date = mhqa::parse_date(text)) {
    check_date(*date);
  } else {
    require_refusal(date, text);
  }
  if (const auto span = mhqa::parse_span(text)) {
    check_date(span->from);
    check_date(span->to);
    check_pair(span->from, span->to);
  } else {
    require_refusal(span, text);
  }
  if (const auto date = mhqa::parse_date<mhqa::date_pattern<"%d/%m/%Y[ %E]">>(text); !date) require_refusal(date, text);

  std::size_t end = 0;
  mhqa::partial_date last{};
  for (const mhqa::found_date& found : mhqa::find_all(text)) {
    require(found.length > 0 && found.position >= end && found.length <= size - found.position);
    require(mhqa::parse_date(text.substr(found.position, found.length)).value == found.date);
    if (end > 0) check_pair(last, found.date);
    end = found.position + found.length;
    last = found.date;
  }
  return 0;
}
