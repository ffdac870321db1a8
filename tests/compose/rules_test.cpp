// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/rules.hpp>

#include <doctest/doctest.h>

#include <array>
#include <string_view>

namespace {

const auto positive = mhqa::rule("not-positive", [](int x) { return x > 0; });
const auto even = mhqa::rule("odd", [](int x) { return x % 2 == 0; });
const auto small = mhqa::rule("big", [](int x) { return x < 10; });

}  // namespace

TEST_CASE("rules: those combined with && keep their names and say which failed first") {
  const auto all = positive && even && small;
  CHECK(all.names() == std::array<std::string_view, 3>{"not-positive", "odd", "big"});
  CHECK(all.first_failure(4) == 3);
  CHECK(all.first_failure(11) == 1);
  CHECK(all.first_failure(12) == 2);
  CHECK(all.first_failure(-1) == 0);
  CHECK(all(4));
  CHECK_FALSE(all(5));
}

TEST_CASE("rules: || and ! make one rule with a name of both") {
  const auto either = even || small;
  CHECK(either.names() == std::array<std::string_view, 1>{"odd or big"});
  CHECK(either(12));
  CHECK(either(3));
  CHECK_FALSE(either(13));
  const auto opposite = !even;
  CHECK(opposite.names()[0] == "not odd");
  CHECK(opposite(3));
  CHECK((positive && !even).first_failure(2) == 1);
}
