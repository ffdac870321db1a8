// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/graph/decomposition.hpp>

#include <support/json.hpp>
#include <support/shared_data.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

// StrategyQA's checks (Geva et al. 2021, Sec. 3.4): each step is referred to by a later one, so that the last
// step needs all of them, and there is no cycle; a question has at least two steps (Sec. 2.1).

using mhqa::decomposition_fault;
using mhqa::decomposition_finding;
using mhqa::decomposition_style;
using mhqa::shape;
using mhqa::step_kind;
using strings = std::vector<std::string>;

namespace {

using enum decomposition_fault;

static_assert(prevents_execution(blank_step) && prevents_execution(self_reference) &&
              prevents_execution(cyclic_references));
static_assert(!prevents_execution(too_few_steps) && !prevents_execution(unreferenced_step));

// How many decompositions have each fault; key "ok" for none.
void tally(std::map<std::string, int>& counts, const std::vector<decomposition_finding>& findings) {
  std::set<decomposition_fault> faults;
  for (const auto& finding : findings) faults.insert(finding.fault);
  for (const auto fault : faults) ++counts[std::string{to_string(fault)}];
  if (faults.empty()) ++counts["ok"];
}

// The third column of a CSV file with RFC 4180 quotes.
strings third_column(const std::string& text) {
  strings out;
  std::string field;
  std::size_t column = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c != '"') {
        field += c;
      } else if (i + 1 < text.size() && text[i + 1] == '"') {
        field += text[++i];
      } else {
        quoted = false;
      }
    } else if (c == '"') {
      quoted = true;
    } else if (c == ',' || c == '\n') {
      if (column == 2) out.push_back(field);
      column = c == ',' ? column + 1 : 0;
      field.clear();
    } else {
      field += c;
    }
  }
  return out;
}

}  // namespace

TEST_CASE("decomposition: each fault with the steps it concerns") {
  struct row {
    strings steps;
    std::vector<decomposition_finding> want;
    std::string_view why;
  };
  const row rows[] = {
      {{"a", "b #1"}, {}, "well formed"},
      {{"a", "b", "c #1 #2"}, {}, "two roots"},
      {{"a", "b #1", "c #1 #2 #1"}, {}, "a step may serve twice"},
      {{}, {{too_few_steps, {}}}, "nothing at all"},
      {{"a"}, {{too_few_steps, {}}}, "one step"},
      {{"a", "b"}, {{unreferenced_step, {1}}, {last_not_reached, {1}}}, "no reference"},
      {{"a", "b #3 #3"},
       {{dangling_reference, {2, 3}}, {unreferenced_step, {1}}, {last_not_reached, {1}}},
       "no such step, said once"},
      {{"a", "b #1 #0"}, {{dangling_reference, {2, 0}}}, "steps count from 1"},
      {{"a", "b #1 #2"}, {{self_reference, {2, 2}}}, "a step that needs itself"},
      {{"a #2", "b", "c #1"},
       {{forward_reference, {1, 2}}, {unreferenced_step, {2}}},
       "no later step refers to 2, though 1 hands it on to the last"},
      {{"a #2", "b #1", "c #2"},
       {{forward_reference, {1, 2}}, {cyclic_references, {1, 2}}},
       "1 and 2 wait for each other"},
      {{"a #3", "b", "c #1"},
       {{forward_reference, {1, 3}}, {unreferenced_step, {2}}, {last_not_reached, {2}}, {cyclic_references, {1, 3}}},
       "a cycle through the last"},
      {{"a", "b #1", "c"},
       {{last_not_reached, {1}}, {unreferenced_step, {2}}, {last_not_reached, {2}}},
       "1 serves 2, which serves nothing"},
      {{" \t", "b #1"}, {{blank_step, {1}}}, "white space"},
      {{"", ""}, {{blank_step, {1}}, {blank_step, {2}}, {unreferenced_step, {1}}, {last_not_reached, {1}}}, "empty"},
  };
  for (const auto& each : rows) {
    CAPTURE(each.why);
    CHECK(mhqa::check_decomposition(each.steps) == each.want);
  }
}

TEST_CASE("decomposition: an operation before the last step is a warning") {
  const strings steps{"a", "b #1", "c #2"};
  using enum step_kind;
  const std::vector<step_kind> kinds{operation, retrieval, operation};
  const auto findings = mhqa::check_decomposition(steps, kinds);
  CHECK(findings == std::vector<decomposition_finding>{{intermediate_operation, {1}}});
  CHECK_FALSE(is_error(findings[0].fault));
  CHECK(is_error(unreferenced_step));
  CHECK(to_string(too_few_steps) == "too-few-steps");
  CHECK(to_string(intermediate_operation) == "intermediate-operation");
  const std::vector<step_kind> fewer{retrieval};
  CHECK(mhqa::check_decomposition(steps, fewer).empty());
}

