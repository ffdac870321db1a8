// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/language_rules.hpp>

#include "support/row_examples.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <string_view>

namespace {

const mhqa::single_hop_pool pool{
    {{"0", "own", "Who founded the Red Cross?", "Henry Dunant", {}, 0},
     {"1", "own", "When was Henry Dunant born?", "1828", {}, 1},
     {"2", "own", "Who leads the Henry Dunant Centre?", "David Harland", {}, 1},
     {"3", "own", "What did he found with Henry Dunant?", "a mill", {}, 1},
     {"4", "own", "What is the kin of Henry Dunant called?", "the Dunant Henry kin", {}, 1},
     {"5", "own", "Who founded the Red Cross with Henry Dunant?", "four others", {}, 1},
     {"6", "own", "Who helped on this day?", "Henry Dunant", {}, 0},
     {"7", "own", "Who is one of the founders of the Red Cross?", "Henry Dunant", {}, 0},
     {"8", "own", "What kind of man founded the Red Cross?", "Henry Dunant", {}, 0},
     {"9", "own", "Who founded it first?", "Henry Dunant", {}, 0},
     {"10", "own", "Who is Jean Dunant?", "Henry Dunant", {}, 0},
     {"11", "own", "How many founded the Red Cross?", "Henry Dunant", {}, 0},
     {"12", "own", "Did Henry Dunant own a mill?", "no", {}, 1},
     {"13", "own", "What does Henry Dunant stand for?", "peace", {}, 1},
     {"14", "own", "What planet bends light over Ohio?", "Mercury", {}, 0},
     {"15", "own", "How heavy is the crew of Mercury?", "one ton", {}, 2},
     {"16", "own", "How heavy is the ore of Mercury?", "two tons", {}, 3},
     {"17", "own", "How hot is the day on Mercury?", "430 °C", {}, 4},
     {"18", "own", "Who found the law of motion in Ohio?", "Newton", {}, 0},
     {"19", "own", "How many points did Newton score?", "ten", {}, 3},
     {"20", "own", "What is one of the mills of Henry Dunant?", "the old mill", {}, 1},
     {"21", "own", "Where did the Red Cross meet?", "Milan", {}, 0},
     {"22", "own", "How heavy is the bell of Milan?", "five tons", {}, 5},
     {"23", "own", "Who currently leads the Red Cross?", "Henry Dunant", {}, 0},
     {"24", "own", "Who led the Red Cross after the flood?", "Henry Dunant", {}, 0},
     {"25", "own", "Who was in the Apollo?", "Henry Dunant", {}, 6},
     {"26", "own", "What was the focus of the Red Cross?", "Henry Dunant", {}, 0},
     {"27", "own", "Who sold Henry Dunant the Henry Dunant Mill?", "Carl", {}, 1},
     {"28", "own", "What were Henry Dunant's plans for Henry Dunant?", "a mill", {}, 1},
     {"29", "own", "How many mills did Henry Dunant own?", "several", {}, 1},
     {"30", "own", "Who helped Henry Dunant?", "when the war began", {}, 1},
     {"31", "own", "What was one mill that Henry Dunant owned?", "the old mill", {}, 1},
     {"32", "own", "What are mills of Henry Dunant to Ohio?", "landmarks", {}, 1},
     {"33", "own", "What man was taller than Henry Dunant?", "Carl", {}, 1},
     {"34", "own", "What is the spelling of Henry Dunant?", "Dunand", {}, 1},
     {"35", "own", "Who lives in the town now known as Henry Dunant?", "Carl", {}, 1},
     {"36", "own", "What did Henry Dunant also own?", "a farm", {}, 1},
     {"37", "own", "Who received a prize in 1901?", "Henry Dunant", {}, 0},
     {"38", "own", "Who helped Henry Dunant after the flood?", "Carl", {}, 1},
     {"39", "own", "How old was Henry Dunant in the Apollo?", "ten", {}, 6},
     {"40", "own", "Who is Henry Dunant?", "a founder", {}, 1},
     {"41", "own", "What is a mill of Henry Dunant called?", "the old mill", {}, 1},
     {"42", "own", "Who currently helps Henry Dunant?", "Carl", {}, 1},
     {"43", "own", "How many passes did Henry Dunant throw?", "ten", {}, 7},
     {"44", "own", "How many passes did Henry Dunant throw in 1901?", "ten", {}, 7},
     {"45", "own", "How many passes did Henry Dunant throw?", "ten", {}, 1},
     {"46", "own", "What flight took off in Ohio?", "Apollo", {}, 0},
     {"47", "own", "Who was in the Apollo?", "Carl", {}, 6},
     {"48", "own", "Who won in the dispute of Henry Dunant and Carl?", "Henry Dunant", {}, 0},
     {"49", "own", "Which show about the Red Cross won a prize?", "Henry Dunant", {}, 0},
     {"50", "own", "Why did Henry Dunant hurt himself?", "rage", {}, 1},
     {"51", "own", "Why did Henry Dunant hurt Carl himself?", "rage", {}, 1},
     {"52", "own", "Who was the champion of Ohio?", "Henry Dunant", {}, 0},
     {"53", "own", "Which guard led the team of Ohio?", "Jordan", {}, 0},
     {"54", "own", "How large is the desert of Jordan?", "89,000 acres", {}, 8},
     {"55", "own", "How heavy is the crew of Jordan?", "one ton", {}, 9}},
    {{"Red Cross", "Henry Dunant founded it."},
     {"Dunant", "Henry Dunant was born in 1828."},
     {"Flights", "Project Mercury had a crew."},
     {"Metals", "The ore of Mercury is red."},
     {"Mercury_(planet)", "Mercury is hot."},
     {"Bells", "The bell of Milan Cathedral."},
     {"Apollo", "Henry Dunant was in Apollo 8."},
     {"Game", "The team of Henry Dunant won the game of the season."},
     {"Jordan", "Jordan is a country. Its desert has 89,000 acres."},
     {"Jordan_Ship", "Jordan was an American sailor. His crew weighs one ton."}}};

std::string_view reason(std::uint32_t head, std::uint32_t tail) {
  static const mhqa::pool_words words{pool};
  mhqa::mention_finder find;
  static const auto rules = mhqa::language_rules();
  const mhqa::pair_candidate pair{{pool, words, head}, tail, find};
  const std::size_t at = rules.first_failure(pair);
  return at == rules.size ? std::string_view{} : rules.names()[at];
}

}  // namespace

