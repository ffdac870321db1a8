// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// evaluate-v1.1.py and evaluate-v2.0.py by hand: who is in the denominator, which golds count, what a threshold does.
#include <mhqa/datasets/squad.hpp>

#include <doctest/doctest.h>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace squad = mhqa::squad;
using squad::version;

namespace {

squad::record question(std::string_view id, std::vector<std::string_view> answers) {
  squad::record r;
  r.id = id;
  for (const std::string_view a : answers) r.answers.push_back({a, 0});
  return r;
}

mhqa::scores score(version v, const std::vector<std::string_view>& golds, std::string_view prediction) {
  squad::evaluator evaluate{v};
  return *evaluate(question("q", golds), {.answer = prediction}).answer;
}

std::map<std::string, std::optional<double>> by_name(const std::vector<mhqa::named_score>& named) {
  std::map<std::string, std::optional<double>> out;
  for (const mhqa::named_score& s : named) out[s.name] = s.value;
  return out;
}

std::string names(const std::vector<mhqa::named_score>& named) {
  std::string out;
  for (const mhqa::named_score& s : named) out += (out.empty() ? "" : " ") + s.name;
  return out;
}

struct row {
  squad::record gold;
  squad::prediction predicted;
};

// Six questions of 2.0. em, f1 before any threshold:
//   a "Nile" / "the Nile": 1, 1      b "blue whale song" / "blue whale": 0, 0.8    c "x" / "": 0, 0
//   d none / "": 1, 1                e none / "42": 0, 0                           f gold only "The": "" is right: 1, 1
std::vector<row> table() {
  return {{question("a", {"Nile"}), {"the Nile", 0.1, 0}},
          {question("b", {"blue whale song"}), {"blue whale", 0.4, 1}},
          {question("c", {"x"}), {"", 0.9, 2}},
          {question("d", {}), {"", 0.8, 3}},
          {question("e", {}), {"42", 0.6, 4}},
          {question("f", {"The"}), {"", 0.5, 5}}};
}

}  // namespace

TEST_CASE("squad: the two versions disagree on answers without a word") {
  struct {
    std::vector<std::string_view> golds;
    std::string_view prediction;
    double em_1, f1_1, em_2, f1_2;
    const char* why;
  } const rows[] = {
      {{"The"}, "the", 1, 0, 1, 1, "1.1: F1 of nothing is 0; 2.0: 1"},
      {{"The"}, "", 1, 0, 1, 1, "the gold is dropped by 2.0, then \"\" is right"},
      {{"The", "Nile"}, "", 1, 0, 0, 0, "2.0 drops \"The\" and keeps \"Nile\""},
      {{"The", "Nile"}, "nile", 1, 1, 1, 1, "any gold will do"},
      {{"...", "!"}, "?", 1, 0, 1, 1, "punctuation alone"},
      {{"Nile"}, "", 0, 0, 0, 0, "no answer"},
      {{"a b"}, "b c", 0, 2.0 / 3, 0, 2.0 / 3, "\"a\" is an article: 1 of 2 words, 1 of 1"},
      {{"yes"}, "yes it is", 0, 0.5, 0, 0.5, "no yes/no rule"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.why);
    const mhqa::scores one = score(version::v1_1, row.golds, row.prediction);
    const mhqa::scores two = score(version::v2_0, row.golds, row.prediction);
    CHECK(one.em == row.em_1);
    CHECK(one.f1 == doctest::Approx(row.f1_1).epsilon(1e-15));
    CHECK(two.em == row.em_2);
    CHECK(two.f1 == doctest::Approx(row.f1_2).epsilon(1e-15));
  }
}

TEST_CASE("squad: 2.0 without a gold answer wants a prediction that normalises to nothing") {
  CHECK(score(version::v2_0, {}, "").f1 == 1);
  CHECK(score(version::v2_0, {}, " the ").em == 1);
  CHECK(score(version::v2_0, {}, "Nile").f1 == 0);
}

TEST_CASE("squad: 1.1 refuses a question without a gold answer") {
  squad::evaluator evaluate{version::v1_1};
  CHECK_THROWS_WITH_AS(static_cast<void>(evaluate(question("q7", {}), {.answer = "x"})),
                       "id \"q7\", field \"answers\": expected at least one gold answer in SQuAD 1.1",
                       mhqa::data_error);
}

