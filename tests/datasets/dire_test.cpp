// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/datasets/dire.hpp>

#include "support/json.hpp"
#include "support/shared_data.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// A group scores what a trivial combination of its halves does: the answer with the higher confidence, the
// union of the supports (Trivedi et al. 2020, Sec. 3). Conditioned, no more than the model's answer to the
// undivided question. The transform and its probe score 0 where a sufficiency label is wrong.

namespace {

namespace dire = mhqa::dire;
using mhqa_test::json;

constexpr std::array kinds{dire::kind::original, dire::kind::probe, dire::kind::transformed,
                           dire::kind::probe_of_transformed};
constexpr std::array kind_names{"original", "probe", "transformed", "probe_of_transformed"};

std::vector<std::string_view> titles_of(const json& list) {
  std::vector<std::string_view> out;
  for (const json& title : list.items()) out.push_back(title.string());
  return out;
}

std::vector<mhqa::supporting_fact> facts_of(const json& list) {
  std::vector<mhqa::supporting_fact> out;
  for (const json& fact : list.items()) out.push_back({fact[0].string(), fact[1].integer()});
  return out;
}

dire::prediction prediction_of(const json& line, int label = 0) {
  dire::prediction one{
      .answer = line["answer"].string(), .confidence = line["answer_confidence"].real(), .label_sufficiency = label};
  if (const json* sufficiency = line.find("sufficiency")) one.sufficiency = static_cast<int>(sufficiency->integer());
  if (const json* titles = line.find("supporting_paragraphs")) one.supporting_paragraphs = titles_of(*titles);
  if (const json* facts = line.find("supporting_sentences")) one.supporting_sentences = facts_of(*facts);
  return one;
}

dire::question question_of(const json& row, dire::kind which) {
  dire::question q{.id = row["question_id"].string(),
                   .gold = {mhqa::compiled_gold{std::string_view{row["answer"].string()}},
                            titles_of(row["supporting_paragraphs"]), facts_of(row["supporting_sentences"])},
                   .original = prediction_of(row["original"])};
  if (which == dire::kind::original) {
    q.groups = {{*q.original}};
    return q;
  }
  auto& group = q.groups.emplace_back();
  for (const json& instance : row[kind_names[static_cast<std::size_t>(which)]].items()) {
    const json* label = instance.find("label_sufficiency");
    group.push_back(prediction_of(instance["prediction"], label == nullptr ? 0 : static_cast<int>(label->integer())));
  }
  return q;
}

void check_near(const std::optional<mhqa::scores>& got, const json& want) {
  REQUIRE(got);
  CHECK(std::abs(got->f1 - want["f1"].real()) <= 1e-12);
  CHECK(std::abs(got->em - want["em"].real()) <= 1e-12);
  CHECK(std::abs(got->precision - want["precision"].real()) <= 1e-12);
  CHECK(std::abs(got->recall - want["recall"].real()) <= 1e-12);
}

void check_rounded(const std::optional<mhqa::scores>& got, const json& want) {
  REQUIRE(got);
  CHECK(got->f1 == want["f1"].real());
  CHECK(got->em == want["em"].real());
  if (const json* precision = want.find("precision")) CHECK(got->precision == precision->real());
  if (const json* recall = want.find("recall")) CHECK(got->recall == recall->real());
}

/// A complete question of two supports, on which the model is right with everything.
dire::question perfect(dire::kind which, std::size_t n = 2) {
  dire::question q{.id = "q",
                   .gold = {mhqa::compiled_gold{std::string_view{"India"}}, {"A", "B"}, {{"A", 0}, {"B", 1}}},
                   .support_count = n};
  const dire::prediction right{.answer = "India",
                               .confidence = 0.5,
                               .sufficiency = 0,
                               .supporting_paragraphs = std::vector<std::string_view>{"A", "B"},
                               .supporting_sentences = std::vector<mhqa::supporting_fact>{{"A", 0}, {"B", 1}}};
  const auto [groups, size] = dire::shape_of(which, n);
  q.groups.assign(groups, std::vector(size, right));
  for (auto& group : q.groups) {
    if (which == dire::kind::transformed) group[0].label_sufficiency = 1, group[0].sufficiency = 1;
    if (which == dire::kind::probe_of_transformed) group[0].label_sufficiency = -1, group[0].sufficiency = -1;
  }
  q.original = right;
  return q;
}

}  // namespace

