// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/metrics/result_difference.hpp>

#include <mhqa/metrics/hostile_pairs.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

using namespace mhqa;

namespace {

result_answer answer(std::string id, std::optional<std::string> said, std::vector<std::string> golds, double em,
                     double f1) {
  return {std::move(id), std::move(said), std::move(golds), {{"em", em}, {"f1", f1}}};
}

/// The answers scored by a program.
scored_result scored_by(std::string_view name, const scored_result& answers) {
  scored_result out{std::string{name}, {}, answers.answers};
  const published_dialect& program = *find_published(name);
  for (result_answer& one : out.answers) {
    const std::string_view said = *one.prediction;
    const std::vector<std::string_view> golds{one.golds.begin(), one.golds.end()};
    published_result numbers;
    score_published(program, {.prediction = {&said, 1}, .golds = golds}, numbers);
    one.numbers.clear();
    for (const published_number& n : numbers.numbers()) one.numbers.emplace_back(n.name, n.value);
  }
  return out;
}

}  // namespace

TEST_CASE("result_difference: one closed answer explains the difference of HotpotQA's and SQuAD's F1") {
  // q1 "yes it is" / "yes": HotpotQA 0, SQuAD 0.5; q2 is right in both. Means 0.5 and 0.75.
  const scored_result a{"hotpotqa", "", {answer("q1", "yes it is", {"yes"}, 0, 0), answer("q2", "x", {"x"}, 1, 1)}};
  const scored_result b{"squad-1.1", "", {answer("q1", "yes it is", {"yes"}, 0, 0.5), answer("q2", "x", {"x"}, 1, 1)}};
  const result_difference d = explain_difference(a, "f1", b, "f1");
  CHECK(d.a == 0.5);
  CHECK(d.b == 0.75);
  REQUIRE(d.choices.size() == 1);
  CHECK(d.choices[0].name == "closed answers");
  CHECK(d.choices[0].alone == 0.25);
  CHECK(d.choices[0].questions == 1);
  CHECK(d.interaction == 0);
  REQUIRE(d.differing.size() == 1);
  CHECK(d.differing[0].id == "q1");
  CHECK(d.differing[0].choices == std::vector<std::size_t>{0});
  CHECK(d.unexplained == 0);
}

TEST_CASE("result_difference: aliases, other answers, missing answers, absent questions and repeated rows have names") {
  const scored_result a{"hotpotqa",
                        "",
                        {answer("alias", "y", {"x"}, 0, 0), answer("other", "z", {"x"}, 0, 0),
                         answer("missing", std::nullopt, {"x"}, 0, 0), answer("here", "x", {"x"}, 1, 1),
                         answer("twice", "x", {"x"}, 1, 1), answer("twice", "x", {"x"}, 1, 1)}};
  scored_result b{"squad-2.0",
                  "",
                  {answer("alias", "y", {"x", "y"}, 1, 1), answer("other", "x", {"x"}, 1, 1),
                   answer("missing", std::nullopt, {"x"}, 0, 0), answer("twice", "x", {"x"}, 1, 1)}};
  b.answers[2].numbers = {{"em", std::nullopt}, {"f1", std::nullopt}};
  const result_difference d = explain_difference(a, "em", b, "em");
  CHECK(d.questions_a == 6);
  CHECK(d.questions_b == 3);
  CHECK(d.unexplained == 0);
  const auto reason = [&](std::string_view id) {
    for (const explained_question& one : d.differing) {
      if (one.id == id && one.choices.size() == 1) return d.choices[one.choices[0]].name;
    }
    return std::string{};
  };
  CHECK(reason("alias") == "gold answers");
  CHECK(reason("other") == "predictions");
  CHECK(reason("missing") == "missing");
  CHECK(reason("here") == "questions");
  CHECK(reason("twice") == "duplicates");
  CHECK(d.differing.size() == 5);
}

TEST_CASE("result_difference: two choices that act only together are both named") {
  // "True." / "yes": R1-Searcher reads the text "True", not "True."; "True" needs the boolean, and EM needs nothing
  // else.
  scored_result a{"flashrag", "", {answer("q", "True", {"The U.S."}, 0, 0), answer("r", "true u s", {"yes"}, 0, 0)}};
  a.answers[0].golds = {"yes"};
  a = scored_by("flashrag", a);
  const scored_result b = scored_by("r1-searcher", a);
  const result_difference d = explain_difference(a, "f1", b, "f1");
  REQUIRE(d.differing.size() == 1);
  REQUIRE(d.differing[0].choices.size() == 1);
  CHECK(d.choices[d.differing[0].choices[0]].name == "booleans");
}

