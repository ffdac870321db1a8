// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/probe/date_person.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <set>
#include <string_view>

using mhqa::date_person;
using mhqa::date_reason;
using mhqa::life_event;
using mhqa::partial_date;
using mhqa::resolve_date;
using mhqa::resolved_date;

TEST_CASE("date_person: an age is given away by a whole word, in any case") {
  CHECK(mhqa::mentions_age("He died at the Age of 90."));
  CHECK(mhqa::mentions_age("He died in 1981, aged 90."));
  CHECK_FALSE(mhqa::mentions_age("The average page of the Middle Ages"));
  CHECK_FALSE(mhqa::mentions_age(""));
}

TEST_CASE("date_person: evidence goes before the table, the table before the paragraph") {
  date_person person{.name = "A", .paragraph = "A (1 May 1900 – 2 June 1950) was a painter."};
  CHECK(resolve_date(person, life_event::birth).date->text == "1 May 1900");
  CHECK(resolve_date(person, life_event::death).date->date == partial_date{1950, 6, 2});
  person.known_died = {"1951", "+1950-06-02T00:00:00Z"};
  CHECK(resolve_date(person, life_event::death).date->text == "2 June 1950");  // the one that the paragraph spells
  person.died = {"June 1950", "June, 1950"};
  CHECK(resolve_date(person, life_event::death).date->text == "June 1950");
  CHECK(resolve_date(person, life_event::death, true).date->date == partial_date{1950, 6});
}

TEST_CASE("date_person: a date of the table is spelled by the paragraph, where there is one or where it must be") {
  date_person person{.name = "A", .known_born = {"1900-05-01"}};
  CHECK(resolve_date(person, life_event::birth).date->text == "1900-05-01");
  CHECK(resolve_date(person, life_event::birth, true).missing.reason == date_reason::not_in_paragraph);
  person.paragraph = "A (1 May 1901 – 2 June 1950) was a painter.";
  const resolved_date found = resolve_date(person, life_event::birth);
  CHECK_FALSE(found.date);
  CHECK(found.missing == mhqa::date_finding{date_reason::not_in_paragraph, "birth of A: 1900-05-01"});
}

TEST_CASE("date_person: what is wrong is said") {
  CHECK(resolve_date({.name = "A"}, life_event::death).missing ==
        mhqa::date_finding{date_reason::missing_date, "death of A"});
  CHECK(resolve_date({.name = "A", .born = {"30 February 1900"}}, life_event::birth).missing ==
        mhqa::date_finding{date_reason::unparsed_date, "birth of A: 30 February 1900"});
  CHECK(resolve_date({.name = "A", .born = {"1900", "1901"}}, life_event::birth).missing ==
        mhqa::date_finding{date_reason::two_dates, "birth of A: 1900 and 1901"});
  CHECK(resolve_date({.name = "A", .known_born = {"soon"}}, life_event::birth).missing.reason ==
        date_reason::unparsed_date);
}

TEST_CASE("date_person: each reason has a name of its own") {
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < mhqa::date_reasons; ++i) names.insert(to_string(static_cast<date_reason>(i)));
  CHECK(names.size() == mhqa::date_reasons);
  CHECK_FALSE(names.contains(""));
}

TEST_CASE("date_person: a paragraph spells a date in its own way") {
  CHECK(mhqa::find_spelling("born on May 1st, 1900.", {1900, 5, 1}) == "May 1st, 1900");
  CHECK_FALSE(mhqa::find_spelling("born on May 1st, 1900.", {1900}));
}
