// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0

#include <mhqa/batch/ragged.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <type_traits>
#include <vector>

namespace batch = mhqa::batch;

static_assert(batch::row_offset<std::int32_t> && batch::row_offset<std::int64_t>);
static_assert(!batch::row_offset<std::uint32_t> && !batch::row_offset<std::int16_t>);
static_assert(std::is_trivially_copyable_v<batch::token_batch<>>);

TEST_CASE("ragged: one offset more than rows") {
  const std::vector<std::int32_t> values{5, 7, 9};
  const std::vector<std::int64_t> offsets{0, 2, 2, 3};
  const batch::ragged<std::int64_t> rows{values, offsets};
  CHECK(rows.rows() == 3);
  CHECK(batch::ragged<>{}.rows() == 0);
}

TEST_CASE("ragged: without groups each gold is a question") {
  const std::vector<std::int32_t> offsets{0, 0, 0, 0};
  const std::vector<std::int32_t> groups{0, 1, 3};
  batch::token_batch<> batch{.golds = {{}, offsets}};
  CHECK(batch.questions() == 3);
  batch.gold_groups = groups;
  CHECK(batch.questions() == 2);
}
