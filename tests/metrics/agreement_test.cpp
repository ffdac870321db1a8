// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Human score: the most frequent annotation, ties drawn; upper bound: the best one, number by number; agreement: a
// drawn one against the best of the others (Trivedi et al. 2022, Sec. 6). Jaccard and Cohen's kappa by hand.
#include <mhqa/metrics/agreement.hpp>
#include <mhqa/metrics/answer.hpp>
#include <mhqa/metrics/support.hpp>

#include <doctest/doctest.h>

#include <array>
#include <list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

using mhqa::scores;

namespace {

using answers = std::vector<std::string_view>;

mhqa::draws random_of(std::uint64_t record) {
  return mhqa::draws{7, record};
}

}  // namespace

TEST_CASE("agreement: Jaccard is intersection over union of sets") {
  using items = std::vector<int>;
  struct {
    items a, b;
    std::optional<double> want;
  } const rows[] = {
      {{1, 2}, {2, 3, 3}, 1.0 / 3}, {{1, 2}, {2, 1}, 1.0}, {{1}, {2}, 0.0}, {{1}, {}, 0.0},
      {{}, {}, std::nullopt},       {{1, 1, 1}, {1}, 1.0},
  };
  for (const auto& row : rows) {
    CHECK(mhqa::jaccard(row.a, row.b) == row.want);
    CHECK(mhqa::jaccard(row.b, row.a) == row.want);
  }
}

TEST_CASE("agreement: Cohen's kappa of hand-worked tables") {
  // 20 both yes, 5 only the first, 10 only the second, 15 both no: observed 0.7, chance 0.5 * 0.6 + 0.5 * 0.4 = 0.5.
  std::vector<int> a, b;
  const auto add = [&](int times, int first, int second) {
    for (int i = 0; i < times; ++i) {
      a.push_back(first);
      b.push_back(second);
    }
  };
  add(20, 1, 1), add(5, 1, 0), add(10, 0, 1), add(15, 0, 0);
  CHECK(*mhqa::cohen_kappa(a, b) == doctest::Approx(0.4).epsilon(1e-12));
  CHECK(*mhqa::cohen_kappa(b, a) == doctest::Approx(0.4).epsilon(1e-12));
  CHECK(mhqa::cohen_kappa(std::array{1, 1, 0, 0}, std::array{1, 0, 0, 0}) == std::optional{0.5});
  CHECK(mhqa::cohen_kappa(std::array{1, 2, 3}, std::array{1, 2, 3}) == std::optional{1.0});
  CHECK(mhqa::cohen_kappa(std::array{0, 1}, std::array{1, 0}) == std::optional{-1.0});
  CHECK(mhqa::cohen_kappa(std::array{0, 0}, std::array{1, 1}) == std::optional{0.0});  // never the same, none expected
  CHECK(mhqa::cohen_kappa(answers{"x", "y"}, answers{"x", "x"}) == std::optional{0.0});
  CHECK(mhqa::cohen_kappa(std::list{1, 1, 0, 0}, std::vector<bool>{true, false, false, false}) == std::optional{0.5});
}

TEST_CASE("agreement: kappa is undefined where chance explains all, and unequal lists are refused") {
  CHECK_FALSE(mhqa::cohen_kappa(std::array{1, 1}, std::array{1, 1}).has_value());
  CHECK_FALSE(mhqa::cohen_kappa(std::vector<int>{}, std::vector<int>{}).has_value());
  CHECK_THROWS_WITH_AS(static_cast<void>(mhqa::cohen_kappa(std::array{1, 1}, std::array{1})),
                       "cohen_kappa: expected as many labels by the second rater as by the first (2), found 1",
                       mhqa::data_error);
}

TEST_CASE("agreement: Fleiss' kappa of hand-worked tables") {
  // Three items by two raters: observed (1 + 0 + 1) / 3, chance 1/4 + 1/4: (2/3 - 1/2) / (1/2) = 1/3.
  mhqa::fleiss_counts<2> small;
  small.add({2, 0});
  small.add({1, 1});
  small.add({0, 2});
  CHECK(*small.kappa() == doctest::Approx(1.0 / 3).epsilon(1e-12));

  // The example of Fleiss 1971 as often reprinted: ten items, fourteen raters, five categories, kappa 0.2099.
  constexpr std::array<std::array<std::uint64_t, 5>, 10> rows{{{0, 0, 0, 0, 14},
                                                               {0, 2, 6, 4, 2},
                                                               {0, 0, 3, 5, 6},
                                                               {0, 3, 9, 2, 0},
                                                               {2, 2, 8, 1, 1},
                                                               {7, 7, 0, 0, 0},
                                                               {3, 2, 6, 3, 0},
                                                               {2, 5, 3, 2, 2},
                                                               {6, 5, 2, 1, 0},
                                                               {0, 2, 2, 3, 7}}};
  mhqa::fleiss_counts<5> all, first, second;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    all.add(rows[i]);
    (i < 4 ? first : second).add(rows[i]);
  }
  // Observed 0.378022, chance 0.212755.
  CHECK(*all.kappa() == doctest::Approx(0.209931).epsilon(1e-5));
  second += first;
  CHECK(*second.kappa() == *all.kappa());

  // An item of one rater is counted and says nothing; items of two and three raters mix.
  mhqa::fleiss_counts<2> mixed;
  CHECK(!mixed.kappa());
  mixed.add({1, 0});
  CHECK(mixed.unrated() == 1);
  CHECK(!mixed.kappa());
  mixed.add({3, 0});
  CHECK(!mixed.kappa());  // one label throughout
  mixed.add({0, 2});
  CHECK(*mixed.kappa() == 1);
}

