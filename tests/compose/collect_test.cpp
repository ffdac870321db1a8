// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Geva et al. 2021, Sec. 3.1 and 4: at most five questions per term; the expected answer is drawn inversely to the
// ratio so far; a question is rejected if at least 4 of 5 fixed or all 3 tuned solvers are right.
#include <mhqa/compose/collect.hpp>

#include <mhqa/io/datasets/strategyqa.hpp>

#include "support/shared_data.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

using mhqa::solver_verdict;

TEST_CASE("collect: a term has room for five questions") {
  mhqa::term_quota quota;
  for (int i = 0; i < 5; ++i) CHECK(quota.take("silk"));
  CHECK_FALSE(quota.take("silk"));
  CHECK(quota.take("Silk"));
  CHECK(quota.questions("silk") == 5);
  CHECK(quota.questions("wool") == 0);
  CHECK(quota.terms() == 2);
  mhqa::term_quota none{0};
  CHECK_FALSE(none.take("silk"));
  CHECK(none.terms() == 0);
}

TEST_CASE("collect: the 2,290 questions keep to five a term, on 1,333 terms") {
  mhqa::term_quota quota;
  std::size_t refused = 0, full = 0;
  for (const char* const name : {"data/strategyqa/train.json", "data/strategyqa/dev.json"}) {
    const auto file = mhqa_test::shared_data(name);
    if (!file) return;
    mhqa::io::json_records in{file->string()};
    mhqa::strategyqa::record r;
    while (auto value = in.next()) {
      mhqa::io::strategyqa::read(*value, r);
      refused += quota.take(r.term) ? 0 : 1;
      full += quota.questions(r.term) == 5 ? 1 : 0;
    }
  }
  CHECK(refused == 0);
  CHECK(full == 9);
  CHECK(quota.terms() == 1333);
}

TEST_CASE("collect: the rarer answer is the likelier one") {
  using mhqa::answer_balance;
  static_assert(answer_balance{}.yes_probability() == 0.5);
  static_assert(answer_balance{3, 1}.yes_probability() == 0.25);  // (1/3) / (1/3 + 1/1)
  static_assert(answer_balance{0, 9}.yes_probability() == 1);
  static_assert(answer_balance{9, 0}.yes_probability() == 0);
  for (const answer_balance so_far : {answer_balance{}, {3, 1}, {1, 3}, {7, 7}, {0, 5}, {5, 0}}) {
    CAPTURE(so_far.yes);
    CAPTURE(so_far.no);
    constexpr int n = 20000;
    int yes = 0;
    for (int i = 0; i < n; ++i) {
      mhqa::draws random{11, static_cast<std::uint64_t>(i)};
      yes += mhqa::expected_answer(so_far, random) ? 1 : 0;
    }
    // Four standard deviations of a share over 20,000 draws are at most 0.0142.
    CHECK(yes / double{n} == doctest::Approx(so_far.yes_probability()).epsilon(0.02));
    if (so_far.yes_probability() == 0) CHECK(yes == 0);
    if (so_far.yes_probability() == 1) CHECK(yes == n);
  }
}

TEST_CASE("collect: drawing so keeps a collection near balance, from any start") {
  mhqa::answer_balance answers{200, 0};
  for (std::uint64_t i = 0; i < 1800; ++i) {
    mhqa::draws random{5, i};
    answers.add(mhqa::expected_answer(answers, random));
  }
  CHECK(answers.yes + answers.no == 2000);
  CHECK(answers.yes > 900);
  CHECK(answers.yes < 1100);
  mhqa::answer_balance merged{1, 2};
  merged += answers;
  CHECK(merged == mhqa::answer_balance{answers.yes + 1, answers.no + 2});
}

TEST_CASE("collect: solvers reject easy questions, over all answers of five and three") {
  for (unsigned bits = 0; bits < 256; ++bits) {
    std::array<bool, 8> answers{};
    std::size_t fixed = 0, tuned = 0;
    for (unsigned i = 0; i < 8; ++i) {
      answers[i] = ((bits >> i) & 1U) != 0;
      (i < 5 ? fixed : tuned) += answers[i] ? 1 : 0;
    }
    const std::span<const bool> all{answers};
    const solver_verdict yes = mhqa::judge_by_solvers(all.first(5), all.last(3), true);
    CHECK(yes == (fixed >= 4   ? solver_verdict::by_fixed
                  : tuned == 3 ? solver_verdict::by_tuned
                               : solver_verdict::accepted));
    const solver_verdict no = mhqa::judge_by_solvers(all.first(5), all.last(3), false);
    CHECK(no == (fixed <= 1   ? solver_verdict::by_fixed
                 : tuned == 0 ? solver_verdict::by_tuned
                              : solver_verdict::accepted));
  }
  CHECK(mhqa::judge_by_solvers({}, {}, true) == solver_verdict::accepted);
  CHECK(mhqa::judge_by_solvers(std::array{true}, {}, true, {.fixed = 1, .tuned = 1}) == solver_verdict::by_fixed);
  CHECK(to_string(solver_verdict::by_tuned) == "tuned-solvers");
}
