// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/answer_sense.hpp>

#include <doctest/doctest.h>

#include <array>
#include <string_view>

static_assert(mhqa::kind_of_type("PERSON") == mhqa::named_kind::person);
static_assert(mhqa::kind_of_type("GPE") == mhqa::named_kind::place);
static_assert(mhqa::kind_of_type("CARDINAL") == mhqa::named_kind::unknown);

TEST_CASE("answer_sense: nouns, adjectives, titles and pronouns decide, else it is unknown") {
  using enum mhqa::named_kind;
  struct row {
    std::string_view answer, paragraph, question;
    mhqa::named_kind kind;
  };
  constexpr std::array rows{
      row{"the Scottish Parliament", "It sits. He left.", "Who decides?", organization},
      row{"CBS", "He left CBS.", "Who broadcast it?", organization},
      row{"ULM", "WE SAW ULM.", "WHERE IS IT?", unknown},
      row{"the Mongols", "They won.", "Who won?", people},
      row{"the British", "They won.", "Who won?", people},
      row{"Germany", "He left Germany.", "Who did they fight?", country},
      row{"the UK", "", "Who left?", country},
      row{"Europe", "", "Where?", place},
      row{"South Africa", "", "Where?", country},
      row{"Queen Elizabeth II", "", "Who opened it?", person},
      row{"George Westinghouse", "", "Who hired Tesla?", person},
      row{"Luther", "Luther preached. He wrote much.", "Who objected?", person},
      row{"Luther", "Luther preached. The town slept. It rained. He wrote.", "Who objected?", unknown},
      row{"Doctor Who", "He travels.", "Who holds the record?", unknown},
      row{"Broncos", "He left the Broncos.", "Who won?", unknown},
      row{"Donald Davies", "Davies sent packets. He gave talks.", "Who sent them?", person},
      row{"Donald Davies", "Packets were sent.", "Who sent them?", unknown},
      row{"the", "", "", unknown},
      row{"Queen Victoria", "", "Who opened it?", person},
      row{"the Presiding Officer", "", "Who leads it?", person},
      row{"Watt", "It was built by James Watt.", "Who built it?", person},
      row{"Watt", "It was built by James Watt.", "What built it?", unknown},
      row{"Watt", "It was built by the James Watt.", "Who built it?", unknown},
      row{"Watt", "It was built by James Watt Works.", "Who built it?", unknown},
  };
  for (const row& r : rows) {
    CAPTURE(r.answer);
    CHECK(mhqa::to_string(mhqa::kind_of_answer(r.answer, r.paragraph, r.question)) == mhqa::to_string(r.kind));
  }
}

TEST_CASE("answer_sense: teams and states") {
  const std::string_view games = "The Panthers won the game of the season; their coach praised the team.";
  CHECK(mhqa::kind_of_answer("Ohio Panthers", games) == mhqa::named_kind::team);
  CHECK(mhqa::kind_of_answer("Panthers", games) == mhqa::named_kind::team);
  CHECK(mhqa::kind_of_answer("Panthers", "Panthers are old animals.") == mhqa::named_kind::unknown);
  CHECK(mhqa::kind_of_answer("the Ohio Yankees", "", "who played in the most games") == mhqa::named_kind::team);
  CHECK(mhqa::kind_of_answer("the Ohio Yankees", "", "who controls the house") == mhqa::named_kind::unknown);
  CHECK(mhqa::kind_of_answer("Dave Williams", "", "who played in the most games") != mhqa::named_kind::team);
  CHECK(mhqa::kind_of_answer("the Soviet Union", "It sent its army.") == mhqa::named_kind::country);
}
