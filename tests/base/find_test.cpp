// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Constants by name: the same call for types whose name is a string_view, a dialect_name or to_string(value).
#include <mhqa/find.hpp>

#include <mhqa/metrics/dialect.hpp>
#include <mhqa/metrics/dire.hpp>
#include <mhqa/text/extract_profiles.hpp>

#include <doctest/doctest.h>

#include <string>
#include <string_view>

static_assert(mhqa::named<mhqa::dialect> && mhqa::named<mhqa::extraction_profile> && mhqa::named<mhqa::dire::kind>);
static_assert(!mhqa::named<int>);
static_assert(mhqa::find<mhqa::dialect>("hotpotqa") == &mhqa::dialects::all[0]);
static_assert(*mhqa::find<mhqa::dire::kind>("probe") == mhqa::dire::kind::probe);

TEST_CASE("find: a name gives its value, any other text gives null") {
  for (const mhqa::dialect& d : mhqa::dialects::all) CHECK(mhqa::find<mhqa::dialect>(d.name.view()) == &d);
  for (const auto& p : mhqa::extractions::all) CHECK(mhqa::find<mhqa::extraction_profile>(p.name) == &p);
  for (const mhqa::dire::kind k : mhqa::dire::kinds) CHECK(*mhqa::find<mhqa::dire::kind>(to_string(k)) == k);
  for (const std::string_view other : {"", "Musique", "musique ", "nothing"}) {
    CAPTURE(other);
    CHECK(mhqa::find<mhqa::dialect>(other) == nullptr);
    CHECK(mhqa::find<mhqa::dire::kind>(other) == nullptr);
  }
}

TEST_CASE("find: find_or_throw lists the names") {
  CHECK(mhqa::find_or_throw<mhqa::dire::kind>("trivial") == mhqa::dire::kind::trivial);
  try {
    static_cast<void>(mhqa::find_or_throw<mhqa::dire::kind>("blue"));
    FAIL("no error");
  } catch (const mhqa::data_error& error) {
    CHECK(std::string{error.what()} ==
          "unknown kind of data set \"blue\"; expected one of: original, probe, "
          "transformed, probe_of_transformed, trivial");
    CHECK(error.code() == mhqa::errc::unknown_name);
  }
}
