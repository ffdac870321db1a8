// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/metrics/judge_agreement.hpp>

#include <mhqa/metrics/agreement.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <vector>

using mhqa::judge_agreement;

TEST_CASE("judge_agreement: accuracy and kappa by hand, and as of two lists of labels") {
  // 40 both, 10 by the score alone, 20 by the verdict alone, 30 neither: agreed 0.7, chance 0.5 * 0.6 + 0.5 * 0.4 =
  // 0.5.
  const judge_agreement a{40, 10, 20, 30};
  CHECK(*a.accuracy() == 0.7);
  CHECK(*a.kappa() == doctest::Approx(0.4).epsilon(1e-12));
  std::vector<int> score, verdict;
  const auto add = [&](int times, int s, int v) {
    score.insert(score.end(), static_cast<std::size_t>(times), s);
    verdict.insert(verdict.end(), static_cast<std::size_t>(times), v);
  };
  add(40, 1, 1);
  add(10, 1, 0);
  add(20, 0, 1);
  add(30, 0, 0);
  CHECK(*mhqa::cohen_kappa(score, verdict) == doctest::Approx(*a.kappa()).epsilon(1e-12));
  // Standard error sqrt(0.7 * 0.3 / 100) / 0.5.
  CHECK(mhqa::kappa_interval(a)->low == doctest::Approx(0.4 - 1.959963984540054 * 0.0916515138991168).epsilon(1e-12));
}

TEST_CASE("judge_agreement: counts add up in any order; nothing to say about nothing") {
  judge_agreement a, b;
  a.add(true, true);
  a.add(true, false);
  b.add(false, true);
  b.add(false, false);
  judge_agreement both = a;
  both += b;
  CHECK(both == judge_agreement{1, 1, 1, 1});
  CHECK(*both.kappa() == 0);
  CHECK_FALSE(judge_agreement{}.accuracy());
  CHECK_FALSE(judge_agreement{}.kappa());
  CHECK_FALSE((judge_agreement{5, 0, 0, 0}.kappa()));
  CHECK_FALSE(mhqa::kappa_interval(judge_agreement{}));
}

TEST_CASE("judge_agreement: Wilson's interval") {
  const auto interval = mhqa::wilson_interval(8, 10);
  CHECK(interval.low == doctest::Approx(0.4901625).epsilon(1e-6));
  CHECK(interval.high == doctest::Approx(0.9433178).epsilon(1e-6));
  CHECK(mhqa::wilson_interval(0, 10).low == 0);
  CHECK(mhqa::wilson_interval(0, 0) == mhqa::difference_interval{0, 1});
}

TEST_CASE("judge_agreement: a parting says who accepts the answer and how it relates to the gold") {
  using mhqa::answer_relation;
  using mhqa::parting;
  constexpr std::array relations{answer_relation::unanswered,   answer_relation::equal,
                                 answer_relation::longer,       answer_relation::shorter,
                                 answer_relation::shared_words, answer_relation::other_words};
  constexpr std::array rejected{parting::unanswered,     parting::equal_text,   parting::longer_answer,
                                parting::shorter_answer, parting::shared_words, parting::other_words};
  constexpr std::array accepted{parting::accepted_unanswered, parting::accepted_equal,  parting::accepted_longer,
                                parting::accepted_shorter,    parting::accepted_shared, parting::accepted_other};
  for (std::size_t i = 0; i < relations.size(); ++i) {
    CHECK(mhqa::why_parted(false, true, relations[i]) == rejected[i]);
    CHECK(mhqa::why_parted(true, false, relations[i]) == accepted[i]);
    CHECK(mhqa::why_parted(true, true, relations[i]) == parting::none);
    CHECK(mhqa::why_parted(false, false, relations[i]) == parting::none);
  }
  CHECK(name(parting::none) == "none");
  CHECK(name(parting::other_words) == "other_words");
  CHECK(name(parting::accepted_other) == "accepted_other");
}
