// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/probe/annotation.hpp>

#include <mhqa/metrics/judge_agreement.hpp>
#include <mhqa/probe/sufficiency.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

// The rules are those of Trivedi et al. 2020, Appendix D.

namespace {

mhqa::probe_question with_supports(std::string_view id, std::uint32_t facts, std::vector<std::uint32_t> supports) {
  return {.id = id, .fact_count = facts, .supports = std::move(supports)};
}

constexpr mhqa::task_verdicts yes{2, 0}, no{0, 2}, split{1, 1}, none{0, 0};

mhqa::proxy_counts of(std::initializer_list<std::array<mhqa::task_verdicts, 3>> questions,
                      mhqa::annotator_rule rule = mhqa::annotator_rule::unanimous) {
  mhqa::proxy_counts counts;
  for (const auto& tasks : questions) counts.add(tasks, rule);
  return counts;
}

}  // namespace

TEST_CASE("annotation: two supports give (f1, f2), (f1, fr) and (fr, f2) with one non-support") {
  const auto q = with_supports("q", 10, {3, 7});
  const auto tasks = mhqa::views::annotation_tasks(q, 5);
  REQUIRE(tasks.size() == 3);
  const std::uint32_t fr = tasks.source().other;
  CHECK(fr < 10);
  CHECK(fr != 3);
  CHECK(fr != 7);
  CHECK(tasks.begin()[0] == mhqa::annotation_task{{}, {3, 7}});
  CHECK(tasks.begin()[1] == mhqa::annotation_task{1, {3, fr}});
  CHECK(tasks.begin()[2] == mhqa::annotation_task{0, {fr, 7}});
  CHECK(mhqa::pair_name(2, std::nullopt) == "f1,f2");
  CHECK(mhqa::pair_name(2, 1) == "f1,fr");
  CHECK(mhqa::pair_name(2, 0) == "fr,f2");
  CHECK(mhqa::pair_name(3, 1) == "f1,fr,f3");
}

TEST_CASE("annotation: three supports give four tasks; every non-support is drawn") {
  std::set<std::uint32_t> drawn;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const auto q = with_supports("q", 6, {0, 2, 5});
    const auto tasks = mhqa::views::annotation_tasks(q, seed);
    REQUIRE(tasks.size() == 4);
    CHECK(tasks.begin()[1].facts == std::vector<std::uint32_t>{0, 2, tasks.source().other});
    drawn.insert(tasks.source().other);
  }
  CHECK(drawn == std::set<std::uint32_t>{1, 3, 4});
}

TEST_CASE("annotation: a question without non-support, or that cannot be probed, has no tasks") {
  CHECK(*mhqa::why_not_annotated(with_supports("q", 2, {0, 1})) == mhqa::skip_reason::too_few_facts);
  CHECK(*mhqa::why_not_annotated(with_supports("q", 5, {0})) == mhqa::skip_reason::too_few_supports);
  CHECK(*mhqa::why_not_annotated(with_supports("q", 5, {0, 9})) == mhqa::skip_reason::support_not_in_context);
  CHECK(!mhqa::why_not_annotated(with_supports("q", 3, {0, 1})));
  CHECK_THROWS_AS((void)mhqa::views::annotation_tasks(with_supports("q", 2, {0, 1})), mhqa::data_error);
}

TEST_CASE("annotation: people agree unanimously or by majority, never at a tie") {
  using mhqa::agreed_verdict;
  using rule = mhqa::annotator_rule;
  CHECK(agreed_verdict({3, 0}, rule::unanimous) == true);
  CHECK(agreed_verdict({0, 1}, rule::unanimous) == false);
  CHECK(!agreed_verdict({2, 1}, rule::unanimous));
  CHECK(agreed_verdict({2, 1}, rule::majority) == true);
  CHECK(agreed_verdict({1, 2}, rule::majority) == false);
  CHECK(!agreed_verdict({1, 1}, rule::majority));
  CHECK(!agreed_verdict({0, 0}, rule::majority));
}

TEST_CASE("annotation: fr is a proxy if the supports suffice, and also with fr in place of one") {
  // tasks in the order f1,f2  f1,fr  fr,f2
  const auto counts = of({{yes, no, no},      // no proxy
                          {yes, yes, no},     // for f2
                          {yes, no, yes},     // for f1
                          {yes, yes, yes},    // for both: one proxy
                          {no, yes, yes},     // the supports do not suffice: no proxy
                          {yes, split, no},   // no agreement
                          {yes, none, no}});  // a task without verdict
  CHECK(counts.agreed == 5);
  CHECK(counts.sufficient == 4);
  CHECK(counts.proxies == 3);
  CHECK(counts.replaced == std::vector<std::uint64_t>{2, 2});
  CHECK(counts.disagreed == 1);
  CHECK(counts.unanswered == 1);
  CHECK(*counts.rate() == 0.6);
  CHECK(!of({}).rate());
  CHECK(!of({{yes, none, no}}).rate());
}

TEST_CASE("annotation: the paper's 2 of 115 give its rate and drop") {
  mhqa::proxy_counts counts;
  for (int i = 0; i < 113; ++i) counts.add(std::array{yes, no, no});
  for (int i = 0; i < 2; ++i) counts.add(std::array{yes, yes, no});
  CHECK(*counts.rate() == doctest::Approx(2.0 / 115).epsilon(1e-15));                              // 1.7 %
  CHECK(mhqa::proxy_score_drop(8, 0.017) == doctest::Approx(0.06280706784089118).epsilon(1e-12));  // 6.28 %
  const auto drop = mhqa::proxy_drop_interval(8, mhqa::wilson_interval(2, 115));
  CHECK(drop.low == doctest::Approx(0.01870705073793885).epsilon(1e-9));
  CHECK(drop.high == doctest::Approx(0.1837659957512902).epsilon(1e-9));
}

TEST_CASE("annotation: the interval of the drop has its largest value inside") {
  // With 8 distractors the drop is largest near p = 0.216, and 1/9 for p = 1.
  const auto all = mhqa::proxy_drop_interval(8, {0, 1});
  CHECK(all.low == 0);
  CHECK(all.high == doctest::Approx(0.3141053).epsilon(1e-5));
  for (unsigned d = 1; d < 12; ++d) {
    const auto interval = mhqa::proxy_drop_interval(d, {0.1, 0.7});
    for (double p = 0.1; p <= 0.7; p += 0.01) {
      CHECK(mhqa::proxy_score_drop(d, p) >= interval.low - 1e-12);
      CHECK(mhqa::proxy_score_drop(d, p) <= interval.high + 1e-12);
    }
  }
}
