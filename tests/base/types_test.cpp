// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/types.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <type_traits>
#include <vector>

static_assert(std::is_trivially_copyable_v<mhqa::supporting_fact>);
static_assert(std::is_trivially_copyable_v<mhqa::evidence_triple>);
static_assert(mhqa::supporting_fact{"a", 1} == mhqa::supporting_fact{"a", 1});
static_assert(mhqa::supporting_fact{"a", 2} < mhqa::supporting_fact{"b", 1});
static_assert(mhqa::supporting_fact{"a", 1} < mhqa::supporting_fact{"a", 2});
static_assert(mhqa::evidence_triple{"a", "b", "c"} != mhqa::evidence_triple{"a", "b", "d"});

TEST_CASE("types: facts and triples are ordered member by member, so that they can be sorted and kept in sets") {
  std::vector<mhqa::supporting_fact> facts{{"b", 0}, {"a", 3}, {"a", -1}, {"a", 3}};
  std::sort(facts.begin(), facts.end());
  CHECK(facts == std::vector<mhqa::supporting_fact>{{"a", -1}, {"a", 3}, {"a", 3}, {"b", 0}});
  const std::set<mhqa::evidence_triple> triples{{"s", "r", "o"}, {"s", "r", "o"}, {"s", "r", ""}};
  CHECK(triples.size() == 2);
}

TEST_CASE("types: a paragraph is its title and its sentences in order") {
  const mhqa::titled_paragraph a{"t", {"one", "two"}};
  CHECK(a == mhqa::titled_paragraph{"t", {"one", "two"}});
  CHECK_FALSE(a == mhqa::titled_paragraph{"t", {"two", "one"}});
}
