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

TEST_CASE("rules: || and ! keep the names, and the last one asked decides") {
  const auto either = even || small;
  CHECK(either.names() == std::array<std::string_view, 2>{"odd", "big"});
  CHECK(either.decide(12) == mhqa::rule_decision{true, 0});
  CHECK(either.decide(3) == mhqa::rule_decision{true, 1});
  CHECK(either.decide(13) == mhqa::rule_decision{false, 1});
  CHECK(either.first_failure(13) == 1);
  CHECK(either.first_failure(3) == 2);
  const auto opposite = !even;
  CHECK(opposite.names()[0] == "not odd");
  CHECK(opposite(3));
  const auto again = !opposite;
  CHECK(again.names()[0] == "odd");
  CHECK((positive && !even).first_failure(2) == 1);
}

TEST_CASE("rules: every nesting gives the logical value, and asks no name that cannot change it") {
  const auto check = [](const auto& r, auto want) {
    for (int x = -3; x < 14; ++x) {
      CAPTURE(x);
      CHECK(r(x) == want(x > 0, x % 2 == 0, x < 10));
      std::size_t asked = 0;
      const auto decision = r.decide_with([&](const auto& leaf, auto number) {
        CHECK(number >= asked);  // from left to right
        asked = number;
        return leaf.test(x);
      });
      CHECK(decision == r.decide(x));
      CHECK(decision.leaf == asked);
    }
  };
  check((positive && even) || !small, [](bool p, bool e, bool s) { return (p && e) || !s; });
  check(!(positive && even), [](bool p, bool e, bool) { return !(p && e); });
  check(!(positive || even) && small, [](bool p, bool e, bool s) { return !(p || e) && s; });
  check(!((positive && even) || !(small && positive)) || even,
        [](bool p, bool e, bool s) { return !((p && e) || !(s && p)) || e; });
  check(positive && (even || (small && !even)) && positive,
        [](bool p, bool e, bool s) { return p && (e || (s && !e)) && p; });
}

TEST_CASE("rules: unnamed callables may be on either side") {
  const auto not_five = [](int x) { return x != 5; };
  const auto r = (not_five && positive) || !(even && not_five);
  CHECK(r.names() == std::array<std::string_view, 4>{"unnamed", "not-positive", "not odd", "not unnamed"});
  CHECK(r(3));
  CHECK_FALSE(r(-4));
  CHECK((positive && +[](int x) { return x > 2; }).first_failure(2) == 1);
  CHECK(mhqa::rule(not_five)(4));
  struct point {
    bool set;
  };
  CHECK(mhqa::rule("unset", &point::set)(point{true}));
}

TEST_CASE("rules: they are values of constant expressions") {
  constexpr auto p = mhqa::rule("not-positive", [](int x) { return x > 0; });
  constexpr auto s = mhqa::rule("big", [](int x) { return x < 10; });
  constexpr auto r = (p && s) || !mhqa::rule("odd", [](int x) { return x % 2 == 0; });
  static_assert(r.size == 3 && r.names()[2] == "not odd");
  static_assert(r(4) && !r(12) && r(13));
  static_assert(r.decide(12) == mhqa::rule_decision{false, 2});
  static_assert(mhqa::rule_over<decltype(r), int> && !mhqa::rule_over<decltype(r), std::string_view>);
  static_assert(mhqa::without(r, std::array{"not odd"}).decide(12) == mhqa::rule_decision{false, 1});
  CHECK_THROWS_AS((void)mhqa::rule(std::string(61, 'x'), [](int) { return true; }), mhqa::data_error);
}

TEST_CASE("rules: a disabled name counts as not written, also within || and !") {
  const auto r = (positive && even) || !small;
  CHECK(mhqa::without(r, std::array{"odd"})(3));                        // positive || !small
  CHECK_FALSE(mhqa::without(r, std::array{"not big"})(13));             // positive && even
  CHECK_FALSE(mhqa::without(r, std::array{"not-positive", "odd"})(4));  // !small
  CHECK(mhqa::without(r, std::array{"not-positive", "odd"}).decide(4).leaf == 2);
  CHECK(mhqa::without(r, r.names())(3));
  CHECK(mhqa::without(!(positive || even), std::array{"not not-positive"}).first_failure(4) == 1);
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
  CHECK_THROWS_WITH_AS((void)mhqa::without(all, std::array{"odd", "old"}),
                       "no rule is called \"old\", there are: not-positive, odd, big", mhqa::data_error);
}