TEST_CASE("result_difference: a recorded number that its evaluator does not give is unexplained") {
  const scored_result a{"hotpotqa", "", {answer("q", "x", {"y"}, 1, 0)}};
  const scored_result b{"hotpotqa", "", {answer("q", "x", {"y"}, 0, 0)}};
  const result_difference d = explain_difference(a, "em", b, "em");
  CHECK(d.unexplained == 1);
  REQUIRE(d.differing.size() == 1);
  CHECK(d.differing[0].choices.empty());
  CHECK_THROWS_WITH_AS(static_cast<void>(explain_difference(a, "sp_em", b, "em")), doctest::Contains("sp_em"),
                       data_error);
  CHECK_THROWS_WITH_AS(static_cast<void>(explain_difference(a, "em", b, "exact")), doctest::Contains("exact"),
                       data_error);
}

TEST_CASE("result_difference: numbers that answers do not determine are compared as recorded, with a reason") {
  scored_result a{"hotpotqa", "", {answer("q", "x", {"x"}, 1, 1), answer("r", "x", {"x"}, 1, 1)}}, b = a;
  for (result_answer& one : a.answers) one.numbers.emplace_back("sp_f1", 0.5);
  b.answers[0].numbers.emplace_back("sp_f1", 1);
  b.answers[1].numbers.emplace_back("sp_f1", 0.5);
  const result_difference d = explain_difference(a, "sp_f1", b, "sp_f1");
  CHECK(d.because == "sp_f1 compares supporting facts or paragraphs, which a result does not hold");
  CHECK(d.a == 0.5);
  CHECK(d.b == 0.75);
  CHECK(d.interaction == 0.25);
  CHECK(d.unexplained == 0);
  REQUIRE(d.differing.size() == 1);
  CHECK(d.differing[0].id == "q");
  CHECK(explain_difference(a, "f1", b, "sp_f1").because == d.because);
  CHECK(explain_difference(a, "f1", b, "f1").because.empty());
  b.evaluator = "mine";
  CHECK(explain_difference(a, "f1", b, "f1").because == "mhqa does not know how \"mine\" computes f1");
}

TEST_CASE("result_difference: StrategyQA's recall is of paragraphs in an evaluation, of the answer in scored lines") {
  scored_result a{"strategyqa", "", {{"q", "true", {"true"}, {{"accuracy", 1}, {"recall", 0.5}}}}};
  CHECK(!explain_difference(a, "recall", a, "recall").because.empty());
  CHECK(explain_difference(a, "accuracy", a, "accuracy").because.empty());
  CHECK(explain_difference(a, "accuracy", a, "accuracy").unexplained == 0);
  a.answers[0].numbers = {{"em", 1}, {"recall", 1}};
  CHECK(explain_difference(a, "recall", a, "recall").because.empty());
}

TEST_CASE("result_difference: percentages are compared as fractions, and the scale is named") {
  // F1 of "a b c" / "c x" is 2 * 1/2 * 1/2 / (1/2 + 1/2) = 0.5 in both; of "b c d" / "c x x" 1/3, or 33.33 of 100.
  scored_result a{"flashrag", "", {answer("q", "a b c", {"c x"}, 0, 0), answer("r", "b c d", {"c x x"}, 0, 0)}};
  a = scored_by("flashrag", a);
  const result_difference d = explain_difference(a, "f1", scored_by("longbench", a), "hotpotqa");
  CHECK(d.b == (0.5 + 0.3333) / 2);
  CHECK(d.unexplained == 0);
  REQUIRE(d.differing.size() == 1);
  CHECK(d.differing[0].b == 0.3333);
  REQUIRE(d.differing[0].choices.size() == 1);
  CHECK(d.choices[d.differing[0].choices[0]].name == "rounding of questions");
  CHECK(d.choices.back().name == "scale");
  CHECK(d.choices.back().alone == 0);
}

TEST_CASE("result_difference: nothing is left between any two programs on the hostile pairs") {
  scored_result pairs;
  for (std::uint64_t i = 0; i < 150; ++i) {
    const hostile_pair pair = make_hostile_pair(11, i);
    if (pair.golds.empty()) continue;
    pairs.answers.push_back({std::to_string(i), pair.prediction, {pair.golds[0]}, {}});
  }
  std::vector<scored_result> all;
  for (const published_dialect& one : published_dialects) {
    all.push_back(scored_by(one.name, pairs));
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    const scored_result& a = all[i];
    const scored_result& b = all[(i + 3) % all.size()];
    const auto names = [](const scored_result& result) {
      std::vector<std::string> out;
      for (const auto& [name, value] : result.answers[0].numbers) out.push_back(name);
      return out;
    };
    const std::vector<std::string> left = names(a), right = names(b);
    for (std::size_t k = 0; k < std::max(left.size(), right.size()); ++k) {
      const std::string& x = left[k % left.size()];
      const std::string& y = right[k % right.size()];
      CAPTURE(a.evaluator);
      CAPTURE(x);
      CAPTURE(b.evaluator);
      CAPTURE(y);
      const result_difference d = explain_difference(a, x, b, y);
      CHECK(d.because.empty());
      CHECK(d.unexplained == 0);
      double sum = d.interaction;
      for (const choice_effect& one : d.choices) sum += one.alone;
      CHECK(std::fabs(sum - (d.b - d.a)) < 1e-12);
      for (const explained_question& one : d.differing) CHECK(!one.choices.empty());
    }
  }
}
