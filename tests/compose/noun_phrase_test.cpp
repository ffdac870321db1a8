// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/noun_phrase.hpp>

#include <doctest/doctest.h>

#include <array>
#include <string_view>

TEST_CASE("noun_phrase: a question becomes what it asks for, or nothing") {
  struct row {
    std::string_view question, phrase;  // "": no rule
  };
  constexpr std::array<row, 49> rows{
      {{"Who wrote Emma?", "the person who wrote Emma"},
       {"Who was executed in #1?", "the person who was executed in #1"},
       {"Who did #1 marry?", "the person whom #1 married"},
       {"Whom did #1 marry?", "the person whom #1 married"},
       {"Whose soldiers destroyed #1?", "the person whose soldiers destroyed #1"},
       {"Who is the hero of Ulysses?", "the hero of Ulysses"},
       {"What is the capital of #1?", "the capital of #1"},
       {"Where was #1 born?", "the place where #1 was born"},
       {"Where did El Greco die ?", "the place where El Greco died"},
       {"Where does the #1 rise?", "the place where the #1 rises"},
       {"Where do the Alps end?", "the place where the Alps end"},
       {"Where is the source of #1?", "the place where the source of #1 is"},
       {"Where is #1?", "the place where #1 is"},
       {"When did Joan of Arc die?", "the time when Joan of Arc died"},
       {"Which river crosses #1?", "the river that crosses #1"},
       {"What opera house is in #1?", "the opera house that is in #1"},
       {"Which poet mentions #1?", "the poet who mentions #1"},
       {"Which city did #1 free in 1429?", "the city that #1 freed in 1429"},
       {"Which king did #1 serve?", "the king that #1 served"},
       {"What lies between #1 and #2?", "the thing that lies between #1 and #2"},
       {"What did #1 die of?", "the thing that #1 died of"},
       {"What country was #1 born in?", "the country that #1 was born in"},
       {"Which city is the capital of #1?", "the city that is the capital of #1"},
       {"Which town was burned by #1?", "the town that was burned by #1"},
       {"In what year was #1 born?", "the year in which #1 was born"},
       {"Under which king was #1 built?", "the king under whom #1 was built"},
       {"How many poems has #1?", "the number of poems that #1 has"},
       {"How many poems has?", ""},
       {"How many lakes does the Danube cross?", "the number of lakes that the Danube crosses"},
       {"#1 >> spouse", "the spouse of #1"},
       {"", ""},
       {"?", ""},
       {"Who?", ""},
       {"Who wrote?", ""},
       {"Who is #1?", ""},
       {"Where?", ""},
       {"Where was the novel printed?", ""},
       {"Where did the river rise?", ""},
       {"Where did #1?", ""},
       {"Which country does #1 not touch?", ""},
       {"What was the tower called?", ""},
       {"What was #1 called?", ""},
       {"Which mountains do trains cross?", ""},
       {"Which red river?", ""},
       {"What city was the treaty signed in?", ""},
       {"How long is #1?", ""},
       {"How many?", ""},
       {"From which country came #1?", ""},
       {"Name the author of #1.", ""}}};
  for (const row& r : rows) {
    CAPTURE(r.question);
    const auto phrase = mhqa::noun_phrase_of(r.question);
    CHECK(phrase.value_or("") == r.phrase);
    CHECK(phrase.has_value() == !r.phrase.empty());
  }
}
