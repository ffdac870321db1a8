// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/datasets/hieradate_build.hpp>

#include "support/growth.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace hieradate = mhqa::hieradate;
using hieradate::date_source_of;
using hieradate::setting;
using mhqa::titled_paragraph;

namespace {

const std::vector<titled_paragraph> context{
    {"Other", {"Nothing."}},
    {"Ross Story", {"Ross Story (16 January 1920 – 9 May 1991)", "He farmed."}},
    {"Oliver A. Unger", {"Oliver A. Unger (August 28, 1914 – March 27, 1981)."}}};

mhqa::twowiki::record two_wiki() {
  mhqa::twowiki::record r;
  r.id = "1";
  r.type = "comparison";
  r.question = "Who lived longer, Oliver A. Unger or Ross Story?";
  r.answer = "Ross Story";
  r.entity_ids = "Q1_Q2";
  r.context = context;
  r.supporting_facts = {{"Oliver A. Unger", 0}, {"Ross Story", 0}};
  r.evidences = {{"Oliver A. Unger", "date of birth", "August 28, 1914"},
                 {"Oliver A. Unger", "date of death", "March 27, 1981"},
                 {"Ross story", "date of birth", "1920"},
                 {"Ross Story", "date of death", "9 May 1991"},
                 {"Ross Story", "country", "Australia"}};
  return r;
}

std::vector<std::string_view> titles(const std::vector<titled_paragraph>& paragraphs) {
  std::vector<std::string_view> out;
  for (const titled_paragraph& paragraph : paragraphs) out.push_back(paragraph.title);
  return out;
}

}  // namespace

TEST_CASE("hieradate_build: the people of a 2Wiki question are the subjects of its evidences") {
  const mhqa::twowiki::record r = two_wiki();
  const mhqa::date_source source = date_source_of(r);
  REQUIRE(source.people.size() == 2);
  CHECK(source.people[0].name == "Oliver A. Unger");
  CHECK(source.people[0].id == "Q1");
  CHECK(source.people[1].id == "Q2");
  CHECK(source.people[1].born == std::vector<std::string_view>{"1920"});
  CHECK(source.people[1].died == std::vector<std::string_view>{"9 May 1991"});
  CHECK(source.people[1].paragraph == "Ross Story (16 January 1920 – 9 May 1991) He farmed.");
}

TEST_CASE("hieradate_build: many people, works or makers of one question take linear time") {
  for (const std::string relation : {"date of birth", "publication date"}) {
    CAPTURE(relation);
    CHECK(mhqa_test::growth(1000, [&](std::size_t n) {
            std::vector<std::string> names;
            for (std::size_t i = 0; i < n; ++i) names.push_back("person " + std::to_string(i));
            mhqa::twowiki::record r = two_wiki();
            for (const std::string& name : names) r.evidences.push_back({name, relation, "1999"});
            return [names = std::move(names), r = std::move(r), &relation] {
              const auto source = relation == "date of birth" ? date_source_of(r) : hieradate::work_source_of(r);
              REQUIRE(source.people.size() == 3);
            };
          }) < mhqa_test::steep);
  }
}

TEST_CASE("hieradate_build: the people of a HotpotQA question are its supporting titles in the question's order") {
  mhqa::hotpotqa::record r;
  r.question = "Who died first, Ross Story or Oliver A. Unger?";
  r.supporting_facts = {{"Oliver A. Unger", 0}, {"Ross Story", 0}, {"Oliver A. Unger", 1}};
  r.context = context;
  const mhqa::date_source source = date_source_of(r);
  REQUIRE(source.people.size() == 2);
  CHECK(source.people[0].name == "Ross Story");
  CHECK(source.people[1].name == "Oliver A. Unger");
  CHECK(source.people[1].born.empty());
  CHECK(source.people[1].paragraph.starts_with("Oliver A. Unger ("));
}

TEST_CASE("hieradate_build: the normal setting has the gold paragraphs, the distractor setting all") {
  const auto r = two_wiki();
  CHECK(titles(hieradate::select_context(r.context, r.supporting_facts, setting::normal)) ==
        std::vector<std::string_view>{"Ross Story", "Oliver A. Unger"});
  CHECK(titles(hieradate::select_context(r.context, r.supporting_facts, setting::distractor)).size() == 3);
  CHECK(hieradate::select_context({}, r.supporting_facts, setting::distractor).empty());
}

