// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/verb_tags.hpp>

#include <doctest/doctest.h>

#include <array>
#include <string_view>
#include <vector>

TEST_CASE("verb_tags: finite verbs are counted, infinitives and participles are not") {
  using tags = std::vector<std::string_view>;
  CHECK(mhqa::count_verb_groups_by_tags(tags{}) == 0);
  CHECK(mhqa::count_verb_groups_by_tags(tags{"VBD", "PRP", "VB", "CC", "VBD", "PRP", "VBN", "RB"}) == 2);
  CHECK(mhqa::count_verb_groups_by_tags(tags{"MD", "NNP", "VB", "NN", "."}) == 1);    // Would Rome flood houses?
  CHECK(mhqa::count_verb_groups_by_tags(tags{"MD", "VBP", "VBN"}) == 1);              // would have been
  CHECK(mhqa::count_verb_groups_by_tags(tags{"VBZ", "DT", "NN", "WP", "VBD"}) == 2);  // Is the man who won …
  CHECK(mhqa::count_verb_groups_by_tags(tags{"VERB", "AUX"}) == 0);
}

static_assert(mhqa::count_verb_groups_by_tags(std::array<std::string_view, 2>{"VBZ", "VBG"}) == 1);
