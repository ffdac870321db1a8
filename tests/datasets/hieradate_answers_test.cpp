// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/datasets/hieradate_answers.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace hieradate = mhqa::hieradate;
using mhqa::partial_date;

namespace {

// Questions about the two people, made from their paragraphs as `mhqa probe-dates` does.
struct made_record {
  std::vector<mhqa::titled_paragraph> context{
      {"Ross Story", {"Ross Story (16 January 1920 – 9 May 1991)", "He farmed."}},
      {"Oliver A. Unger", {"Oliver A. Unger (August 28, 1914 – March 27, 1981)."}}};
  mhqa::date_source source{.id = "1",
                           .question = {},
                           .answer = {},
                           .people = {{.name = "Oliver A. Unger", .paragraph = context[1].sentences[0].data()},
                                      {.name = "Ross Story", .paragraph = context[0].sentences[0].data()}}};
  mhqa::date_questions questions;
  std::deque<std::string> numbers;
  hieradate::record record;

  made_record(std::string_view question, std::string_view answer) {
    source.question = question;
    source.answer = answer;
    questions = *mhqa::make_date_questions(source).questions;
    record = hieradate::make_record(questions, {"1", "comparison", "2wikimultihopqa", context}, numbers);
  }
};

}  // namespace

TEST_CASE("hieradate_answers: questions made from paragraphs are answered from them without a fault") {
  for (const made_record& made : {made_record{"Who lived longer, Oliver A. Unger or Ross Story?", "Ross Story"},
                                  made_record{"Who died later, Oliver A. Unger or Ross Story?", "Ross Story"}}) {
    CAPTURE(made.record.question);
    std::deque<std::string> store;
    const hieradate::prediction answers = hieradate::answer_record(made.record, store);
    CHECK(answers.id == "1");
    CHECK(answers.combined == made.record.combined);
    const hieradate::question_scores scores = hieradate::evaluator{}(made.record, answers);
    CHECK(scores.answer.em == 1);
    CHECK(scores.robust.em == 1);
    for (std::size_t i = 0; i < (answers.combined ? 4 : 2); ++i) CHECK(scores.extraction[i].em == 1);
    for (std::size_t i = 0; i < (answers.combined ? 2 : 0); ++i) CHECK(scores.ages[i].em == 1);
    for (std::size_t i = 0; i < (answers.combined ? 1 : 2); ++i) CHECK(scores.comparison[i].em == 1);
  }
}

TEST_CASE("hieradate_answers: without paragraphs ages need the given dates, and those answer nothing else") {
  made_record made{"Who lived longer, Oliver A. Unger or Ross Story?", "Ross Story"};
  made.record.context.clear();
  std::deque<std::string> store;
  hieradate::question_scores scores = hieradate::evaluator{}(made.record, hieradate::answer_record(made.record, store));
  CHECK(scores.ages[0].f1 == 0);
  CHECK(scores.comparison[0].em == 1);  // its question has the ages
  const std::vector<mhqa::known_life> given = hieradate::given_lives(made.record);
  REQUIRE(given.size() == 2);
  CHECK(given[0].name == "Oliver A. Unger");
  CHECK(given[0].born == partial_date{1914, 8, 28});
  CHECK(given[1].died == partial_date{1991, 5, 9});
  scores = hieradate::evaluator{}(made.record, hieradate::answer_record(made.record, store, given));
  CHECK(scores.ages[0].em == 1);
  CHECK(scores.ages[1].em == 1);
  CHECK(scores.answer.f1 == 0);
  CHECK(scores.extraction[0].f1 == 0);
}

TEST_CASE("hieradate_answers: reads lives from the questions' wording; text that is not a date stays unknown") {
  hieradate::record r;
  r.extraction[0] = {"when was A B born?", "May 1900", {}};
  r.extraction[1] = {"What's the date of death of a b?", "unknown", {}};
  r.extraction[2] = {"Where was C born?", "1901", {}};
  r.extraction[3] = {"When did C die?", "1950", {}};
  const std::vector<mhqa::known_life> given = hieradate::given_lives(r);
  REQUIRE(given.size() == 2);
  CHECK(given[0].name == "A B");
  CHECK(given[0].born == partial_date{1900, 5});
  CHECK_FALSE(given[0].died);
  CHECK(given[1].name == "C");
  CHECK_FALSE(given[1].born);
  CHECK(given[1].died == partial_date{1950});
  std::deque<std::string> store;
  CHECK(hieradate::answer_record(r, store, given).extraction[0].answer == "");
}

TEST_CASE("hieradate_answers: a record of the year-only version gets years, and ages by them") {
  using namespace mhqa::hieradate;
  record r;
  r.id = "q";
  r.combined = true;
  r.context = {{"Ann Roe", {"Ann Roe (12 May 1900 - 3 March 1984) was a poet."}},
               {"Bob Low", {"Bob Low (1 July 1910 - 9 August 1990) was a poet."}}};
  r.extraction[0].question = "When was Ann Roe born?";
  r.extraction[1].question = "When did Ann Roe die?";
  r.extraction[2].question = "When was Bob Low born?";
  r.extraction[3].question = "When did Bob Low die?";
  r.reasoning[0].question = "How old was Ann Roe when they died?";
  std::deque<std::string> store;
  CHECK(!is_year_only(r));
  CHECK(answer_record(r, store).extraction[0].answer != "1900");
  const date_parts age{scalar{scalar::kind::number, "84"}, {}, {}, {}};
  r.reasoning[0].answer = age;  // only its form is looked at
  CHECK(is_year_only(r));
  const prediction said = answer_record(r, store);
  CHECK(said.extraction[0].answer == "1900");
  CHECK(said.extraction[3].answer == "1990");
}