TEST_CASE("squad: 1.1 counts a missing prediction as 0, in percent") {
  squad::evaluator evaluate{version::v1_1};
  squad::totals totals{evaluate.rules()};
  totals.add(evaluate(question("a", {"Nile"}), {.answer = "the Nile"}));
  totals.add(evaluate(question("b", {"x"}), {}));
  totals.add(evaluate(question("c", {"blue whale song"}), {.answer = "blue whale"}));
  totals.add(evaluate(question("d", {"x", "y"}), {.answer = "Y"}));
  CHECK(names(totals.named()) == "exact_match f1");
  CHECK(by_name(totals.named())["exact_match"] == std::optional{50.0});
  CHECK(*by_name(totals.named())["f1"] == doctest::Approx(100 * 2.8 / 4).epsilon(1e-14));
  CHECK(totals[squad::slots::missing] == 1);
}

TEST_CASE("squad: 2.0 gives all, questions with and questions without an answer") {
  squad::evaluator evaluate{version::v2_0};
  squad::totals totals;
  for (const row& r : table()) totals.add(evaluate(r.gold, r.predicted));
  const auto named = totals.named();
  CHECK(names(named) == "exact f1 total HasAns_exact HasAns_f1 HasAns_total NoAns_exact NoAns_f1 NoAns_total");
  auto got = by_name(named);
  CHECK(got["exact"] == std::optional{50.0});
  CHECK(*got["f1"] == doctest::Approx(100 * 3.8 / 6).epsilon(1e-14));
  CHECK(got["total"] == std::optional{6.0});
  CHECK(got["HasAns_exact"] == std::optional{50.0});
  CHECK(*got["HasAns_f1"] == doctest::Approx(70).epsilon(1e-14));
  CHECK(got["HasAns_total"] == std::optional{4.0});
  CHECK(got["NoAns_exact"] == std::optional{50.0});
  CHECK(got["NoAns_total"] == std::optional{2.0});
}

TEST_CASE("squad: a threshold drops answers strictly above it, and has_ans concerns the raw answers") {
  // At 0.5: c, d, e are taken back (0.9, 0.8, 0.6), f is not (0.5). c 0, d 1, e 1; a 1, b 0 / 0.8, f 1.
  squad::evaluator evaluate{version::v2_0, 0.5};
  squad::totals totals;
  for (const row& r : table()) totals.add(evaluate(r.gold, r.predicted));
  auto got = by_name(totals.named());
  CHECK(*got["exact"] == doctest::Approx(100 * 4.0 / 6).epsilon(1e-15));
  CHECK(*got["f1"] == doctest::Approx(100 * 4.8 / 6).epsilon(1e-15));
  CHECK(got["NoAns_exact"] == std::optional{100.0});
  // Just below: f's gold normalises to nothing, but it is an answer, so taking back is wrong.
  squad::evaluator lower{version::v2_0, 0.49};
  CHECK(lower(table()[5].gold, table()[5].predicted).answer == mhqa::scores{0, 0, 0, 0});
  CHECK(lower(table()[5].gold, table()[5].predicted).row->score.em == 1);
}

TEST_CASE("squad: best thresholds and average precisions of a hand-worked table") {
  // By probability: a .1 (1), b .4 (em 0, f1 .8), f .5 (1), e .6 (-1), d .8 (0), c .9 (0); taken back: 2.
  // em sums: 3, 3, 4, 3, 3, 3 -> 4 at 0.5. f1: 3, 3.8, 4.8, ... -> 4.8 at 0.5.
  // em precision, recall of 4: a 1, 1/4; b 1/2, 1/4; f 2/3, 2/4; e, d; c 2/6, 2/4 -> 1/4 + 2/3 * 1/4.
  squad::evaluator evaluate{version::v2_0};
  squad::threshold_totals rows;
  for (const row& r : table()) rows.add(evaluate(r.gold, r.predicted));
  const squad::threshold_scores best = rows.result();
  CHECK(names(best.named()) == "best_exact best_exact_thresh best_f1 best_f1_thresh pr_exact_ap pr_f1_ap pr_oracle_ap");
  CHECK(names(best.named(false)) == "best_exact best_exact_thresh best_f1 best_f1_thresh");
  auto got = by_name(best.named());
  CHECK(got["best_exact"] == std::optional{100.0 * 4 / 6});
  CHECK(got["best_exact_thresh"] == std::optional{0.5});
  CHECK(*got["best_f1"] == doctest::Approx(80).epsilon(1e-14));
  CHECK(got["best_f1_thresh"] == std::optional{0.5});
  CHECK(*got["pr_exact_ap"] == doctest::Approx(100 * (0.25 + 2.0 / 3 / 4)).epsilon(1e-14));
  // Oracle: 3 of 3 up to f, then c is the fourth right of six: 3/4 + 4/6 * 1/4.
  CHECK(*got["pr_oracle_ap"] == doctest::Approx(100 * (0.75 + 4.0 / 6 / 4)).epsilon(1e-14));
}

