// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/whole_name.hpp>

#include <mhqa/compose/mentions.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace {

std::string name_around(std::string_view question, std::string_view name) {
  const std::size_t at = question.find(name);
  REQUIRE(at != std::string_view::npos);
  const mhqa::mention m{static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(name.size())};
  return std::string{mhqa::find_name(mhqa::sentence_words{question}, m).span.in(question)};
}

mhqa::name_place place(std::string_view asking, std::string_view paragraph, std::string_view question,
                       std::string_view answer) {
  const auto m = mhqa::find_mention(answer, question);
  REQUIRE(m);
  return mhqa::place_of_name(asking, paragraph, question, *m);
}

}  // namespace

TEST_CASE("whole_name: names grow over capitals, numbers and joining words") {
  CHECK(name_around("When was the University of Chicago founded?", "Chicago") == "University of Chicago");
  CHECK(name_around("Where is the Victoria and Albert Museum?", "Victoria") == "Victoria and Albert Museum");
  CHECK(name_around("What did Leonardo da Vinci paint?", "Leonardo") == "Leonardo da Vinci");
  CHECK(name_around("Who won Super Bowl 50?", "Super Bowl") == "Super Bowl 50");
  CHECK(name_around("Who taught Gregory the Illuminator?", "Gregory") == "Gregory the Illuminator");
  CHECK(name_around("When did Rome give Ann the land?", "Ann") == "Ann");
  CHECK(name_around("Who sold Ann the Red Mill?", "Ann") == "Ann");
  CHECK(name_around("Who fought in World War II first?", "War") == "World War II");
  CHECK(name_around("Who is the Duke of the Orkney Islands?", "Orkney") == "Duke of the Orkney Islands");
}

TEST_CASE("whole_name: marks, years, possessives and opening words end a name") {
  CHECK(name_around("Who rules in central Africa?", "Africa") == "central Africa");
  CHECK(name_around("Where is Paris, France?", "Paris") == "Paris");
  CHECK(name_around("Who ruled France 1814 to 1824?", "France") == "France");
  CHECK(name_around("Who read Luther's last sermon?", "Luther") == "Luther");
  CHECK(name_around("Did Watt's partner Boulton die?", "Boulton") == "Boulton");
  CHECK(name_around("Does Kenya export tea?", "Kenya") == "Kenya");
  CHECK(name_around("After Kenya left, who came?", "Kenya") == "Kenya");
  CHECK(name_around("What was the GDP of Warsaw?", "Warsaw") == "Warsaw");
  CHECK(name_around("Who built Hadrian's Wall?", "Hadrian") == "Hadrian's Wall");
  CHECK(name_around("When did the Waal and Lek meet?", "Waal") == "Waal");
}

TEST_CASE("whole_name: a word of a quotation is a part of it") {
  CHECK(name_around("Who wrote \"Northern Lights at home\"?", "Lights") == "Northern Lights at home");
}

TEST_CASE("whole_name: a longer name may still denote the answer") {
  using mhqa::name_place;
  CHECK(place("Where was the fair?", "In Chicago.", "When was the University of Chicago founded?", "Chicago") ==
        name_place::part);
  CHECK(place("Where was the fair?", "In Chicago.", "Who founded Chicago?", "Chicago") == name_place::whole);
  CHECK(place("What part votes?", "The General Conference votes.", "What did the General Conference on Weights decide?",
              "General Conference") == name_place::part);
  CHECK(place("Who was shot?", "Kennedy was.", "Where did President Kennedy live?", "Kennedy") == name_place::whole);
  CHECK(place("What cycle is it?", "Rankine.", "What is the Rankine Cycle?", "Rankine") == name_place::whole);
  CHECK(place("Which court?", "The Court of Justice of Europe.", "Who leads the Court of Justice of Europe?",
              "Court of Justice") == name_place::whole);
  CHECK(place("Who scored?", "Von Miller ran. Miller fell.", "Where was Von Miller born?", "Miller") ==
        name_place::whole);
  CHECK(place("Who thought so?", "Galileo did.", "Who was Galileo Ferraris?", "Galileo") == name_place::part);
  CHECK(place("What is a gas?", "Oxygen.", "Who breathes oxygen?", "Oxygen") == name_place::undecided);
}
