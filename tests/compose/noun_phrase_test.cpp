// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/noun_phrase.hpp>

#include "support/row_examples.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <string_view>

TEST_CASE("noun_phrase: a question becomes what it asks for, or nothing") {
  struct row {
    std::string_view question, phrase;  // "": no rule
  };
  constexpr std::array<row, 69> rows{
      {{"Who wrote Emma?", "the person who wrote Emma"},
       {"What is the full name of the author of Emma?", "the author of Emma"},
       {"What is the first name of the author of Emma?", ""},
       {"Which Norwegian reached the pole?", "the Norwegian who reached the pole"},
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
       {"Which king did #1 serve?", "the king whom #1 served"},
       {"What lies between #1 and #2?", ""},
       {"What did #1 die of?", ""},
       {"What country was #1 born in?", "the country that #1 was born in"},
       {"Which city is the capital of #1?", "the city that is the capital of #1"},
       {"Which town was burned by #1?", "the town that was burned by #1"},
       {"In what year was #1 born?", "the year in which #1 was born"},
       {"Under which king was #1 built?", "the king under whom #1 was built"},
       {"How many poems has #1?", ""},
       {"How many poems has?", ""},
       {"How many lakes does the Danube cross?", ""},
       {"#1 >> spouse", "the spouse of #1"},
       {"", ""},
       {"?", ""},
       {"Who?", ""},
       {"Who wrote?", ""},
       {"Who is #1?", ""},
       {"Where?", ""},
       {"Where was the novel printed?", "the place where the novel was printed"},
       {"Where did the river rise?", "the place where the river rose"},
       {"Where did #1?", ""},
       {"Which country does #1 not touch?", "the country that #1 does not touch"},
       {"What was the tower called?", "the tower"},
       {"What was #1 called?", ""},
       {"Which mountains do trains cross?", "the mountains that trains cross"},
       {"Which red river?", ""},
       {"What city was the treaty signed in?", "the city that the treaty was signed in"},
       {"How long is #1?", ""},
       {"How many?", ""},
       {"From which country came #1?", ""},
       {"What is the largest shop in Europe called?", "the largest shop in Europe"},
       {"What was the name of Watt's partner?", "Watt's partner"},
       {"What is the name of the hall where #1 was played?", "the hall where #1 was played"},
       {"What did Luther translate?", ""},
       {"What NFL team represented the AFC?", "the NFL team that represented the AFC"},
       {"What venue in Miami was a candidate?", "the venue in Miami that was a candidate"},
       {"What team was #1 drafted by in 2011?", ""},
       {"Along with Canada, what country generally doesn't join?",
        "the country that, along with Canada, generally doesn't join"},
       {"In Nepalese schools, what is the main language?", "the main language in Nepalese schools"},
       {"The Rhine forms a delta into which lake?", "the lake into which the Rhine forms a delta"},
       {"The 1970s allowed which network to lead?", "the network that the 1970s allowed to lead"},
       {"The directors reported to whom?", "the person to whom the directors reported"},
       {"The Rhine forms the border between Austria and what other country?", ""},
       {"In which city's hall did they meet?", ""},
       {"What dynasty did the empire dynasty?", ""},
       {"Who besides the British left?", ""},
       {"What is it and what does it do?", ""},
       {"Name the author of #1.", ""}}};
  for (const row& r : rows) {
    CAPTURE(r.question);
    const auto phrase = mhqa::noun_phrase_of(r.question);
    CHECK(phrase.value_or("") == r.phrase);
    CHECK(phrase.has_value() == !r.phrase.empty());
  }
}

TEST_CASE("noun_phrase: who is a person, a people or an organization, by the answer's kind") {
  using enum mhqa::named_kind;
  CHECK(mhqa::noun_phrase_of("Who won the battle?", people) == "the people who won the battle");
  CHECK(mhqa::noun_phrase_of("Who broadcast it in 1954?", organization) ==
        "the organization that broadcast it in 1954");
  CHECK(mhqa::noun_phrase_of("Who did #1 sue?", organization) == "the organization that #1 sued");
  CHECK_FALSE(mhqa::noun_phrase_of("Who won the battle?", unknown));
  CHECK_FALSE(mhqa::noun_phrase_of("Who did they fight?", place));
  CHECK(mhqa::noun_phrase_of("Where did #1 work?", organization) == "the organization where #1 worked");
  CHECK(mhqa::noun_phrase_of("Where was Ann born?", country) == "the country where Ann was born");
  CHECK(mhqa::noun_phrase_of("Who did they fight?", country) == "the country that they fought");
  CHECK(mhqa::noun_phrase_of("What did Ann found?", organization) == "the organization that Ann founded");
  CHECK(mhqa::noun_phrase_of("What did Ann leave?", country) == "the country that Ann left");
  CHECK_FALSE(mhqa::noun_phrase_of("What did Ann found?", unknown));
  CHECK(mhqa::noun_phrase_of("What absorbed the club?", organization) == "the organization that absorbed the club");
  CHECK_FALSE(mhqa::noun_phrase_of("What have the titles been replaced with?", organization));
  CHECK_FALSE(mhqa::noun_phrase_of("What grew in Rome?", unknown));
  CHECK(mhqa::noun_phrase_of("What is the state that Rome is close to?") == "the state that Rome is close to");
  CHECK_FALSE(mhqa::noun_phrase_of("What is the one that got away about?"));
}

