// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/probe/disconnected.hpp>

#include "probe/random_questions.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <cstdint>
#include <set>
#include <vector>

// For each bi-partition {Fs1, Fs2}: (Q, C without Fs1), labelled with Fs2, and (Q, C without Fs2), labelled with
// Fs1; the answer label only where a kept support holds the answer (Trivedi et al. 2020, Eq. 3-4).

namespace {

constexpr mhqa::support_layout pair_layout{
    .fact_count = 5, .support_count = 2, .answer_supports = 0b10, .supports = {1, 4}};
static_assert(mhqa::disconnected_source{pair_layout}(0)[0].kept_supports == 0b10);

}  // namespace

TEST_CASE("disconnected: two supports give one group, each half without one of them") {
  const mhqa::probe_question q{.id = "q", .fact_count = 5, .supports = {1, 4}, .answer_supports = 0b10};
  const auto groups = mhqa::views::disconnected_probe(q, 7);
  REQUIRE(groups.size() == 1);
  const auto [first, second] = groups[0];
  CHECK(mhqa_test::kept_facts(groups.source(), 5, first) == std::set<std::uint32_t>{0, 2, 3, 4});
  CHECK(mhqa_test::kept_facts(groups.source(), 5, second) == std::set<std::uint32_t>{0, 1, 2, 3});
  CHECK(first.kept_supports == 0b10);
  CHECK(second.kept_supports == 0b01);
  CHECK(first.answer_label);  // fact 4 holds the answer and stays
  CHECK_FALSE(second.answer_label);
  CHECK(first.group == 2);
  CHECK(second.group == 2);
  CHECK_FALSE(first.sufficiency);
  CHECK((first.sub_idx ^ second.sub_idx) == 1);
}

TEST_CASE("disconnected: for up to ten supports in random contexts, halves are as Eq. 3 and 4 say") {
  for (std::uint32_t n = 2; n <= 10; ++n) {
    const auto q = mhqa_test::random_question(n, 100 + n);
    CAPTURE(n);
    const auto context = mhqa_test::all_of(q);
    const auto supports = mhqa_test::support_set(q, mhqa::all_facts(n));
    const auto groups = mhqa::views::disconnected_probe(q, 3);
    std::set<std::uint32_t> seen;
    for (const auto [first, second] : groups) {
      const auto a = mhqa_test::kept_facts(groups.source(), q.fact_count, first);
      const auto b = mhqa_test::kept_facts(groups.source(), q.fact_count, second);
      const auto fs1 = mhqa_test::support_set(q, first.removed_supports);
      const auto fs2 = mhqa_test::support_set(q, second.removed_supports);
      CHECK(mhqa_test::united(fs1, fs2) == supports);
      CHECK(mhqa_test::meeting(fs1, fs2).empty());
      CHECK(a == mhqa_test::without(context, fs1));
      CHECK(b == mhqa_test::without(context, fs2));
      CHECK(mhqa_test::support_set(q, first.kept_supports) == fs2);
      CHECK(mhqa_test::support_set(q, second.kept_supports) == fs1);
      CHECK(first.answer_label == ((first.kept_supports & q.answer_supports) != 0));
      CHECK(second.answer_label == ((second.kept_supports & q.answer_supports) != 0));
      CHECK(first.group == second.group);
      CHECK((first.group & 1U) == 0);
      seen.insert(first.group);
    }
    CHECK(seen.size() == mhqa::bipartition_count(n));
    CHECK(groups.size() == mhqa::bipartition_count(n));
  }
}

TEST_CASE("disconnected: which half is number 0 does not tell which it is") {
  int first_is_zero = 0;
  for (std::uint32_t i = 0; i < 2000; ++i) {
    const auto q = mhqa_test::random_question(2, i);
    first_is_zero += mhqa::views::disconnected_probe(q, 1)[0][0].sub_idx == 0 ? 1 : 0;
  }
  CHECK(first_is_zero > 860);  // 1,000 expected, standard deviation 22
  CHECK(first_is_zero < 1140);
}

TEST_CASE("disconnected: a question that cannot be probed is refused") {
  const mhqa::probe_question one_support{.id = "q", .fact_count = 5, .supports = {1}};
  CHECK_THROWS_AS((void)mhqa::views::disconnected_probe(one_support, 0), mhqa::data_error);
}
