// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/finding.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

TEST_CASE("finding: every code has a distinct name") {
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < mhqa::audit_code_count; ++i) names.push_back(to_string(static_cast<mhqa::audit_code>(i)));
  std::sort(names.begin(), names.end());
  CHECK(std::adjacent_find(names.begin(), names.end()) == names.end());
  CHECK(to_string(mhqa::audit_code::shared_paragraph) == "shared-paragraph");
  CHECK(to_string(mhqa::audit_code::bad_reference) == "bad-reference");
}