TEST_CASE("dire: the published metrics on random groups, rounded exactly and per question") {
  const auto rows_file = mhqa_test::shared_data("golden/dire/groups.jsonl");
  const auto expected_file = mhqa_test::shared_data("golden/dire/expected.json");
  if (!rows_file || !expected_file) return;
  const std::vector<json> rows = mhqa_test::load_jsonl(*rows_file);
  const json expected = mhqa_test::load_json(*expected_file);
  mhqa::answer_scorer scorer{mhqa::dialects::hotpotqa};

  for (const dire::kind which : kinds) {
    const std::string name = kind_names[static_cast<std::size_t>(which)];
    CAPTURE(name);
    const json& want = expected[name];
    const dire::bound by = which == dire::kind::probe ? dire::bound::each : dire::bound::none;
    dire::published_totals totals;
    std::size_t compared = 0;
    for (const json& row : rows) {
      const dire::question q = question_of(row, which);
      totals.add(which, q, {}, by, scorer);
      const json* each = want["per_question"].find(q.id);
      if (each == nullptr) continue;
      CAPTURE(q.id);
      const auto got = dire::score(which, q, {}, by, scorer);
      check_near(got.answer, (*each)["answer"]);
      check_near(got.paragraphs, (*each)["supporting_paragraphs"]);
      check_near(got.sentences, (*each)["supporting_sentences"]);
      ++compared;
    }
    CHECK(compared == 50);
    CHECK(totals.questions == rows.size());
    const auto rounded = totals.published();
    check_rounded(rounded.answer, want["answer"]);
    check_rounded(rounded.paragraphs, want["supporting_paragraphs"]);
    check_rounded(rounded.sentences, want["supporting_sentences"]);
    check_rounded(rounded.answer_and_paragraphs, want["answer+supporting_paragraphs"]);
    check_rounded(rounded.answer_and_sentences, want["answer+supporting_sentences"]);
  }
}

TEST_CASE("dire: the Longformer on HotpotQA's dev set and on its probe scores as published") {
  const auto gold_file = mhqa_test::shared_data("data/hotpotqa/dev_answers_7405.json");
  const auto original_file = mhqa_test::shared_data("data/hotpotqa/predictions/longformer.jsonl");
  const auto probe_file = mhqa_test::shared_data("data/hotpotqa/predictions/longformer_probe.jsonl");
  if (!gold_file || !original_file || !probe_file) return;
  const json gold = mhqa_test::load_json(*gold_file);
  const std::vector<json> originals = mhqa_test::load_jsonl(*original_file);
  const std::vector<json> probes = mhqa_test::load_jsonl(*probe_file);
  std::map<std::string_view, const json*> original_of;
  for (const json& line : originals) original_of[line["question_id"].string()] = &line;
  std::map<std::string_view, std::vector<const json*>> probe_of;
  for (const json& line : probes) probe_of[line["question_id"].string()].push_back(&line);

  const dire::blocks answers_only{.paragraphs = false, .sentences = false};
  mhqa::answer_scorer scorer{mhqa::dialects::hotpotqa};
  dire::published_totals original, last_first, first_first;
  for (const json& record : gold.items()) {
    const std::string& id = record["_id"].string();
    const auto lines = probe_of.find(id);
    if (lines == probe_of.end()) continue;
    dire::question q{.id = id, .gold = {mhqa::compiled_gold{std::string_view{record["answer"].string()}}}};
    q.original = prediction_of(*original_of.at(id));
    q.groups = {{*q.original}};
    original.add(dire::kind::original, q, answers_only, dire::bound::none, scorer);
    // The published script takes an id's lines from the end.
    q.groups = {{prediction_of(*lines->second[1]), prediction_of(*lines->second[0])}};
    last_first.add(dire::kind::probe, q, answers_only, dire::bound::each, scorer);
    std::swap(q.groups[0][0], q.groups[0][1]);
    first_first.add(dire::kind::probe, q, answers_only, dire::bound::each, scorer);
  }
  CHECK(original.questions == 7368);
  CHECK(original.published().answer->f1 == 66.5);
  CHECK(original.published().answer->em == 53.4);
  CHECK(*last_first.published().answer == mhqa::scores{.em = 40.7, .f1 = 52.0, .precision = 54.2, .recall = 52.9});
  CHECK(std::abs(last_first.means().answer->f1 - 0.5204731462172328) <= 1e-12);
  CHECK(*first_first.published().answer == mhqa::scores{.em = 40.7, .f1 = 52.1, .precision = 54.3, .recall = 52.9});
  CHECK(std::abs(first_first.means().answer->f1 - 0.5209733788835891) <= 1e-12);
  CHECK_FALSE(original.means().paragraphs);
  CHECK_FALSE(original.means().answer_and_sentences);
}

