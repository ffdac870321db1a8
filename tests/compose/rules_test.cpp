// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/rules.hpp>

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

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

TEST_CASE("rules: one that is left out by its name holds, and the others still say which of them failed") {
  const auto all = positive && even && small;
  const auto some = mhqa::without(all, std::array{"odd"});
  CHECK(some.left_out() == std::array{false, true, false});
  CHECK(some.names() == all.names());
  CHECK(some.first_failure(3) == 3);
  CHECK(some.first_failure(13) == 2);
  CHECK(some.first_failure(-1) == 0);
  CHECK(all.first_failure(3) == 1);
  const auto none = mhqa::without(all, std::vector<std::string>{"big", "odd", "big", "not-positive"});
  CHECK(none(-13));
  CHECK(mhqa::without(all, std::vector<std::string>{}).first_failure(3) == 1);
  CHECK(mhqa::without(even || small, std::array{"odd or big"})(13));
  CHECK_THROWS_WITH_AS((void)mhqa::without(all, std::array{"odd", "old"}),
                       "no rule is called \"old\", there are: not-positive, odd, big", mhqa::data_error);
}
