// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Years, months and days between two dates: whole months first, the day clamped to the month's end, then days, which
// is dateutil's relativedelta(later, earlier). Worked by hand from the paper's error table (Ho et al. 2022, Table 8).
#include <mhqa/date/difference.hpp>

#include <doctest/doctest.h>

#include <chrono>
#include <vector>

using mhqa::date_difference;
using mhqa::difference;
using mhqa::partial_date;
using mhqa::date_rules::published;
using mhqa::date_rules::three_valued;

static_assert(difference({1924, 8, 22}, {1986, 10, 30}) == date_difference{62, 2, 8});

namespace {

// The same by search: the most whole months that do not pass the end, by the standard library's calendar.
date_difference searched(std::chrono::year_month_day from, std::chrono::year_month_day to) {
  using namespace std::chrono;
  const auto moved = [&](int count) {
    const year_month month = year_month{from.year(), from.month()} + months{count};
    const year_month_day last{month / std::chrono::last};
    return from.day() > last.day() ? sys_days{last} : sys_days{month / from.day()};
  };
  int count = 0;
  while (moved(count + 1) <= sys_days{to}) ++count;
  return {count / 12, count % 12, static_cast<int>((sys_days{to} - moved(count)).count())};
}

}  // namespace

TEST_CASE("difference: ages that were worked by hand, in either order of the dates") {
  const struct {
    partial_date from, to;
    date_difference want;
    const char* why;
  } rows[] = {
      {{1924, 8, 22}, {1986, 10, 30}, {62, 2, 8}, "Markowski"},
      {{1919, 10, 13}, {2003, 8, 28}, {83, 10, 15}, "Missoffe"},
      {{2000, 2, 28}, {2000, 2, 28}, {0, 0, 0}, "the same day"},
      {{2000, 12, 31}, {2001, 1, 31}, {0, 1, 0}, "month ends of one length"},
      {{2001, 1, 31}, {2001, 2, 28}, {0, 1, 0}, "clamped to the end of February"},
      {{2001, 1, 31}, {2001, 3, 1}, {0, 1, 1}, "from the clamped day on"},
      {{2001, 1, 29}, {2001, 3, 1}, {0, 1, 1}, "29 to 31 January clamp alike"},
      {{2000, 1, 30}, {2000, 3, 1}, {0, 1, 1}, "leap February"},
      {{1900, 1, 31}, {1900, 3, 1}, {0, 1, 1}, "1900 was no leap year"},
      {{2004, 2, 29}, {2005, 2, 28}, {1, 0, 0}, "a leap day's birthday"},
      {{2004, 2, 29}, {2005, 2, 27}, {0, 11, 29}, "the day before it: 29 January and 29 days"},
      {{1900, 1, 30}, {1904, 1, 29}, {3, 11, 30}, "30 December and 30 days"},
      {{1080, 7, 5}, {1844, 6, 4}, {763, 10, 30}, "May has 31 days"},
      {{1833, 12, 31}, {1834, 12, 30}, {0, 11, 30}, "30 November and 30 days"},
      {{0, 12, 31}, {1, 1, 1}, {0, 0, 1}, "1 BC is followed by AD 1"},
      {{-43, 3, 15}, {14, 8, 19}, {57, 5, 4}, "44 BC to AD 14"},
      {{-32'767, 1, 1}, {32'767, 12, 31}, {65'534, 11, 30}, "from end to end"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.why);
    CHECK(difference(row.from, row.to) == row.want);
    CHECK(difference(row.to, row.from) == row.want);
    CHECK(difference<three_valued>(row.from, row.to) == row.want);
    CHECK(difference<published>(row.to, row.from) == row.want);
  }
}

TEST_CASE("difference: all pairs of days around two Februaries agree with a search over the calendar") {
  using namespace std::chrono;
  const sys_days start{year{1999} / 12 / 27};
  constexpr int length = 440;
  int wrong = 0;
  for (int i = 0; i < length; ++i) {
    for (int j = i; j < length; ++j) {
      const year_month_day a{start + days{i}};
      const year_month_day b{start + days{j}};
      const auto from = mhqa::make_date(int{a.year()}, unsigned{a.month()}, unsigned{a.day()});
      const auto to = mhqa::make_date(int{b.year()}, unsigned{b.month()}, unsigned{b.day()});
      if (difference(*from, *to) != searched(a, b)) ++wrong;
      if (mhqa::days_between(*from, *to) != j - i || mhqa::days_between(*to, *from) != i - j) ++wrong;
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("difference: from one day to every day of 1200 to 2100, by counting months and days on") {
  const partial_date starts[] = {{1200, 1, 1}, {1199, 12, 31}, {1200, 2, 29}, {1199, 8, 30}, {1200, 1, 15}};
  for (const partial_date from : starts) {
    int wrong = 0;
    for (int year = 1200; year <= 2100; ++year) {
      for (int month = 1; month <= 12; ++month) {
        const int length = mhqa::days_in_month(year, month);
        const int turn = from.day < length ? from.day : length;  // the day on which another month is full
        const int previous = month == 1 ? 31 : mhqa::days_in_month(year, month - 1);
        const int previous_turn = from.day < previous ? from.day : previous;
        const int full = (year - from.year) * 12 + month - from.month;
        for (int day = 1; day <= length; ++day) {
          const partial_date to = *mhqa::make_date(year, month, day);
          if (full < 0 || (full == 0 && day < from.day)) continue;  // before the start
          const int months = day >= turn ? full : full - 1;
          const int days = day >= turn ? day - turn : day + previous - previous_turn;
          if (difference(from, to) != date_difference{months / 12, months % 12, days}) ++wrong;
        }
      }
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("difference: ages are ordered part by part") {
  CHECK(date_difference{62, 2, 8} < date_difference{83, 10, 15});
  CHECK(date_difference{62, 2, 8} < date_difference{62, 3, 0});
  CHECK(date_difference{62, 2, 8} < date_difference{62, 2, 9});
  CHECK(date_difference{62, 2, 8} == date_difference{62, 2, 8});
}

TEST_CASE("difference: the year-only age is the difference of the years") {
  CHECK(mhqa::years_between({1919, 10, 13}, {2003, 8, 28}) == 84);  // 83 years by the full dates
  CHECK(mhqa::years_between({2003}, {1919}) == 84);
  CHECK(mhqa::years_between({-43}, {1}) == 44);
  CHECK(difference(mhqa::year_only({1919, 10, 13}), mhqa::year_only({2003, 8, 28})) == date_difference{84, 0, 0});
}

TEST_CASE("difference: days are counted between whole days only") {
  CHECK(mhqa::days_between({1999, 12, 31}, {2000, 3, 1}) == 61);
  CHECK(mhqa::days_between({2000, 3, 1}, {1999, 12, 31}) == -61);
  CHECK_FALSE(mhqa::days_between({1999, 12}, {2000, 3, 1}).has_value());
  CHECK_FALSE(mhqa::days_between({1999, 12, 1}, {2000}).has_value());
}

TEST_CASE("difference: the limits are those over all days that the dates may be") {
  CHECK(mhqa::difference_bounds({1900}, {1980}).least == date_difference{79, 0, 1});
  CHECK(mhqa::difference_bounds({1900}, {1980}).most == date_difference{80, 11, 30});
  CHECK(mhqa::difference_bounds({1980}, {1900}) == mhqa::difference_bounds({1900}, {1980}));
  CHECK(mhqa::difference_bounds({1900}, {1900, 5}).least == date_difference{});
  const partial_date dates[] = {{2000, 1}, {2000, 2}, {2000, 1, 31}, {1999, 12}, {2000, 3, 1}, {2000, 2, 29}};
  for (const partial_date a : dates) {
    for (const partial_date b : dates) {
      bool first = true;
      mhqa::date_difference_bounds want;
      for (int day_a = earliest(a).day; day_a <= latest(a).day; ++day_a) {
        for (int day_b = earliest(b).day; day_b <= latest(b).day; ++day_b) {
          const date_difference one =
              *difference(*mhqa::make_date(a.year, a.month, day_a), *mhqa::make_date(b.year, b.month, day_b));
          if (first || one < want.least) want.least = one;
          if (first || want.most < one) want.most = one;
          first = false;
        }
      }
      CAPTURE(int{a.month});
      CAPTURE(int{b.month});
      CHECK(mhqa::difference_bounds(a, b) == want);
    }
  }
}
