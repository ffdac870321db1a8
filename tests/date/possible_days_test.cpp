// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Order and difference of stated dates are what holds for all, or for some, of the days that each may mean.
#include <mhqa/date/possible_days.hpp>

#include "support/effort.hpp"
#include "support/random_dates.hpp"

#include <mhqa/date/edtf.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

using mhqa::calendar_model;
using mhqa::date_difference;
using mhqa::date_order;
using mhqa::date_term;
using mhqa::day_span;
using mhqa::partial_date;
using mhqa::possible_orders;
using mhqa::stated_date;
using mhqa::statement;

static_assert(mhqa::order_of(mhqa::approximate({1637}), mhqa::stated(partial_date{1638})) == date_order::cannot_tell);
static_assert(mhqa::order_of(mhqa::stated(partial_date{1637}), mhqa::stated(partial_date{1638})) == date_order::before);

namespace {

[[nodiscard]] constexpr stated_date edtf(std::string_view text) {
  return mhqa::parse_edtf(text).value.value_or(stated_date{});
}
[[nodiscard]] constexpr int number(int year, int month, int day) {
  return mhqa::day_number({year, month, day});
}

}  // namespace

TEST_CASE("possible days: each form has its first and last day") {
  struct row {
    std::string_view text;
    day_span days;
  };
  const row rows[]{
      {"1637", {number(1637, 1, 1), number(1637, 12, 31)}},
      {"1637-02", {number(1637, 2, 1), number(1637, 2, 28)}},
      {"1637-02-12", {number(1637, 2, 12), number(1637, 2, 12)}},
      {"163X", {number(1630, 1, 1), number(1639, 12, 31)}},
      {"16XX", {number(1600, 1, 1), number(1699, 12, 31)}},
      {"1950S2", {number(1900, 1, 1), number(1999, 12, 31)}},
      {"Y12345S2", {number(12000, 1, 1), number(12999, 12, 31)}},
      {"-004X", {number(-49, 1, 1), number(-40, 12, 31)}},
      {"-00XX", {number(-99, 1, 1), number(0, 12, 31)}},
      {"1637-XX", {number(1637, 1, 1), number(1637, 12, 31)}},
      {"1637-1X", {number(1637, 10, 1), number(1637, 12, 31)}},
      {"1637-XX-31", {number(1637, 1, 31), number(1637, 12, 31)}},
      {"163X-02-29", {number(1632, 2, 29), number(1636, 2, 29)}},
      {"1637-21", {number(1637, 3, 1), number(1637, 5, 31)}},
      {"1637-24", {number(1637, 12, 1), number(1638, 2, 28)}},
      {"1637-29", {number(1637, 9, 1), number(1637, 11, 30)}},
      {"1637-30", {number(1637, 12, 1), number(1638, 2, 28)}},
      {"1637-31", {number(1637, 3, 1), number(1637, 5, 31)}},
      {"1637-36", {number(1637, 10, 1), number(1637, 12, 31)}},
      {"1637-38", {number(1637, 5, 1), number(1637, 8, 31)}},
      {"1637-40", {number(1637, 1, 1), number(1637, 6, 30)}},
      {"1593/1637-07", {number(1593, 1, 1), number(1637, 7, 31)}},
      {"../1300", {mhqa::no_first_day, number(1300, 12, 31)}},
      {"1345/", {number(1345, 1, 1), mhqa::no_last_day}},
      {"[1893,1887]", {number(1887, 1, 1), number(1893, 12, 31)}},
      {"[1893..1895,1887]", {number(1887, 1, 1), number(1895, 12, 31)}},
      {"1637~", {number(1637, 1, 1) - 3660, number(1637, 12, 31) + 3660}},
      {"1637-07-12~", {number(1637, 7, 12) - 31, number(1637, 7, 12) + 31}},
      {"1637-07~", {number(1637, 7, 1) - 372, number(1637, 7, 31) + 372}},
      {"1637-07-12?", {number(1637, 7, 12) - 3660, number(1637, 7, 12) + 3660}},
      {"1637-07-~12", {number(1637, 7, 12) - 31, number(1637, 7, 12) + 31}},
  };
  for (const row& each : rows) {
    CAPTURE(each.text);
    CHECK(mhqa::possible_days(edtf(each.text)) == each.days);
  }
  CHECK_FALSE(mhqa::possible_days(stated_date{}));
}

TEST_CASE("possible days: a Julian date has the days of its calendar") {
  const auto year = mhqa::possible_days(mhqa::stated(partial_date{1700}, calendar_model::julian));
  CHECK(year == day_span{number(1700, 1, 11), number(1701, 1, 11)});  // 366 days: 1700 is a Julian leap year
  const auto leap = mhqa::possible_days(mhqa::stated(partial_date{1700, 2, 29}, calendar_model::julian));
  CHECK(leap == day_span{number(1700, 3, 11), number(1700, 3, 11)});
  CHECK_FALSE(mhqa::possible_days(mhqa::stated(partial_date{1700, 2, 29})));
}

