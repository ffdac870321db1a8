// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A date and a time: years and months, the day clamped, then days. Nothing is added to what is not known.
#include <mhqa/date/add.hpp>

#include <mhqa/date/difference.hpp>

#include <doctest/doctest.h>

#include <climits>
#include <optional>

using mhqa::add;
using mhqa::partial_date;

static_assert(add({2004, 2, 29}, {.years = 1}) == partial_date{2005, 2, 28});

TEST_CASE("add: sums that were worked by hand") {
  const struct {
    partial_date date;
    mhqa::date_difference time;
    std::optional<partial_date> want;
    const char* why;
  } rows[] = {
      {{1924, 8, 22}, {62, 2, 8}, partial_date{1986, 10, 30}, "Markowski"},
      {{2001, 1, 31}, {0, 1, 0}, partial_date{2001, 2, 28}, "clamped"},
      {{2001, 1, 31}, {0, 1, 1}, partial_date{2001, 3, 1}, "days after the clamp"},
      {{2001, 3, 31}, {0, -1, 0}, partial_date{2001, 2, 28}, "backwards too"},
      {{2001, 1, 1}, {0, 0, -1}, partial_date{2000, 12, 31}, "over the year's end"},
      {{2001, 1, 15}, {0, -13, 0}, partial_date{1999, 12, 15}, "months over a year"},
      {{2001, 11, 15}, {0, 14, 0}, partial_date{2003, 1, 15}, "months over a year"},
      {{1, 1, 1}, {0, 0, -1}, partial_date{0, 12, 31}, "1 BC"},
      {{0, 2, 29}, {-1, 0, 0}, partial_date{-1, 2, 28}, "2 BC is no leap year"},
      {{1637, 7}, {0, 6, 0}, partial_date{1638, 1}, "a month stays a month"},
      {{1637, 7}, {0, 0, 1}, std::nullopt, "which day?"},
      {{1637}, {3, 0, 0}, partial_date{1640}, "a year stays a year"},
      {{1637}, {3, -12, 0}, partial_date{1639}, "twelve months are a year"},
      {{1637}, {0, 1, 0}, std::nullopt, "which month?"},
      {{1637}, {0, 0, 1}, std::nullopt, "which day?"},
      {{32'767, 12, 31}, {0, 0, 1}, std::nullopt, "beyond 16 bits"},
      {{-32'767, 1, 1}, {0, 0, -1}, std::nullopt, "beyond 16 bits"},
      {{32'767, 12, 31}, {1, 0, -366}, partial_date{32'767, 12, 31}, "brought back by the days"},
      {{32'767}, {1, 0, 0}, std::nullopt, "beyond 16 bits"},
      {{32'767, 12}, {0, 1, 0}, std::nullopt, "beyond 16 bits"},
      {{2000, 1, 1}, {INT_MAX, INT_MAX, INT_MAX}, std::nullopt, "far beyond"},
      {{2000, 1, 1}, {INT_MIN, INT_MIN, INT_MIN}, std::nullopt, "far beyond"},
      {{2000, 1, 1}, {0, 0, INT_MAX}, std::nullopt, "far beyond"},
      {{2000}, {INT_MAX, INT_MAX, 0}, std::nullopt, "far beyond"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.why);
    CAPTURE(int{row.date.year});
    CHECK(add(row.date, row.time) == row.want);
  }
}

TEST_CASE("add: undoes every difference of full dates") {
  int wrong = 0;
  for (int from = -146'097; from <= 146'097; from += 127) {
    for (int to = from; to <= from + 40'000; to += 1231) {
      const auto a = mhqa::day_from_number(from);
      const auto b = mhqa::day_from_number(to);
      const partial_date first = *mhqa::make_date(a.year, a.month, a.day);
      const partial_date second = *mhqa::make_date(b.year, b.month, b.day);
      if (add(first, *mhqa::difference(first, second)) != second) ++wrong;
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("add: one day after another walks through the calendar") {
  partial_date date{1199, 12, 31};
  int wrong = 0;
  for (int year = 1200; year <= 2100; ++year) {
    for (int month = 1; month <= 12; ++month) {
      for (int day = 1; day <= mhqa::days_in_month(year, month); ++day) {
        date = add(date, {.days = 1}).value_or(partial_date{});
        if (date != *mhqa::make_date(year, month, day)) ++wrong;
      }
    }
  }
  CHECK(wrong == 0);
}
