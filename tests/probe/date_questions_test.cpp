// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// HieraDate (Ho et al. 2022), Table 1, Appendix B.2 and the error cases of Appendix C.4, whose questions and right
// answers are in the paper.
#include <mhqa/probe/date_questions.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

using mhqa::date_difference;
using mhqa::date_outcome;
using mhqa::date_person;
using mhqa::date_question_options;
using mhqa::date_questions;
using mhqa::date_reason;
using mhqa::date_source;
using mhqa::make_date_questions;
using mhqa::partial_date;

namespace {

const date_source backes{.id = "backes",
                         .question = "Who died first, Lotte Backes or Willem van Haecht?",
                         .answer = "Willem van Haecht",
                         .people = {{.name = "Lotte Backes", .died = {"May 12, 1990"}},
                                    {.name = "Willem van Haecht", .died = {"12 July 1637"}}}};
const date_source markowski{
    .id = "markowski",
    .question = "Who lived longer, Andrzej Markowski or François Missoffe?",
    .answer = "François Missoffe",
    .people = {{.name = "Andrzej Markowski", .born = {"22 August 1924"}, .died = {"30 October 1986"}},
               {.name = "François Missoffe", .born = {"13 October 1919"}, .died = {"28 August 2003"}}}};
const date_source unger{.id = "unger",
                        .question = "Who died later, Oliver A. Unger or Ross Story?",
                        .answer = "Ross Story",
                        .people = {{.name = "Oliver A. Unger", .died = {"March 27, 1981"}},
                                   {.name = "Ross Story", .died = {"9 May 1991"}}}};

date_reason left_out(const date_source& source, const date_question_options& options = {}) {
  const date_outcome out = make_date_questions(source, options);
  REQUIRE_FALSE(out.questions);
  CHECK_FALSE(out.left_out.detail.empty());
  return out.left_out.reason;
}

date_source with(date_source source, std::string_view answer, std::string_view first, std::string_view second) {
  source.answer = answer;
  source.people[0].died = {first};
  source.people[1].died = {second};
  return source;
}

}  // namespace

TEST_CASE("date_questions: Backes and van Haecht, with full dates and with years") {
  const date_questions made = *make_date_questions(backes).questions;
  CHECK(made.question == backes.question);
  CHECK(made.answer == "Willem van Haecht");
  CHECK_FALSE(made.combined);
  REQUIRE(made.extraction.size() == 2);
  CHECK(made.extraction[0].answer == "May 12, 1990");
  CHECK(made.extraction[1].answer == "12 July 1637");
  CHECK(made.extraction[1].date == partial_date{1637, 7, 12});
  REQUIRE(made.reasoning.size() == 2);
  CHECK(made.reasoning[0] == mhqa::date_reasoning{"Does May 12, 1990 come before July 12, 1637?", false});
  CHECK(made.reasoning[1] == mhqa::date_reasoning{"Does May 12, 1990 come after July 12, 1637?", true});
  CHECK(made.robust_question == "Who died later, Lotte Backes or Willem van Haecht?");
  CHECK(made.robust_answer == "Lotte Backes");

  const date_questions years = *make_date_questions(backes, {.year_only = true}).questions;
  CHECK(years.reasoning[0] == mhqa::date_reasoning{"Does 1990 come before 1637?", false});
  CHECK(years.reasoning[1] == mhqa::date_reasoning{"Does 1990 come after 1637?", true});
  CHECK(years.extraction[1].answer == "1637");
  CHECK(years.extraction[1].date == partial_date{1637});
}

TEST_CASE("date_questions: Markowski lived 62-2-8 and Missoffe 83-10-15") {
  const date_questions made = *make_date_questions(markowski).questions;
  CHECK(made.combined);
  REQUIRE(made.extraction.size() == 4);
  CHECK(made.extraction[0].answer == "22 August 1924");
  CHECK(made.extraction[1].answer == "30 October 1986");
  CHECK(made.extraction[2].answer == "13 October 1919");
  CHECK(made.extraction[3].answer == "28 August 2003");
  REQUIRE(made.reasoning.size() == 3);
  CHECK(made.reasoning[0] ==
        mhqa::date_reasoning{"How old was Andrzej Markowski when they died?", date_difference{62, 2, 8}});
  CHECK(made.reasoning[1] ==
        mhqa::date_reasoning{"How old was François Missoffe when they died?", date_difference{83, 10, 15}});
  CHECK(made.robust_question == "Who lived shorter, Andrzej Markowski or François Missoffe?");
  CHECK(made.robust_answer == "Andrzej Markowski");

  const date_questions years = *make_date_questions(markowski, {.year_only = true}).questions;
  CHECK(std::get<date_difference>(years.reasoning[0].answer) == date_difference{62, 0, 0});
  CHECK(std::get<date_difference>(years.reasoning[1].answer) == date_difference{84, 0, 0});  // 2003 - 1919
}