TEST_CASE("possible days: the order is certain only if it holds for all days") {
  struct row {
    std::string_view a, b;
    date_order certain;
    possible_orders possible;
  };
  const row rows[]{
      {"1637", "1638", date_order::before, {true, false, false}},
      {"1638", "1637", date_order::after, {false, false, true}},
      {"1637", "1637", date_order::cannot_tell, {true, true, true}},
      {"1637-07-12", "1637-07-12", date_order::equal, {false, true, false}},
      {"1637-07-12", "1637", date_order::cannot_tell, {true, true, true}},
      {"1637-01-01", "1637", date_order::cannot_tell, {true, true, false}},
      {"1637~", "1638", date_order::cannot_tell, {true, true, true}},
      {"1637~", "1690", date_order::before, {true, false, false}},
      {"1637?", "1638", date_order::cannot_tell, {true, true, true}},
      {"../1300", "1301", date_order::before, {true, false, false}},
      {"../1300", "1299", date_order::cannot_tell, {true, true, true}},
      {"1345/..", "1344", date_order::after, {false, false, true}},
      {"1345/..", "../1300", date_order::after, {false, false, true}},
      {"1345/..", "1400/..", date_order::cannot_tell, {true, true, true}},
      {"[1887,1893]", "1890", date_order::cannot_tell, {true, false, true}},
      {"[1887,1893]", "1894", date_order::before, {true, false, false}},
      {"[1887,1893]", "[1893,1900]", date_order::cannot_tell, {true, true, true}},
      {"163X", "164X", date_order::before, {true, false, false}},
      {"163X-12-25", "1635-07", date_order::cannot_tell, {true, false, true}},
      {"163X-12-25", "1635-12", date_order::cannot_tell, {true, true, true}},
      {"1637-21", "1637-23", date_order::before, {true, false, false}},
      {"-0043-03-15", "0001", date_order::before, {true, false, false}},
  };
  for (const row& each : rows) {
    CAPTURE(each.a);
    CAPTURE(each.b);
    CHECK(mhqa::order_of(edtf(each.a), edtf(each.b)) == each.certain);
    CHECK(mhqa::possible_order(edtf(each.a), edtf(each.b)) == each.possible);
  }
  CHECK(mhqa::possible_order(stated_date{}, edtf("1637")) == possible_orders{});
  CHECK(mhqa::order_of(stated_date{}, edtf("1637")) == date_order::cannot_tell);
}

TEST_CASE("possible days: a set with an open range has no last day, wherever the range stands") {
  for (const std::string_view text : {"[1760-01,1760-02,1760-12..]", "[1887,1893..]", "{..1990,1994..}"}) {
    CAPTURE(text);
    const auto days = mhqa::possible_days(edtf(text));
    REQUIRE(days);
    CHECK(days->last == mhqa::no_last_day);
  }
  const stated_date open = edtf("[1760-01,1760-02,1760-12..]");
  CHECK(mhqa::order_of(open, edtf("1761")) == date_order::cannot_tell);
  CHECK(mhqa::possible_order(open, edtf("1761")) == possible_orders{.before = true, .equal = true, .after = true});
  CHECK_FALSE(mhqa::difference_of(open, edtf("1761"))->most_days);
  // A range that ends before it begins, with no leeway for the doubt, has no day at all.
  const stated_date backwards = edtf("[1994-11%-~27..1991-1X-22,-1993-10-X2]");
  CHECK(mhqa::possible_days(backwards, {.approximate_years = 1, .uncertain_years = 1})->last == number(-1993, 10, 22));
}

TEST_CASE("possible days: the first and last day are those of the spans, for random statements with open ends" *
          doctest::test_suite("unsanitized")) {
  mhqa_test::random_dates random{99};
  random.years(1894, 1909);
  int open = 0;
  for (int i = 0; i < 3000; ++i) {
    const stated_date date = random.date();
    CAPTURE(mhqa::to_edtf(date).view());
    std::optional<day_span> all;
    for (auto span = mhqa::next_possible_days(date, mhqa::no_first_day); span;
         span = mhqa::next_possible_days(date, span->last + 1)) {
      all = day_span{all ? all->first : span->first, span->last};
      if (span->last == mhqa::no_last_day) break;
    }
    open += all && all->last == mhqa::no_last_day ? 1 : 0;
    CHECK(mhqa::possible_days(date) == all);
  }
  CHECK(open > 20);
}

