// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/occurrences.hpp>

#include <mhqa/compose/pool_words.hpp>

#include "support/text.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

namespace {

using mhqa_test::has;

const mhqa::single_hop_pool pool{{{"a", "own", "Who ruled?", "Victoria", {}, 0},
                                  {"b", "own", "Où régna Victoria?", "London", {}, 1},
                                  {"c", "own", "Which state?", "Victoria", {}, 1},
                                  {"d", "own", "When did Queen Victoria die?", "1901", {}, 0}},
                                 {{"Queens", "Élan. Queen Victoria ruled."}, {"States", "Victoria is a state."}}};

struct fixture {
  mhqa::pool_words words{pool};
  mhqa::pair_index index{pool, words};
  mhqa::entity_occurrences places{index};
};

std::string problem(const mhqa::occurrence_notes& notes, std::string_view id, std::uint32_t begin, std::uint32_t end) {
  return notes.problem_with(id, {begin, end, "PERSON", ""});
}

}  // namespace

TEST_CASE_FIXTURE(fixture, "occurrences: each answer and each mention once, with its text") {
  std::vector<std::string> ids;
  for (const auto& o : places.all()) ids.push_back(o.id);
  CHECK(ids == std::vector<std::string>{"a@answer", "c@answer", "b@9-17", "d@15-23"});
  CHECK(places.all()[0].text == pool.paragraphs[0].text);
  CHECK(places.all()[0].span.in(places.all()[0].text) == "Victoria");
  CHECK(places.all()[2].span.in(places.all()[2].text) == "Victoria");
  CHECK(places.find("b@9-17") == 2);
  CHECK_FALSE(places.find("b"));
  CHECK(places.answer_of(2) == 1);
  CHECK_FALSE(places.answer_of(3));
  CHECK(places.mention_in(3, {15, 8}) == 3);
  CHECK_FALSE(places.mention_in(3, {15, 7}));
}

TEST_CASE_FIXTURE(fixture, "occurrences: one spelling has several senses, spans count code points") {
  mhqa::occurrence_notes notes{places};
  CHECK(notes.span_of(0) == std::pair<std::uint32_t, std::uint32_t>{12, 20});  // "É" is one
  notes.add("a@answer", {6, 20, "PERSON", "Q9439"});
  notes.add("c@answer", {0, 8, "GPE", "Q36687"});
  CHECK(notes.size() == 2);
  CHECK(notes.find(0)->type == "PERSON");
  CHECK(notes.text_of(0, *notes.find(0)) == "Queen Victoria");
  CHECK(notes.find(1)->type == "GPE");
  CHECK(notes.find(2) == nullptr);
  CHECK(notes.find({}) == nullptr);
}

TEST_CASE_FIXTURE(fixture, "occurrences: the note that covers most of an occurrence counts") {
  mhqa::occurrence_notes notes{places};
  notes.add("d@15-23", {0, 16, "A", ""});
  notes.add("d@15-23", {16, 23, "B", ""});
  CHECK(notes.find(3)->type == "B");
  mhqa::occurrence_notes beside{places};
  beside.add("d@15-23", {0, 15, "A", ""});
  CHECK(beside.find(3) == nullptr);
}

TEST_CASE_FIXTURE(fixture, "occurrences: bad notes are named") {
  mhqa::occurrence_notes notes{places};
  notes.add("d@15-23", {9, 23, "PERSON", ""});
  CHECK(problem(notes, "d@0-4", 0, 1) ==
        "expected the id of an occurrence in requests/entities.jsonl, found \"d@0-4\"");
  CHECK(has(problem(notes, "d@15-23", 23, 29), "inside of the text's 28 code points, found [23, 29)"));
  CHECK(has(problem(notes, "d@15-23", 3, 3), "found [3, 3)"));
  CHECK(has(problem(notes, "d@15-23", 4, 2), "found [4, 2)"));
  CHECK(has(problem(notes, "d@15-23", 9, 23), "expected one note for a span, found another"));
  CHECK(has(problem(notes, "d@15-23", 0, 10), "do not overlap, found [0, 10) and [9, 23)"));
  CHECK(problem(notes, "d@15-23", 0, 9).empty());
  CHECK_THROWS_AS(notes.add("x", {0, 1, "", ""}), mhqa::data_error);
}