TEST_CASE("squad: a question without a prediction leaves the total and its group") {
  squad::evaluator evaluate{version::v2_0};
  squad::totals totals;
  squad::threshold_totals rows;
  for (row r : table()) {
    if (r.gold.id == "c") r.predicted.answer.reset();
    totals.add(evaluate(r.gold, r.predicted));
    rows.add(evaluate(r.gold, r.predicted));
  }
  auto got = by_name(totals.named());
  CHECK(got["exact"] == std::optional{60.0});
  CHECK(got["total"] == std::optional{5.0});
  CHECK(got["HasAns_total"] == std::optional{3.0});
  CHECK(totals[squad::slots::missing] == 1);
  CHECK(rows.rows.size() == 5);
}

TEST_CASE("squad: a group without a question is not printed, and no question at all has no value") {
  squad::totals none;
  CHECK(names(none.named()) == "exact f1 total");
  CHECK_FALSE(none.named()[0].value.has_value());
  CHECK_FALSE(none.named()[1].value.has_value());
  squad::evaluator evaluate{version::v2_0};
  squad::totals only;
  only.add(evaluate(question("d", {}), {.answer = ""}));
  CHECK(names(only.named()) == "exact f1 total NoAns_exact NoAns_f1 NoAns_total");
  squad::threshold_totals rows;
  CHECK_FALSE(rows.result().exact.has_value());
  CHECK_FALSE(rows.result().named()[0].value.has_value());
  rows.add(evaluate(question("d", {}), {.answer = ""}));
  CHECK(names(rows.result().named()) == "best_exact best_exact_thresh best_f1 best_f1_thresh");
}

TEST_CASE("squad: totals are the same bits for every split and order") {
  const auto rows = table();
  squad::evaluator evaluate{version::v2_0, 0.45};
  squad::totals whole;
  squad::threshold_totals whole_rows;
  for (const row& r : rows) {
    whole.add(evaluate(r.gold, r.predicted));
    whole_rows.add(evaluate(r.gold, r.predicted));
  }
  const auto best = by_name(whole_rows.result().named());
  for (unsigned mask = 0; mask < 64; ++mask) {
    squad::totals left, right;
    squad::threshold_totals left_rows, right_rows;
    for (std::size_t i = rows.size(); i-- > 0;) {
      const auto s = evaluate(rows[i].gold, rows[i].predicted);
      (((mask >> i) & 1U) != 0 ? left : right).add(s);
      (((mask >> i) & 1U) != 0 ? left_rows : right_rows).add(s);
    }
    right += left;
    right_rows += left_rows;
    CHECK(right == whole);
    CHECK(by_name(right_rows.result().named()) == best);
  }
}

TEST_CASE("squad: the report names the version, the counts and the threshold") {
  squad::evaluator evaluate{version::v2_0, 0.5};
  squad::totals totals;
  squad::threshold_totals rows;
  for (const row& r : table()) {
    totals.add(evaluate(r.gold, r.predicted));
    rows.add(evaluate(r.gold, r.predicted));
  }
  const mhqa::report with = mhqa::make_report(totals, {}, squad::threshold_result{rows.result(), 0.5});
  CHECK(with.dataset == "squad");
  CHECK(with.scores.size() == 16);
  CHECK(with.counts[0].name == "questions");
  CHECK(with.counts[0].value == 6);
  CHECK(with.counts[1].name == "missing");
  CHECK(with.signature.starts_with("squad-2.0|"));
  CHECK(with.signature.find("|n:6|no-answer:probability>0.5|") != std::string::npos);
  const mhqa::report plain = mhqa::make_report(totals, {});
  CHECK(plain.scores.size() == 9);
  CHECK(plain.signature.find("|no-answer:empty-text|") != std::string::npos);
  CHECK(mhqa::make_report(squad::totals{mhqa::dialects::squad_1_1}, {}).signature.find("no-answer") ==
        std::string::npos);
}

TEST_CASE("squad: each version has its dialect and is found by it") {
  CHECK(squad::rules_of(version::v1_1).name.view() == "squad-1.1");
  CHECK(squad::find_version(*mhqa::find_dialect("squad-2.0")) == std::optional{version::v2_0});
  CHECK(squad::find_version(*mhqa::find_dialect("squad-1.1")) == std::optional{version::v1_1});
  CHECK_FALSE(squad::find_version(mhqa::dialects::musique).has_value());
}
