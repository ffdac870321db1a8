// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/detail/phrase_nesting.hpp>

#include "support/row_examples.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

namespace {

using mhqa::unworded;
using mhqa::detail::nested_phrase;

struct nested_text {
  std::string text;
  unworded why = unworded::no;
};

// The step with the phrase at its one reference.
nested_text put(std::string_view step, const nested_phrase& phrase, bool last = true) {
  mhqa::detail::phrase_nesting nesting{step, last};
  for (const mhqa::step_reference& r : mhqa::find_references(step)) {
    if (const unworded why = nesting.put(r, phrase); why != unworded::no) return {"", why};
  }
  return {nesting.finish().text, unworded::no};
}

const nested_phrase dynasty{"the Chinese dynasty that the Mongols founded"};
const nested_phrase network{"the network that showed Emma"};

}  // namespace

TEST_CASE("phrase_nesting: the head of a noun phrase is its noun") {
  using mhqa::detail::head_noun;
  CHECK(head_noun("the Chinese dynasty that the Mongols founded") == "dynasty");
  CHECK(head_noun("the capital of Poland") == "capital");
  CHECK(head_noun("the largest city in Poland") == "city");
  CHECK(head_noun("what Luther translated").empty());
  CHECK(head_noun("").empty());
}

TEST_CASE("phrase_nesting: a noun that the phrase has already is not said twice") {
  CHECK(put("Who was the fourth to rule the #1 dynasty?", dynasty).text ==
        "Who was the fourth to rule the Chinese dynasty that the Mongols founded?");
  CHECK(put("What was the #1 dynasty's capital?", dynasty).text ==
        "What was the capital of the Chinese dynasty that the Mongols founded?");
  CHECK(put("Who rules the country of #1?", {"the country that borders Chad"}).text ==
        "Who rules the country that borders Chad?");
}

TEST_CASE("phrase_nesting: a phrase stands before a verb, not before a noun") {
  struct row {
    std::string_view step;
    unworded why;
  };
  constexpr row rows[]{
      {"the country that the #1 enters", unworded::no},
      {"Did the #1 charter loudly encourage it?", unworded::no},
      {"Did the #1 blorp it?", unworded::attributive},
      {"How many students go to #1 schools?", unworded::attributive},
      {"What is the #1 translation of Emma?", unworded::attributive},
      {"When will it close its #1 plant?", unworded::attributive},
      {"What was the first #1 based on?", unworded::attributive},
      {"How far is it to downtown #1?", unworded::attributive},
      {"Who joined the 400 #1?", unworded::attributive},
      {"Why does Doctor Who's #1 look old?", unworded::attributive},
      {"What art comes from #1, Burma and Chile?", unworded::attributive},
      {"Who joined the \"#1\"?", unworded::part_of_name},
      {"Who impacted #1 in 1900?", unworded::ambiguous},
      {"Who walks alongside #1?", unworded::no},
  };
  for (const row& r : rows) {
    CAPTURE(r.step);
    CHECK(put(r.step, network).why == r.why);
  }
  CHECK(put("Did Mote think the #1 class system represented it?", network).text ==
        "Did Mote think the class system of the network that showed Emma represented it?");
  CHECK(put("What is the #1 name for it?", {"the language that he studied", 1, 0, true}).why == unworded::attributive);
}

