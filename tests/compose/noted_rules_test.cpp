// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/noted_rules.hpp>

#include <mhqa/compose/pool_words.hpp>

#include <doctest/doctest.h>

#include <string_view>

static_assert(mhqa::is_amount_type("DATE") && !mhqa::is_amount_type("GPE"));

namespace {

const mhqa::single_hop_pool pool{{{"a", "own", "Which queen opened it?", "Victoria", {}, 0},
                                  {"b", "own", "Where is the Parliament of Victoria?", "Melbourne", {}, 1},
                                  {"c", "own", "When did Victoria die?", "1901", {}, 1},
                                  {"d", "own", "What state grew it?", "Victoria", {}, 1}},
                                 {{"Queens", "Victoria opened it."}, {"States", "Victoria grew."}}};

struct fixture {
  mhqa::pool_words words{pool};
  mhqa::pair_index index{pool, words};
  mhqa::entity_occurrences places{index};
  mhqa::occurrence_notes notes{places};
  mhqa::mention_finder find{};

  [[nodiscard]] std::string_view reason(std::uint32_t head, std::uint32_t tail) {
    const auto rules = mhqa::noted_entities(notes);
    const mhqa::pair_candidate pair{{pool, words, head}, tail, find};
    static constexpr std::array names{"answer-is-no-entity", "answer-not-asked-for", "another-entity-type",
                                      "another-link",        "part-of-entity",       ""};
    const std::size_t at = rules.first_failure(pair);
    if (at < rules.size) CHECK(rules.names()[at] == names[at]);
    return names[at];
  }
};

}  // namespace

TEST_CASE_FIXTURE(fixture, "noted_rules: without notes nothing is refused but what is no name") {
  CHECK(reason(0, 2).empty());
  CHECK(reason(1, 2) == "");
}

TEST_CASE_FIXTURE(fixture, "noted_rules: types and links are compared place by place") {
  notes.add("a@answer", {0, 8, "PERSON", "Q9439"});
  notes.add("c@9-17", {9, 17, "PERSON", "Q9439"});
  notes.add("d@answer", {0, 8, "GPE", "Q36687"});
  CHECK(reason(0, 2).empty());
  CHECK(reason(3, 2) == "another-entity-type");
}

TEST_CASE_FIXTURE(fixture, "noted_rules: links that differ, amounts, no entity, and what is not asked for") {
  notes.add("c@9-17", {9, 17, "PERSON", "Q9439"});
  SUBCASE("link") {
    notes.add("a@answer", {0, 8, "PERSON", "Q1"});
    CHECK(reason(0, 2) == "another-link");
  }
  SUBCASE("one link is no reason") {
    notes.add("a@answer", {0, 8, "PERSON", ""});
    CHECK(reason(0, 2).empty());
  }
  SUBCASE("amount") {
    notes.add("a@answer", {0, 8, "DATE", ""});
    CHECK(reason(0, 2) == "answer-is-no-entity");
  }
  SUBCASE("no type") {
    notes.add("a@answer", {0, 8, "", ""});
    CHECK(reason(0, 2) == "answer-is-no-entity");
  }
  SUBCASE("a queen is no place") {
    notes.add("a@answer", {0, 8, "GPE", ""});
    CHECK(reason(0, 2) == "answer-not-asked-for");
  }
}

TEST_CASE_FIXTURE(fixture, "noted_rules: a longer entity is another one unless the answer's is the same") {
  notes.add("b@27-35", {13, 35, "ORG", ""});
  CHECK(reason(3, 1) == "part-of-entity");
  notes.add("d@answer", {0, 8, "ORG", "Q1"});
  CHECK(reason(3, 1) == "part-of-entity");
}
