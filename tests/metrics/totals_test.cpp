// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Sums of a data set with two slots. The dialect travels with the sums, so that a report cannot name another one.
#include <mhqa/metrics/totals.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace {

struct one_result {
  mhqa::scores answer;
  mhqa::dialect_key rules = 0;
};

struct slots {
  using result = one_result;
  enum sum : std::uint8_t { answer };
  enum count : std::uint8_t { questions, right };
  static constexpr std::size_t sums = 1, counts = 2;
  static constexpr std::string_view dataset = "small";
  static constexpr mhqa::dialect rules = mhqa::dialects::hotpotqa;

  template <class T>
  static constexpr void add(T& t, const one_result& r) {
    t[answer] += r.answer;
    ++t[questions];
    t[right] += r.answer.em == 1 ? 1 : 0;
  }
  template <class T>
  static std::vector<mhqa::named_score> named(const T& t) {
    std::vector<mhqa::named_score> out;
    append_published(out, "", t[answer].mean(t[questions]), t.rules().scale);
    return out;
  }
  template <class T>
  static std::vector<mhqa::named_count> counted(const T& t) {
    return {{"questions", t[questions]}, {"right", t[right]}};
  }
  template <class T>
  static mhqa::signature_choices choices(const T& t) {
    return {{"n", std::to_string(t[questions])}};
  }
};

using totals = mhqa::totals<slots, mhqa::exact_sum>;
using published = mhqa::totals<slots, mhqa::published_sum>;

static_assert(mhqa::evaluation_slots<slots> && !mhqa::evaluation_slots<int>);
static_assert(std::is_trivially_copyable_v<totals>);
template <class T>
concept merges = requires(T& t) {
  t += t;
};
static_assert(merges<totals> && !merges<published>, "doubles in file order cannot be merged");

}  // namespace

TEST_CASE("totals: means, counts and the report of three questions") {
  totals t;
  t.add({{1, 1, 1, 1}});
  t.add({{0, 0.5, 0.5, 0.5}});
  t.add({{}});
  CHECK(t[slots::questions] == 3);
  CHECK(t[slots::right] == 1);
  const mhqa::report r = make_report(t, {});
  CHECK(r.dataset == "small");
  CHECK(r.scores[1].name == "f1");
  CHECK(r.scores[1].value == 0.5);
  CHECK(r.counts[1].name == "right");
  CHECK(r.counts[1].value == 1);
  CHECK(r.signature.starts_with("hotpotqa|"));
  CHECK(r.signature.find("|n:3|") != std::string::npos);
}

TEST_CASE("totals: every split merges to the same bits") {
  std::vector<one_result> all;
  for (int i = 1; i < 9; ++i) all.push_back({{i % 2 * 1.0, 1.0 / i, 1.0 / (i + 3), 1.0 / (i + 7)}});
  totals whole;
  for (const one_result& r : all) whole.add(r);
  for (unsigned mask = 0; mask < 256; ++mask) {
    totals left, right;
    for (std::size_t i = all.size(); i-- > 0;) (((mask >> i) & 1U) != 0 ? left : right).add(all[i]);
    left += right;
    CHECK(left == whole);
  }
}

TEST_CASE("totals: a question or totals of another dialect are refused, and the report shows the totals' own") {
  const mhqa::dialect squad = mhqa::dialects::squad_1_1;
  const one_result scored{{1, 1, 1, 1}, key_of(squad)};
  totals wrong{mhqa::dialects::hotpotqa};
  CHECK_THROWS_AS(wrong.add(scored), mhqa::usage_error);
  CHECK(wrong == totals{mhqa::dialects::hotpotqa});
  totals first;
  first.add({{1, 1, 1, 1}, key_of(mhqa::dialects::hotpotqa)});
  CHECK_THROWS_AS(first.add(scored), mhqa::usage_error);
  totals right{squad};
  right.add(scored);
  const mhqa::report r = make_report(right, {});
  CHECK(r.rules == squad);
  CHECK(r.scores[0].value == 100);
  CHECK(r.signature.starts_with("squad-1.1|"));
  CHECK(r.signature.find("|scale:100|") != std::string::npos);
  CHECK_THROWS_AS(wrong += right, mhqa::usage_error);

  totals taken;  // no dialect yet: that of the first question
  taken.add(scored);
  CHECK(taken == right);
  totals none;
  none += right;
  CHECK(none == right);
  right += totals{};
  CHECK(none == right);
  mhqa::dialect own = squad;
  own.name = "own";
  CHECK_THROWS_AS(totals{}.add({{}, key_of(own)}), mhqa::usage_error);
}
