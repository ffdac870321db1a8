// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/english/asked.hpp>

#include <doctest/doctest.h>

#include <array>
#include <string_view>

TEST_CASE("asked: the question word decides, then the noun after it") {
  using enum mhqa::answer_kind;
  struct row {
    std::string_view question;
    mhqa::answer_kind kind;
    std::string_view noun;
  };
  constexpr std::array<row, 26> rows{{{"", thing, ""},
                                      {"?!", thing, ""},
                                      {"Who wrote Emma?", person, ""},
                                      {"By whom was Emma written?", person, ""},
                                      {"When did Emma appear?", date, ""},
                                      {"In what year did Emma appear?", year, "year"},
                                      {"What was the year of the battle?", year, "year"},
                                      {"On which date was she born?", date, "date"},
                                      {"Where was Jane Austen born?", place, ""},
                                      {"Which Dutch city lies on the Amstel?", place, "city"},
                                      {"What is the name of the river in Rome?", place, "river"},
                                      {"What is the capital of Peru?", place, "capital"},
                                      {"What author wrote Emma?", person, "author"},
                                      {"How many legs has a spider?", number, "legs"},
                                      {"How much?", number, ""},
                                      {"How", thing, ""},
                                      {"How tall is the tower?", quantity, ""},
                                      {"How do birds fly?", thing, ""},
                                      {"What is the population of Rome?", number, "population"},
                                      {"Why did the war begin?", reason, ""},
                                      {"Is Emma a novel?", yes_no, ""},
                                      {"#1 >> date of birth", date, "date"},
                                      {"Emma >> author", person, "author"},
                                      {"Emma >> instrument", thing, "instrument"},
                                      {"What does a red fox eat?", thing, ""},
                                      {"The tower stands in which country?", place, "country"}}};
  for (const row& r : rows) {
    CAPTURE(r.question);
    const mhqa::asked_for asked = mhqa::what_is_asked(r.question);
    CHECK(to_string(asked.kind) == to_string(r.kind));
    CHECK(asked.noun == r.noun);
  }
}

TEST_CASE("asked: a modern-day city is no day") {
  CHECK(mhqa::what_is_asked("Near what modern day Florida city is it?").noun == "city");
  CHECK(mhqa::what_is_asked("What modern-day country was Ann born in?").kind == mhqa::answer_kind::place);
  CHECK(mhqa::what_is_asked("On what day was Ann born?").kind == mhqa::answer_kind::date);
}

TEST_CASE("asked: teams and companies have names, animals do not") {
  CHECK(mhqa::what_is_asked("Which team won?").named);
  CHECK(mhqa::what_is_asked("What was the name of his dog?").named);
  CHECK_FALSE(mhqa::what_is_asked("Which animal won?").named);
}