TEST_CASE("possible days: the leeway of doubtful dates is the caller's to set") {
  CHECK(mhqa::order_of(edtf("1637~"), edtf("1645")) == date_order::cannot_tell);
  CHECK(mhqa::order_of(edtf("1637~"), edtf("1645"), {.approximate_years = 5}) == date_order::before);
  CHECK(mhqa::order_of(edtf("1637?"), edtf("1645"), {.approximate_years = 5}) == date_order::cannot_tell);
  CHECK(mhqa::order_of(edtf("1637?"), edtf("1645"), {.uncertain_years = 5}) == date_order::before);
}

TEST_CASE("possible days: a difference has limits, and is certain between two days") {
  // Jefferson: 13 April 1743 to 4 July 1826.
  const auto age = mhqa::difference_of(edtf("1743-04-13"), edtf("1826-07-04"));
  REQUIRE(age);
  CHECK(age->certain() == date_difference{83, 2, 21});
  // Lobachevsky: 1 December 1792 to 24 February 1856.
  CHECK(mhqa::difference_of(edtf("1856-02-24"), edtf("1792-12-01"))->certain() == date_difference{63, 2, 23});

  const auto years = mhqa::difference_of(edtf("1900"), edtf("1980"));
  REQUIRE(years);
  CHECK(years->least == date_difference{79, 0, 1});
  CHECK(years->most == date_difference{80, 11, 30});
  CHECK_FALSE(years->certain());

  const auto open = mhqa::difference_of(edtf("1637-07-12"), edtf("1640/.."));
  REQUIRE(open);
  CHECK(open->least == date_difference{2, 5, 20});
  CHECK_FALSE(open->most);
  CHECK_FALSE(open->most_days);

  const auto either = mhqa::difference_of(edtf("[1887-01-01,1893-01-01]"), edtf("1891-01-01"));
  REQUIRE(either);
  CHECK(either->least == date_difference{2, 0, 0});
  CHECK(either->most == date_difference{4, 0, 0});
  CHECK(either->least_days == 731);
  CHECK(either->most_days == 1461);
  CHECK_FALSE(mhqa::difference_of(stated_date{}, edtf("1637")));
}

namespace {

// Every possible day, one by one from the definition of each form, without the code under test.
void enumerate(const date_term& term, calendar_model calendar, std::vector<int>& out) {
  const bool julian = calendar == calendar_model::julian;
  const auto digits_match = [](int value, int wanted, unsigned mask, int width) {
    for (int i = 0; i < width; ++i, mask >>= 1U, value /= 10, wanted /= 10) {
      if ((mask & 1U) == 0 && value % 10 != wanted % 10) return false;
    }
    return value == wanted;
  };
  const int first_month[]{3, 6, 9, 12, 3, 6, 9, 12, 9, 12, 3, 6, 1, 4, 7, 10, 1, 5, 9, 1, 7};
  const int months[]{3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 6, 6};
  const bool negative = term.year < 0 || term.negative_mask;
  const int size = term.year < 0 ? -term.year : term.year;
  for (int y = 0; y < 10'000; ++y) {
    if (term.significant != 0) {
      int scale = 1;
      for (int i = term.significant; i < 4; ++i) scale *= 10;
      if (y / scale != size / scale) continue;
    } else if (!digits_match(y, size, term.masked >> 4U, 4)) {
      continue;
    }
    const int year = negative ? -y : y;
    if (term.month > 12) {
      for (int i = 0; i < months[term.month - 21]; ++i) {
        const int month = first_month[term.month - 21] - 1 + i;
        const int in = year + month / 12;
        const int length =
            julian ? mhqa::days_in_julian_month(in, month % 12 + 1) : mhqa::days_in_month(in, month % 12 + 1);
        for (int day = 1; day <= length; ++day) {
          const mhqa::calendar_day that{in, month % 12 + 1, day};
          out.push_back(julian ? mhqa::julian_day_number(that) : mhqa::day_number(that));
        }
      }
      continue;
    }
    for (int month = 1; month <= 12; ++month) {
      const unsigned month_mask = term.masked >> 2U & 3U;
      if ((term.month != 0 || month_mask != 0) && !digits_match(month, term.month, month_mask, 2)) continue;
      const int length = julian ? mhqa::days_in_julian_month(year, month) : mhqa::days_in_month(year, month);
      for (int day = 1; day <= length; ++day) {
        const unsigned day_mask = term.masked & 3U;
        if ((term.day != 0 || day_mask != 0) && !digits_match(day, term.day, day_mask, 2)) continue;
        const mhqa::calendar_day that{year, month, day};
        out.push_back(julian ? mhqa::julian_day_number(that) : mhqa::day_number(that));
      }
    }
  }
}

[[nodiscard]] std::vector<int> enumerate(const stated_date& date) {
  std::vector<int> days;
  const auto fill = [&](const date_term& a, const date_term& b) {
    std::vector<int> from, to;
    enumerate(a, date.calendar, from);
    enumerate(b, date.calendar, to);
    const int last = *std::max_element(to.begin(), to.end());
    for (int day = *std::min_element(from.begin(), from.end()); day <= last; ++day) days.push_back(day);
  };
  if (date.kind == statement::interval) {
    fill(date.term[0], date.term[1]);
  } else {
    for (std::size_t i = 0; i < date.count; ++i) {
      if (date.term[i].to_next) {
        fill(date.term[i], date.term[i + 1U]);
        ++i;
      } else {
        enumerate(date.term[i], date.calendar, days);
      }
    }
  }
  std::sort(days.begin(), days.end());
  days.erase(std::unique(days.begin(), days.end()), days.end());
  return days;
}

}  // namespace

