// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/noted_kinds.hpp>

#include <mhqa/compose/pair_index.hpp>
#include <mhqa/compose/pool_words.hpp>

#include <doctest/doctest.h>

TEST_CASE("noted_kinds: a tagger's type decides what \"who\" is") {
  const mhqa::single_hop_pool pool{
      {{"a", "own", "Who won the cup?", "Denver", {}, 0}, {"b", "own", "When was Denver founded?", "1858", {}, 1}},
      {{"Cup", "Denver won the cup."}, {"Denver", "Denver was founded in 1858."}}};
  const mhqa::pool_words words{pool};
  const mhqa::pair_index index{pool, words};
  const mhqa::entity_occurrences places{index};
  mhqa::occurrence_notes notes{places};
  const mhqa::composition graph = mhqa::as_composition({0, 1, {9, 6}});

  mhqa::wording_request request = mhqa::make_wording_request(pool, graph);
  const auto by_rule = request.kinds;
  CHECK(by_rule.at(0) == mhqa::named_kind::unknown);
  CHECK_FALSE(mhqa::rule_verbaliser{}(request));
  mhqa::note_kinds(notes, graph, request);
  CHECK(request.kinds == by_rule);

  notes.add("a@answer", {0, 6, "ORG", ""});
  mhqa::note_kinds(notes, graph, request);
  CHECK(request.kinds.at(0) == mhqa::named_kind::organization);
  CHECK(mhqa::rule_verbaliser{}(request).question == "When was the organization that won the cup founded?");

  mhqa::occurrence_notes towns{places};
  towns.add("a@answer", {0, 6, "GPE", ""});
  mhqa::wording_request country = request;
  country.kinds.at(0) = mhqa::named_kind::country;  // known, and more than the note says
  mhqa::note_kinds(towns, graph, country);
  CHECK(country.kinds.at(0) == mhqa::named_kind::country);

  mhqa::occurrence_notes dates{places};
  dates.add("a@answer", {0, 6, "DATE", ""});
  mhqa::note_kinds(dates, graph, request);
  CHECK(request.kinds.at(0) == mhqa::named_kind::organization);
}
