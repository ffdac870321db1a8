// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0

#include <mhqa/batch/grouped.hpp>

#include <mhqa/batch/golds.hpp>
#include <mhqa/batch/intern.hpp>
#include <mhqa/batch/token_f1.hpp>
#include <mhqa/error.hpp>
#include <mhqa/metrics/dire.hpp>
#include <mhqa/metrics/grouped.hpp>
#include <mhqa/random.hpp>

#include "support/json.hpp"
#include "support/shared_data.hpp"

#include <doctest/doctest.h>
#include <thrust/execution_policy.h>

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// DiRe and MuSiQue-Full as columns must give what they give as sentences of policies.

namespace {

namespace batch = mhqa::batch;
using ints = std::vector<std::int32_t>;
using reals = std::vector<double>;

template <class T>
std::span<const T> span(const std::vector<T>& v) {
  return v;
}
auto groups_of(const ints& offsets, std::size_t elements) {
  return batch::check_groups(thrust::device, span(offsets), elements);
}

struct prediction {
  std::string answer;
  double confidence = 0;
  int sufficiency = 0;
  int label_sufficiency = 0;
};
struct gold {
  mhqa::compiled_gold answer;
};

/// Questions with groups of predictions, as objects and as columns.
struct data_set {
  std::vector<std::string> golds;
  std::vector<prediction> originals;
  std::vector<std::vector<std::vector<prediction>>> questions;

  ints group_offsets{0}, question_offsets{0};  // elements of groups; groups of questions
  reals f1, confidences, original_f1;
  ints sufficiency, labels;

  void fill(const mhqa::dialect& d) {
    std::vector<std::vector<std::string>> of_groups;  // the gold again for each element
    std::vector<std::string_view> answers;
    std::vector<std::string_view> first_answers;
    for (std::size_t q = 0; q < questions.size(); ++q) {
      for (const auto& group : questions[q]) {
        for (const prediction& p : group) {
          answers.push_back(p.answer);
          of_groups.push_back({golds[q]});
          confidences.push_back(p.confidence);
          sufficiency.push_back(p.sufficiency);
          labels.push_back(p.label_sufficiency);
        }
        group_offsets.push_back(static_cast<std::int32_t>(answers.size()));
      }
      question_offsets.push_back(static_cast<std::int32_t>(group_offsets.size() - 1));
      first_answers.push_back(originals[q].answer);
    }
    std::vector<std::vector<std::string>> of_questions;
    for (const auto& one : golds) of_questions.push_back({one});
    f1 = score(d, answers, of_groups);
    original_f1 = score(d, first_answers, of_questions);
  }

 private:
  static reals score(const mhqa::dialect& d, const std::vector<std::string_view>& answers,
                     const std::vector<std::vector<std::string>>& right) {
    batch::interner words{d};
    const auto golds_of = batch::compile_golds(words, right);
    const auto rows = words.intern(answers);
    reals out(answers.size());
    batch::token_f1(thrust::device, batch_of(words, rows, golds_of), batch::columns<double>{.f1 = out}, d);
    return out;
  }
};

data_set some_data(std::uint64_t seed, bool labelled) {
  mhqa::draws random{seed, std::uint64_t{0}};
  const auto text = [&] {
    std::string out;
    for (std::uint64_t n = random.below(5); n != 0; --n) out += " w" + std::to_string(random.below(6));
    return out;
  };
  data_set out;
  for (int q = 0; q < 60; ++q) {
    out.golds.push_back("w1 w2 w3");
    out.originals.push_back({text()});
    auto& groups = out.questions.emplace_back();
    for (std::uint64_t g = 1 + random.below(6); g != 0; --g) {
      auto& group = groups.emplace_back();
      const auto size = 2 + random.below(3);
      for (std::uint64_t i = 0; i < size; ++i) {
        const int label = labelled ? (i == size - 1 ? 1 : 0) : 0;
        const int said = random.below(6) == 0 ? 1 - label : label;
        group.push_back({text(), static_cast<double>(random.below(4)) / 4, said, label});
      }
    }
  }
  out.fill(mhqa::dialects::hotpotqa);
  return out;
}

}  // namespace