TEST_CASE("hieradate_build: the record has all that was generated, and an unknown month or day is 1") {
  const auto r = two_wiki();
  const mhqa::date_questions made = *mhqa::make_date_questions(date_source_of(r)).questions;
  std::deque<std::string> numbers;
  const hieradate::record out = hieradate::make_record(made, {r.id, r.type, "2wikimultihopqa", r.context}, numbers);
  CHECK(out.id == "1");
  CHECK(out.type == "comparison");
  CHECK(out.data_label == "2wikimultihopqa");
  CHECK(out.combined);
  CHECK(out.context == r.context);
  CHECK(out.extraction[2].answer == "1920");
  CHECK(out.extraction[2].date->year.text == "1920");
  CHECK(out.extraction[2].date->month.text == "1");
  CHECK(out.extraction[2].date->day.text == "1");
  const auto age = std::get<hieradate::date_parts>(out.reasoning[1].answer);
  CHECK(age.year.text == "71");
  CHECK(age.month.text == "4");
  CHECK(age.day.text == "8");
  CHECK(std::get<hieradate::scalar>(out.reasoning[2].answer).text ==
        (out.reasoning[2].question.find("younger") != std::string_view::npos ? "yes" : "no"));
  CHECK(out.robust_answer == "Oliver A. Unger");
  const hieradate::record zeros =
      hieradate::make_record(made, {.id = r.id, .type = {}, .data_label = {}}, numbers, true);
  CHECK(zeros.extraction[2].date->month.text == "0");

  // Who is right in everything gets everything.
  const hieradate::question_scores scores = hieradate::evaluator{}(out, out);
  CHECK(scores.answer.f1 == 1);
  CHECK(scores.ages[1].f1 == 1);
  CHECK(scores.comparison[0].em == 1);
}

TEST_CASE("hieradate_build: works and institutions are compared by their publication or inception") {
  mhqa::twowiki::record r;
  r.id = "w";
  r.type = "comparison";
  r.question = "Which film was released more recently, Moscow Pride '06 or My Favourite Fabric?";
  r.answer = "My Favourite Fabric";
  r.evidences = {{"Moscow Pride '06", "publication date", "2006"}, {"My Favourite Fabric", "publication date", "2018"}};
  using hieradate::source_kind;
  CHECK(hieradate::is_source(r, source_kind::works));
  CHECK_FALSE(hieradate::is_source(r, source_kind::people));
  CHECK_FALSE(hieradate::is_source(r, source_kind::bridges));
  const mhqa::date_source source = hieradate::work_source_of(r);
  const auto made = mhqa::make_date_questions(source, {.words = hieradate::words_for(r, source_kind::works)});
  REQUIRE(made.questions);
  CHECK(made.questions->answer == "My Favourite Fabric");
  CHECK(made.questions->extraction[0].answer == "2006");
  CHECK(made.questions->robust_question == "Which film was released earlier, Moscow Pride '06 or My Favourite Fabric?");
  CHECK(made.questions->robust_answer == "Moscow Pride '06");
  r.evidences[1].object = "soon";
  const mhqa::date_source bad = hieradate::work_source_of(r);
  CHECK(mhqa::make_date_questions(bad, {.words = hieradate::words_for(r, source_kind::works)}).left_out.detail ==
        "publication of My Favourite Fabric: soon");
}

TEST_CASE("hieradate_build: a film is chosen by a date of its maker") {
  mhqa::twowiki::record r;
  r.id = "b";
  r.type = "bridge_comparison";
  r.question = "Which film has the director who is older than the other, One Woman To Another or Come On, Rangers?";
  r.answer = "One Woman To Another";
  r.evidences = {{"One Woman to Another", "director", "Frank Tuttle"},
                 {"Come On, Rangers", "director", "Joe Kane"},
                 {"Frank Tuttle", "date of birth", "August 6, 1892"},
                 {"Joseph Kane", "date of birth", "March 19, 1894"}};
  using hieradate::source_kind;
  CHECK(hieradate::is_source(r, source_kind::bridges));
  const mhqa::date_source source = hieradate::bridge_source_of(r);
  REQUIRE(source.people.size() == 2);
  CHECK(source.people[1].chosen_by == "Come On, Rangers");
  const auto made = mhqa::make_date_questions(source, {.words = hieradate::words_for(r, source_kind::bridges)});
  REQUIRE(made.questions);
  CHECK(made.questions->extraction[1].answer == "March 19, 1894");
  CHECK(made.questions->extraction[1].question.find("Joseph Kane") != std::string::npos);
  CHECK(made.questions->robust_question ==
        "Which film has the director who is younger than the other, One Woman To Another or Come On, Rangers?");
  CHECK(made.questions->robust_answer == "Come On, Rangers");
}
