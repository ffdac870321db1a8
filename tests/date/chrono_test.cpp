// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Whole days go to std::chrono and back; a partial date is no day, and nothing is filled in.
#include <mhqa/date/chrono.hpp>

#include <doctest/doctest.h>

#include <chrono>

using mhqa::partial_date;
using namespace std::chrono_literals;

static_assert(mhqa::to_chrono({1637, 7, 12}) == 1637y / 7 / 12d);
static_assert(mhqa::from_chrono(1637y / 7 / 12d) == partial_date{1637, 7, 12});

TEST_CASE("chrono: a partial or impossible date is no day") {
  CHECK_FALSE(mhqa::to_chrono({1637, 7, 0}).has_value());
  CHECK_FALSE(mhqa::to_chrono({1637, 0, 0}).has_value());
  CHECK_FALSE(mhqa::to_chrono({1900, 2, 29}).has_value());
  CHECK_FALSE(mhqa::from_chrono(1900y / 2 / 29d).has_value());
  CHECK_FALSE(mhqa::from_chrono(1900y / std::chrono::month{13}).has_value());
  CHECK_FALSE(mhqa::from_chrono(std::chrono::year{-32'768}).has_value());
}

TEST_CASE("chrono: months and years come back as partial as they are") {
  CHECK(mhqa::from_chrono(1637y / 7) == partial_date{1637, 7, 0});
  CHECK(mhqa::from_chrono(1637y) == partial_date{1637, 0, 0});
}

TEST_CASE("chrono: every day of a leap cycle goes there and back, before the era too") {
  int wrong = 0;
  for (const std::chrono::sys_days start :
       {std::chrono::sys_days{-401y / 1 / 1}, std::chrono::sys_days{1700y / 1 / 1}}) {
    for (int i = 0; i < 146'097; ++i) {
      const std::chrono::year_month_day day{start + std::chrono::days{i}};
      const auto date = mhqa::from_chrono(day);
      if (!date || !is_valid(*date) || mhqa::to_chrono(*date) != day) ++wrong;
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("chrono: a stated day is a day, and every bounded statement has a first and a last day") {
  using namespace std::chrono;
  CHECK(mhqa::to_chrono(mhqa::stated(mhqa::partial_date{1637, 7, 12})) == year{1637} / 7 / 12);
  CHECK(mhqa::to_chrono(mhqa::stated(mhqa::partial_date{1700, 2, 29}, mhqa::calendar_model::julian)) ==
        year{1700} / 3 / 11);
  CHECK_FALSE(mhqa::to_chrono(mhqa::stated(mhqa::partial_date{1637, 7})));
  CHECK_FALSE(mhqa::to_chrono(mhqa::approximate({1637, 7, 12})));
  const auto july = mhqa::to_sys_days(mhqa::stated(mhqa::partial_date{1637, 7}));
  REQUIRE(july);
  CHECK(july->first == sys_days{year{1637} / 7 / 1});
  CHECK(july->last == sys_days{year{1637} / 7 / 31});
  CHECK_FALSE(mhqa::to_sys_days(mhqa::before({1637})));
}
