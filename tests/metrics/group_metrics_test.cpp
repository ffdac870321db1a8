// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/metrics/group_metrics.hpp>

#include <doctest/doctest.h>

#include <optional>
#include <string_view>
#include <vector>

namespace {

struct prediction {
  std::optional<std::string_view> answer{};
  std::optional<std::vector<int>> supporting_paragraphs{};
};
struct gold {
  mhqa::compiled_gold answer;
  std::vector<int> supporting_paragraphs{};
};

}  // namespace

TEST_CASE("group metrics: an answer scores the same with and without a scorer") {
  const gold right{mhqa::compiled_gold{std::string_view{"Barack Obama"}}};
  mhqa::answer_scorer scorer{mhqa::dialects::hotpotqa};
  for (const std::string_view answer : {"President Barack Obama", "Obama", "", "yes"}) {
    const prediction p{.answer = answer};
    const mhqa::scores want = mhqa::score_answer(answer, right.answer);
    CHECK(mhqa::answer_metric{}.score(mhqa::answer_metric::output(p), right) == want);
    CHECK(mhqa::answer_metric{&scorer}.score(mhqa::answer_metric::output(p), right) == want);
  }
  CHECK(mhqa::answer_metric{}.score("President Barack Obama", right).f1 == doctest::Approx(0.8).epsilon(1e-12));
}

TEST_CASE("group metrics: facts are sets, and the rule decides the score of two empty ones") {
  const gold right{mhqa::compiled_gold{std::string_view{"x"}}, {1, 2}};
  const prediction p{.supporting_paragraphs = std::vector{2, 2, 3}};
  // {2, 3} against {1, 2}: one in common of two and two.
  const auto got = mhqa::paragraphs_metric::score(mhqa::paragraphs_metric::output(p), right);
  CHECK(got == mhqa::scores{.em = 0, .f1 = 0.5, .precision = 0.5, .recall = 0.5});
  const gold none{mhqa::compiled_gold{std::string_view{"x"}}};
  CHECK(mhqa::paragraphs_metric::score(std::vector<int>{}, none) == mhqa::scores{.em = 1});
  using musique = mhqa::facts_metric<mhqa::paragraphs_field, mhqa::empty_rule::one_if_both>;
  CHECK(musique::score(std::vector<int>{}, none) == mhqa::scores{1, 1, 1, 1});
}

TEST_CASE("group metrics: a field that a prediction lacks is an error that names it") {
  CHECK_THROWS_WITH((void)mhqa::answer_metric::output(prediction{}), "field \"answer\": expected a value, found none");
  CHECK_THROWS_WITH((void)mhqa::paragraphs_metric::output(prediction{}),
                    "field \"supporting_paragraphs\": expected a value, found none");
}
