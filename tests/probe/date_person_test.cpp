// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/probe/date_person.hpp>

#include "support/json.hpp"
#include "support/shared_data.hpp"

#include <mhqa/date/edtf.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <utility>

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
  CHECK(resolve_date(person, life_event::death).date->text == "2 June 1950");  // which the table and paragraph refine
  person.known_died = {};
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

TEST_CASE("date_person: each problem is reported") {
  CHECK(resolve_date({.name = "A"}, life_event::death).missing ==
        mhqa::date_finding{date_reason::missing_date, "death of A"});
  CHECK(resolve_date({.name = "A", .born = {"30 February 1900"}}, life_event::birth).missing ==
        mhqa::date_finding{date_reason::unparsed_date, "birth of A: 30 February 1900"});
  CHECK(resolve_date({.name = "A", .born = {"1900", "1901"}}, life_event::birth).missing ==
        mhqa::date_finding{date_reason::two_dates, "birth of A: 1900 and 1901"});
  CHECK(resolve_date({.name = "A", .known_born = {"soon"}}, life_event::birth).missing.reason ==
        date_reason::unparsed_date);
}

TEST_CASE("date_person: a more precise date refines a less precise one where the paragraph spells it") {
  // HieraDate's README lists this correction: the evidence has the year of birth alone.
  date_person person{.name = "A", .born = {"1593"}, .paragraph = "A (12 February 1593 – 12 July 1637) was a painter."};
  CHECK(resolve_date(person, life_event::birth).date->date == partial_date{1593});
  person.known_born = {"1593", "+1593-02-12T00:00:00Z"};
  CHECK(resolve_date(person, life_event::birth).date->date == partial_date{1593, 2, 12});
  CHECK(resolve_date(person, life_event::birth).date->text == "12 February 1593");
  person.known_born = {"1593-02-13"};  // not in the paragraph
  CHECK(resolve_date(person, life_event::birth).date->date == partial_date{1593});
  person.known_born = {"1594", "1595"};
  CHECK(resolve_date(person, life_event::birth).missing ==
        mhqa::date_finding{date_reason::conflicting_sources, "birth of A: 1593 and 1594"});
  person.known_born = {};
  person.born = {"1593", "12 February 1593"};
  CHECK(resolve_date(person, life_event::birth).date->date == partial_date{1593, 2, 12});
  person.born = {"12 February 1593", "1593"};
  CHECK(resolve_date(person, life_event::birth).date->date == partial_date{1593, 2, 12});
  person.born = {"February 1593", "March 1593"};
  CHECK(resolve_date(person, life_event::birth).missing.reason == date_reason::two_dates);
}

TEST_CASE("date_person: an inexact date is a reason, not a date") {
  for (const std::string_view text :
       {"c. 1593", "before 1593", "1593?", "1592 or 1593", "12-14 July 1593", "the 1590s"}) {
    CAPTURE(text);
    CHECK(resolve_date({.name = "A", .born = {text}}, life_event::birth).missing.reason == date_reason::not_exact);
    CHECK(resolve_date({.name = "A", .known_born = {text}}, life_event::birth).missing.reason ==
          date_reason::not_exact);
  }
  CHECK(resolve_date({.name = "A", .born = {"c. 1593", "12 February 1593"}}, life_event::birth).date->date ==
        partial_date{1593, 2, 12});
  CHECK(
      resolve_date({.name = "A", .paragraph = "A (c. 1593 – 1637) was a painter."}, life_event::birth).missing.reason ==
      date_reason::not_exact);
  CHECK_FALSE(mhqa::find_spelling("(c. 1593 – 1637)", {1593}));
}

TEST_CASE("date_person: each reason has a distinct name") {
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < mhqa::date_reasons; ++i) names.insert(to_string(static_cast<date_reason>(i)));
  CHECK(names.size() == mhqa::date_reasons);
  CHECK_FALSE(names.contains(""));
}

TEST_CASE("date_person: a paragraph spells a date in its own way") {
  CHECK(mhqa::find_spelling("born on May 1st, 1900.", {1900, 5, 1}) == "May 1st, 1900");
  CHECK_FALSE(mhqa::find_spelling("born on May 1st, 1900.", {1900}));
}

TEST_CASE("date_person: the generator takes exact dates of the labelled lives, and no others") {
  const auto file = mhqa_test::shared_data("golden/life/lives.jsonl");
  if (!file) return;
  std::size_t right = 0, wrong = 0, missed = 0, refused = 0;
  for (const mhqa_test::json& gold : mhqa_test::load_jsonl(*file)) {
    if (gold.find("judgement_call") != nullptr) continue;
    const std::string name = gold["title"].string();
    const mhqa::date_person person{.name = name, .paragraph = gold["text"].string()};
    for (const auto& [key, event] : {std::pair{"born", mhqa::life_event::birth}, {"died", mhqa::life_event::death}}) {
      const std::string want = gold[key].null() ? "" : gold[key].string();
      const bool exact = !want.empty() && want.find_first_of("~?[/X") == std::string::npos;
      const mhqa::resolved_date got = mhqa::resolve_date(person, event);
      if (!got.date) {
        ++(exact ? missed : refused);
      } else {
        const auto label = mhqa::parse_edtf(want);
        const bool same = exact && label && mhqa::exact(*label) == got.date->date;
        ++(same ? right : wrong);
      }
    }
  }
  CHECK(right + missed == 199);
  CHECK(right + wrong + missed + refused == 304);
  CHECK(static_cast<double>(right) >= 0.985 * static_cast<double>(right + wrong));
  CHECK(static_cast<double>(right) >= 0.95 * static_cast<double>(right + missed));
}
