// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/date/stated_rules.hpp>

#include <mhqa/date/stated_date.hpp>

#include <doctest/doctest.h>

using namespace mhqa;

TEST_CASE("stated_rules: exact dates by the rule, without possible orders") {
  const stated_date year = stated({1637}), day = stated({1637, 7, 12});
  CHECK(compare_by_rule("three-valued", year, day).order == date_order::cannot_tell);
  const ruled_order found = compare_by_rule("final", year, day);
  CHECK(found.order == date_order::before);
  CHECK_FALSE(found.possible.before);
  CHECK_FALSE(found.possible.after);
}

TEST_CASE("stated_rules: other dates by their possible days, whatever the rule") {
  const stated_date either = one_of({{1887}, {1893}});
  const ruled_order found = compare_by_rule("final", either, stated({1890}));
  CHECK(found.order == date_order::cannot_tell);
  CHECK(found.possible.before);
  CHECK(found.possible.after);
  CHECK_FALSE(found.possible.equal);
  CHECK(compare_by_rule("final", stated({1990, 5}), before({1300})).order == date_order::after);
}

// From 12 July 1637 to 1640 or later there are 2 years, 5 months and 20 days at least.
TEST_CASE("stated_rules: a difference if it is certain, and its limits") {
  const ruled_difference exactly = subtract_by_rule("final", stated({1924, 8, 22}), stated({1986, 10, 30}));
  CHECK(exactly.certain == date_difference{62, 2, 8});
  const ruled_difference partial = subtract_by_rule("three-valued", stated({1924}), stated({1986, 10, 30}));
  CHECK_FALSE(partial.certain);
  CHECK(partial.least < *partial.most);
  const ruled_difference open = subtract_by_rule("final", stated({1637, 7, 12}), after({1640}));
  CHECK_FALSE(open.certain);
  CHECK_FALSE(open.most);
  CHECK(open.least.years == 2);
}
