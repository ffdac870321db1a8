// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/datasets/life_dates.hpp>

#include "support/command.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

using mhqa::date_person;
using mhqa::io::life_dates_table;
using spellings = std::vector<std::string_view>;

TEST_CASE("life_dates: every form of Wikidata's times is read by its precision and calendar") {
  const mhqa_test::scratch here;
  const auto file =
      here.write("dates.jsonl",
                 "{\"name\": \"A\", \"born\": {\"time\": \"+1637-01-01T00:00:00Z\", \"precision\": 9}, "
                 "\"died\": [\"1700-03-11T00:00:00Z\", {\"time\": \"+1700-02-29T00:00:00Z\", \"precision\": 11, "
                 "\"calendarmodel\": \"http://www.wikidata.org/entity/Q1985786\"}, {\"year\": 1637}, 1638]}\n");
  const life_dates_table table{file.string()};
  date_person person{.name = "a"};
  CHECK(table.complete(person));
  CHECK(person.known_born == spellings{"1637"});
  CHECK(person.known_died == spellings{"1700-03-11T00:00:00Z", "1700-03-11", "1637", "1638"});
}

TEST_CASE("life_dates: people are found by id, else by name in any case") {
  const mhqa_test::scratch here;
  const auto file = here.write("dates.jsonl",
                               "{\"name\": \"Ross Story\", \"born\": \"16 January 1920\", \"died\": [\"1991\", "
                               "\"+1991-05-09T00:00:00Z\"]}\n"
                               "{\"id\": \"Q1\", \"name\": \"\\u00c9mile\", \"born\": \"May 1900\"}\n"
                               "{\"id\": \"Q2\", \"name\": \"\\u00e9mile\", \"died\": \"1950\"}\n"
                               "{\"id\": \"Q3\", \"born\": \"1800-00-00\", \"more\": [1]}\n");
  const life_dates_table table{file.string()};
  CHECK(table.size() == 4);

  date_person person{.name = "ROSS story"};
  CHECK(table.complete(person));
  CHECK(person.known_born == spellings{"16 January 1920"});
  CHECK(person.known_died == spellings{"1991", "+1991-05-09T00:00:00Z"});

  person = {.name = "whoever", .id = "Q2"};
  CHECK(table.complete(person));
  CHECK(person.known_died == spellings{"1950"});
  person = {.name = "x", .id = "Q3"};
  CHECK(table.complete(person));
  CHECK(person.known_born == spellings{"1800-00-00"});

  person = {.name = "Ross Story", .id = "Q9"};  // the table knows no id of that name
  CHECK(table.complete(person));
  person = {.name = "Émile"};  // two people
  CHECK_FALSE(table.complete(person));
  CHECK(person.known_born.empty());
  person = {.name = "Nobody"};
  CHECK_FALSE(table.complete(person));
}

TEST_CASE("life_dates: somebody with another id is somebody else") {
  const mhqa_test::scratch here;
  const auto file = here.write("dates.json", "[{\"id\": \"Q1\", \"name\": \"A\", \"born\": \"1900\"}]");
  const life_dates_table table{file.string()};
  date_person person{.name = "A", .id = "Q2"};
  CHECK_FALSE(table.complete(person));
  person.id = {};
  CHECK(table.complete(person));
}

TEST_CASE("life_dates: bad tables are refused with the place") {
  struct row {
    std::string_view text, problem;
  };
  const row rows[] = {
      {"{\"name\": \"A\", \"born\": \"soon\"}\n", "expected a date, found \"soon\""},
      {"{\"name\": \"A\", \"died\": [\"1900\", \"30 February 1900\"]}\n", "expected a date"},
      {"{\"born\": \"1900\"}\n", "expected the field \"name\""},
      {"{\"name\": \"A\", \"born\": \"1900\"}\n{\"name\": \"a\", \"id\": \"Q1\", \"died\": []}\n",
       "expected each name once"},
      {"{\"id\": \"Q1\", \"born\": \"1900\"}\n{\"id\": \"Q1\", \"born\": \"1900\"}\n", "expected each id once"},
      {"{\"name\": \"A\", \"birth\": \"1900\"}\n", "expected \"born\" or \"died\", found neither"},
      {"{\"name\": 1}\n", "expected a string"},
  };
  const mhqa_test::scratch here;
  for (const row& r : rows) {
    CAPTURE(r.text);
    const auto file = here.write("dates.jsonl", r.text);
    std::string said;
    try {
      const life_dates_table table{file.string()};
    } catch (const mhqa::data_error& error) {
      said = error.what();
    }
    CHECK(said.find("record ") != std::string::npos);
    CHECK(said.find(r.problem) != std::string::npos);
  }
}
