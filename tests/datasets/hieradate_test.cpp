// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/datasets/hieradate.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

// hieradate_evaluate.py. Questions without a prediction are left out; whether a question is scored as a combined one
// is the prediction's matter; an age is a bag of three tokens, each str(float(x)) where float() takes it.

namespace {

namespace hieradate = mhqa::hieradate;
using hieradate::date_parts;
using hieradate::scalar;
using kind = scalar::kind;

scalar number(std::string_view text) {
  return {kind::number, text};
}
scalar text(std::string_view text) {
  return {kind::text, text};
}
scalar boolean(bool value) {
  return {kind::boolean, value ? "true" : "false"};
}
date_parts age(scalar year, scalar month, scalar day, std::string_view more = {}) {
  return {year, month, day, more};
}

const mhqa::scores all{1, 1, 1, 1};
const mhqa::scores none{};
const mhqa::scores third{0, 2 * (1.0 / 3) * (1.0 / 3) / (1.0 / 3 + 1.0 / 3), 1.0 / 3, 1.0 / 3};

hieradate::record comparison_record() {
  hieradate::record r;
  r.id = "c";
  r.answer = r.robust_answer = "Ed Wood";
  for (std::size_t i = 0; i < 2; ++i) {
    r.extraction[i].answer = "7 May 1824";
    r.reasoning[i].answer = text("yes");
  }
  return r;
}

hieradate::record combined_record() {
  hieradate::record r = comparison_record();
  r.id = "a";
  r.combined = true;
  for (std::size_t i = 2; i < 4; ++i) r.extraction[i].answer = "1637";
  r.reasoning[0].answer = age(number("63"), number("2"), number("11"));
  r.reasoning[1].answer = age(number("50"), number("0"), number("3"));
  r.reasoning[2].answer = text("no");
  return r;
}

std::string error_of(const hieradate::record& gold, const hieradate::record& predicted) {
  try {
    static_cast<void>(hieradate::evaluator{}(gold, predicted));
  } catch (const mhqa::data_error& error) {
    return error.what();
  }
  return {};
}

}  // namespace

TEST_CASE("hieradate: an age's parts are equal as numbers, however they are spelled") {
  const date_parts gold = age(number("1000"), number("2"), number("0"));
  CHECK(score_age(age(text("1_000"), text(" 2. "), text("0e5")), gold) == all);
  CHECK(score_age(age(number("1e3"), text("\u0662"), text("+0")), gold) == all);  // Arabic-Indic 2
  CHECK(score_age(age(number("1000.0"), text("\uff12"), boolean(false)), gold) == all);
  CHECK(score_age(age(text("1,000"), number("2"), number("0")), gold).em == 0);
  CHECK(score_age(age(text("inf"), text("NaN"), text("x")), age(text("Infinity"), text("-nan"), text("x"))) == all);
  CHECK(score_age(age(text("X"), text("x "), text("")), age(text("x"), text("x"), text("y"))) == none);
}

TEST_CASE("hieradate: a negative zero is not zero, but JSON's integer -0 is") {
  const date_parts gold = age(number("5"), number("0"), number("0"));
  CHECK(score_age(age(number("5"), number("-0"), number("0")), gold) == all);
  CHECK(score_age(age(number("5"), number("-0.0"), number("0")), gold).precision == 2.0 / 3);
  CHECK(score_age(age(number("5"), text("-0"), number("0")), gold).precision == 2.0 / 3);
}

TEST_CASE("hieradate: year, month and day are a bag, so that a token counts in any place but once each") {
  const date_parts gold = age(number("1"), number("2"), number("3"));
  CHECK(score_age(age(number("3"), number("1"), number("2")), gold) == mhqa::scores{0, 1, 1, 1});
  CHECK(score_age(age(number("1"), number("1"), number("1")), gold) == third);
  CHECK(score_age(age(number("1"), number("9"), number("9")), age(number("1"), number("1"), number("1"))) == third);
  CHECK(score_age(age(number("7"), number("8"), number("9")), gold) == none);
}

TEST_CASE("hieradate: exact match compares the whole objects, further members too") {
  const date_parts gold = age(number("1"), number("2"), number("3"), R"("unit": "y")");
  CHECK(score_age(gold, gold) == all);
  CHECK(score_age(age(number("1"), number("2"), number("3")), gold) == mhqa::scores{0, 1, 1, 1});
}