TEST_CASE("dire: a complete question has no problem, for every kind and two to four supports") {
  mhqa::answer_scorer scorer{mhqa::dialects::hotpotqa};
  for (const auto which : {dire::kind::original, dire::kind::probe, dire::kind::transformed,
                           dire::kind::probe_of_transformed, dire::kind::trivial}) {
    for (std::size_t n = 2; n <= 4; ++n) {
      for (const auto by : {dire::bound::none, dire::bound::each, dire::bound::letter}) {
        const dire::question q = perfect(which, n);
        CHECK_FALSE(dire::problem_of(which, q, {}, by));
        const auto got = dire::score(which, q, {}, by, scorer);
        CHECK(got == dire::table<mhqa::scores>{mhqa::scores{1, 1, 1, 1}, mhqa::scores{1, 1, 1, 1},
                                               mhqa::scores{1, 1, 1, 1}, mhqa::scores{1, 1, 1, 1},
                                               mhqa::scores{1, 1, 1, 1}});
      }
    }
  }
}

TEST_CASE("dire: a question that is not complete leaves the denominator, by its problem") {
  using change = void (*)(dire::question&);
  struct row {
    dire::kind which;
    dire::problem want;
    change damage;
  };
  const std::array rows{
      row{dire::kind::probe, dire::problem::missing_prediction, [](dire::question& q) { q.groups[0].pop_back(); }},
      row{dire::kind::probe, dire::problem::missing_prediction, [](dire::question& q) { q.groups.clear(); }},
      row{dire::kind::probe, dire::problem::surplus_prediction,
          [](dire::question& q) { q.groups[0].push_back(q.groups[0][0]); }},
      row{dire::kind::probe, dire::problem::surplus_prediction,
          [](dire::question& q) { q.groups.push_back(q.groups[0]); }},
      row{dire::kind::probe, dire::problem::missing_answer, [](dire::question& q) { q.groups[0][1].answer.reset(); }},
      row{dire::kind::probe, dire::problem::missing_confidence,
          [](dire::question& q) { q.groups[0][0].confidence.reset(); }},
      row{dire::kind::probe, dire::problem::confidence_not_a_number,
          [](dire::question& q) { q.groups[0][0].confidence = std::numeric_limits<double>::quiet_NaN(); }},
      row{dire::kind::probe, dire::problem::missing_original, [](dire::question& q) { q.original.reset(); }},
      row{dire::kind::probe, dire::problem::missing_support,
          [](dire::question& q) { q.original->supporting_paragraphs.reset(); }},
      row{dire::kind::transformed, dire::problem::missing_sufficiency,
          [](dire::question& q) { q.groups[0][2].sufficiency.reset(); }},
      row{dire::kind::transformed, dire::problem::wrong_labels,
          [](dire::question& q) { q.groups[0][1].label_sufficiency = 1; }},
      row{dire::kind::transformed, dire::problem::wrong_labels,
          [](dire::question& q) { q.groups[0][1].label_sufficiency = 7; }},
      row{dire::kind::probe_of_transformed, dire::problem::wrong_labels,
          [](dire::question& q) { q.groups[0][0].label_sufficiency = 0; }},
      row{dire::kind::probe, dire::problem::missing_instance, [](dire::question& q) { q.complete = false; }},
      row{dire::kind::trivial, dire::problem::missing_prediction, [](dire::question& q) { q.groups.pop_back(); }},
  };
  mhqa::answer_scorer scorer{mhqa::dialects::hotpotqa};
  for (const row& r : rows) {
    CAPTURE(dire::to_string(r.want));
    const dire::kind which = r.which;
    dire::question q = perfect(which);
    r.damage(q);
    CHECK(dire::problem_of(which, q, {}, dire::bound::each) == r.want);
    CHECK_THROWS_AS((void)dire::score(which, q, {}, dire::bound::each, scorer), mhqa::data_error);
    dire::totals totals;
    totals.add(which, q, {}, dire::bound::each, scorer);
    totals.add(which, perfect(which), {}, dire::bound::each, scorer);
    CHECK(totals.questions == 1);
    CHECK(totals[r.want] == 1);
    CHECK(totals.means().answer->f1 == 1);
  }
}