TEST_CASE("agreement: the most frequent annotation needs no draw, a tie takes one") {
  const answers clear{"x", "y", "y"};
  mhqa::draws random = random_of(1), untouched = random_of(1);
  CHECK(mhqa::most_frequent(std::span{clear}, random) == std::optional<std::size_t>{1});
  CHECK(random() == untouched());
  CHECK_FALSE(mhqa::most_frequent(std::span<const std::string_view>{}, random).has_value());

  const answers tied{"x", "y", "z", "x", "y"};  // x and y twice
  std::array<int, 5> counts{};
  for (std::uint64_t record = 0; record < 4000; ++record) {
    mhqa::draws own = random_of(record), again = random_of(record);
    const auto chosen = mhqa::most_frequent(std::span{tied}, own);
    CHECK(chosen == mhqa::most_frequent(std::span{tied}, again));
    ++counts[*chosen];
  }
  CHECK(counts[0] + counts[1] == 4000);
  CHECK(counts[0] > 1850);
  CHECK(counts[1] > 1850);
}

TEST_CASE("agreement: the caller defines equality of annotations") {
  const answers given{"The Nile", "Congo", "nile"};
  mhqa::draws random = random_of(2);
  const auto same = [](std::string_view a, std::string_view b) { return mhqa::normalize(a) == mhqa::normalize(b); };
  CHECK(mhqa::most_frequent(std::span{given}, random, same) == std::optional<std::size_t>{0});
  mhqa::answer_scorer answer{mhqa::dialects::musique};
  CHECK(mhqa::human_score(std::span{given}, std::string_view{"NILE"}, answer, random, same)->em == 1);
}

TEST_CASE("agreement: the upper bound takes each number from its best annotator") {
  // Against "a1 b c d": "a1" has precision 1, recall 1/4; "a1 b c d e" precision 4/5, recall 1.
  const answers given{"a1", "a1 b c d e"};
  mhqa::answer_scorer answer{mhqa::dialects::musique};
  const std::string_view gold = "a1 b c d";
  const auto best = mhqa::human_upper_bound(std::span{given}, gold, answer);
  REQUIRE(best.has_value());
  CHECK(best->precision == 1);
  CHECK(best->recall == 1);
  CHECK(best->f1 == answer(given[1], gold).f1);
  CHECK(best->em == 0);
  CHECK_FALSE(mhqa::human_upper_bound(std::span<const std::string_view>{}, gold, answer).has_value());
}

TEST_CASE("agreement: no annotator is better than the upper bound, and three equal ones reach it") {
  const std::vector<std::vector<int>> choices{{1}, {2}, {1, 2}, {1, 2, 3}, {}};
  const std::vector<int> gold{1, 2};
  const auto support = [](const std::vector<int>& p, const std::vector<int>& g) { return mhqa::score_support(p, g); };
  for (const auto& x : choices) {
    for (const auto& y : choices) {
      for (const auto& z : choices) {
        const std::vector<std::vector<int>> given{x, y, z};
        const std::span<const std::vector<int>> view{given};
        mhqa::draws random = random_of(3);
        const auto best = mhqa::human_upper_bound(view, gold, support);
        const auto human = mhqa::human_score(view, gold, support, random);
        CHECK(human->f1 <= best->f1);
        CHECK(human->em <= best->em);
        if (x == y && y == z) CHECK(*human == *best);
      }
    }
  }
}

TEST_CASE("agreement: one drawn annotator is compared with the best of the others, never with the gold label") {
  const answers given{"blue whale", "blue", "whale song"};
  mhqa::answer_scorer answer{mhqa::dialects::musique};
  // The first agrees 2/3 with the second and 1/2 with the third; the second 2/3 and 0; the third 1/2 and 0.
  std::array<int, 2> seen{};
  for (std::uint64_t record = 0; record < 300; ++record) {
    mhqa::draws random = random_of(record), same = random_of(record);
    const auto agreed = mhqa::human_agreement(std::span{given}, answer, random);
    REQUIRE(agreed.has_value());
    const std::uint64_t chosen = same.below(3);
    CHECK(agreed->f1 == (chosen == 2 ? 0.5 : answer(given[1], given[0]).f1));
    ++seen[chosen == 2 ? 1 : 0];
  }
  CHECK(seen[0] > 160);
  CHECK(seen[1] > 70);
  mhqa::draws random = random_of(1);
  CHECK_FALSE(mhqa::human_agreement(std::span{given}.first(1), answer, random).has_value());
}
