// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/text/extract_profiles.hpp>

#include <doctest/doctest.h>

static_assert(mhqa::find_extraction("search_r1")->least_tags == 2);
static_assert(mhqa::find_extraction("Search_R1") == nullptr);
static_assert(mhqa::find_extraction("") == nullptr);

TEST_CASE("extract_profiles: each profile is found by its name") {
  for (const auto& profile : mhqa::extractions::all) {
    CAPTURE(profile.name);
    CHECK(mhqa::find_extraction(profile.name) == &profile);
  }
}
