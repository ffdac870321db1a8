// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/model/step_operations.hpp>

#include <mhqa/english/sentence_words.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace {

using texts = std::vector<std::string>;

const mhqa::step_operations operate;

// Computes a step with these answers to the steps before it.
std::string computed(std::string_view step, texts answers,
                     texts before = {"When was Ann Lee born?", "When was Bob Ray born?"}) {
  before.resize(answers.size());
  before.emplace_back(step);
  answers.emplace_back();
  return operate(before.size(), before, answers).value_or("nothing");
}

}  // namespace

TEST_CASE("step_operations: each row fires on its example, and not on the other") {
  const mhqa::row_matcher rows{mhqa::step_operation_rows}, ages{mhqa::asked_age_rows};
  for (std::size_t n = 0; n < mhqa::step_operation_rows.size(); ++n) {
    const mhqa::language_row& row = mhqa::step_operation_rows[n];
    CAPTURE(row.name);
    CHECK(rows.first(mhqa::question_words(row.fires)) == n);
    const std::size_t other = rows.first(mhqa::question_words(row.passes));
    CHECK(other != n);
  }
  CHECK(ages.fires(0, mhqa::sentence_words{mhqa::asked_age_rows[0].fires}));
  CHECK_FALSE(ages.fires(0, mhqa::sentence_words{mhqa::asked_age_rows[0].passes}));
}

TEST_CASE("step_operations: an answer is read as one number or one date") {
  const auto number = [](std::string_view text) { return mhqa::read_step_value(text).number.value_or(-1); };
  CHECK(number("77,434") == 77434);
  CHECK(number("about 1.6 million people (2010)") == 1'600'000);
  CHECK(number("$25 billion") == 25e9);
  CHECK(number("four operas") == 4);
  CHECK(number("716 ft (218 m)") == 716);
  CHECK(number("in 1637") == 1637);
  CHECK(number("temperatures of -40 degrees") == -40);
  CHECK(mhqa::read_step_value("716 feet").unit == "feet");
  CHECK(mhqa::read_step_value("12 July 1637").date == mhqa::partial_date{1637, 7, 12});
  CHECK(mhqa::read_step_value("44 BC").date == mhqa::partial_date{-43, 0, 0});
  CHECK_FALSE(mhqa::read_step_value("44 BC").number);
  for (const std::string_view none : {"", "Rome", "1901 to 1950", "5 May 1901 – 6 May 1950", "2nd", "the 19th century",
                                      "5 feet 11 inches", "B52", "1990s"}) {
    CAPTURE(none);
    CHECK_FALSE(mhqa::read_step_value(none).number);
    CHECK_FALSE(mhqa::read_step_value(none).date);
  }
}

TEST_CASE("step_operations: numbers and dates are compared") {
  CHECK(computed("Is #1 greater than #2?", {"77,434", "98,469 people"}) == "no");
  CHECK(computed("Is #1 greater than #2?", {"2 million", "98,469"}) == "yes");
  CHECK(computed("Is #1 greater than 20?", {"21"}) == "yes");
  CHECK(computed("if #1 is more than #2", {"3", "3"}) == "no");
  CHECK(computed("Is #1 greater than or equal to #2?", {"3", "three"}) == "yes");
  CHECK(computed("Is #1 at least #2?", {"2", "3"}) == "no");
  CHECK(computed("Is #1 less than or equal to #2?", {"3", "3"}) == "yes");
  CHECK(computed("Is #1 before #2?", {"12 July 1637", "1640"}) == "yes");
  CHECK(computed("Did #1 occur before #2?", {"1640", "12 July 1637"}) == "no");
  CHECK(computed("Was #1 after #2?", {"44 BC", "AD 79"}) == "no");
  CHECK(computed("Is #1 before #2?", {"July 1637", "1637"}) == "nothing");
  CHECK(computed("Is #1 longer than #2?", {"5 feet", "10 inches"}) == "nothing");
  CHECK(computed("Is #1 greater than #2?", {"Rome", "3"}) == "nothing");
  CHECK(computed("Is #1 greater than #2 and #3?", {"1", "2", "3"}) == "nothing");
  CHECK(computed("Is #1 greater than the average?", {"1"}) == "nothing");
}