TEST_CASE("date_questions: the comparison of ages asks for younger or older, and the answer follows") {
  std::set<std::string> asked;
  for (std::uint64_t seed = 0; seed < 32; ++seed) {
    for (const bool year_only : {false, true}) {
      const auto made = make_date_questions(markowski, {.seed = seed, .year_only = year_only}).questions;
      const mhqa::date_reasoning& last = made->reasoning[2];
      asked.insert(last.question);
      CHECK(std::get<bool>(last.answer) == (last.question.find("younger") != std::string::npos));
    }
  }
  CHECK(asked == std::set<std::string>{
                     "Is a 62-year-2-month-8-day-old person older than a 83-year-10-month-15-day-old person?",
                     "Is a 62-year-2-month-8-day-old person younger than a 83-year-10-month-15-day-old person?",
                     "Is a 62-year-old person older than a 84-year-old person?",
                     "Is a 62-year-old person younger than a 84-year-old person?"});
}

TEST_CASE("date_questions: Unger and Story; the dates of reasoning questions are spelled with two digits") {
  const date_questions made = *make_date_questions(unger).questions;
  CHECK(made.extraction[1].answer == "9 May 1991");
  CHECK(made.reasoning[0] == mhqa::date_reasoning{"Does March 27, 1981 come before May 09, 1991?", true});
  CHECK(made.reasoning[1] == mhqa::date_reasoning{"Does March 27, 1981 come after May 09, 1991?", false});
  CHECK(made.robust_question == "Who died first, Oliver A. Unger or Ross Story?");
  CHECK(made.robust_answer == "Oliver A. Unger");
}

TEST_CASE("date_questions: all ten extraction templates are drawn, by seed and id alone") {
  std::set<std::string> asked;
  for (std::uint64_t seed = 0; seed < 64; ++seed) {
    const auto made = make_date_questions(markowski, {.seed = seed}).questions;
    CHECK(made == make_date_questions(markowski, {.seed = seed}).questions);
    asked.insert(made->extraction[0].question);
    asked.insert(made->extraction[1].question);
  }
  CHECK(asked.size() == 10);
  CHECK(asked.contains("When was Andrzej Markowski born?"));
  CHECK(asked.contains("What's the death date of Andrzej Markowski?"));
}

TEST_CASE("date_questions: names are spelled as in the question, younger is rewritten") {
  const date_source source{.id = "1",
                           .question = "Who is younger, Mart Van Duren or Madeleine Simms?",
                           .answer = "Mart Van Duren",
                           .people = {{.name = "Mart van Duren", .born = {"27 October 1964"}},
                                      {.name = "Madeleine Simms", .born = {"September 1930"}}}};
  const date_questions made = *make_date_questions(source).questions;
  CHECK(made.question == "Who was born later, Mart Van Duren or Madeleine Simms?");
  CHECK(made.extraction[0].question.find("Mart Van Duren") != std::string::npos);
  CHECK(made.reasoning[0].question == "Does October 27, 1964 come before September 1930?");
  CHECK(made.robust_question == "Who was born first, Mart Van Duren or Madeleine Simms?");
}

TEST_CASE("date_questions: a name is looked for as a whole word") {
  const date_source source{.id = "1",
                           .question = "Who was born first, Al or Bo?",
                           .answer = "Al",
                           .people = {{.name = "BO", .born = {"1901"}}, {.name = "al", .born = {"1900"}}}};
  const date_questions made = *make_date_questions(source).questions;
  CHECK(made.extraction[0].question.find("Bo") != std::string::npos);  // not the "bo" of "born"
  CHECK(made.extraction[1].question.find("Al") != std::string::npos);
  CHECK(made.robust_answer == "Bo");
}

TEST_CASE("date_questions: each contradiction has its reason") {
  date_source source = backes;
  source.question = "Which painter is best?";
  CHECK(left_out(source) == date_reason::no_phrase);
  source = backes;
  source.people.pop_back();
  CHECK(left_out(source) == date_reason::too_few_people);
  source.people.resize(3, backes.people[0]);
  CHECK(left_out(source) == date_reason::too_many_people);
  CHECK(left_out(with(backes, "Lotte Backes", "May 12, 1990", "12 July 1637")) == date_reason::answer_disagrees);
  CHECK(left_out(with(backes, "Rubens", "May 12, 1990", "12 July 1637")) == date_reason::answer_names_nobody);
  CHECK(left_out(with(backes, "Lotte Backes", "May 1990", "1 May 1990")) == date_reason::equal_dates);
  CHECK(left_out(with(backes, "Lotte Backes", "sometime", "1 May 1990")) == date_reason::unparsed_date);
  source = backes;
  source.people[1].died = {"1637", "1638"};
  CHECK(left_out(source) == date_reason::two_dates);
  source.people[1].died.clear();
  CHECK(left_out(source) == date_reason::missing_date);

  source = markowski;
  source.people[0].died = {"1923"};
  CHECK(left_out(source) == date_reason::death_before_birth);
  source.people[0].born = {"13 October 1819"};
  source.people[0].died = {"28 August 1903"};
  CHECK(left_out(source) == date_reason::equal_ages);

  // Years that are equal although the dates are not.
  source = with(backes, "Lotte Backes", "1 January 1990", "2 January 1990");
  CHECK(make_date_questions(source).questions);
  CHECK(left_out(source, {.year_only = true}) == date_reason::equal_dates);
  source = markowski;
  source.people[0].born = {"1920"};
  source.people[0].died = {"2004"};
  CHECK(left_out(source, {.year_only = true}) == date_reason::equal_ages);
}

