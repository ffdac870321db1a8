// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/metrics/samples.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace {

mhqa::result_answer sample(const std::string& id, const std::string& text, double em) {
  mhqa::result_answer out;
  out.id = id;
  out.prediction = text;
  out.golds = {"x"};
  out.numbers = {{"em", em}, {"f1", em}};
  return out;
}

}  // namespace

TEST_CASE("samples: pass@k is the share of the subsets of k that hold a right sample") {
  for (std::uint64_t n = 1; n <= 10; ++n) {
    for (std::uint64_t right = 0; right <= n; ++right) {
      std::array<std::uint64_t, 11> subsets{}, hits{};
      for (std::uint64_t set = 0; set < (std::uint64_t{1} << n); ++set) {
        std::size_t size = 0;
        for (std::uint64_t i = 0; i < n; ++i) size += (set >> i) & 1U;
        ++subsets[size];
        hits[size] += (set & ((std::uint64_t{1} << right) - 1)) != 0 ? 1 : 0;
      }
      for (std::uint64_t k = 1; k <= n; ++k) {
        const double want = static_cast<double>(hits[k]) / static_cast<double>(subsets[k]);
        CHECK(mhqa::pass_at_k(n, right, k) == doctest::Approx(want).epsilon(1e-13));
      }
    }
  }
}

TEST_CASE("samples: the mean, pass@k and maj@k of two questions, worked by hand") {
  // a: x, y, Y. of which x is right; the majority of 3 is y, that of 1 and of 2 (a tie, the first wins) is x.
  mhqa::scored_result result;
  result.evaluator = "hotpotqa";
  result.answers = {sample("a", "x", 1),  sample("b", "x", 1), sample("a", "y", 0),
                    sample("a", "Y.", 0), sample("b", "x", 1), sample("b", "x", 1)};
  const std::array<std::size_t, 3> ks{1, 2, 3};
  const std::vector<mhqa::named_score> scores = mhqa::sample_scores(result, ks);
  REQUIRE(scores.size() == 8);
  CHECK(scores[0].name == "avg_em");
  CHECK(*scores[0].value == doctest::Approx((1.0 / 3 + 1) / 2).epsilon(1e-15));
  CHECK(scores[2].name == "pass@1");
  CHECK(*scores[2].value == doctest::Approx((1.0 / 3 + 1) / 2).epsilon(1e-15));
  CHECK(*scores[3].value == 1);                                                  // maj@1
  CHECK(*scores[4].value == doctest::Approx((2.0 / 3 + 1) / 2).epsilon(1e-15));  // pass@2
  CHECK(*scores[5].value == 1);                                                  // maj@2
  CHECK(*scores[6].value == 1);                                                  // pass@3
  CHECK(*scores[7].value == 0.5);                                                // maj@3
}

TEST_CASE("samples: a question with too few samples is named") {
  mhqa::scored_result result;
  result.evaluator = "hotpotqa";
  result.answers = {sample("a", "x", 1)};
  const std::array<std::size_t, 1> two{2}, none{0};
  CHECK_THROWS_WITH_AS((void)mhqa::sample_scores(result, two), doctest::Contains("at least 2 samples"),
                       mhqa::data_error);
  CHECK_THROWS_AS((void)mhqa::sample_scores(result, none), mhqa::data_error);
}

TEST_CASE("samples: a result of samples has each question once, with its means and its most frequent prediction") {
  mhqa::scored_result result{"hotpotqa", "hotpotqa|n:2"};
  result.answers = {sample("a", "x", 1), sample("b", "x", 1),  sample("a", "y", 0),
                    sample("b", "z", 0), sample("a", "Y.", 0), sample("b", "x", 1)};
  result.answers[0].prediction.reset();
  const std::array<std::size_t, 1> three{3};
  const mhqa::scored_result one = mhqa::sampled_result(result, three);
  CHECK(one.evaluator == "hotpotqa");
  CHECK(one.signature == "hotpotqa|n:2|of-samples:mean");
  REQUIRE(one.answers.size() == 2);
  CHECK(one.answers[0].id == "a");
  CHECK(one.answers[0].prediction == "y");
  CHECK(one.answers[0].golds == std::vector<std::string>{"x"});
  CHECK(one.answers[0].number("avg_em") == doctest::Approx(1.0 / 3).epsilon(1e-15));
  CHECK(one.answers[0].number("pass@3") == 1.0);
  CHECK(one.answers[0].number("maj@3") == 0.0);
  CHECK(one.answers[1].prediction == "x");
  CHECK(one.answers[1].number("maj@3") == 1.0);
  const std::array<std::size_t, 1> four{4};
  CHECK_THROWS_WITH_AS((void)mhqa::sampled_result(result, four), doctest::Contains("at least 4 samples"),
                       mhqa::data_error);
}
