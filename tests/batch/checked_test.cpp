// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0

#include <mhqa/batch/checked.hpp>

#include <mhqa/batch/thread_scoring.hpp>
#include <mhqa/error.hpp>
#include <mhqa/parallel.hpp>
#include <mhqa/random.hpp>

#include "batch/random_batch.hpp"

#include <doctest/doctest.h>
#include <thrust/execution_policy.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace {

namespace batch = mhqa::batch;

/// The error's words, or the facts of a batch that is in order.
template <class Check>
std::string outcome(const Check& check) {
  try {
    const auto good = check();
    return std::to_string(good.vocabulary()) + ' ' + std::to_string(good.longest_prediction()) + ' ' +
           std::to_string(good.longest_gold()) + (good.some_ignored() ? " ignored" : "") +
           (good.lacks_golds() ? " lacking" : "");
  } catch (const mhqa::data_error& error) {
    return error.what();
  }
}

}  // namespace

TEST_CASE("checked: a policy judges any batch like one thread") {
  mhqa::draws random{31, std::uint64_t{32}};
  std::size_t bad = 0;
  for (int round = 0; round < 300; ++round) {
    mhqa_test::random_batch<std::int32_t> from{
        {.questions = 20, .most_golds = 3, .longest = 9, .marked = random.below(2) == 0}, random};
    // Now and then one value of one array is replaced.
    std::vector<std::int32_t>* const arrays[] = {&from.predictions, &from.golds, &from.prediction_offsets,
                                                 &from.gold_offsets, &from.groups};
    if (random.below(4) != 0) {
      std::vector<std::int32_t>& changed = *arrays[random.below(5)];
      constexpr std::int32_t values[] = {
          -1, 0, 7, 10'000, std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max()};
      if (!changed.empty()) changed[random.below(changed.size())] = values[random.below(6)];
    }
    const auto one = outcome([&] { return batch::check(mhqa::serial_executor{}, from.view()); });
    CHECK(outcome([&] { return batch::check(thrust::device, from.view()); }) == one);
    bad += one.starts_with("field") ? 1 : 0;
  }
  CHECK(bad > 60);
  CHECK(bad < 240);
}

TEST_CASE("checked: a batch without predictions, and one of 2^31 ids, before any is read") {
  const std::vector<std::int32_t> values{1};
  const std::vector<std::int32_t> offsets{0, 1};
  const auto problem = [](const batch::token_batch<>& what) {
    return outcome([&] { return batch::check(thrust::device, what); });
  };
  CHECK(problem({.golds = {values, offsets}}) ==
        "field \"predictions.offsets\": expected at least one prediction, found none");
  CHECK(problem({.predictions = {{values.data(), std::size_t{1} << 31U}, offsets}, .golds = {values, offsets}}) ==
        "field \"predictions.values\": expected fewer than 2^31 elements, found 2147483648");
}

TEST_CASE("checked: groups over a column") {
  const std::vector<std::int32_t> offsets{0, 2, 2, 5};
  const auto groups = batch::check_groups(thrust::device, std::span{offsets}, 5);
  CHECK(groups.size() == 3);
  CHECK(groups.elements() == 5);
  CHECK(groups.some_empty());
  CHECK_THROWS_AS(static_cast<void>(batch::check_groups(thrust::device, std::span{offsets}, 4)), mhqa::data_error);
  CHECK_THROWS_AS(static_cast<void>(batch::check_groups(thrust::device, std::span<const std::int32_t>{}, 4)),
                  mhqa::data_error);
}
