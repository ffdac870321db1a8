// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/rollout/gold.hpp>

#include <doctest/doctest.h>

TEST_CASE("gold: a name's last word stands for it unless a question begins a word with it") {
  mhqa::rollout_gold gold{"1", "Who is the spouse of the Green performer?", {"Miquette Giraudy"}, {}, "2hop"};
  gold.hops.push_back({"Green >> performer", {"Steve Hillage"}, {}, {}});
  gold.hops.push_back({"#1 >> spouse", {"Miquette Giraudy"}, {}, {0}});
  const mhqa::prepared_rollout_gold plain{gold, mhqa::dialects::musique};
  REQUIRE(plain.hops()[0].names.size() == 1);
  CHECK(plain.hops()[0].names[0].text() == "hillage");
  gold.question = "Who is the spouse of Hillages?";
  const mhqa::prepared_rollout_gold known{gold, mhqa::dialects::musique};
  CHECK(known.hops()[0].names.empty());
}

TEST_CASE("gold: words are found as whole words") {
  using mhqa::normalized;
  CHECK(mhqa::detail::has_words(normalized{"in New York, now"}, normalized{"new york"}));
  CHECK_FALSE(mhqa::detail::has_words(normalized{"in New Yorkshire"}, normalized{"new york"}));
  CHECK_FALSE(mhqa::detail::has_words(normalized{"anew york"}, normalized{"new york"}));
  CHECK(mhqa::detail::has_words(normalized{"york"}, normalized{"york"}));
  CHECK_FALSE(mhqa::detail::has_words(normalized{"york"}, normalized{"the"}));  // normalises to nothing
}