TEST_CASE("date_questions: a year-only age is the difference of the years by every rule") {
  const date_question_options years{.year_only = true};
  const date_outcome published = make_date_questions<mhqa::date_rules::published>(markowski, years);
  CHECK(std::get<date_difference>(published.questions->reasoning[0].answer) == date_difference{62, 0, 0});
  const date_outcome sure = make_date_questions<mhqa::date_rules::three_valued>(markowski, years);
  CHECK(std::get<date_difference>(sure.questions->reasoning[1].answer) == date_difference{84, 0, 0});
}

TEST_CASE("date_questions: the rule decides on partial dates") {
  const date_source source = with(backes, "Lotte Backes", "May 1990", "12 May 1990");
  CHECK(make_date_questions<mhqa::date_rules::final_data>(source).questions);
  CHECK(make_date_questions<mhqa::date_rules::published>(source).questions);
  const date_outcome unknown = make_date_questions<mhqa::date_rules::three_valued>(source);
  CHECK(unknown.left_out.reason == date_reason::cannot_tell);
  CHECK(unknown.left_out.detail == "Lotte Backes May 1990, Willem van Haecht May 12, 1990");
}

TEST_CASE("date_questions: a comparison question becomes a combined one where the paragraphs give the other dates") {
  date_source source = unger;
  source.people[0].paragraph = "Oliver A. Unger (August 28, 1914 – March 27, 1981) died at the age of 66.";
  source.people[1].paragraph = "Ross Story (16 January 1920 – 9 May 1991) was a farmer.";
  const date_outcome out = make_date_questions(source, {.convert = true});
  REQUIRE(out.questions);
  CHECK(out.questions->converted);
  CHECK(out.questions->combined);
  CHECK(out.questions->question == "Who lived longer, Oliver A. Unger or Ross Story?");
  CHECK(out.questions->answer == "Ross Story");  // 71-3-23 and 66-6-27
  CHECK(out.questions->extraction[0].answer == "August 28, 1914");
  CHECK(std::get<date_difference>(out.questions->reasoning[1].answer) == date_difference{71, 3, 23});
  CHECK(out.age_given_away == std::vector<std::string_view>{"Oliver A. Unger"});
  CHECK_FALSE(make_date_questions(source).questions->converted);
  CHECK(make_date_questions(source).age_given_away.empty());

  source.people[1].paragraph = "Ross Story was a farmer.";
  const date_outcome kept = make_date_questions(source, {.convert = true});
  CHECK_FALSE(kept.questions->combined);
  CHECK(kept.not_converted->reason == date_reason::missing_date);
  CHECK(kept.spelled_otherwise == std::vector<std::string_view>{"Ross Story"});

  // A table's date must be spelled by a paragraph, also where there is none.
  source = unger;
  source.people[0].known_born = source.people[1].known_born = {"1914"};
  CHECK(make_date_questions(source, {.convert = true}).not_converted->reason == date_reason::not_in_paragraph);
}

TEST_CASE("date_questions: HotpotQA's answers name a person as the paragraph does") {
  const date_source source{
      .id = "1",
      .question = "Who was born earlier, Emma Bull or Virginia Woolf?",
      .answer = "Adeline Virginia Woolf",
      .people = {{.name = "Emma Bull", .paragraph = "Emma Bull (born December 13, 1954) is an author."},
                 {.name = "Virginia Woolf",
                  .paragraph = "Adeline Virginia Woolf (née Stephen; 25 January 1882 – 28 March 1941) was"}}};
  const date_questions made = *make_date_questions(source).questions;
  CHECK(made.answer == "Adeline Virginia Woolf");
  CHECK(made.extraction[1].answer == "25 January 1882");
  CHECK(made.robust_answer == "Emma Bull");
}

TEST_CASE("date_questions: a user's words are used throughout") {
  constexpr std::array<std::string_view, 1> birth{"#name: born?"}, death{"#name: dead?"};
  date_question_options options;
  options.words.birth = birth;
  options.words.death = death;
  options.words.age = "Age of #name?";
  options.words.younger = options.words.older = "#age1|#age2";
  options.words.full_age = "#years.#months.#days";
  const date_questions made = *make_date_questions(markowski, options).questions;
  CHECK(made.extraction[0].question == "Andrzej Markowski: born?");
  CHECK(made.extraction[3].question == "François Missoffe: dead?");
  CHECK(made.reasoning[0].question == "Age of Andrzej Markowski?");
  CHECK(made.reasoning[2].question == "62.2.8|83.10.15");
}