TEST_CASE("step_operations: sameness and truth") {
  CHECK(computed("Is #1 the same as #2?", {"The United States", "united states"}) == "yes");
  CHECK(computed("Is #1 the same as #2?", {"Paris", "Paris, France"}) == "yes");
  CHECK(computed("Is #1 the same as #2?", {"3", "three"}) == "yes");
  CHECK(computed("Are #1 and #2 the same?", {"Paris", "Rome"}) == "no");
  CHECK(computed("Is #1 different from #2?", {"Paris", "Rome"}) == "yes");
  CHECK(computed("Is #1 the same as #2?", {"", "Rome"}) == "nothing");
  CHECK(computed("if both #1 and #2 are true", {"yes", "no"}) == "no");
  CHECK(computed("Are #1, #2 and #3 positive?", {"yes", "Yes.", "true"}) == "yes");
  CHECK(computed("Is #1 or #2 positive?", {"no", "yes"}) == "yes");
  CHECK(computed("Are #1 and #2 positive?", {"yes", "Rome"}) == "nothing");
}

TEST_CASE("step_operations: which of two is named by the words in which the steps differ") {
  CHECK(computed("which was first of #1 , #2", {"1901", "May 1900"}) == "Bob Ray");
  CHECK(computed("which is the highest of #1, #2", {"1901", "May 1900"}) == "Ann Lee");
  CHECK(computed("which is first of #1, #2", {"1901", "1901"}) == "nothing");
  CHECK(computed("which is true of #1, #2", {"no", "yes"}, {"is Ann Lee British", "is Ann Ray British"}) == "Ann Ray");
  CHECK(computed("which is true of #1, #2", {"yes", "yes"}, {"is Ann British", "is Bob British"}) == "nothing");
  CHECK(computed("which is highest of #3, #4", {"x", "y", "3", "7"},
                 {"species of Bactris", "species of Epigaea", "number of #1", "number of #2"}) == "Epigaea");
  // The older of two people has the earlier date of birth.
  CHECK(computed("which is highest of #1, #2", {"5 May 1901", "6 May 1900"}, {"how old is Ann", "how old is Bob"}) ==
        "Bob");
  CHECK(computed("which is highest of #1, #2", {"30", "40"}, {"how old is Ann", "how old is Bob"}) == "Bob");
  CHECK(computed("which is more diverse of #1, #2", {"1", "2"}) == "nothing");
}

TEST_CASE("step_operations: arithmetic, time between dates and counts") {
  CHECK(computed("What is the difference between 100,000 and #1?", {"77,434"}) == "22566");
  CHECK(computed("What is the difference between #1 and #2?", {"5 May 1901", "6 May 1991"}) == "90");
  CHECK(computed("What is #1 minus #2?", {"3", "5"}) == "-2");
  CHECK(computed("What is #1 plus #2?", {"3", "5.5"}) == "8.5");
  CHECK(computed("What is #1 multiplied by 4?", {"3"}) == "12");
  CHECK(computed("What is #1 divided by #2?", {"3", "0"}) == "nothing");
  CHECK(computed("What is #1 plus #2?", {"5 May 1901", "6 May 1991"}) == "nothing");
  const std::string huge(308, '9');  // its sum and product are no numbers
  CHECK(computed("What is #1 plus #2?", {huge, huge}) == "nothing");
  CHECK(computed("number of #1", {huge + " million"}) == "nothing");
  CHECK(computed("number of #1", {huge + huge}) == "nothing");
  CHECK(computed("number of #1", {"four operas"}) == "4");
  CHECK(computed("the number of #1", {"Rome, Ulm, and Bonn"}) == "3");
  CHECK(computed("the number of #1", {"Rome, Ulm, Bonn"}) == "3");
  for (const std::string_view one : {"Rome", "Ulm, Germany", "July 20, 1953", "1953", ""}) {
    CAPTURE(one);
    CHECK(computed("the number of #1", {std::string{one}}) == "nothing");
  }
}

TEST_CASE("step_operations: a step that is a question, or has no such number, is not computed") {
  CHECK(computed("When was Ann born?", {}) == "nothing");
  CHECK(computed("Is #1 in Peru?", {"Rome"}) == "nothing");
  CHECK(computed("Is #1 greater than #9?", {"3"}) == "nothing");
  CHECK(computed("Is #0 greater than #1?", {"3"}) == "nothing");
  CHECK(computed("", {}) == "nothing");
  CHECK_FALSE(operate(0, texts{"a"}, texts{"b"}));
  CHECK_FALSE(operate(2, texts{"a"}, texts{"b"}));
  // A reference in a step that leads to itself ends.
  CHECK(computed("which was first of #1, #2", {"1901", "1902"}, {"#1 of #2", "#2 of #1"}) == "nothing");
}
