// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Table 4 and Sec. 4.2 of Geva et al. 2021, by hand on two questions and on all 2,290.
#include <mhqa/datasets/strategyqa_statistics.hpp>

#include <mhqa/io/datasets/strategyqa.hpp>

#include "support/shared_data.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace strategyqa = mhqa::strategyqa;
using mhqa::step_kind;

namespace {

strategyqa::evidence_item item(std::vector<std::string_view> paragraphs) {
  return {std::move(paragraphs), std::nullopt};
}
strategyqa::evidence_item mark(std::string_view text) {
  return {{}, text};
}

strategyqa::record whale() {
  strategyqa::record r;
  r.qid = "q1";
  r.term = "Whale";
  r.question = "Is a Whale bigger than a whale?";
  r.answer = true;
  r.decomposition = {"How big is a whale?", "How big is a car?", "Is #1 bigger than #2?"};
  r.evidence = {
      {{item({"Whale-1", "Whale-2"})}, {item({"Car-7"})}, {mark("operation")}},
      {{item({"Whale-1"}), mark("no_evidence")}, {item({"Car-7"})}, {mark("operation")}},
      {{mark("no_evidence")}, {mark("operation"), mark("no_evidence")}, {mark("operation"), mark("no_evidence")}},
  };
  return r;
}

strategyqa::record car() {
  strategyqa::record r;
  r.qid = "q2";
  r.term = "Whale";
  r.question = "Is a Whale bigger";
  r.decomposition = {"How big is a whale?"};
  r.evidence = {{{mark("no_evidence")}}, {{mark("no_evidence"), item({"Car-1"})}}};
  return r;
}

std::map<std::string_view, std::optional<double>> values(const strategyqa::statistics& s) {
  std::map<std::string_view, std::optional<double>> out;
  for (const strategyqa::statistic& one : s.named()) out[one.name] = one.value;
  return out;
}

strategyqa::statistics of(std::initializer_list<strategyqa::record> records) {
  strategyqa::statistics s;
  for (const strategyqa::record& r : records) s.add(r);
  return s;
}

}  // namespace

TEST_CASE("strategyqa_statistics: kinds by one annotator and by most") {
  using enum step_kind;
  using kinds = std::vector<step_kind>;
  CHECK(strategyqa::annotated_kinds(whale()) == kinds{retrieval, retrieval, operation});
  CHECK(strategyqa::annotated_kinds(whale(), strategyqa::operation_rule::anyone) ==
        kinds{retrieval, operation, operation});
  strategyqa::record none;
  none.decomposition = {"Is it?"};
  CHECK(strategyqa::annotated_kinds(none) == kinds{retrieval});
  none.evidence = {{}, {{mark("operation")}}};  // half is not most; an annotator may have fewer steps
  CHECK(strategyqa::annotated_kinds(none) == kinds{retrieval});
}

TEST_CASE("strategyqa_statistics: coverage by absence of the mark") {
  const strategyqa::step_coverage whales = strategyqa::coverage_of(whale());
  CHECK(whales.annotators == std::vector<std::size_t>{1, 2, 2});
  CHECK(whales.each_by_someone);
  CHECK(whales.all_by_one);
  CHECK_FALSE(whales.none);
  strategyqa::record r = whale();
  r.evidence[0][1].push_back(mark("no_evidence"));
  CHECK(strategyqa::coverage_of(r).each_by_someone);
  CHECK_FALSE(strategyqa::coverage_of(r).all_by_one);
  r.evidence[0][0].push_back(mark("no_evidence"));
  CHECK_FALSE(strategyqa::coverage_of(r).each_by_someone);
  CHECK_FALSE(strategyqa::coverage_of(r).none);
  CHECK(strategyqa::coverage_of(car()).none);
  const strategyqa::step_coverage nothing = strategyqa::coverage_of({});
  CHECK_FALSE(nothing.each_by_someone);
  CHECK_FALSE(nothing.all_by_one);
  CHECK(nothing.none);
}

TEST_CASE("strategyqa_statistics: two questions by hand") {
  const strategyqa::statistics s = of({whale(), car()});
  const auto v = values(s);
  CHECK(v.at("questions") == 2);
  CHECK(v.at("yes_percent") == 50);
  CHECK(v.at("majority_percent") == 50);
  CHECK(values(of({whale(), car(), car(), car()})).at("majority_percent") == 75);
  CHECK(v.at("terms") == 1);
  CHECK(v.at("different_steps") == 3);
  CHECK(v.at("different_paragraphs") == 4);  // Whale-1, Whale-2, Car-7, Car-1
  CHECK(v.at("words_per_question") == 5.5);  // 7 and 4
  CHECK(v.at("steps_per_question") == 2);
  CHECK(v.at("paragraphs_per_question") == 6.0 / 5);  // 3, 2, 0, 0, 1
  CHECK(v.at("jaccard_paragraphs") == 0.75);          // 1/2 for the first step, 1 for the second
  CHECK(v.at("jaccard_pages") == 1);
  CHECK(v.at("each_step_covered_percent") == 50);
  CHECK(v.at("covered_by_one_percent") == 50);
  CHECK(v.at("no_step_covered_percent") == 50);
  CHECK(s.top_trigram() == strategyqa::statistics::trigram_count{"Is a Whale", 2});
  CHECK(s.top_trigram_lower_case() == strategyqa::statistics::trigram_count{"a whale bigger", 2});
  CHECK(s.by_steps() == strategyqa::statistics::histogram{{1, 1}, {3, 1}});
  CHECK(s.by_paragraphs() == strategyqa::statistics::histogram{{0, 2}, {1, 1}, {2, 1}, {3, 1}});
}

