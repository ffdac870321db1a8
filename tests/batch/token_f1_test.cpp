// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0

#include <mhqa/batch/token_f1.hpp>

#include <mhqa/batch/golds.hpp>
#include <mhqa/batch/intern.hpp>
#include <mhqa/error.hpp>
#include <mhqa/metrics/dialect.hpp>
#include <mhqa/random.hpp>

#include "batch/random_batch.hpp"
#include "support/json.hpp"
#include "support/shared_data.hpp"

#include <doctest/doctest.h>
#include <thrust/execution_policy.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

// Built once for each back end of Thrust; thrust::device is that back end. Each must give metrics/'s bits.

namespace {

namespace batch = mhqa::batch;
using mhqa_test::batch_shape;
using mhqa_test::owned_columns;
using mhqa_test::random_batch;

template <class Real, class Offset, class Policy>
owned_columns<Real> scored(const Policy& policy, const random_batch<Offset>& from, const mhqa::dialect& d) {
  owned_columns<Real> out{from.prediction_offsets.size() - 1};
  batch::token_f1(policy, from.view(), out.view(), d);
  return out;
}

/// Counts what is asked of it.
template <class T>
struct counting_allocator {
  using value_type = T;
  std::size_t* bytes;

  explicit counting_allocator(std::size_t* count) : bytes{count} {}
  template <class U>
  counting_allocator(const counting_allocator<U>& other) : bytes{other.bytes} {}
  T* allocate(std::size_t n) {
    *bytes += n * sizeof(T);
    return std::allocator<T>{}.allocate(n);
  }
  void deallocate(T* at, std::size_t n) { std::allocator<T>{}.deallocate(at, n); }
  friend bool operator==(const counting_allocator&, const counting_allocator&) = default;
};

}  // namespace

TEST_CASE("token_f1: a batch by hand") {
  // Gold 1 2 for two predictions: 1 2 is right; 2 3 shares one of two: 1/2. Gold 7: the empty prediction has nothing,
  // 7 7 has precision 1/2, recall 1, F1 2/3.
  const std::vector<std::int32_t> p{1, 2, 2, 3, 7, 7};
  const std::vector<std::int32_t> po{0, 2, 4, 4, 6};
  const std::vector<std::int32_t> g{1, 2, 7};
  const std::vector<std::int32_t> go{0, 2, 3};
  owned_columns<double> out{4};
  batch::token_f1(thrust::device, batch::token_batch<>{.predictions = {p, po}, .golds = {g, go}, .per_question = 2},
                  out.view(), mhqa::dialects::musique);
  CHECK(out.f1 == std::vector<double>{1, 0.5, 0, 2 * 0.5 * 1 / (0.5 + 1)});
  CHECK(out.em == std::vector<double>{1, 0, 0, 0});
  CHECK(out.precision == std::vector<double>{1, 0.5, 0, 0.5});
  CHECK(out.recall == std::vector<double>{1, 0.5, 0, 1});
  CHECK(out.common == std::vector<std::int32_t>{2, 1, 0, 1});
  CHECK(out.predicted == std::vector<std::int32_t>{2, 2, 0, 2});
  CHECK(out.gold == std::vector<std::int32_t>{2, 2, 1, 1});
  CHECK(out.which == std::vector<std::int32_t>{0, 0, 0, 0});
}