TEST_CASE("grouped columns: by hand") {
  // Groups {0.5, 0.25}, {}, {1}; the question has the first two groups and 0.4, the next the third and 0.75.
  const ints offsets{0, 2, 2, 3};
  const ints questions{0, 2, 3};
  const reals values{0.5, 0.25, 1};
  reals of_groups(3);
  reals of_questions(2);
  batch::group_maximum(thrust::device, span(values), groups_of(offsets, 3), of_groups);
  CHECK(of_groups == reals{0.5, 0, 1});
  batch::bound_by_original(thrust::device, span(reals{0.4, 0.75}), groups_of(questions, 3), of_groups);
  CHECK(of_groups == reals{0.4, 0, 0.75});
  batch::group_maximum(thrust::device, std::span{of_groups}, groups_of(questions, 3), of_questions);
  CHECK(of_questions == reals{0.4, 0.75});
  batch::group_minimum(thrust::device, std::span{of_groups}, groups_of(questions, 3), of_questions);
  CHECK(of_questions == reals{0, 0.75});
  batch::group_minimum(thrust::device, span(values), groups_of(offsets, 3), of_groups);
  CHECK(of_groups == reals{0.25, 0, 1});
  batch::gate_by_sufficiency(thrust::device, span(ints{1, 0, 1}), span(ints{1, 1, 1}), groups_of(offsets, 3),
                             std::span{of_groups});
  CHECK(of_groups == reals{0, 0, 1});
}

TEST_CASE("grouped columns: ties of confidence, NaN, labels and empty groups") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const ints offsets{0, 3, 5, 5, 7};
  const reals confidences{0.5, 0.75, 0.75, 0.1, nan, -2, -1};
  const ints labels{0, 1, 0, 1, 0, 0, 0};
  ints which(4);
  const auto groups = groups_of(offsets, 7);
  batch::most_confident(thrust::device, span(confidences), groups, which);
  CHECK(which == ints{2, -1, -1, 6});
  batch::most_confident(thrust::device, span(confidences), groups, which, {}, mhqa::combine::tie::first_received);
  CHECK(which == ints{1, -1, -1, 6});
  batch::most_confident(thrust::device, span(confidences), groups, which, {labels, 1});
  CHECK(which == ints{1, 3, -1, -1});
  batch::the_only(thrust::device, groups, which, {labels, 1});
  CHECK(which == ints{1, 3, -1, -1});
  batch::the_only(thrust::device, groups, which, {labels, 0});
  CHECK(which == ints{-1, 4, -1, -1});
  reals out(4);
  batch::chosen(thrust::device, span(confidences), span(ints{6, -1, 7, 0}), out);
  CHECK(out == reals{-1, 0, 0, 0.5});
}