TEST_CASE("phrase_nesting: one clause may stand inside another, not two") {
  const nested_phrase twice{"the man who founded the firm that made Emma", 2, 0};
  CHECK(put("When did #1 die?", twice).text == "When did the man who founded the firm that made Emma die?");
  CHECK(put("the city that #1 left in May", twice, false).why == unworded::nested);
  const nested_phrase inside{"the city that the man who made Emma left", 2, 1};
  CHECK(put("When was #1 destroyed?", inside).text == "When was the city destroyed that the man who made Emma left");
  CHECK(put("When was #1 destroyed by fire?", inside).why == unworded::nested);
  const nested_phrase long_subject{"the town where the man who made Emma and wrote about Ann for years lived", 2, 0};
  CHECK(put("When did #1 burn?", long_subject).why == unworded::nested);
  CHECK(put("Who saw #1?", inside).text == "Who saw the city that the man who made Emma left?");
  CHECK(put("What did #1 found in what year?", network).why == unworded::no);
  CHECK(put("It bought #1 in what year?", network).why == unworded::nested);
  CHECK(put("Which feat of #1 that they praise is old?", network).why == unworded::nested);
  CHECK(put("What opened in #1 in 1981?", {"the city that he was born in"}).why == unworded::ambiguous);
  CHECK(put("the place where #1 ends", {"the place where it begins"}, false).why == unworded::nested);
}

TEST_CASE("phrase_nesting: what may continue the clause of the phrase is refused") {
  const nested_phrase dam{"the dam that crosses the Volta"}, plain{"the owner of the dam"};
  CHECK(put("Who saw #1 in 1900?", dam).why == unworded::ambiguous);
  CHECK(put("How old was #1 when he died?", {"the person who wrote Emma"}).why == unworded::ambiguous);
  CHECK(put("Where did they land in #1 originally?", dam).why == unworded::ambiguous);
  CHECK(put("Who saw #1 in 1900?", plain).text == "Who saw the owner of the dam in 1900?");
  CHECK(put("Who broke #1, after a flood?", dam).why == unworded::no);
  CHECK(put("How far is #1 from Accra?", dam).text == "How far is the dam that crosses the Volta from Accra?");
  CHECK(put("How many miles is #1 from Accra?", dam).why == unworded::no);
  CHECK(to_string(unworded::ambiguous) == "ambiguous");
}

TEST_CASE("phrase_nesting: names, nouns of places and long chains are left alone") {
  CHECK(put("Of what nature is the #1 problem?", {"the city that Ann left"}).why == unworded::attributive);
  CHECK(put("What was the #1 endowment total?", network).why == unworded::attributive);
  CHECK(put("When did #1 join?", {"the state that lies in the land that has a group who call it home", 2, 0}).why ==
        unworded::nested);
}

TEST_CASE("phrase_nesting: an aside stays at the end") {
  const nested_phrase aside{"the land that, unlike Chad, has no king"};
  CHECK(put("When did #1 join?", aside).why == unworded::nested);
  CHECK(put("Who left #1?", aside).text == "Who left the land that, unlike Chad, has no king?");
}

TEST_CASE("phrase_nesting: a verb does not follow the verb of a clause") {
  CHECK(put("When did #1 fall?", dynasty).why == unworded::nested);
  CHECK(put("When did #1 fall?", {"the dynasty that came first"}).why == unworded::no);
  CHECK(put("When did #1 fall?", {"the town where the fair is held"}).why == unworded::no);
}

TEST_CASE("phrase_nesting: a noun in apposition goes, a person does not own a noun") {
  CHECK(put("What nationality is the band #1?", network).text == "What nationality is the network that showed Emma?");
  CHECK(put("Who runs the city of #1?", {"the place where Emma was shown"}).text ==
        "Who runs the place where Emma was shown?");
  CHECK(put("What is the expression #1?", network).why == unworded::attributive);
  nested_phrase person{"the person who wrote Emma"};
  CHECK(put("What was the name of the #1 episode?", person).why == unworded::no);
  person.person = true;
  CHECK(put("What was the name of the #1 episode?", person).why == unworded::attributive);
  CHECK(put("What was the name of #1's father?", person).text ==
        "What was the name of the father of the person who wrote Emma?");
  CHECK(put("Who brought #1 back?", person).text == "Who brought the person who wrote Emma back?");
  CHECK(put("What does the #1 look like?", person).text == "What does the person who wrote Emma look like?");
  CHECK(put("What year was Ann, who became #1, born?", person).why == unworded::attributive);
}

