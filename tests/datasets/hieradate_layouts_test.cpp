// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// HieraDate's questions one by one and back: the answers of a record are the prediction of that record.
#include <mhqa/datasets/hieradate_layouts.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hieradate = mhqa::hieradate;
using hieradate::date_parts;
using hieradate::scalar;
using mhqa::date_difference;

namespace {

scalar number(std::string_view text) {
  return {scalar::kind::number, text};
}

hieradate::record combined_record(bool year_only) {
  hieradate::record r;
  r.id = "q";
  r.question = "Who lived longer, A or B?";
  r.answer = "Ann";
  r.combined = true;
  for (std::size_t i = 0; i < 4; ++i) {
    r.extraction[i].question = "When was A born?";
    r.extraction[i].answer = "12 July 1637";
  }
  for (std::size_t i = 0; i < 2; ++i) {
    r.reasoning[i].question = "How old was A when they died?";
    r.reasoning[i].answer =
        year_only ? date_parts{number("62"), {}, {}, {}} : date_parts{number("62"), number("2"), number("8"), {}};
  }
  r.reasoning[2].question = "Is a 62-year-old person older than a 50-year-old person?";
  r.reasoning[2].answer = scalar{scalar::kind::text, "yes"};
  r.robust_question = "Who lived shorter, A or B?";
  r.robust_answer = "Bob";
  return r;
}

}  // namespace

TEST_CASE("hieradate layouts: each question has its id, level and answer") {
  const hieradate::record r = combined_record(false);
  const auto questions = hieradate::flat_questions(r);
  REQUIRE(questions.size() == 9);
  CHECK(questions[0].id == "q__main");
  CHECK(questions[1].id == "q__extract_1");
  CHECK(questions[4].id == "q__extract_4");
  CHECK(questions[5].id == "q__reason_1");
  CHECK(questions[5].answer == "62 years, 2 months, 8 days");
  CHECK(questions[7].answer == "yes");
  CHECK(questions[8].id == "q__robust");
  CHECK(to_string(questions[8].of) == "robustness");
  CHECK(hieradate::flat_questions(combined_record(true))[5].answer == "62");
}

TEST_CASE("hieradate layouts: the gold answers come back as a prediction that scores 100 on every level") {
  for (const bool year_only : {false, true}) {
    const hieradate::record r = combined_record(year_only);
    std::map<std::string, std::string, std::less<>> answers;
    for (const auto& q : hieradate::flat_questions(r)) answers[q.id] = q.answer;
    std::deque<std::string> store;
    std::uint64_t missing = 0;
    const auto find = [&](std::string_view id) -> std::optional<std::string_view> {
      const auto found = answers.find(id);
      return found == answers.end() ? std::nullopt : std::optional<std::string_view>{found->second};
    };
    const hieradate::prediction made = hieradate::prediction_of(r, find, store, missing);
    CHECK(missing == 0);
    hieradate::totals totals;
    totals.add(hieradate::evaluator{}(r, made));
    for (const mhqa::named_score& score : totals.named()) {
      CAPTURE(score.name);
      REQUIRE(score.value);
      CHECK(*score.value == doctest::Approx(100).epsilon(1e-12));
    }

    answers.erase("q__reason_2");
    answers["q__reason_1"] = "about sixty";
    hieradate::totals worse;
    worse.add(hieradate::evaluator{}(r, hieradate::prediction_of(r, find, store, missing)));
    CHECK(missing == 1);
    for (const mhqa::named_score& score : worse.named()) {
      CAPTURE(score.name);
      CHECK(score.value.value_or(-1) == doctest::Approx(score.name.ends_with("_math") ? 0.0 : 100.0).epsilon(1e-12));
    }
  }
}

TEST_CASE("hieradate layouts: an age is read as readers spell it, and nothing else is an age") {
  const date_difference full{62, 2, 8};
  for (const std::string_view text : {"62 years, 2 months, 8 days", "62 years 2 months and 8 days", "62-2-8",
                                      "62, 2, 8", "62-year-2-month-8-day-old", "62 years, 2 months, 8 days old."}) {
    CAPTURE(text);
    CHECK(hieradate::read_age(text) == full);
  }
  CHECK(hieradate::read_age("62") == date_difference{62, 0, 0});
  CHECK(hieradate::read_age("62 years") == date_difference{62, 0, 0});
  CHECK(hieradate::read_age("1 year and 8 days") == date_difference{1, 0, 8});
  CHECK(hieradate::read_age("8 days") == date_difference{0, 0, 8});
  for (const std::string_view text :
       {"", "sixty", "about 62", "62 years 2", "62 62 years", "1 2 3 4", "62 weeks", "62 years 3 years", "12 July 1637",
        "62.5 years x", "99999999999999999999", "years"}) {
    CAPTURE(text);
    CHECK_FALSE(hieradate::read_age(text));
  }
}

TEST_CASE("hieradate layouts: dev and test have as many questions of each kind, in any order of the input") {
  std::vector<std::string> names;
  for (int i = 0; i < 101; ++i) names.push_back("id" + std::to_string(i));
  std::vector<std::string_view> ids{names.begin(), names.end()};
  std::vector<bool> combined(101);
  for (std::size_t i = 0; i < 101; ++i) combined[i] = i % 4 == 0;  // 26 of them
  const std::vector<bool> dev = hieradate::split_dev(ids, combined, 7);
  int of_combined = 0, of_comparison = 0;
  for (std::size_t i = 0; i < 101; ++i) (combined[i] ? of_combined : of_comparison) += dev[i] ? 1 : 0;
  CHECK(of_combined == 13);
  CHECK(of_comparison == 37);  // of 75
  std::vector<std::string_view> reversed{ids.rbegin(), ids.rend()};
  std::vector<bool> kinds{combined.rbegin(), combined.rend()};
  const std::vector<bool> again = hieradate::split_dev(reversed, kinds, 7);
  CHECK(std::vector<bool>{again.rbegin(), again.rend()} == dev);
  CHECK(hieradate::split_dev(ids, combined, 8) != dev);
  CHECK_THROWS_AS(static_cast<void>(hieradate::split_dev(ids, {}, 0)), mhqa::data_error);
}