TEST_CASE("noun_phrase: a name, a title or the first of a row is not the thing") {
  for (const char* question :
       {"What name did #1 take?", "By what name is #1 known?", "What title was Ann given?",
        "What first opened in 1837?", "What is its official name?", "What is Ann's name?", "It is known by what name?",
        "What is the tower when it rains?", "The delta is with what lake?"}) {
    CAPTURE(std::string{question});
    CHECK_FALSE(mhqa::noun_phrase_of(question));
  }
  CHECK(mhqa::noun_phrase_of("What church's teaching did Luther reject?") ==
        "the church whose teaching Luther rejected");
  CHECK(mhqa::noun_phrase_of("Which city's mayor met Ann?") == "the city whose mayor met Ann");
  CHECK(mhqa::noun_phrase_of("What was the tower's name?") == std::nullopt);
}

TEST_CASE("noun_phrase: a verb with a preposition of its own needs no where") {
  CHECK(mhqa::noun_phrase_of("Where did #1 return to in 1873?") == "the place that #1 returned to in 1873");
  CHECK(mhqa::noun_phrase_of("Where did #1 work in May?") == "the place where #1 worked in May");
}

TEST_CASE("noun_phrase: a noun that the predicate repeats is said once") {
  CHECK(mhqa::noun_phrase_of("Which city is the fifth-largest city in Ohio?") == "the fifth-largest city in Ohio");
  CHECK(mhqa::noun_phrase_of("What team was the first team in Rome?") == "the first team in Rome");
  CHECK(mhqa::noun_phrase_of("Which city is the capital of Ohio?") == "the city that is the capital of Ohio");
}

TEST_CASE("noun_phrase: a winner or an owner needs no kind") {
  using enum mhqa::named_kind;
  CHECK(mhqa::noun_phrase_of("Who won Super Bowl 50?", unknown) == "the winner of Super Bowl 50");
  CHECK(mhqa::noun_phrase_of("Who owns the Hotel Adlon?", unknown) == "the owner of the Hotel Adlon");
  CHECK_FALSE(mhqa::noun_phrase_of("Who won Super Bowl 50 in Miami when it rained?", unknown));
  CHECK(mhqa::noun_phrase_of("Who won Super Bowl 50?", person) == "the person who won Super Bowl 50");
}

TEST_CASE("noun_phrase: what is asked for where the question word is late or missing") {
  CHECK(mhqa::noun_phrase_of("To where did Ethelred flee?") == "the place to which Ethelred fled");
  CHECK(mhqa::noun_phrase_of("Where is Audra McDonald from?") == "the place that Audra McDonald is from");
  CHECK(mhqa::noun_phrase_of("The name of the championship game is?") == "the championship game");
  CHECK(mhqa::noun_phrase_of("The Rhine crosses which part of Germany?") ==
        "the part of Germany that the Rhine crosses");
}

TEST_CASE("noun_phrase: a question that can be taken apart in two ways has no phrase") {
  for (const char* question :
       {"What land is free trade still allowed?", "Emma was sung for which mission's flag?",
        "In what country was a full-scale working railway engine first invented?", "What religion was Ann?"}) {
    CAPTURE(std::string{question});
    CHECK_FALSE(mhqa::noun_phrase_of(question));
  }
  CHECK(mhqa::noun_phrase_of("In what country was the film not successful enough to spawn a series?") ==
        "the country in which the film was not successful enough to spawn a series");
  CHECK(mhqa::noun_phrase_of("In what country can most of the forest be found?") ==
        "the country in which most of the forest can be found");
  CHECK(mhqa::noun_phrase_of("For what nation did Ann claim what is now #1?") ==
        "the nation for which Ann claimed what is now #1");
  CHECK(mhqa::noun_phrase_of("Who won the game?", mhqa::named_kind::team) == "the team that won the game");
  CHECK(mhqa::noun_phrase_of("Into what religion was Ann baptized?") == "the religion into which Ann was baptized");
  CHECK_FALSE(mhqa::noun_phrase_of("Into what group was Ann blorped?"));
  CHECK(mhqa::noun_phrase_of("In what city did Ann move to?") == "the city that Ann moved to");
  CHECK(mhqa::noun_phrase_of("Which is the largest city not connected to Ohio?") ==
        "the largest city not connected to Ohio");
}

TEST_CASE("noun_phrase: a place where something is done, without its preposition") {
  CHECK(mhqa::noun_phrase_of("What country is free trade still allowed?") ==
        "the country where free trade is still allowed");
  CHECK_FALSE(mhqa::noun_phrase_of("What prize is free trade still allowed?"));
}