TEST_CASE("strategyqa_statistics: merged parts give the whole") {
  strategyqa::statistics a = of({whale()}), b = of({car()});
  const auto whole = values(of({car(), whale()}));
  CHECK(values(a) != whole);
  a += b;
  CHECK(values(a) == whole);
  CHECK(a.by_paragraphs() == of({whale(), car()}).by_paragraphs());
}

TEST_CASE("strategyqa_statistics: of nothing, counts are 0 and means are empty") {
  const auto v = values({});
  CHECK(v.at("questions") == 0);
  CHECK(v.at("top_trigram") == 0);
  for (const std::string_view name : {"yes_percent", "majority_percent", "words_per_question",
                                      "paragraphs_per_question", "jaccard_pages", "no_step_covered_percent"}) {
    CHECK_FALSE(v.at(name).has_value());
  }
}

TEST_CASE("strategyqa_statistics: the 2,290 training questions beside Table 4") {
  strategyqa::statistics s;
  std::size_t one_step = 0, four_annotators = 0, intermediate = 0, by_most = 0;
  for (const char* const name : {"data/strategyqa/train.json", "data/strategyqa/dev.json"}) {
    const auto file = mhqa_test::shared_data(name);
    if (!file) return;
    mhqa::io::json_records in{file->string()};
    strategyqa::record r;
    while (auto value = in.next()) {
      mhqa::io::strategyqa::read(*value, r);
      s.add(r);
      one_step += r.decomposition.size() == 1 ? 1 : 0;
      four_annotators += r.evidence.size() == 4 ? 1 : 0;
      const auto marked = [&](strategyqa::operation_rule rule) {
        const auto kinds = strategyqa::annotated_kinds(r, rule);
        return std::find(kinds.begin(), kinds.end() - 1, step_kind::operation) != kinds.end() - 1 ? std::size_t{1} : 0;
      };
      intermediate += marked(strategyqa::operation_rule::anyone);
      by_most += marked(strategyqa::operation_rule::majority);
    }
  }
  const auto v = values(s);
  // As printed in Table 4.
  CHECK(v.at("questions") == 2290);
  CHECK(*v.at("yes_percent") == doctest::Approx(46.8).epsilon(0.001));
  CHECK(*v.at("majority_percent") == doctest::Approx(100 - 46.8).epsilon(0.001));  // the answer no
  CHECK(v.at("terms") == 1333);
  CHECK(v.at("different_steps") == 6050);
  CHECK(v.at("different_paragraphs") == 9251);
  CHECK(*v.at("words_per_question") == doctest::Approx(21986.0 / 2290).epsilon(1e-12));       // printed 9.6
  CHECK(*v.at("steps_per_question") == doctest::Approx(6720.0 / 2290).epsilon(1e-12));        // printed 2.93
  CHECK(*v.at("paragraphs_per_question") == doctest::Approx(16002.0 / 6880).epsilon(1e-12));  // printed 2.33
  CHECK(*v.at("jaccard_paragraphs") == doctest::Approx(0.43).epsilon(0.01));
  CHECK(*v.at("jaccard_pages") == doctest::Approx(0.69).epsilon(0.01));
  // Not as printed (31; 88.3, 86.9, 0.5): see docs/strategyqa.md.
  CHECK(s.top_trigram() == strategyqa::statistics::trigram_count{"the United States", 26});
  CHECK(s.top_trigram_lower_case() == strategyqa::statistics::trigram_count{"the united states", 33});
  CHECK(*v.at("each_step_covered_percent") == doctest::Approx(200700.0 / 2290).epsilon(1e-12));
  CHECK(*v.at("covered_by_one_percent") == doctest::Approx(197700.0 / 2290).epsilon(1e-12));
  CHECK(*v.at("no_step_covered_percent") == doctest::Approx(1100.0 / 2290).epsilon(1e-12));
  // By an independent count: 20,188 labels of steps, 5,924 of them operations.
  CHECK(*v.at("operations_percent") == doctest::Approx(29.34416485040618).epsilon(1e-12));
  CHECK(*v.at("operations_that_look_up") == doctest::Approx(32.056043214044564).epsilon(1e-12));
  CHECK(*v.at("step_kind_fleiss_kappa") == doctest::Approx(0.7297747547997905).epsilon(1e-12));
  CHECK(*v.at("step_kind_cohen_kappa") == doctest::Approx(0.7294874273134633).epsilon(1e-12));
  CHECK(one_step == 18);
  CHECK(four_annotators == 10);
  CHECK(intermediate == 200);
  CHECK(by_most == 85);
}
