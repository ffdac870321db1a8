// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/detail/phrase_nesting.hpp>

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
      {"Which company of #1 films produced it?", unworded::attributive},
      {"Did the #1 charter loudly encourage it?", unworded::attributive},
      {"How many students go to #1 schools?", unworded::attributive},
      {"What is the #1 translation of Emma?", unworded::attributive},
      {"When will it close its #1 plant?", unworded::attributive},
      {"What was the first #1 based on?", unworded::attributive},
      {"How far is it to downtown #1?", unworded::attributive},
      {"Who joined the 400 #1?", unworded::attributive},
      {"Why does Doctor Who's #1 look old?", unworded::attributive},
      {"What art comes from #1, Burma and Chile?", unworded::attributive},
      {"Who joined the \"#1\"?", unworded::part_of_name},
      {"What #1. entity ruled so?", unworded::part_of_name},
      {"Who impacted #1 in 1900?", unworded::no},
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
  CHECK(put("When was #1 destroyed?", inside).why == unworded::nested);
  CHECK(put("Who saw #1?", inside).text == "Who saw the city that the man who made Emma left?");
  CHECK(put("What did #1 found in what year?", network).why == unworded::no);
  CHECK(put("It bought #1 in what year?", network).why == unworded::nested);
  CHECK(put("Which feat of #1 that they praise is old?", network).why == unworded::nested);
  CHECK(put("What opened in #1 in 1981?", {"the city that he was born in"}).why == unworded::nested);
  CHECK(put("the place where #1 ends", {"the place where it begins"}, false).why == unworded::nested);
}

TEST_CASE("phrase_nesting: marks and verbs around the phrase agree with it") {
  CHECK(put("When did #1 fall?", {"the land that has no king, although it had one"}).text ==
        "When did the land that has no king, although it had one, fall?");
  CHECK(put("What do the #1 and the Lek form?", {"the river that leaves Bonn"}).text ==
        "What do the river that leaves Bonn and the Lek form?");
  CHECK(put("What is the #1's colour?", {"Ann's ship"}).text == "What is the colour of Ann's ship?");
  CHECK(put("What does the #1 stand for?", {"Ann's ship"}).text == "What does Ann's ship stand for?");
}
