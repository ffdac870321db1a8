// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads any bytes as a stated date, as EDTF, and as running text: results are possible dates and survive EDTF.
#include <mhqa/date/edtf.hpp>
#include <mhqa/date/possible_days.hpp>
#include <mhqa/date/stated_find.hpp>
#include <mhqa/date/stated_text.hpp>
#include <mhqa/date/wikidata.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace {

void expect(bool holds) {
  if (!holds) std::abort();
}

void check(const mhqa::stated_date& date) {
  expect(mhqa::is_possible(date));
  const auto days = mhqa::possible_days(date);
  expect(days && days->first <= days->last);
  if (date.calendar == mhqa::calendar_model::julian) return;  // written as the Gregorian day
  const auto back = mhqa::parse_edtf(mhqa::to_edtf(date));
  expect(back && back->kind == date.kind && back->count == date.count);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  for (const int two_digit_from : {0, 1950}) {
    const auto date = mhqa::parse_stated(text, {.two_digit_from = two_digit_from});
    if (date) check(*date);
    if (!date) expect(date.position <= size && !date.expected.empty());
  }
  if (const auto date = mhqa::parse_edtf(text)) check(*date);
  static_cast<void>(mhqa::parse_wikidata({.time = text, .precision = static_cast<int>(size % 16)}));
  std::size_t end = 0;
  for (const mhqa::found_stated& found : mhqa::find_all_stated(text)) {
    expect(found.position >= end && found.length > 0);
    end = found.position + found.length;
    expect(end <= size);
    if (!found.is_refused()) check(found.date);
  }
  return 0;
}