TEST_CASE("language_rules: each pair is refused under its own name") {
  CHECK(reason(0, 1).empty());
  CHECK(reason(0, 2) == "part-of-name");
  CHECK(reason(0, 3) == "tail-depends-on-paragraph");
  CHECK(reason(0, 4) == "tail-answer-given");
  CHECK(reason(0, 5) == "tail-repeats-head");
  CHECK(reason(6, 1) == "head-depends-on-paragraph");
  CHECK(reason(7, 1) == "head-fits-many");
  CHECK(reason(8, 1) == "head-asks-kind");
  CHECK(reason(9, 1) == "head-without-name");
  CHECK(reason(10, 1) == "head-asks-definition");
  CHECK(reason(11, 1) == "head-asks-no-entity");
  CHECK(reason(0, 12) == "tail-asks-yes-no");
  CHECK(reason(0, 13) == "tail-asks-about-word");
  CHECK(reason(0, 20) == "tail-fits-many");
  CHECK(reason(23, 1) == "head-changes-with-time");
  CHECK(reason(24, 1) == "head-names-bare-thing");
  CHECK(reason(25, 1) == "head-names-series");
  CHECK(reason(26, 1) == "head-asks-thought");
  CHECK(reason(37, 1) == "head-fits-many");
  CHECK(reason(0, 28) == "tail-names-bridge");
  CHECK(reason(0, 27).empty());  // a word of a longer name
  CHECK(reason(0, 29) == "tail-answer-vague");
  CHECK(reason(0, 30) == "tail-answer-vague");
  CHECK(reason(0, 31) == "tail-fits-many");
  CHECK(reason(0, 32) == "tail-fits-many");
  CHECK(reason(0, 33) == "tail-fits-many");
  CHECK(reason(0, 34) == "tail-asks-about-word");
  CHECK(reason(0, 35) == "tail-asks-about-word");
  CHECK(reason(0, 36) == "tail-depends-on-paragraph");
  CHECK(reason(0, 38) == "tail-names-bare-thing");
  CHECK(reason(0, 39) == "tail-names-series");
  CHECK(reason(0, 40) == "tail-asks-definition");
  CHECK(reason(0, 41).empty());
  CHECK(reason(0, 42) == "tail-changes-with-time");
  CHECK(reason(0, 43) == "tail-depends-on-paragraph");
  CHECK(reason(0, 44).empty());
  CHECK(reason(0, 45).empty());
  CHECK(reason(46, 47) == "tail-names-series");
  CHECK(reason(48, 1) == "head-names-answer");
  CHECK(reason(49, 50) == "sense-undecided");
  CHECK(reason(49, 51).empty());  // Carl himself
  CHECK(reason(0, 50).empty());
  CHECK(reason(52, 1) == "head-changes-with-time");
}