TEST_CASE("grouped columns: NaN, infinities and zeros of both signs are folded and bounded as the policies do it") {
  const double inf = std::numeric_limits<double>::infinity();
  const reals hostile{std::numeric_limits<double>::quiet_NaN(), -0.0, 0.0, inf, -inf, 0.5};
  reals values;  // every group of three
  for (const double a : hostile) {
    for (const double b : hostile) {
      for (const double c : hostile) values.insert(values.end(), {a, b, c});
    }
  }
  std::vector<std::int64_t> offsets{0};
  while (offsets.size() <= values.size() / 3) offsets.push_back(offsets.back() + 3);
  const auto groups = batch::check_groups(thrust::device, span(offsets), values.size());
  const auto same = [](double a, double b) {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
  };
  reals most(groups.size());
  reals least(groups.size());
  reals bounded = values;
  batch::group_maximum(thrust::device, span(values), groups, most);
  batch::group_minimum(thrust::device, span(values), groups, least);
  batch::bound_by_original(thrust::device, span(most), groups, bounded);
  std::size_t wrong = 0;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const double* const of = values.data() + 3 * g;
    const auto fold = [&](const auto& over) {
      return over(over(mhqa::scores{.f1 = of[0]}, mhqa::scores{.f1 = of[1]}), mhqa::scores{.f1 = of[2]}).f1;
    };
    wrong += same(most[g], fold(mhqa::over::any_group{})) && same(least[g], fold(mhqa::over::every_group{})) ? 0 : 1;
    for (std::size_t i = 0; i < 3; ++i) {
      const mhqa::condition::with_original bound;
      wrong += same(bounded[3 * g + i], bound({.f1 = of[i]}, {.f1 = most[g]}).f1) ? 0 : 1;
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("grouped columns: one group of everything, a group an element, and no group") {
  const std::size_t n = 100'000;
  reals values(n);
  for (std::size_t i = 0; i < n; ++i) values[i] = static_cast<double>(i * 7919 % n);
  const ints whole{0, static_cast<std::int32_t>(n)};
  ints single(n + 1);
  for (std::size_t i = 0; i <= n; ++i) single[i] = static_cast<std::int32_t>(i);
  reals one(1);
  reals each(n);
  ints which(1);
  batch::group_maximum(thrust::device, span(values), groups_of(whole, n), one);
  CHECK(one[0] == static_cast<double>(n - 1));
  batch::most_confident(thrust::device, span(values), groups_of(whole, n), which);
  CHECK(values[static_cast<std::size_t>(which[0])] == static_cast<double>(n - 1));
  batch::group_minimum(thrust::device, span(values), groups_of(single, n), each);
  CHECK(each == values);
  batch::group_maximum(thrust::device, span(values), groups_of({0}, n), std::span<double>{});
  CHECK_THROWS_AS(static_cast<void>(groups_of({}, n)), mhqa::data_error);
  CHECK_THROWS_AS(static_cast<void>(groups_of({0, 2, 1}, n)), mhqa::data_error);
  CHECK_THROWS_AS(static_cast<void>(groups_of({0, 100'001}, n)), mhqa::data_error);
  CHECK_THROWS_AS(static_cast<void>(groups_of({-1, 1}, n)), mhqa::data_error);
}

TEST_CASE("grouped columns: more elements than int32 can number are refused without reading them") {
  const std::size_t n = std::size_t{1} << 31U;
  const std::vector<std::int64_t> offsets{0, 1};
  const auto groups = batch::check_groups(thrust::device, span(offsets), n);
  const double one = 1;
  ints which(1);
  CHECK_THROWS_WITH_AS(batch::most_confident(thrust::device, std::span{&one, n}, groups, which),
                       "field \"groups' elements\": expected fewer than 2^31 elements, found 2147483648",
                       mhqa::data_error);
  CHECK_THROWS_AS(batch::the_only(thrust::device, groups, which), mhqa::data_error);
}

TEST_CASE("grouped columns: DiRe's probe, Eq. 5 and 7, as the policies give it") {
  using metric = mhqa::dire::metrics<mhqa::dire::kind::probe, mhqa::condition::with_original>::answer;
  const data_set data = some_data(1, false);
  const auto groups = groups_of(data.group_offsets, data.f1.size());
  const auto questions = groups_of(data.question_offsets, groups.size());
  ints which(groups.size());
  reals of_groups(groups.size());
  reals found(questions.size());
  batch::most_confident(thrust::device, span(data.confidences), groups, which);
  batch::chosen(thrust::device, span(data.f1), span(which), of_groups);
  batch::bound_by_original(thrust::device, span(data.original_f1), questions, of_groups);
  batch::group_maximum(thrust::device, span(of_groups), questions, found);
  for (std::size_t q = 0; q < found.size(); ++q) {
    const gold right{mhqa::compiled_gold{std::string_view{data.golds[q]}}};
    CHECK(found[q] == metric{}(data.questions[q], right, data.originals[q]).f1);
  }
}

TEST_CASE("grouped columns: MuSiQue-Full's gate and DiRe's transform, as the policies give them") {
  using metric = mhqa::dire::metrics<mhqa::dire::kind::transformed>::answer;
  const data_set data = some_data(2, true);
  const auto groups = groups_of(data.group_offsets, data.f1.size());
  ints which(groups.size());
  reals found(groups.size());
  batch::the_only(thrust::device, groups, which, {data.labels, 1});
  batch::chosen(thrust::device, span(data.f1), span(which), found);
  batch::gate_by_sufficiency(thrust::device, span(data.sufficiency), span(data.labels), groups, std::span{found});
  std::size_t g = 0;
  std::size_t closed = 0;
  for (std::size_t q = 0; q < data.questions.size(); ++q) {
    const gold right{mhqa::compiled_gold{std::string_view{data.golds[q]}}};
    for (const auto& group : data.questions[q]) {
      CHECK(found[g] == metric{}.one(group, right).f1);
      closed += found[g++] == 0 ? 1 : 0;
    }
  }
  CHECK(closed > 10);
  CHECK(closed < g - 10);
}

TEST_CASE("grouped columns: the score that DiRe's program gives of its probe, conditioned on the original") {
  const auto file = mhqa_test::shared_data("golden/dire/groups.jsonl");
  if (!file) return;
  const auto expected = mhqa_test::load_json(file->parent_path() / "expected.json");
  data_set data;
  for (const auto& line : mhqa_test::load_jsonl(*file)) {
    data.golds.push_back(line["answer"].string());
    data.originals.push_back({line["original"]["answer"].string()});
    // Two supports have one bi-partition, of two instances.
    auto& groups = data.questions.emplace_back();
    const auto& instances = line["probe"].items();
    for (std::size_t i = 0; i + 1 < instances.size(); i += 2) {
      auto& group = groups.emplace_back();
      for (const std::size_t k : {i, i + 1}) {
        const auto& p = instances[k]["prediction"];
        group.push_back({p["answer"].string(), p["answer_confidence"].real()});
      }
    }
  }
  data.fill(mhqa::dialects::hotpotqa);
  const auto groups = groups_of(data.group_offsets, data.f1.size());
  const auto questions = groups_of(data.question_offsets, groups.size());
  ints which(groups.size());
  reals of_groups(groups.size());
  reals found(questions.size());
  batch::most_confident(thrust::device, span(data.confidences), groups, which);
  batch::chosen(thrust::device, span(data.f1), span(which), of_groups);
  batch::bound_by_original(thrust::device, span(data.original_f1), questions, of_groups);
  batch::group_maximum(thrust::device, span(of_groups), questions, found);
  double sum = 0;
  for (const double f1 : found) sum += f1;
  // Published as a percentage with one decimal.
  const double mean = 100 * sum / static_cast<double>(found.size());
  CHECK(std::round(10 * mean) / 10 == expected["probe"]["answer"]["f1"].real());
}

TEST_CASE("grouped columns: columns of another length are refused") {
  const ints offsets{0, 1};
  const auto groups = groups_of(offsets, 1);
  reals one(1);
  reals two(2);
  ints which(2);
  CHECK_THROWS_AS(batch::group_maximum(thrust::device, span(two), groups, one), mhqa::data_error);
  CHECK_THROWS_AS(batch::group_minimum(thrust::device, span(one), groups, two), mhqa::data_error);
  CHECK_THROWS_AS(batch::most_confident(thrust::device, span(one), groups, which), mhqa::data_error);
  CHECK_THROWS_AS(batch::the_only(thrust::device, groups, which), mhqa::data_error);
  CHECK_THROWS_AS(batch::chosen(thrust::device, span(one), span(which), one), mhqa::data_error);
  CHECK_THROWS_AS(batch::gate_by_sufficiency(thrust::device, span(which), span(which), groups, std::span{one}),
                  mhqa::data_error);
  CHECK_THROWS_AS(batch::bound_by_original(thrust::device, span(two), groups, one), mhqa::data_error);
}