TEST_CASE("phrase_nesting: marks and verbs around the phrase agree with it") {
  CHECK(put("When did #1 fall?", {"the land that has no king, although it had one"}).text ==
        "When did the land that has no king, although it had one, fall?");
  CHECK(put("What do the #1 and the Lek form?", {"the longest river"}).text ==
        "What do the longest river and the Lek form?");
  CHECK(put("What do the #1 and the Lek form?", {"the river that leaves Bonn"}).why == unworded::ambiguous);
  CHECK(put("What is the #1's colour?", {"Ann's ship"}).text == "What is the colour of Ann's ship?");
  CHECK(put("What does the #1 stand for?", {"Ann's ship"}).text == "What does Ann's ship stand for?");
}

TEST_CASE("phrase_nesting: the noun before a reference is dropped only if the phrase is such a thing") {
  CHECK(put("What is the country of #1?", {"the sports team of Ann"}).text ==
        "What is the country of the sports team of Ann?");
  CHECK(put("Who left the city of #1?", {"the birthplace of Ann"}).text == "Who left the birthplace of Ann?");
  CHECK(put("What is the country of #1?", {"the birthplace of Ann"}).text ==
        "What is the country of the birthplace of Ann?");
  CHECK(put("Who became the president of #1?", {"the country that Ann left"}).text ==
        "Who became the president of the country that Ann left?");
  const nested_phrase sea{"the sea in which Ann was a queen"};
  CHECK(put("Unlike the #1 ringed seal, what eats fish?", sea).why == unworded::attributive);
  CHECK(put("Unlike the #1, what is salty?", sea).why == unworded::no);
  CHECK(put("What is granted by the title (#1)?", sea).why == unworded::part_of_name);
  CHECK(put("Who has the title of #1 (MBBS)?", sea).why == unworded::part_of_name);
}

TEST_CASE("phrase_nesting: a reference inside a name has no phrase") {
  const nested_phrase town{"the town where Ann was born"};
  CHECK(put("When did Battle of #1 end?", town).why == unworded::part_of_name);
  CHECK(put("Where is the headquarters of Radio Television of the #1?", town).why == unworded::part_of_name);
  CHECK(put("When did the Council of #1 meet?", town).why != unworded::part_of_name);
  CHECK(put("Who was Mayor of #1?", town).text == "Who was Mayor of the town where Ann was born?");
  CHECK(put("When did Mayor of #1 end?", town).why == unworded::part_of_name);
  CHECK(put("When did #1 the Younger die?", town).why == unworded::part_of_name);
  CHECK(put("When did #1: Part Two end?", town).why == unworded::part_of_name);
  CHECK(put("What was the old #1 show called?", town).why == unworded::attributive);
  CHECK(put("What is the pay of a working #1?", town).why == unworded::attributive);
}

TEST_CASE("phrase_nesting: a verb and a noun of one form after the reference") {
  const nested_phrase party{"the party of Ann"};
  CHECK(put("When did the #1 gain control of the house?", party).text ==
        "When did the party of Ann gain control of the house?");
  CHECK(put("How many games do #1 teams play?", party).why == unworded::attributive);
  CHECK(put("What is the record label of #1?", {"the record label of Emma"}).text ==
        "What is the record label of the record label of Emma?");
}

TEST_CASE("phrase_nesting: last before a verb is an adverb, and part of a predicate") {
  const nested_phrase team{"the team of Ann"};
  CHECK(put("When did the #1 last play in Rome?", team).text == "When did the team of Ann last play in Rome?");
  CHECK(put("What company is #1 part of?", team).text == "What company is the team of Ann part of?");
  CHECK(put("What company is #1 part of?", {"the team that Ann left"}).why == unworded::ambiguous);
}

TEST_CASE("phrase_nesting: each row by its examples") {
  mhqa_test::check_examples(mhqa::detail::nesting_rows);
}
