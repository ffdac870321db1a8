// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/datasets/musique_audit.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <optional>

TEST_CASE("musique_audit: supports are found by idx, not by position") {
  mhqa::musique::record r;
  r.id = "2hop__1_2";
  r.answer = "b";
  r.answer_aliases = {"B."};
  r.answerable = false;
  r.paragraphs = {{7, "T", "text", true}, {3, "U", "other", false}};
  r.decomposition = {{1, "q #1", "a", 3}, {2, "r", "b", 9}, {3, "s", "c", std::nullopt}};
  mhqa::musique::audit_views views;
  views.assign(r);
  views.assign(r);
  const mhqa::audited_question& q = views.view();
  CHECK(q.id == r.id);
  CHECK(q.answer == "b");
  CHECK(q.aliases.size() == 1);
  CHECK_FALSE(q.answerable);
  REQUIRE(q.paragraphs.size() == 2);
  CHECK(q.paragraphs[1] == mhqa::context_paragraph{"U", "other"});
  REQUIRE(q.hops.size() == 3);
  CHECK(q.hops[0].question == "q #1");
  CHECK(q.hops[0].support == std::optional<std::uint32_t>{1});
  CHECK(q.hops[1].support == std::optional<std::uint32_t>{2});
  CHECK(q.hops[2].support == std::nullopt);
}