TEST_CASE("hieradate: a prediction that is not an object is the bag of its characters") {
  const date_parts usual = age(number("45"), number("1"), number("3"));
  CHECK(score_age(text("45"), usual) == none);
  CHECK(score_age(number("45"), usual) == none);
  CHECK(score_age(text("45 years"), usual) == none);
  CHECK(score_age(text(""), usual) == none);
  // A prediction can match a gold part of one character that is not a number: "xéx" has one x too many.
  const date_parts odd = age(text("x"), text("é"), text("."));
  CHECK(score_age(text("xéx"), odd) == mhqa::scores{0, 2 * (2.0 / 3) * (2.0 / 3) / (4.0 / 3), 2.0 / 3, 2.0 / 3});
  CHECK(score_age(text("e"), odd) == none);
  // A number is spelled "45.0": one character of four is the point.
  CHECK(score_age(number("45"), odd) == mhqa::scores{0, 2 * 0.25 * (1.0 / 3) / (0.25 + 1.0 / 3), 0.25, 1.0 / 3});
  CHECK(score_age(text("4_5"), odd) == score_age(number("45"), odd));
  CHECK(score_age(boolean(true), odd).precision == 1.0 / 3);  // "1.0"
  CHECK(score_age(text("xx"), age(text("x"), text("x"), text("x"))) ==
        mhqa::scores{0, 2 * 1 * (2.0 / 3) / (1 + 2.0 / 3), 1, 2.0 / 3});
}

TEST_CASE("hieradate: a comparison question has two extraction and two comparison questions below it") {
  const hieradate::record gold = comparison_record();
  hieradate::record predicted = gold;
  predicted.answer = "the Ed";
  predicted.robust_answer = "yes";
  predicted.extraction[1].answer = "May 1824";
  predicted.reasoning[1].answer = text("No");
  const hieradate::question_scores s = hieradate::evaluator{}(gold, predicted);
  CHECK(!s.combined);
  CHECK(s.answer == mhqa::scores{0, 2 * 1 * 0.5 / 1.5, 1, 0.5});
  CHECK(s.robust == none);
  CHECK(s.extraction[0] == all);
  CHECK(s.extraction[1].precision == 1);
  CHECK(s.extraction[1].recall == 2.0 / 3);
  CHECK(s.comparison[0].em == 1);
  CHECK(s.comparison[1].em == 0);
}

TEST_CASE("hieradate: a combined question has four extraction, two age and one comparison question below it") {
  const hieradate::record gold = combined_record();
  hieradate::record predicted = gold;
  predicted.extraction[3].answer = "";
  predicted.reasoning[0].answer = text("63");
  predicted.reasoning[1].answer = age(text("50"), text("0"), number("4"));
  const hieradate::question_scores s = hieradate::evaluator{}(gold, predicted);
  CHECK(s.combined);
  CHECK(s.extraction[2] == all);
  CHECK(s.extraction[3] == none);
  CHECK(s.ages[0] == none);
  CHECK(s.ages[1].recall == 2.0 / 3);
  CHECK(s.comparison[0].em == 1);
}

TEST_CASE("hieradate: the prediction says which levels are scored") {
  // Without ques_extract_3 the first two reasoning answers are compared as texts, here with ages: the program stops.
  hieradate::record predicted = combined_record();
  predicted.combined = false;
  CHECK(
      error_of(combined_record(), predicted) ==
      R"(id "a", field "ans_reason_1": expected a string in the prediction, as the prediction has no ques_extract_3)");
  predicted.reasoning[0].answer = predicted.reasoning[1].answer = text("yes");
  CHECK(
      error_of(combined_record(), predicted) ==
      R"(id "a", field "ans_reason_1": expected a string in the gold record, as the prediction has no ques_extract_3)");
  CHECK(
      error_of(comparison_record(), combined_record()) ==
      R"(id "c", field "ans_extract_3": expected an answer in the gold record, as the prediction has ques_extract_3)");
  hieradate::record gold = combined_record();
  gold.reasoning[1].answer = text("50");
  CHECK(
      error_of(gold, combined_record()) ==
      R"(id "a", field "ans_reason_2": expected {year, month, day} in the gold record, as the prediction has ques_extract_3)");
  predicted = combined_record();
  predicted.reasoning[0].answer = std::monostate{};
  CHECK(error_of(combined_record(), predicted) ==
        R"(id "a", field "ans_reason_1": expected an answer in the prediction, as the prediction has ques_extract_3)");
  predicted = comparison_record();
  predicted.reasoning[1].answer = number("5");
  CHECK(
      error_of(comparison_record(), predicted) ==
      R"(id "c", field "ans_reason_2": expected a string in the prediction, as the prediction has no ques_extract_3)");
  // A gold record that has the answers may lack the question.
  gold = combined_record();
  gold.combined = false;
  CHECK(hieradate::evaluator{}(gold, combined_record()).ages[0] == all);
}