TEST_CASE("decomposition: a shape of any size, if all references go back") {
  CHECK(mhqa::shape_of(strings{"a", "#1 >> b"}) == shape::hop2);
  CHECK(mhqa::shape_of(strings{"a", "b", "c #2", "d #1 #3"}) == shape::hop4_3);
  CHECK(to_string(*mhqa::shape_of(strings{"a", "b #1", "c #1 #2"})) == "3hop:1>2,1>3,2>3");
  CHECK(mhqa::shape_of(strings{"a #2", "b"}) == std::nullopt);
  CHECK(mhqa::shape_of(strings{"a", "b #1 #3"}) == std::nullopt);
  CHECK(mhqa::shape_of(strings{"a", "b #1 #2"}) == std::nullopt);
  CHECK(to_string(*mhqa::shape_of(strings{"a", "b", "c"})) == "3hop:");
  CHECK(to_string(*mhqa::shape_of(strings{"a", "#1", "c", "#3", "#4 #2"})) == "5hop:1>2,2>5,3>4,4>5");
  CHECK(mhqa::shape_of({}) == std::nullopt);
}

TEST_CASE("decomposition: written and read back") {
  const strings steps{"Who wrote Emma?", "2. Where was #1 born?", "x;y"};
  const std::string text = mhqa::print_decomposition(steps);
  CHECK(text == "1. Who wrote Emma?\n2. 2. Where was #1 born?\n3. x;y\n");
  CHECK(*mhqa::parse_decomposition(text) == steps);
  const strings qdmr{"cities", "#1 in  Peru"};
  CHECK(mhqa::print_decomposition(qdmr, decomposition_style::qdmr) == "return cities ;return #1 in  Peru");
  CHECK(*mhqa::parse_decomposition("return cities ;return #1 in  Peru", decomposition_style::qdmr) == qdmr);
  CHECK(mhqa::print_decomposition(strings{"a\r\nb"}) == "1. a  b\n");
  CHECK(mhqa::print_decomposition({}).empty());
}

TEST_CASE("decomposition: what is read, and where reading fails") {
  struct row {
    std::string_view text;
    decomposition_style style;
    mhqa::parsed<strings> want;
  };
  const auto bad = [](std::string_view expected, std::size_t at) { return mhqa::not_parsed<strings>(expected, at); };
  constexpr auto lines = decomposition_style::numbered;
  constexpr auto qdmr = decomposition_style::qdmr;
  const row rows[] = {
      {"a\n\n  b #1\r\n", lines, {strings{"a", "b #1"}, {}, 0}},
      {"1) a\n2. b", lines, {strings{"a", "b"}, {}, 0}},
      {"2. a\n1. b", lines, {strings{"2. a", "1. b"}, {}, 0}},
      {"1 a", lines, {strings{"1 a"}, {}, 0}},
      {"", lines, bad("a step", 0)},
      {" \n\n", lines, bad("a step", 3)},
      {"1. a\n3. b", lines, bad("the next step's number", 5)},
      {"1. a\nb", lines, bad("the next step's number", 5)},
      {"return a;return b", qdmr, {strings{"a", "b"}, {}, 0}},
      {" return  a  ", qdmr, {strings{"a"}, {}, 0}},
      {"", qdmr, bad("a step", 0)},
      {"return a ;", qdmr, bad("a step", 10)},
      {"return a ;returns b", qdmr, bad("return", 10)},
      {"return", qdmr, bad("a step", 6)},
      {"return a ;;return b", qdmr, bad("a step", 10)},
  };
  for (const auto& each : rows) {
    CAPTURE(each.text);
    CHECK(mhqa::parse_decomposition(each.text, each.style) == each.want);
  }
}

TEST_CASE("decomposition: the shapes of all of MuSiQue's development set") {
  const auto file = mhqa_test::shared_data("data/musique/ans_dev_2417_noparagraphs.jsonl");
  if (!file) return;
  std::map<std::string, int> shapes;
  for (const auto& record : mhqa_test::load_jsonl(*file)) {
    strings steps;
    for (const auto& hop : record["question_decomposition"].items()) steps.push_back(hop["question"].string());
    CHECK(mhqa::check_decomposition(steps).empty());
    const auto found = mhqa::shape_of(steps);
    REQUIRE(found);
    ++shapes[std::string{to_string(*found)}];
    const std::string& id = record["id"].string();
    CHECK(id.substr(0, id.find("__")) == to_string(*found));
  }
  CHECK(shapes == std::map<std::string, int>{
                      {"2hop", 1252}, {"3hop1", 568}, {"3hop2", 192}, {"4hop1", 246}, {"4hop2", 64}, {"4hop3", 95}});
}

