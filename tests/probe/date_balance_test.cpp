// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/probe/date_balance.hpp>

#include <mhqa/error.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace {

std::map<std::string_view, bool> kept(const std::vector<std::string_view>& ids, std::uint64_t seed) {
  std::vector<bool> combined;
  for (const std::string_view id : ids) combined.push_back(id.starts_with('c'));
  const std::vector<bool> keep = mhqa::balance_types(ids, combined, seed);
  std::map<std::string_view, bool> out;
  for (std::size_t i = 0; i < ids.size(); ++i) out[ids[i]] = keep[i];
  return out;
}

}  // namespace

TEST_CASE(
    "date_balance: as many comparison questions are kept as there are combined ones, in whatever order they come") {
  std::vector<std::string> names;
  for (int i = 0; i < 30; ++i) names.push_back((i % 3 == 0 ? "c" : "x") + std::to_string(i));
  std::vector<std::string_view> ids{names.begin(), names.end()};
  const auto first = kept(ids, 7);
  std::size_t comparison = 0;
  for (const auto& [id, keep] : first) {
    if (id.starts_with('c')) CHECK(keep);
    if (id.starts_with('x') && keep) ++comparison;
  }
  CHECK(comparison == 10);
  std::reverse(ids.begin(), ids.end());
  CHECK(kept(ids, 7) == first);
  CHECK_FALSE(kept(ids, 8) == first);
}

TEST_CASE("date_balance: where there are fewer comparison questions, all are kept") {
  const auto all = kept({"c1", "c2", "x1"}, 0);
  CHECK(std::all_of(all.begin(), all.end(), [](const auto& row) { return row.second; }));
  CHECK(kept({}, 0).empty());
}

TEST_CASE("date_balance: as many marks as ids are expected") {
  const std::vector<std::string_view> ids{"a", "b"};
  CHECK_THROWS_AS((void)mhqa::balance_types(ids, {true}), mhqa::data_error);
}