TEST_CASE("token_f1: random batches have the bits of metrics/ in every dialect, float and double") {
  mhqa::draws random{11, 12};
  for (const std::uint64_t vocabulary : {2U, 40U, 3'000U, 1'000'000U}) {
    for (const batch_shape shape : {batch_shape{.questions = 300, .longest = 8},
                                    batch_shape{.questions = 60, .per_question = 4, .most_golds = 5, .longest = 40},
                                    batch_shape{.questions = 40, .most_golds = 3, .longest = 120, .marked = true},
                                    batch_shape{.questions = 6, .per_question = 2, .longest = 5'000}}) {
      batch_shape full = shape;
      full.vocabulary = vocabulary;
      const random_batch<std::int32_t> from{full, random};
      for (const mhqa::dialect& d : mhqa::dialects::all) {
        CAPTURE(d.name.view());
        CAPTURE(vocabulary);
        CAPTURE(full.longest);
        const auto reference = from.reference(d);
        CHECK(differing_rows(scored<double>(thrust::device, from, d), reference) == 0);
        CHECK(differing_rows(scored<float>(thrust::device, from, d), reference) == 0);
      }
    }
  }
}

TEST_CASE("token_f1: the policies of one program give the same columns") {
  mhqa::draws random{13, 14};
  const random_batch<std::int64_t> from{
      {.questions = 20'000, .most_golds = 2, .longest = 20, .vocabulary = 500, .marked = true}, random};
  const auto one = scored<double>(thrust::seq, from, mhqa::dialects::hotpotqa);
  CHECK(scored<double>(thrust::host, from, mhqa::dialects::hotpotqa) == one);
  CHECK(scored<double>(thrust::device, from, mhqa::dialects::hotpotqa) == one);
  CHECK(differing_rows(one, from.reference(mhqa::dialects::hotpotqa)) == 0);
}

TEST_CASE("token_f1: memory comes from the policy's allocator") {
  mhqa::draws random{15, 16};
  const random_batch<std::int32_t> from{{.questions = 500, .longest = 30, .vocabulary = 100}, random};
  std::size_t bytes = 0;
  counting_allocator<char> allocator{&bytes};
  const auto checked = batch::check(thrust::device, from.view());
  owned_columns<float> out{500};
  batch::token_f1(thrust::device(allocator), checked, out.view(), mhqa::dialects::hotpotqa);
  CHECK(bytes >= 4 * checked.vocabulary());
  CHECK(differing_rows(out, from.reference(mhqa::dialects::hotpotqa)) == 0);
}

TEST_CASE("token_f1: columns that are left out are not written, the others are the same") {
  mhqa::draws random{17, 18};
  const random_batch<std::int32_t> from{{.questions = 100}, random};
  const auto all = scored<float>(thrust::device, from, mhqa::dialects::musique);
  std::vector<float> f1(100);
  std::vector<std::int32_t> common(100);
  batch::token_f1(thrust::device, from.view(), batch::columns<float>{.f1 = f1}, mhqa::dialects::musique);
  batch::token_f1(thrust::device, from.view(), batch::columns<float>{.common = common}, mhqa::dialects::musique);
  CHECK(f1 == all.f1);
  CHECK(common == all.common);
}

TEST_CASE("token_f1: a batch that a dialect cannot score is refused") {
  const std::vector<std::int32_t> values{1};
  const std::vector<std::int32_t> offsets{0, 1};
  const std::vector<std::int32_t> no_golds{0, 0};
  std::vector<float> f1(1);
  const batch::columns<float> out{.f1 = f1};
  const batch::token_batch<> plain{.predictions = {values, offsets}, .golds = {values, offsets}};
  batch::token_batch<> lacking = plain;
  lacking.gold_groups = no_golds;
  const auto problem = [&](const batch::token_batch<>& what, const batch::columns<float>& to, const mhqa::dialect& d) {
    try {
      batch::token_f1(thrust::device, what, to, d);
    } catch (const mhqa::data_error& error) {
      return std::string{error.what()};
    }
    return std::string{"none"};
  };
  CHECK(problem(plain, out, mhqa::dialects::musique) == "none");
  CHECK(problem(plain, out, mhqa::dialects::hotpotqa) ==
        "field \"marks\": expected marks that name the closed answers (yes, no, noanswer) of hotpotqa");
  CHECK(problem(lacking, out, mhqa::dialects::musique) ==
        "field \"gold_groups\": expected at least one gold for each question");
  CHECK(problem(lacking, out, mhqa::dialects::squad_2_0) == "none");
  std::vector<float> two(2);
  CHECK(problem(plain, {.em = two}, mhqa::dialects::musique) ==
        "field \"em\": expected a column of 1 elements, found 2");
}

TEST_CASE("token_f1: the published programs' scores of strings, through an interner") {
  const auto file = mhqa_test::shared_data("golden/answer/pairs.jsonl");
  if (!file) return;
  const auto lines = mhqa_test::load_jsonl(*file);
  std::vector<std::string_view> predictions;
  std::vector<std::vector<std::string_view>> golds;
  for (const auto& line : lines) {
    predictions.push_back(line["prediction"].string());
    golds.push_back({line["gold"].string()});
  }
  REQUIRE(lines.size() > 100);
  for (const mhqa::dialect& d : mhqa::dialects::all) {
    batch::interner words{d};
    const auto compiled = batch::compile_golds(words, golds);
    const auto rows = words.intern(predictions);
    owned_columns<double> out{lines.size()};
    batch::token_f1(thrust::device, batch_of(words, rows, compiled), out.view(), d);
    std::vector<mhqa::scores> metrics;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      metrics.push_back(mhqa::score_answer(predictions[i], golds[i][0], d));
    }
    CAPTURE(d.name.view());
    CHECK(differing_rows(out, metrics) == 0);

    const bool hotpotqa = d == mhqa::dialects::hotpotqa;
    if (!hotpotqa && d != mhqa::dialects::musique) continue;
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const auto& want = lines[i][hotpotqa ? "hotpotqa" : "squad"];
      wrong += out.f1[i] != want["f1"].real() || out.em[i] != want["em"].real() ? 1 : 0;
      if (hotpotqa) {
        wrong += out.precision[i] != want["precision"].real() || out.recall[i] != want["recall"].real() ? 1 : 0;
      }
    }
    CHECK(wrong == 0);
  }
}
