// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Dates stay as partial as their source: who lived longer, and how certain is that? Also shows a custom format.
// g++ -std=c++20 -I include examples/ages.cpp
#include <mhqa/date/difference.hpp>
#include <mhqa/date/find.hpp>
#include <mhqa/date/order.hpp>
#include <mhqa/date/parse.hpp>
#include <mhqa/date/spell.hpp>

#include <cstdio>
#include <string>
#include <string_view>

// Evaluated at compile time, without an invented day.
static_assert(!has_day(*mhqa::parse_date("July 1637")));

int main() {
  constexpr std::string_view text =
      "Andrzej Markowski (22 August 1924 – 30 October 1986) was a composer. "
      "Willem van Haecht (1593 – 12 July 1637) was a painter.";
  for (const mhqa::found_date& found : mhqa::find_all(text)) {
    const std::string date{spell(found.date, mhqa::date_style::iso).view()};
    std::printf("%3zu  %s\n", found.position, date.c_str());
  }

  const mhqa::date_span life = *mhqa::parse_span("22 August 1924 – 30 October 1986");
  const mhqa::date_difference age = *mhqa::difference(life.from, life.to);
  std::printf("Markowski: %d years, %d months, %d days\n", age.years, age.months, age.days);

  const mhqa::date_span other = *mhqa::parse_span("1593 – 12 July 1637");
  const mhqa::date_difference_bounds bounds = mhqa::difference_bounds(other.from, other.to);
  std::printf("van Haecht: %d or %d years\n", bounds.least.years, bounds.most.years);

  using day_first = mhqa::date_pattern<"%d/%m/%Y">;
  const auto numbers = mhqa::parse_date<mhqa::default_date_formats, day_first>("03/04/1999");
  std::printf("03/04/1999 with the day first is %s\n", std::string{spell(*numbers).view()}.c_str());

  const auto refused = mhqa::parse_date("30 February 1900");
  std::printf("30 February 1900: expected %s at %zu\n", std::string{refused.expected}.c_str(), refused.position);
}
