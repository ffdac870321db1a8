// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/graph/references.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// `#n` names the answer to step n, counted from 1; a step may hold several.

using mhqa::edge;
using mhqa::step_reference;

namespace {

constexpr bool finds_in_constant_evaluation() {
  const auto found = mhqa::find_references("#1 >> spouse");
  return found.size() == 1 && found[0] == step_reference{0, 2, 1};
}
static_assert(finds_in_constant_evaluation());
static_assert(mhqa::find_relation("#1 >> spouse") == mhqa::relation_step{"#1", "spouse"});
static_assert(!mhqa::find_relation("Who is #1?"));

}  // namespace

TEST_CASE("references: each # with digits, and nothing else") {
  struct row {
    std::string_view text;
    std::vector<step_reference> want;
    std::string_view why;
  };
  const row rows[] = {
      {"", {}, "empty"},
      {"#", {}, "no digit"},
      {"## #x # 1 #!", {}, "a digit must follow at once"},
      {"Is #3 before #10?", {{3, 2, 3}, {13, 3, 10}}, "all digits belong to it"},
      {"#1", {{0, 2, 1}}, "the whole text"},
      {"##2", {{1, 2, 2}}, "the last # counts"},
      {"#1#2", {{0, 2, 1}, {2, 2, 2}}, "side by side"},
      {"C#7's", {{1, 2, 7}}, "inside a word"},
      {"#0 #007", {{0, 2, 0}, {3, 4, 7}}, "zeros"},
      {"#4294967295 #4294967296", {{0, 11, 4294967295U}, {12, 11, 4294967295U}}, "the largest, and beyond"},
      {"#99999999999999999999999999", {{0, 27, 4294967295U}}, "far beyond"},
      {"\xEF\xBC\x83"
       "1 #\xD9\xA1",
       {},
       "a full-width # and an Arabic digit are text"},
  };
  for (const auto& each : rows) {
    CAPTURE(each.why);
    CHECK(mhqa::find_references(each.text) == each.want);
  }
  CHECK(mhqa::referenced_steps("Is #2 in #1 or #2?") == std::vector<std::uint32_t>{1, 2});
}

TEST_CASE("references: the two sides of a relation") {
  CHECK(mhqa::find_relation("Green >> performer") == mhqa::relation_step{"Green", "performer"});
  CHECK(mhqa::find_relation("a > b >> c d") == mhqa::relation_step{"a > b", "c d"});
  for (const std::string_view text : {"", " >> ", " >> b", "a >> ", "a>>b", "a >> b >> c"}) {
    CAPTURE(text);
    CHECK_FALSE(mhqa::find_relation(text));
  }
}

TEST_CASE("references: answers are put in at once, so that an answer is never looked into") {
  const std::vector<std::string> answers{"#2", "Ada", ""};
  CHECK(mhqa::fill("Is #1 or #2 in #1?", answers) == "Is #2 or Ada in #2?");
  CHECK(mhqa::fill("a#3b", answers) == "ab");
  CHECK(mhqa::fill("#4 #0 #12 # x", answers) == "#4 #0 #12 # x");
  CHECK(mhqa::fill("#2 >> spouse", answers) == "Ada >> spouse");
  CHECK(mhqa::fill("", answers).empty());
}

TEST_CASE("references: a callable says what each becomes") {
  const auto odd_only = [](std::uint32_t n) {
    return n % 2 == 1 ? std::optional<std::string_view>{"odd"} : std::nullopt;
  };
  CHECK(mhqa::fill("#1, #2, #3", odd_only) == "odd, #2, odd");
  CHECK(mhqa::fill("Is #1 in #2?", [](std::uint32_t) { return std::string_view{}; }) == "Is  in ?");
}

TEST_CASE("references: the graph they span") {
  const std::vector<std::string> steps{"a #3", "#1 and #1", "#2, #1, #9, #0, #3"};
  CHECK(mhqa::reference_edges(steps) == std::vector<edge>{{2, 0}, {0, 1}, {0, 2}, {1, 2}, {2, 2}});
  CHECK(mhqa::reference_edges({}).empty());
}
