// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/probe/sufficiency.hpp>

#include "probe/random_questions.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

// T(q): 2^n - 1 contexts of |C| - n + 1 facts; Fr, n - 1 non-supports, is drawn once; a context without the supports
// Fs1 also lacks n - |Fs1| - 1 facts of Fr (Trivedi et al. 2020, App. A.3). P(T(q)): per bi-partition three contexts
// of |C| - n facts (App. A.5).

namespace {

using mhqa::sufficiency;
using mhqa_test::positions;

positions set_of(const mhqa::position_set& set) {
  return {set.begin(), set.end()};
}

template <class Source>
std::uint64_t digest(const Source& source, const mhqa::instance& one, std::uint64_t before) {
  std::uint64_t h = before * 0x100000001b3U;
  for (const std::uint64_t x : {std::uint64_t{one.group}, std::uint64_t{one.sub_idx},
                                std::uint64_t{one.removed_supports}, std::uint64_t{one.removed_others}}) {
    h = (h ^ x) * 0x100000001b3U;
  }
  for (const std::uint32_t p : source.removed(one)) h = (h ^ p) * 0x100000001b3U;
  return h;
}

}  // namespace

TEST_CASE("sufficiency: T(q) of two supports is the paper's three contexts") {
  const mhqa::probe_question q{.id = "q", .fact_count = 6, .supports = {1, 4}, .answer_supports = 0b01};
  const auto t = mhqa::views::sufficiency_transform(q, 7);
  REQUIRE(t.size() == 3);
  const positions context = mhqa_test::all_of(q);
  const positions fr = set_of(t.source().removed(t[0]));
  CHECK(fr.size() == 1);
  CHECK(mhqa_test::meeting(fr, {1, 4}).empty());
  CHECK(mhqa_test::kept_facts(t.source(), 6, t[0]) == mhqa_test::without(context, fr));
  CHECK(mhqa_test::kept_facts(t.source(), 6, t[1]) == mhqa_test::without(context, {1}));
  CHECK(mhqa_test::kept_facts(t.source(), 6, t[2]) == mhqa_test::without(context, {4}));
  CHECK(t[0].sufficiency == sufficiency::full);
  CHECK(t[1].sufficiency == sufficiency::partial);
  CHECK_FALSE(t[0].labels_omitted);
  CHECK(t[1].labels_omitted);
  CHECK(t[0].answer_label);
  CHECK_FALSE(t[1].answer_label);  // fact 1 held the answer
  CHECK(t[2].answer_label);

  const auto groups = mhqa::views::probe_of_transform(q, 7);
  REQUIRE(groups.size() == 1);
  const auto [none, first, second] = groups[0];
  CHECK(mhqa_test::kept_facts(groups.source(), 6, none) == mhqa_test::without(context, {1, 4}));
  CHECK(mhqa_test::kept_facts(groups.source(), 6, first) == mhqa_test::without(context, mhqa_test::united({1}, fr)));
  CHECK(mhqa_test::kept_facts(groups.source(), 6, second) == mhqa_test::without(context, mhqa_test::united({4}, fr)));
  CHECK(none.sufficiency == sufficiency::none);
  CHECK(first.sufficiency == sufficiency::partial);
  CHECK(second.sufficiency == sufficiency::partial);
  CHECK(none.labels_omitted);
  CHECK_FALSE(first.labels_omitted);
}

TEST_CASE("sufficiency: for up to ten supports, contexts have the length, the facts and the labels of App. A.3") {
  for (std::uint32_t n = 2; n <= 10; ++n) {
    const auto q = mhqa_test::random_question(n, 200 + n);
    CAPTURE(n);
    const auto t = mhqa::views::sufficiency_transform(q, 5);
    const positions supports = mhqa_test::support_set(q, mhqa::all_facts(n));
    const positions fr = set_of(t.source().removed(t[0]));
    CHECK(fr.size() == n - 1);
    CHECK(mhqa_test::meeting(fr, supports).empty());
    CHECK(t.size() == (std::size_t{1} << n) - 1);
    std::set<std::uint32_t> removed_masks, numbers;
    for (const mhqa::instance one : t) {
      const positions kept = mhqa_test::kept_facts(t.source(), q.fact_count, one);
      const positions gone = mhqa_test::without(mhqa_test::all_of(q), kept);
      REQUIRE(kept.size() == q.fact_count - n + 1);
      const positions gone_supports = mhqa_test::meeting(gone, supports);
      CHECK(gone_supports == mhqa_test::support_set(q, one.removed_supports));
      CHECK(mhqa_test::without(mhqa_test::without(gone, supports), fr).empty());  // only facts of Fr besides
      CHECK(mhqa_test::meeting(kept, supports) == mhqa_test::support_set(q, one.kept_supports));
      CHECK(one.sufficiency == (gone_supports.empty() ? sufficiency::full : sufficiency::partial));
      CHECK(one.labels_omitted == !gone_supports.empty());
      removed_masks.insert(one.removed_supports);
      numbers.insert(one.sub_idx);
    }
    CHECK(removed_masks.size() == t.size());  // every proper subset of the supports, once
    CHECK(*removed_masks.rbegin() == mhqa::all_facts(n) - 1);
    CHECK(numbers.size() == t.size());
    CHECK(*numbers.rbegin() == t.size() - 1);
  }
}