TEST_CASE("hieradate: each level has its own denominator, which excludes missing predictions") {
  const mhqa::scores half{0, 0.5, 0.25, 0.75};
  hieradate::question_scores combined, comparison;
  combined.combined = true;
  combined.answer = combined.robust = all;
  combined.extraction = {all, all, half, half};
  combined.ages = {all, half};
  combined.comparison = {all, all};  // the second is no question of it
  comparison.answer = half;
  comparison.extraction = {half, half, all, all};  // the last two are none of it
  comparison.ages = {all, all};
  comparison.comparison = {all, none};
  hieradate::totals t;
  t.add(combined);
  t.add(std::nullopt);
  t.add(comparison);
  t.add(std::nullopt);
  CHECK(t[hieradate::slots::questions] == 4);
  CHECK(t[hieradate::slots::missing] == 2);
  const std::array names = {"em",         "f1",        "prec",    "recall",  "ex_em",     "ex_f1",
                            "ex_prec",    "ex_recall", "em_math", "f1_math", "prec_math", "recall_math",
                            "em_compare", "ro_em",     "ro_f1",   "ro_prec", "ro_recall"};
  const std::array expected = {50.0, 75.0, 62.5, 87.5,      100.0 / 3, 200.0 / 3, 50.0, 250.0 / 3, 50.0,
                               75.0, 62.5, 87.5, 200.0 / 3, 50.0,      50.0,      50.0, 50.0};
  const std::vector<mhqa::named_score> named = t.named();
  REQUIRE(named.size() == expected.size());
  for (std::size_t i = 0; i < named.size(); ++i) {
    CHECK(named[i].name == names[i]);
    CHECK(named[i].value.value() == doctest::Approx(expected[i]).epsilon(1e-14));
  }
}

TEST_CASE("hieradate: of year-only ages every right one scores 100 and every wrong one 0") {
  const auto years = [](scalar value) { return age(value, {}, {}); };
  CHECK(score_age(years(number("84")), years(number("84"))) == all);
  CHECK(score_age(years(number("84.0")), years(number("84"))) == all);
  CHECK(score_age(years(text("84")), years(number("84"))) == all);
  CHECK(score_age(number("84"), years(number("84"))) == all);
  CHECK(score_age(text("84"), years(number("84"))) == all);
  CHECK(score_age(age(number("84"), number("0"), number("0")), years(number("84"))) == all);
  for (int wrong = 0; wrong < 120; ++wrong) {
    if (wrong == 84) continue;
    const std::string spelled = std::to_string(wrong);
    CHECK(score_age(years(number(spelled)), years(number("84"))) == none);
    CHECK(score_age(age(number(spelled), number("0"), number("0")), years(number("84"))) == none);
    CHECK(score_age(text(spelled), years(number("84"))) == none);
  }
  CHECK(score_age(date_parts{}, years(number("84"))) == none);
  CHECK(score_age(text("84 years"), years(number("84"))) == none);
  // A full age of whole years keeps its three tokens, as published.
  CHECK(score_age(age(number("79"), number("0"), number("0")), age(number("84"), number("0"), number("0"))).f1 > 0.6);
}

TEST_CASE("hieradate: a level without a question has no number") {
  for (const mhqa::named_score& score : hieradate::totals{}.named()) CHECK(!score.value);
  hieradate::totals t;
  t.add(hieradate::question_scores{});
  for (const mhqa::named_score& score : t.named()) {
    CAPTURE(score.name);
    CHECK(score.value.has_value() == !score.name.ends_with("_math"));
  }
}

TEST_CASE("hieradate: merged totals are the whole's, bit for bit") {
  std::vector<std::optional<hieradate::question_scores>> questions;
  for (int i = 1; i <= 30; ++i) {
    const mhqa::scores s{i % 2 == 0 ? 1.0 : 0.0, 1.0 / i, 2.0 / (i + 6), 1.0 / (i + 2)};
    questions.push_back(hieradate::question_scores{i % 3 == 0, s, s, {s, s, s, s}, {s, s}, {s, s}});
    if (i % 7 == 0) questions.back().reset();
  }
  hieradate::totals whole;
  for (const auto& q : questions) whole.add(q);
  std::array<hieradate::totals, 3> parts;
  for (std::size_t i = 0; i < questions.size(); ++i) parts[i % 3].add(questions[questions.size() - 1 - i]);
  hieradate::totals merged;
  for (const auto& part : parts) merged += part;
  CHECK(merged == whole);
}

TEST_CASE("hieradate: a report counts the questions of each level and signs the numbers") {
  hieradate::totals t;
  t.add(hieradate::question_scores{});
  t.add(std::nullopt);
  const mhqa::report report = make_report(t, {});
  CHECK(report.dataset == "hieradate");
  REQUIRE(report.counts.size() == 5);
  CHECK(report.counts[1].name == "missing");
  CHECK(report.counts[1].value == 1);
  CHECK(report.counts[4].value == 2);
  CHECK(report.signature.starts_with("hieradate|"));
  CHECK(report.signature.find("|n:1|n-extract:2|n-math:0|n-compare:2|") != std::string::npos);
}