TEST_CASE("language_rules: a name of one word in two articles must not be part of longer ones, nor a surname") {
  CHECK(reason(14, 15) == "sense-undecided");  // "Project Mercury"
  CHECK(reason(14, 16).empty());
  CHECK(reason(14, 17).empty());
  CHECK(reason(21, 22).empty());  // a place is one place everywhere
  CHECK(reason(18, 19) == "sense-undecided");
}

TEST_CASE("language_rules: a person who bears the name of what the other article defines") {
  CHECK(reason(53, 54) == "sense-undecided");  // a guard, and a country
  CHECK(reason(53, 55).empty());
}

TEST_CASE("language_rules: each row fires on its first example and passes its second") {
  mhqa_test::check_examples(mhqa::language_rows);
  mhqa_test::check_examples(mhqa::answer_rows);
}

TEST_CASE("language_rules: an answer that leans on its paragraph says nothing exact") {
  CHECK(mhqa::is_no_answer("What did Ann sell?", "their land"));
  CHECK_FALSE(mhqa::is_no_answer("What did Ann sell?", "His Girl Friday"));
}

TEST_CASE("language_rules: single rules can be left out by name") {
  static const mhqa::pool_words words{pool};
  mhqa::mention_finder find;
  const mhqa::pair_candidate pair{{pool, words, 0}, 2, find};
  CHECK_FALSE(mhqa::language_rules()(pair));
  CHECK(mhqa::without(mhqa::language_rules(), std::array{"part-of-name"})(pair));
}

TEST_CASE("language_rules: a place in another land or of another kind") {
  const mhqa::single_hop_pool places{
      {{"0", "own", "What county has the McCauley Mountain?", "Columbia County", {}, 0},
       {"1", "own", "How large is Columbia County?", "500 acres", {}, 1},
       {"2", "own", "How old is Columbia County?", "200 years", {}, 2},
       {"3", "own", "What county pays the highest wages in Ohio?", "New York", {}, 3},
       {"4", "own", "How old is the city of New York?", "400 years", {}, 4},
       {"5", "own", "How old is the county of New York?", "300 years", {}, 4},
       {"6", "own", "What state has the Rainier mountain?", "Washington", {}, 5},
       {"7", "own", "When did Washington reach Fort Le Boeuf?", "December 12", {}, 6},
       {"8", "own", "When did Washington reach the rank of a state?", "1889", {}, 7},
       {"9", "own", "Who lived in Washington before 1600?", "uninhabited", {}, 7},
       {"10", "own", "Who lived in Washington before 1700?", "trappers", {}, 7}},
      {{"McCauley Mountain", "It is in Columbia County, Pennsylvania, in the east."},
       {"Wards", "In Columbia County, Oregon, 500 acres burnt."},
       {"Mines", "In Columbia County, Pennsylvania, is a mine, 200 years old."},
       {"Wages", "New York pays the highest wages."},
       {"Bells", "New York is old: 400 years, and the county 300 years."},
       {"Mountains", "Rainier is in Washington."},
       {"War", "On December 12, Washington and his men reached Fort Le Boeuf."},
       {"Statehood", "In 1889 Washington became a state. Trappers lived in Washington. It was uninhabited."}}};
  const mhqa::pool_words words{places};
  const auto reason = [&](std::uint32_t head, std::uint32_t tail) {
    mhqa::mention_finder find;
    static const auto rules = mhqa::language_rules();
    const mhqa::pair_candidate p{{places, words, head}, tail, find};
    const std::size_t at = rules.first_failure(p);
    return at == rules.size ? std::string_view{} : rules.names()[at];
  };
  CHECK(reason(0, 1) == "sense-undecided");
  CHECK(reason(0, 2).empty());
  CHECK(reason(3, 4) == "sense-undecided");
  CHECK(reason(3, 5).empty());
  CHECK(reason(6, 8).empty());
  CHECK(reason(6, 9) == "tail-answer-vague");
  CHECK(reason(6, 10).empty());
}