TEST_CASE("sufficiency: for up to ten supports, the probe of the transform is as App. A.5 says") {
  for (std::uint32_t n = 2; n <= 10; ++n) {
    const auto q = mhqa_test::random_question(n, 300 + n);
    CAPTURE(n);
    const auto t = mhqa::views::sufficiency_transform(q, 5);
    const auto groups = mhqa::views::probe_of_transform(q, 5);
    const positions supports = mhqa_test::support_set(q, mhqa::all_facts(n));
    const positions fr = set_of(t.source().removed(t[0]));
    CHECK(groups.size() == mhqa::bipartition_count(n));
    for (const auto group : groups) {
      std::set<std::uint32_t> numbers;
      for (const mhqa::instance& one : group) {
        const positions kept = mhqa_test::kept_facts(groups.source(), q.fact_count, one);
        const positions gone = mhqa_test::without(mhqa_test::all_of(q), kept);
        REQUIRE(kept.size() == q.fact_count - n);
        CHECK(mhqa_test::meeting(kept, supports) == mhqa_test::support_set(q, one.kept_supports));
        CHECK(mhqa_test::without(mhqa_test::without(gone, supports), fr).empty());
        CHECK(one.group == group[0].group);
        numbers.insert(one.sub_idx);
        if (one.sufficiency == sufficiency::none) continue;
        // Fr1' is T(q)'s own Fr1 for these supports, and one more fact of Fr.
        const positions in_transform = set_of(t.source().removed(t[one.removed_supports]));
        CHECK(mhqa_test::without(in_transform, gone).empty());
        CHECK(gone.size() == in_transform.size() + 1);
      }
      CHECK(numbers == std::set<std::uint32_t>{0, 1, 2});
      CHECK(group[0].sufficiency == sufficiency::none);
      CHECK(group[0].removed_supports == mhqa::all_facts(n));
      CHECK((group[1].removed_supports | group[2].removed_supports) == mhqa::all_facts(n));
      CHECK((group[1].removed_supports & group[2].removed_supports) == 0);
      CHECK(group[2].removed_supports == group[0].group);
    }
  }
}

TEST_CASE("sufficiency: copies of the trivial transform keep all supports and draw for themselves") {
  for (std::uint32_t n = 2; n <= 6; ++n) {
    const auto q = mhqa_test::random_question(n, 400 + n);
    CAPTURE(n);
    const auto copies = mhqa::views::trivial_transform(q, 5);
    CHECK(copies.size() == (std::size_t{1} << n) - 1);
    std::set<positions> different;
    for (const mhqa::instance one : copies) {
      const positions kept = mhqa_test::kept_facts(copies.source(), q.fact_count, one);
      CHECK(kept.size() == q.fact_count - n + 1);
      const positions supports = mhqa_test::support_set(q, mhqa::all_facts(n));
      CHECK(mhqa_test::meeting(kept, supports) == supports);
      different.insert(kept);
    }
    if (q.fact_count - n > n) CHECK(different.size() > 1);
  }
}