TEST_CASE("decomposition: StrategyQA's checks on its 2,290 questions") {
  // Eighteen questions have one step; 200 have an intermediate step that some annotator marked `operation`.
  std::map<std::string, int> counts, by_annotators;
  int agree = 0, operations = 0, found = 0, steps_seen = 0;
  for (const char* name : {"data/strategyqa/train.json", "data/strategyqa/dev.json"}) {
    const auto file = mhqa_test::shared_data(name);
    if (!file) return;
    const auto records = mhqa_test::load_json(*file);
    for (const auto& record : records.items()) {
      const strings steps = record["decomposition"].strings();
      tally(counts, mhqa::check_decomposition(steps));
      const auto& annotators = record["evidence"].items();
      std::vector<std::size_t> marked(steps.size(), 0);
      for (const auto& annotator : annotators) {
        REQUIRE(annotator.items().size() == steps.size());
        for (std::size_t i = 0; i < steps.size(); ++i) {
          for (const auto& mark : annotator[i].items()) {
            if (mark.is<std::string>() && mark.string() == "operation") ++marked[i];
          }
        }
      }
      std::vector<step_kind> kinds;
      for (const std::size_t m : marked) kinds.push_back(m > 0 ? step_kind::operation : step_kind::retrieval);
      tally(by_annotators, mhqa::check_decomposition(steps, kinds));
      for (std::size_t i = 0; i < steps.size(); ++i) {
        const bool operation = 2 * marked[i] > annotators.size();
        const bool by_rule = mhqa::kind_by_rule(steps[i]) == step_kind::operation;
        ++steps_seen;
        operations += operation;
        found += operation && by_rule;
        agree += operation == by_rule;
      }
    }
  }
  CHECK(counts == std::map<std::string, int>{{"ok", 2272}, {"too-few-steps", 18}});
  CHECK(by_annotators["intermediate-operation"] == 200);
  CHECK(by_annotators["too-few-steps"] == 18);
  CHECK(steps_seen == 6720);
  CHECK(operations == 2061);
  CHECK(found == 2036);
  CHECK(agree == 6355);
}

TEST_CASE("decomposition: what is wrong with decompositions that a model predicted") {
  const auto file = mhqa_test::shared_data("data/strategyqa/bart_decomposition_dev.jsonl");
  if (!file) return;
  std::map<std::string, int> counts;
  for (const auto& record : mhqa_test::load_jsonl(*file)) {
    tally(counts, mhqa::check_decomposition(record["decomposition"].strings()));
  }
  CHECK(counts == std::map<std::string, int>{{"ok", 127},
                                             {"self-reference", 99},
                                             {"dangling-reference", 7},
                                             {"unreferenced-step", 3},
                                             {"last-not-reached", 3}});
}

TEST_CASE("decomposition: Break's 3,130 QDMR decompositions are read, checked and written back") {
  const auto file = mhqa_test::shared_data("data/break/qdmr_high_level_dev.csv");
  if (!file) return;
  strings texts = third_column(mhqa_test::read_file(*file));
  REQUIRE(texts.size() == 3131);
  CHECK(texts.front() == "decomposition");
  texts.erase(texts.begin());
  std::map<std::string, int> counts;
  int same = 0;
  for (const std::string& text : texts) {
    CAPTURE(text);
    const auto steps = mhqa::parse_decomposition(text, decomposition_style::qdmr);
    REQUIRE(steps);
    tally(counts, mhqa::check_decomposition(*steps));
    const std::string written = mhqa::print_decomposition(*steps, decomposition_style::qdmr);
    same += written == text;
    CHECK(mhqa::parse_decomposition(written, decomposition_style::qdmr) == steps);
  }
  CHECK(counts == std::map<std::string, int>{{"ok", 2786},
                                             {"too-few-steps", 339},
                                             {"unreferenced-step", 5},
                                             {"last-not-reached", 5},
                                             {"self-reference", 1}});
  CHECK(same == 3000);  // the other 130 have white space that a step does not keep
}

TEST_CASE("decomposition: ten thousand steps are checked, and each fault keeps its place") {
  constexpr std::size_t size = 10'000;
  strings chain{"Who wrote Emma?"}, fan, loop;
  for (std::size_t i = 1; i < size; ++i) chain.push_back("Who taught #" + std::to_string(i) + "?");
  CHECK(mhqa::check_decomposition(chain).empty());
  // Nine thousand nine hundred and ninety-nine steps that the last one does not use.
  for (std::size_t i = 0; i + 1 < size; ++i) fan.push_back("Who?");
  fan.push_back("Is #1 it?");
  CHECK(mhqa::check_decomposition(fan).size() == 2 * (size - 2));
  for (std::size_t i = 0; i < size; ++i) loop.push_back("After #" + std::to_string(i == 0 ? size : i) + "?");
  const auto findings = mhqa::check_decomposition(loop);
  REQUIRE(findings.size() == 2);
  CHECK(findings[0] == mhqa::decomposition_finding{mhqa::decomposition_fault::forward_reference, {1, size}});
  CHECK(findings[1].fault == mhqa::decomposition_fault::cyclic_references);
  CHECK(findings[1].steps.size() == size);
  CHECK(mhqa::parse_decomposition(mhqa::print_decomposition(chain)).value == chain);
}
