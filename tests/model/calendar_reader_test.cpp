// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The reader is a baseline for HieraDate: it knows only the paragraphs or the given lives, and arithmetic.
#include <mhqa/model/calendar_reader.hpp>

#include "support/json.hpp"
#include "support/shared_data.hpp"

#include <mhqa/date/edtf.hpp>
#include <mhqa/date/stated_text.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using mhqa::calendar_reader;
using mhqa::context_paragraph;
using mhqa::date_difference;

static_assert(mhqa::reader<calendar_reader<>>);
static_assert(mhqa::detail::age_in("Is a 62-year-2-month-8-day-old person") == date_difference{62, 2, 8});
static_assert(mhqa::detail::age_in("a -1-year-12-month-20-day-old") == date_difference{-1, 12, 20});
static_assert(!mhqa::detail::age_in("a year-old"));

namespace {

const std::vector<context_paragraph> paragraphs{
    {"Henry", "Henry is a name."},
    {"Andrzej Markowski", "Andrzej Markowski (22 August 1924 – 30 October 1986) was a Polish composer."},
    {"François Missoffe", "François Missoffe (13 October 1919 in Toulon – 28 August 2003 in Rouen) was a politician."},
    {"Henry Fonda (The Younger)", "Henry Fonda (born May 1940) is an actor."}};

mhqa::reading read(std::string_view question, const calendar_reader<>& reader = {}) {
  return reader({.id = "1", .question = question, .context = paragraphs});
}

}  // namespace

TEST_CASE("calendar_reader: each kind of question of HieraDate") {
  struct row {
    std::string_view question, want;
  };
  const row rows[] = {
      {"When was Andrzej Markowski born?", "22 August 1924"},
      {"What is the date of death of François Missoffe?", "28 August 2003"},
      {"What's the birth date of Henry Fonda (The Younger)?", "May 1940"},
      {"When did Henry Fonda (The Younger) die?", ""},
      {"When did Nobody die?", ""},
      {"Does May 12, 1990 come before July 12, 1637?", "no"},
      {"Does May 12, 1990 come after July 12, 1637?", "yes"},
      {"Does 1990 come before July 1637?", "no"},
      {"Does 1990 come before 1990?", "no"},
      {"Does spring come before autumn?", ""},
      {"Is a 62-year-2-month-8-day-old person older than a 83-year-10-month-15-day-old person?", "no"},
      {"Is a 62-year-old person younger than a 83-year-old person?", "yes"},
      {"How old was Andrzej Markowski when they died?", "62 years, 2 months, 8 days"},
      {"How old was Henry Fonda (The Younger) when they died?", ""},
      {"Who lived longer, Andrzej Markowski or François Missoffe?", "François Missoffe"},
      {"Who lived shorter, Andrzej Markowski or François Missoffe?", "Andrzej Markowski"},
      {"Was ANDRZEJ MARKOWSKI or François Missoffe born first?", "François Missoffe"},
      {"Who died later, Andrzej Markowski or François Missoffe?", "François Missoffe"},
      {"Who died first out of François Missoffe and Andrzej Markowski?", "Andrzej Markowski"},
      {"Who is younger, Andrzej Markowski or Henry Fonda (The Younger)?", "Henry Fonda (The Younger)"},
      {"Who died first, Andrzej Markowski or Henry Fonda (The Younger)?", ""},
      {"Who sang better, Andrzej Markowski or François Missoffe?", ""},
  };
  for (const row& r : rows) {
    CAPTURE(r.question);
    CHECK(read(r.question).answer == r.want);
  }
}

TEST_CASE("calendar_reader: it says which paragraphs it used, the longest name going first") {
  CHECK(read("Who lived longer, François Missoffe or Andrzej Markowski?").support == std::vector<std::uint32_t>{1, 2});
  CHECK(read("When was Henry Fonda (The Younger) born?").support == std::vector<std::uint32_t>{3});
  CHECK(read("Does 1990 come before 1991?").support.empty());
}

TEST_CASE("calendar_reader: known lives take precedence over the paragraphs") {
  const std::vector<mhqa::known_life> known{
      {.name = "Andrzej Markowski", .born = mhqa::partial_date{1924, 8, 22}},
      {.name = "Nobody", .born = mhqa::partial_date{1900}, .died = mhqa::partial_date{1950, 1, 2}}};
  const calendar_reader<> reader{known};
  CHECK(read("When did Nobody die?", reader).answer == "January 02, 1950");
  CHECK(read("When was Andrzej Markowski born?", reader).answer == "22 August 1924");  // as the paragraph spells it
  CHECK(read("How old was Andrzej Markowski when they died?", reader).answer == "62 years, 2 months, 8 days");
  CHECK(read("Who was born later, Nobody or Andrzej Markowski?", reader).answer == "Andrzej Markowski");
  CHECK(reader.age({.id = "1", .question = "How old was Nobody?", .context = {}}) == date_difference{50, 0, 1});
  CHECK_FALSE(calendar_reader<mhqa::date_rules::three_valued>{known}.age(
      {.id = "1", .question = "How old was Nobody?", .context = {}}));
}

TEST_CASE("calendar_reader: answers about the labelled lives") {
  const auto file = mhqa_test::shared_data("golden/life/lives.jsonl");
  if (!file) return;
  std::size_t right = 0, wrong = 0, missed = 0, silent = 0;
  for (const mhqa_test::json& gold : mhqa_test::load_jsonl(*file)) {
    if (gold.find("judgement_call") != nullptr) continue;
    const std::string title = gold["title"].string(), text = gold["text"].string();
    const std::vector<mhqa::context_paragraph> context{{title, text}};
    for (const auto& [key, question] :
         {std::pair{"born", "When was " + title + " born?"}, std::pair{"died", "When did " + title + " die?"}}) {
      const std::string want = gold[key].null() ? "" : gold[key].string();
      const std::string got = mhqa::calendar_reader<>{}({.id = "1", .question = question, .context = context}).answer;
      if (got.empty()) {
        ++(want.empty() ? silent : missed);
        continue;
      }
      const auto read = mhqa::parse_stated(got);
      const bool same = read && mhqa::to_edtf(*read).view() == want;
      ++(same ? right : wrong);
    }
  }
  CHECK(right + missed == 217);
  CHECK(right + wrong + missed + silent == 304);
  CHECK(static_cast<double>(right) >= 0.985 * static_cast<double>(right + wrong));
  CHECK(static_cast<double>(right) >= 0.95 * static_cast<double>(right + missed));
}
