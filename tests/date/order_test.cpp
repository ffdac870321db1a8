// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Dates in order. A rule that cannot tell every pair apart cannot sort, but can say how sure an order is.
#include <mhqa/date/order.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <string_view>
#include <vector>

using mhqa::compare_dates;
using mhqa::date_order;
using mhqa::partial_date;
using mhqa::date_rules::published;
using mhqa::date_rules::three_valued;

static_assert(compare_dates({1637, 7, 12}, {1990, 5, 12}) == date_order::before);
static_assert(compare_dates<three_valued>({1637}, {1637, 7, 12}) == date_order::cannot_tell);

namespace {

struct person {
  std::string_view name;
  partial_date born;
};

}  // namespace

TEST_CASE("order: people are sorted by their births") {
  std::vector<person> people{
      {"Missoffe", {1919, 10, 13}}, {"Haecht", {1593}}, {"Backes", {1901, 5, 2}}, {"Caesar", {-99, 7}}};
  mhqa::sort_dates(people, &person::born);
  CHECK(people[0].name == "Caesar");
  CHECK(people[1].name == "Haecht");
  CHECK(people[2].name == "Backes");
  CHECK(people[3].name == "Missoffe");
}

TEST_CASE("order: an unknown part sorts first by the published rule and as 1 by the final one") {
  const std::vector<partial_date> wanted{{0}, {1637}, {1637, 1}, {1637, 1, 1}, {1637, 1, 2}, {1638}};
  std::vector<partial_date> dates = wanted;
  do {
    std::vector<partial_date> sorted = dates;
    mhqa::sort_dates<published>(sorted);
    CHECK(sorted == wanted);
    mhqa::sort_dates(sorted);
    CHECK(sorted.front() == wanted.front());
    CHECK(sorted[4] == wanted[4]);
    CHECK(sorted.back() == wanted.back());
  } while (std::next_permutation(dates.begin(), dates.end(), mhqa::date_less<published>{}));
}

TEST_CASE("order: a sequence is chronological when every neighbour is known not to be earlier") {
  const std::vector<partial_date> none;
  const std::vector<partial_date> sure{{1593}, {1637, 7}, {1637, 8, 1}, {1637, 8, 1}, {1901}};
  const std::vector<partial_date> unsure{{1593}, {1637}, {1637, 7}};
  const std::vector<partial_date> wrong{{1637}, {1593}};
  CHECK(mhqa::is_chronological<three_valued>(none));
  CHECK(mhqa::is_chronological<three_valued>(sure));
  CHECK_FALSE(mhqa::is_chronological<three_valued>(unsure));
  CHECK(mhqa::is_chronological(unsure));
  CHECK_FALSE(mhqa::is_chronological(wrong));
  const std::vector<person> people{{"Haecht", {1593}}, {"Backes", {1901, 5, 2}}};
  CHECK(mhqa::is_chronological(people, &person::born));
}
