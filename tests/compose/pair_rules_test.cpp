// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/pair_rules.hpp>

#include <doctest/doctest.h>

#include <string_view>

namespace {

const mhqa::single_hop_pool pool{{{"0", "own", "Who wrote Emma?", "Jane Austen", {}, 0},
                                  {"1", "own", "When was Jane Austen born?", "1775", {}, 1},
                                  {"2", "own", "Which novel is by Jane Austen?", "Emma", {}, 2},
                                  {"3", "own", "Where did jane austen live?", "Bath", {}, 1},
                                  {"4", "own", "Where is it told that in 1775 she was born?", "Bath", {}, 1},
                                  {"5", "own", "Who wrote Emma, JANE AUSTEN?", "yes", {}, 2},
                                  {"6", "own", "Who is meant by Lincoln?", "Lincoln", {}, 0}},
                                 {{"Emma", "By Jane Austen."},
                                  {"Jane Austen", "Born in 1775. Bath."},
                                  {"Emma", "by JANE Austen"},
                                  {"Lincoln (film)", ""},
                                  {"Lincoln (city)", ""}}};

struct fixture {
  mhqa::pool_words words{pool};
  mhqa::mention_finder find{};

  [[nodiscard]] mhqa::pair_candidate pair(std::uint32_t head, std::uint32_t tail) {
    return {{pool, words, head}, tail, find};
  }
};

}  // namespace

TEST_CASE_FIXTURE(fixture, "pair_rules: each condition of the paper by itself") {
  CHECK(mhqa::bridge_is_entity()(pair(0, 1)));
  CHECK_FALSE(mhqa::bridge_is_entity()(pair(1, 4)));  // a year
  CHECK(mhqa::bridge_mentioned()(pair(0, 1)));
  CHECK_FALSE(mhqa::bridge_mentioned()(pair(0, 4)));
  CHECK(mhqa::tail_answer_unseen()(pair(0, 1)));
  CHECK_FALSE(mhqa::tail_answer_unseen()(pair(0, 2)));  // Emma
  CHECK(mhqa::distinct_paragraphs()(pair(0, 1)));
  CHECK_FALSE(mhqa::distinct_paragraphs()(pair(0, 2)));  // the same title and normalised text
  CHECK(mhqa::same_entity_type()(pair(0, 1)));
  CHECK_FALSE(mhqa::same_entity_type()(pair(0, 3)));  // written small in a question with a capital
  CHECK(mhqa::same_first_hit(mhqa::title_index{pool})(pair(0, 1)));
  CHECK_FALSE(mhqa::same_first_hit(mhqa::title_index{pool})(pair(6, 6)));  // two Lincolns
  CHECK(mhqa::same_link()(pair(0, 3)));
}

TEST_CASE_FIXTURE(fixture, "pair_rules: the first reason is that of the paper's order") {
  const auto all = mhqa::composable(pool);
  CHECK(all.first_failure(pair(0, 1)) == all.size);
  CHECK(all.names()[all.first_failure(pair(1, 4))] == "answer-is-no-entity");
  CHECK(all.names()[all.first_failure(pair(0, 2))] == "tail-answer-in-head");
  CHECK(all.names()[all.first_failure(pair(0, 5))] == "same-paragraph");
  CHECK(all.names()[all.first_failure(pair(0, 3))] == "another-entity-type");
}

TEST_CASE_FIXTURE(fixture, "pair_rules: an outside program's notes decide, and a rule of one's own is a line") {
  mhqa::entity_notes notes;
  notes.add("Jane Austen", {"PERSON", "Q36322"});
  notes.add("jane austen", {"PERSON", "Q1"});
  CHECK(mhqa::same_entity_type(notes.tagger())(pair(0, 3)));
  CHECK_FALSE(mhqa::same_link(notes.linker())(pair(0, 3)));
  CHECK(mhqa::same_link(notes.linker())(pair(0, 1)));
  CHECK_FALSE(mhqa::same_link(notes.linker())(pair(2, 0)));  // no note of Emma
  const auto mine = mhqa::distinct_paragraphs() && mhqa::rule("far", [](const mhqa::pair_candidate& p) {
                      return p.tail == p.head + 1 && p.mentioned() == "Jane Austen";
                    });
  CHECK(mine(pair(0, 1)));
  CHECK(mine.first_failure(pair(0, 3)) == 1);
  const auto heads = mhqa::head_rule("late", [](const mhqa::head_candidate& c) { return c.head < 1; });
  CHECK(heads(pair(0, 1)));
  CHECK_FALSE(heads(mhqa::head_candidate{pool, words, 1}));
}

TEST_CASE("pair_rules: a tagger and a linker that take a place see the context") {
  const mhqa::single_hop_pool senses{
      {{"0", "own", "Who opened the dock in 1855?", "Victoria", {}, 0},
       {"1", "own", "Where was Queen Victoria crowned?", "London", {}, 1},
       {"2", "own", "What is the capital of Victoria?", "Melbourne", {}, 2},
       {"3", "own", "Who is named nowhere?", "Albert", {}, 0},
       {"4", "own", "Where did Albert live?", "Windsor", {}, 1}},
      {{"Docks", "The dock was opened by Queen Victoria."}, {"Queens", "In London."}, {"States", "Melbourne."}}};
  const mhqa::pool_words words{senses};
  mhqa::mention_finder find;
  const auto pair = [&](std::uint32_t head, std::uint32_t tail) {
    return mhqa::pair_candidate{{senses, words, head}, tail, find};
  };
  const auto sense = [](const mhqa::entity_place& place) -> std::string_view {
    CHECK(place.text.substr(place.begin, place.mention.size()) == place.mention);
    return place.text.substr(0, place.begin).ends_with("Queen ") ? "queen" : "state";
  };
  static_assert(mhqa::entity_linker<decltype(sense)> && mhqa::entity_tagger<decltype(sense)>);
  CHECK(mhqa::same_link(sense)(pair(0, 1)));
  CHECK_FALSE(mhqa::same_link(sense)(pair(0, 2)));
  CHECK(mhqa::same_first_hit(sense)(pair(0, 1)));
  CHECK_FALSE(mhqa::same_first_hit(sense)(pair(0, 2)));
  CHECK(mhqa::same_entity_type(sense)(pair(0, 1)));
  CHECK_FALSE(mhqa::same_entity_type(sense)(pair(0, 2)));
  CHECK(mhqa::bridge_is_entity(sense)(pair(0, 1)));
  CHECK(mhqa::place_of_answer({senses, words, 0}) == mhqa::entity_place{"Victoria", senses.paragraphs[0].text, 29});
  CHECK(mhqa::place_of_answer({senses, words, 3}) ==
        mhqa::entity_place{"Albert", "Albert", 0});  // not in its paragraph
  CHECK(mhqa::place_of_mention(pair(3, 4)) == mhqa::entity_place{"Albert", "Where did Albert live?", 10});
  CHECK(mhqa::same_link(mhqa::exact_linker{})(pair(0, 2)));  // by the name alone
  const auto all = mhqa::composable(sense, sense, sense);
  CHECK(all(pair(0, 1)));
  CHECK(all.names()[all.first_failure(pair(0, 2))] == "another-entity-type");
}
