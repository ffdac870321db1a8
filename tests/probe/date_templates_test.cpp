// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// HieraDate's Table 1: which questions are date questions, and how one is turned into its opposite.
#include <mhqa/probe/date_templates.hpp>

#include <doctest/doctest.h>

#include <array>
#include <string_view>

using mhqa::date_templates;
using mhqa::date_topic;

TEST_CASE("date_templates: ten keywords select comparison questions, in any case") {
  CHECK(mhqa::is_date_question("comparison", "Was A or B BORN FIRST?"));
  CHECK(mhqa::is_date_question("comparison", "who is younger A or B?"));
  CHECK(mhqa::is_date_question("comparison", "Between A and B, who is older?"));
  CHECK_FALSE(mhqa::is_date_question("bridge_comparison", "Was A or B born first?"));
  CHECK_FALSE(mhqa::is_date_question("comparison", "Which film is longer?"));
  CHECK(date_templates{}.keywords.size() == 10);
  CHECK(date_templates{}.phrases.size() == 10);
  CHECK(date_templates{}.birth.size() + date_templates{}.death.size() == 10);
}

TEST_CASE("date_templates: younger and older are rewritten, once and first") {
  CHECK(mhqa::rewrite_question("Who is younger, A or B?") == "Who was born later, A or B?");
  CHECK(mhqa::rewrite_question("Which singer is older, A or B?") == "Which singer was born first, A or B?");
  CHECK(mhqa::rewrite_question("Who died first, A or B?") == "Who died first, A or B?");
}

TEST_CASE("date_templates: each phrase has its opposite") {
  struct row {
    std::string_view question, opposite;
    date_topic topic;
    bool least;
  };
  const row rows[] = {
      {"Who was born first, A or B?", "Who was born later, A or B?", date_topic::birth, true},
      {"Who was born earlier, A or B?", "Who was born later, A or B?", date_topic::birth, true},
      {"Who was born later, A or B?", "Who was born first, A or B?", date_topic::birth, false},
      {"Was A or B born first?", "Who was born later, A or B?", date_topic::birth, true},
      {"was A or B born later?", "Who was born first, A or B?", date_topic::birth, false},
      {"Who was born first out of A and B?", "Who was born later, A or B?", date_topic::birth, true},
      {"Which poet was born first, A or B?", "Which poet was born later, A or B?", date_topic::birth, true},
      {"Who died first, A or B?", "Who died later, A or B?", date_topic::death, true},
      {"Who died earlier, A or B?", "Who died later, A or B?", date_topic::death, true},
      {"Who died later, A or B?", "Who died first, A or B?", date_topic::death, false},
      {"Who died last, A or B?", "Who died first, A or B?", date_topic::death, false},
      {"Who died second, A or B?", "Who died first, A or B?", date_topic::death, false},
      {"Who died more recently, A or B?", "Who died first, A or B?", date_topic::death, false},
      {"Who lived longer, A or B?", "Who lived shorter, A or B?", date_topic::lifetime, false},
  };
  for (const row& r : rows) {
    CAPTURE(r.question);
    const mhqa::date_phrase* phrase = mhqa::find_phrase(r.question);
    REQUIRE(phrase != nullptr);
    CHECK(phrase->topic == r.topic);
    CHECK(phrase->least == r.least);
    CHECK(mhqa::opposite_question(r.question, *phrase, "A", "B") == r.opposite);
  }
  CHECK(mhqa::find_phrase("Who died in 1900?") == nullptr);
}

TEST_CASE("date_templates: fills fields at any place, and does not scan values for fields") {
  CHECK(mhqa::fill_template("#a #b #a#", {{"#a", "#b"}, {"#b", "x"}}) == "#b x #b#");
  CHECK(mhqa::fill_template("", {{"#a", "x"}}).empty());
}

TEST_CASE("date_templates: reads a field back") {
  constexpr std::string_view form = "When was #name born?";
  CHECK(mhqa::read_template("When was Ross Story born?", form, "#name") == "Ross Story");
  CHECK(mhqa::read_template("when WAS x born?", form, "#name") == "x");
  for (const std::string_view other : {"", "When was", "When was born?", "When was  born?", "When did x die?",
                                       "When was x born", "Then was x born?"}) {
    CAPTURE(other);
    CHECK_FALSE(mhqa::read_template(other, form, "#name"));
  }
  CHECK_FALSE(mhqa::read_template("When was x born?", form, "#date"));
  CHECK(mhqa::read_template("x", "#name", "#name") == "x");
}

TEST_CASE("date_templates: words can be replaced one by one") {
  constexpr std::array<std::string_view, 1> keywords{"founded first"};
  constexpr std::array<mhqa::date_phrase, 1> phrases{
      {{"founded first", "founded later", date_topic::birth, true, "Which was founded later"}}};
  date_templates mine;
  mine.keywords = keywords;
  mine.phrases = phrases;
  CHECK(mhqa::is_date_question("comparison", "Which was founded first, A or B?", mine));
  CHECK_FALSE(mhqa::is_date_question("comparison", "Who was born first, A or B?", mine));
  CHECK(mhqa::opposite_question("Was A or B founded first?", *mhqa::find_phrase("founded first", mine), "A", "B",
                                mine) == "Which was founded later, A or B?");
}