TEST_CASE("possible days: order and difference are those of all pairs of days, for random pairs of statements" *
          doctest::test_suite("unsanitized")) {
  mhqa_test::random_dates random{4711};
  random.years(1894, 1909).bounded().without_doubts();
  int orders[4]{};
  for (std::size_t i = 0; i < mhqa_test::large(500); ++i) {
    stated_date a = random.date();
    stated_date b = random.date();
    // A value of the other calendar, where its days exist there too.
    if (i % 5 == 0) a.calendar = calendar_model::julian;
    if (!mhqa::is_possible(a)) continue;
    const std::vector<int> of_a = enumerate(a);
    const std::vector<int> of_b = enumerate(b);
    CAPTURE(mhqa::to_edtf(a).view());
    CAPTURE(mhqa::to_edtf(b).view());
    REQUIRE_FALSE(of_a.empty());
    REQUIRE_FALSE(of_b.empty());
    CHECK(mhqa::possible_days(a) == day_span{of_a.front(), of_a.back()});

    // All spans, joined, are the days.
    std::size_t seen = 0;
    bool same = true;
    for (auto span = mhqa::next_possible_days(a, mhqa::no_first_day); span;
         span = mhqa::next_possible_days(a, span->last + 1)) {
      for (int day = span->first; day <= span->last; ++day, ++seen) {
        same = same && seen < of_a.size() && of_a[seen] == day;
      }
    }
    CHECK(same);
    CHECK(seen == of_a.size());

    possible_orders orders_of_days;
    // The least difference to each day is that of a neighbour, and the most that of an end: monotonicity is checked
    // by the test below.
    std::optional<date_difference> least, most;
    int least_days = INT32_MAX, most_days = 0;
    const auto take = [&](int p, int q) {
      orders_of_days.before |= p < q;
      orders_of_days.equal |= p == q;
      orders_of_days.after |= p > q;
      const date_difference apart = mhqa::detail::ordered_difference(mhqa::day_from_number(std::min(p, q)),
                                                                     mhqa::day_from_number(std::max(p, q)));
      if (!least || apart < *least) least = apart;
      if (!most || apart > *most) most = apart;
      least_days = std::min(least_days, p < q ? q - p : p - q);
      most_days = std::max(most_days, p < q ? q - p : p - q);
    };
    const bool few = of_a.size() * of_b.size() < 4'000;
    for (const int p : of_a) {
      if (few) {
        for (const int q : of_b) take(p, q);
        continue;
      }
      const auto next = std::lower_bound(of_b.begin(), of_b.end(), p);
      if (next != of_b.end()) take(p, *next);
      if (next != of_b.begin()) take(p, *std::prev(next));
      take(p, of_b.front());
      take(p, of_b.back());
    }
    CHECK(mhqa::possible_order(a, b) == orders_of_days);
    const auto difference = mhqa::difference_of(a, b);
    REQUIRE(difference);
    CHECK(difference->least == *least);
    CHECK(difference->most == most);
    CHECK(difference->least_days == least_days);
    CHECK(difference->most_days == most_days);
    ++orders[static_cast<std::size_t>(mhqa::order_of(a, b))];
  }
  CHECK(orders[static_cast<std::size_t>(date_order::before)] > (mhqa_test::sanitized ? 2 : 20));
  CHECK(orders[static_cast<std::size_t>(date_order::after)] > (mhqa_test::sanitized ? 2 : 20));
  CHECK(orders[static_cast<std::size_t>(date_order::cannot_tell)] > (mhqa_test::sanitized ? 2 : 20));
}

TEST_CASE("possible days: a difference in calendar parts never shrinks as its ends move apart") {
  int wrong = 0;
  for (int from = number(1899, 12, 1); from <= number(1901, 3, 31); ++from) {
    date_difference last{};
    for (int to = from; to <= from + 800; ++to) {
      const auto apart = mhqa::detail::ordered_difference(mhqa::day_from_number(from), mhqa::day_from_number(to));
      if (apart < last) ++wrong;
      if (apart > mhqa::detail::ordered_difference(mhqa::day_from_number(from - 1), mhqa::day_from_number(to))) ++wrong;
      last = apart;
    }
  }
  CHECK(wrong == 0);
}
