// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A date knows its year, perhaps its month, perhaps its day. Years are astronomical inside, historical outside.
#include <mhqa/date/partial_date.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <string_view>
#include <type_traits>

using mhqa::era;
using mhqa::make_date;
using mhqa::partial_date;

static_assert(sizeof(partial_date) == 4);
static_assert(std::is_trivially_copyable_v<partial_date> && std::is_aggregate_v<partial_date>);
static_assert(*make_date(1637, 7) == partial_date{1637, 7, 0});
static_assert(!has_day(*make_date(1637, 7)) && has_month(*make_date(1637, 7)));

TEST_CASE("partial date: parts that the calendar does not have are refused, with what was wanted") {
  constexpr std::int64_t huge = std::numeric_limits<std::int64_t>::max();
  const struct {
    std::int64_t year, month, day;
    std::string_view expected;
  } rows[] = {
      {1637, 0, 0, ""},
      {1637, 7, 0, ""},
      {1637, 7, 31, ""},
      {2000, 2, 29, ""},
      {0, 2, 29, ""},  // 1 BC is a leap year
      {32'767, 12, 31, ""},
      {-32'767, 1, 1, ""},
      {32'768, 1, 1, "a year from -32767 to 32767"},
      {-32'768, 0, 0, "a year from -32767 to 32767"},
      {65'536 + 1637, 7, 12, "a year from -32767 to 32767"},
      {huge, 1, 1, "a year from -32767 to 32767"},
      {-huge, 1, 1, "a year from -32767 to 32767"},
      {1637, 13, 0, "a month from 1 to 12, or 0"},
      {1637, -1, 0, "a month from 1 to 12, or 0"},
      {1637, 256 + 7, 0, "a month from 1 to 12, or 0"},
      {1900, 2, 29, "a day that the month has"},
      {1900, 2, 30, "a day that the month has"},
      {1900, 4, 31, "a day that the month has"},
      {1900, 4, 256 + 3, "a day that the month has"},
      {1900, 4, -1, "a day that the month has"},
      {1900, 0, 5, "no day, because the month is not known"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.year);
    CAPTURE(row.month);
    CAPTURE(row.day);
    const auto made = make_date(row.year, row.month, row.day);
    CHECK(made.expected == row.expected);
    CHECK(made.value.has_value() == row.expected.empty());
    if (made) {
      CHECK(is_valid(*made));
      CHECK(made->year == row.year);
      CHECK(made->month == row.month);
      CHECK(made->day == row.day);
    }
  }
}

TEST_CASE("partial date: an aggregate made by hand can be asked whether it is a date") {
  CHECK(mhqa::is_valid({1637, 7, 12}));
  CHECK_FALSE(mhqa::is_valid({1637, 0, 12}));
  CHECK_FALSE(mhqa::is_valid({1637, 2, 30}));
  CHECK_FALSE(mhqa::is_valid({1637, 13, 0}));
  CHECK_FALSE(mhqa::is_valid({-32'768, 0, 0}));
}

TEST_CASE("partial date: eras have no year 0 and astronomical numbers have") {
  CHECK(mhqa::astronomical_year(44, era::bce) == -43);
  CHECK(mhqa::astronomical_year(1, era::bce) == 0);
  CHECK(mhqa::astronomical_year(1, era::ce) == 1);
  CHECK_FALSE(mhqa::astronomical_year(0, era::bce).has_value());
  CHECK_FALSE(mhqa::astronomical_year(0, era::ce).has_value());
  CHECK_FALSE(mhqa::astronomical_year(-5, era::ce).has_value());
  CHECK(mhqa::astronomical_year(32'768, era::bce) == -32'767);
  CHECK_FALSE(mhqa::astronomical_year(32'769, era::bce).has_value());
  CHECK_FALSE(mhqa::astronomical_year(32'768, era::ce).has_value());
  for (const int year : {-32'767, -43, -1, 0, 1, 2, 1637, 32'767}) {
    const partial_date date = *make_date(year);
    CHECK(mhqa::astronomical_year(mhqa::historical_year(date), mhqa::era_of(date)) == year);
  }
}

TEST_CASE("partial date: the first and the last day that a date may be") {
  CHECK(earliest(partial_date{1904}) == partial_date{1904, 1, 1});
  CHECK(latest(partial_date{1904}) == partial_date{1904, 12, 31});
  CHECK(earliest(partial_date{1904, 2}) == partial_date{1904, 2, 1});
  CHECK(latest(partial_date{1904, 2}) == partial_date{1904, 2, 29});
  CHECK(latest(partial_date{1900, 2}) == partial_date{1900, 2, 28});
  CHECK(earliest(partial_date{1904, 2, 7}) == partial_date{1904, 2, 7});
  CHECK(latest(partial_date{1904, 2, 7}) == partial_date{1904, 2, 7});
  CHECK(year_only(partial_date{1904, 2, 7}) == partial_date{1904});
}