TEST_CASE("sufficiency: neither the number nor the drawn fact tells the label") {
  std::map<std::uint32_t, int> number_of_full, number_of_none, drawn;
  std::array<int, 3> kept_by_balance{};
  for (std::uint32_t i = 0; i < 3000; ++i) {
    const std::string id = "q" + std::to_string(i);
    const mhqa::probe_question q{.id = id, .fact_count = 5, .supports = {1, 3}};
    const auto t = mhqa::views::sufficiency_transform(q, 1);
    ++number_of_full[t[0].sub_idx];
    ++drawn[*t.source().removed(t[0]).begin()];
    ++number_of_none[mhqa::views::probe_of_transform(q, 1)[0][0].sub_idx];
    const auto [sufficient, other] = t.source().balanced();
    CHECK(sufficient == t[0]);
    ++kept_by_balance[other.removed_supports];
  }
  // A third each is 1,000, standard deviation 26; half is 1,500, 27.
  for (const auto& counts : {number_of_full, number_of_none, drawn}) {
    CHECK(counts.size() == 3);
    for (const auto& [what, n] : counts) CHECK(std::abs(n - 1000) < 160);
  }
  CHECK(drawn.count(1) + drawn.count(3) == 0);
  CHECK(kept_by_balance[0] == 0);
  CHECK(std::abs(kept_by_balance[1] - 1500) < 165);
}

TEST_CASE("sufficiency: a balanced group of the probe is the context without support and one drawn half") {
  int first = 0, groups_seen = 0;
  for (std::uint32_t i = 0; i < 500; ++i) {
    const auto q = mhqa_test::random_question(3, i);
    const auto groups = mhqa::views::probe_of_transform(q, 1);
    for (std::uint32_t k = 0; k < groups.size(); ++k) {
      const auto [none, half] = groups.source().balanced(k);
      CHECK(none == groups[k][0]);
      CHECK((half == groups[k][1] || half == groups[k][2]));
      first += half == groups[k][1] ? 1 : 0;
      ++groups_seen;
    }
  }
  CHECK(groups_seen == 1500);
  CHECK(std::abs(first - 750) < 120);  // standard deviation 19
}

TEST_CASE("sufficiency: instances depend on seed and id alone, and are the same on every platform") {
  const auto of = [](std::string_view id, std::uint64_t seed) {
    const mhqa::probe_question q{.id = id, .fact_count = 20, .supports = {3, 17, 5, 8}};
    std::uint64_t h = 0;
    const auto t = mhqa::views::sufficiency_transform(q, seed);
    for (const auto one : t) h = digest(t.source(), one, h);
    const auto groups = mhqa::views::probe_of_transform(q, seed);
    for (const auto group : groups) {
      for (const auto& one : group) h = digest(groups.source(), one, h);
    }
    const auto copies = mhqa::views::trivial_transform(q, seed);
    for (const auto one : copies) h = digest(copies.source(), one, h);
    return h;
  };
  CHECK(of("4hop__1", 7) == of("4hop__1", 7));
  CHECK(of("4hop__1", 7) != of("4hop__1", 8));
  CHECK(of("4hop__1", 7) != of("4hop__2", 7));
  CHECK(of("4hop__1", 7) == 1026308005169468278U);  // pinned: a change here changes every file that was ever written
}

TEST_CASE("sufficiency: a context that is too small is refused") {
  const mhqa::probe_question small{.id = "q", .fact_count = 4, .supports = {0, 1, 2}};
  CHECK_THROWS_WITH((void)mhqa::views::sufficiency_transform(small, 0),
                    "id \"q\": cannot be transformed: too few facts");
  CHECK_THROWS_AS((void)mhqa::views::probe_of_transform(small, 0), mhqa::data_error);
  CHECK_THROWS_AS((void)mhqa::views::trivial_transform(small, 0), mhqa::data_error);
}

TEST_CASE("sufficiency: the score that proxies of supports can cost is the printed 0.0628") {
  CHECK(std::round(mhqa::proxy_score_drop(8, 0.017) * 10000) == 628);
  CHECK(mhqa::proxy_score_drop(8, 0.017) == doctest::Approx(0.06280706784089118).epsilon(1e-12));
  CHECK(mhqa::proxy_score_drop(0, 0.5) == 0);
  CHECK(mhqa::proxy_score_drop(1, 0.5) == doctest::Approx(0.25).epsilon(1e-12));  // half the time, then half
  CHECK(mhqa::proxy_score_drop(3, 1) == doctest::Approx(0.25).epsilon(1e-12));    // always three proxies: 1/4
  CHECK(mhqa::proxy_score_drop(3, 0) == 0);
  // As many as no power of a half reaches: the sum in closed form, (1 - (1 - p)^(n + 1)) / ((n + 1) p) - (1 - p)^n.
  CHECK(mhqa::proxy_score_drop(5000, 0.5) == doctest::Approx(1 / 2500.5).epsilon(1e-12));
  CHECK(mhqa::proxy_score_drop(5000, 1) == doctest::Approx(1 / 5001.0).epsilon(1e-12));
}