TEST_CASE("dire: fields for gate and condition are not required if nothing scores them") {
  // An answer and a confidence are not needed of the instance without support, nor of an insufficient one.
  dire::question probe = perfect(dire::kind::probe_of_transformed);
  probe.groups[0][0].answer.reset();
  probe.groups[0][0].confidence.reset();
  CHECK_FALSE(dire::problem_of(dire::kind::probe_of_transformed, probe, {}, dire::bound::none));
  dire::question transformed = perfect(dire::kind::transformed);
  transformed.groups[0][1].supporting_sentences.reset();
  CHECK_FALSE(dire::problem_of(dire::kind::transformed, transformed, {}, dire::bound::none));
  // Predictions with supports alone need neither answers nor confidences.
  dire::question supports = perfect(dire::kind::probe);
  for (auto& one : supports.groups[0]) one.answer.reset(), one.confidence.reset();
  CHECK_FALSE(dire::problem_of(dire::kind::probe, supports, {.answer = false}, dire::bound::none));
}

TEST_CASE("dire: a joint of bounded parts, a joint that is bounded, and the worst joint of trivial copies") {
  mhqa::answer_scorer scorer{mhqa::dialects::hotpotqa};
  dire::question q = perfect(dire::kind::probe);
  q.groups[0][0].supporting_paragraphs = std::vector<std::string_view>{"A"};
  q.groups[0][1].supporting_paragraphs.emplace();
  q.original->answer = "Republic of India";
  q.original->supporting_paragraphs = std::vector<std::string_view>{"A", "B", "C", "D"};
  // The probe: answer P 1, R 1; paragraphs P 1, R 1/2. The original: P 1/3, R 1; P 1/2, R 1.
  const auto each = *dire::score(dire::kind::probe, q, {}, dire::bound::each, scorer).answer_and_paragraphs;
  CHECK(each.precision == doctest::Approx(1.0 / 6).epsilon(1e-12));  // 1/3 * 1/2
  CHECK(each.recall == 0.5);
  CHECK(each.f1 == doctest::Approx(0.25).epsilon(1e-12));
  const auto letter = *dire::score(dire::kind::probe, q, {}, dire::bound::letter, scorer).answer_and_paragraphs;
  CHECK(letter.precision == doctest::Approx(1.0 / 6).epsilon(1e-12));
  CHECK(letter.recall == 0.5);
  CHECK(letter.f1 == doctest::Approx(2.0 / 7).epsilon(1e-12));  // of the original's 1/6 and 1; the probe's is 2/3

  dire::question copies = perfect(dire::kind::trivial);
  copies.groups[1][0].answer = "France";
  const auto worst = dire::score(dire::kind::trivial, copies, {}, dire::bound::none, scorer);
  CHECK(worst.paragraphs->em == 1);
  CHECK(*worst.answer_and_paragraphs == mhqa::scores{});
  CHECK(*worst.answer_and_sentences == mhqa::scores{});
}

TEST_CASE("dire: totals do not depend on how the questions are split") {
  mhqa::answer_scorer scorer{mhqa::dialects::hotpotqa};
  dire::totals whole, even, odd;
  for (int i = 0; i < 9; ++i) {
    dire::question q = perfect(dire::kind::probe);
    if (i % 3 == 0) q.groups[0][1].answer = "the Republic of India";
    if (i == 4) q.groups[0].pop_back();
    whole.add(dire::kind::probe, q, {}, dire::bound::each, scorer);
    (i % 2 == 0 ? even : odd).add(dire::kind::probe, q, {}, dire::bound::each, scorer);
  }
  odd += even;
  CHECK(odd == whole);
  CHECK(whole.questions == 8);
}