TEST_CASE("noun_phrase: who in a name opens no clause") {
  CHECK(mhqa::noun_phrase_of("In what country was the Doctor Who film not successful?") ==
        "the country in which the Doctor Who film was not successful");
  CHECK(mhqa::noun_phrase_of("What enemy of Doctor Who is also a Time Lord?") ==
        "the enemy of Doctor Who that is also a Time Lord");
}

TEST_CASE("noun_phrase: the holder of a record, and one of many") {
  using enum mhqa::named_kind;
  CHECK(mhqa::noun_phrase_of("Who holds the record for jumps?", unknown) == "the holder of the record for jumps");
  CHECK_FALSE(mhqa::noun_phrase_of("Who holds the key to Ohio?", unknown));
  CHECK_FALSE(mhqa::noun_phrase_of("Who along with Ann helped Bob?"));
  CHECK_FALSE(mhqa::noun_phrase_of("Who along with the rest helped Bob?"));
  CHECK(mhqa::noun_phrase_of("Which of Ann's sons was sent to Rome?") == "the one of Ann's sons who was sent to Rome");
}

TEST_CASE("noun_phrase: which word is the verb of a clause without its object") {
  CHECK(mhqa::noun_phrase_of("What area did the Ohio broadcast cover?") == "the area that the Ohio broadcast covered");
  CHECK(mhqa::noun_phrase_of("What dynasty did Ann help attack?") == "the dynasty that Ann helped attack");
  CHECK_FALSE(mhqa::noun_phrase_of("Where did the state pass laws?").value_or("").ends_with("lawed"));
  CHECK(mhqa::noun_phrase_of("What network was ABC using in 1940?") == "the network that ABC was using in 1940");
}

TEST_CASE("noun_phrase: a city's hotel, and the one that last did something") {
  CHECK_FALSE(mhqa::noun_phrase_of("In what city's Marriott did Ann stay?"));
  CHECK_FALSE(mhqa::noun_phrase_of("In what Ohio's did Ann stay?"));
  CHECK(mhqa::noun_phrase_of("What Ohio city last hosted the game?") == "the Ohio city that last hosted the game");
}

TEST_CASE("noun_phrase: names of names, a place as the subject, degrees, and steps that are no question") {
  using mhqa::noun_phrase_of;
  CHECK(noun_phrase_of("What was the name given to the first Dutch revival?") == std::nullopt);
  CHECK(noun_phrase_of("What is the name for a collection of formal systems?") == std::nullopt);
  CHECK(noun_phrase_of("What is the term for the rules of chess?") == std::nullopt);
  CHECK(noun_phrase_of("Where is often described as the capital of the world?") ==
        "the place that is often described as the capital of the world");
  CHECK(noun_phrase_of("In which country is the title most commonly used?") ==
        "the country in which the title is most commonly used");
  CHECK(noun_phrase_of("What have MBBS titles been replaced with?") == std::nullopt);
  CHECK(noun_phrase_of("An Australian that lived in Ohio, who owned The Sun.") == std::nullopt);
  CHECK(noun_phrase_of("The plague ravaged Europe for three years followed by what country?") == std::nullopt);
}

TEST_CASE("noun_phrase: a statement that ends in its question word, by the kind of its answer") {
  using mhqa::named_kind, mhqa::noun_phrase_of;
  CHECK(noun_phrase_of("Mao led which country?") == "the country that Mao led");
  CHECK(noun_phrase_of("The corn belt is in which country?") == "the country that the corn belt is in");
  CHECK(noun_phrase_of("The book was first printed in what city?") == "the city in which the book was first printed");
  CHECK(noun_phrase_of("New coins were brought by whom?", named_kind::people) ==
        "the people by whom new coins were brought");
  CHECK(noun_phrase_of("New York was taken by whom?", named_kind::people) == "the people by whom New York was taken");
  CHECK(noun_phrase_of("New Amsterdam was renamed to what?", named_kind::unknown) == std::nullopt);
  CHECK(noun_phrase_of("Legislation that passed was renamed to what?", named_kind::place) == std::nullopt);
}

TEST_CASE("noun_phrase: the subject after a form of be") {
  using mhqa::noun_phrase_of;
  CHECK(noun_phrase_of("Which film is her dress seen in?") == "the film that her dress is seen in");
  CHECK_FALSE(noun_phrase_of("What region is it about?") == "the region that is it about");
  CHECK(noun_phrase_of("What series is Emma in Rome from?") == "the series that Emma in Rome is from");
  CHECK(noun_phrase_of("What series is Emma or the Cat a part of?") == std::nullopt);
  CHECK(noun_phrase_of("Who was the king at war with during the revolt?") == std::nullopt);
}

TEST_CASE("noun_phrase: each row by its examples") {
  mhqa_test::check_examples(mhqa::naming_rows);
}
