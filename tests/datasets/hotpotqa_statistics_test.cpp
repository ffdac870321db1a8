// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/datasets/hotpotqa_statistics.hpp>

#include "support/json.hpp"
#include "support/shared_data.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

using mhqa::hotpotqa::record;
using mhqa::hotpotqa::statistics;

namespace {

record make(std::string_view id, std::string_view answer) {
  record r;
  r.id = id;
  r.question = "Who\twrote  A Tale?";
  r.answer = answer;
  r.type = "bridge";
  r.level = "hard";
  r.supporting_facts = {{"A", 1}, {"A", 0}, {"B", 2}};
  r.context = {{"A", {"The Dickens family.", " It moved."}}, {"B", {"b"}}, {"C", {"c", "in  Bath"}}};
  return r;
}

std::optional<double> figure(const statistics& s, std::string_view name) {
  for (const mhqa::hotpotqa::statistic& one : s.named()) {
    if (one.name.ends_with(name)) return one.value;
  }
  FAIL(name);
  return std::nullopt;
}

}  // namespace

TEST_CASE("hotpotqa_statistics: lengths, supports and places of answers, by hand") {
  statistics s;
  s.add(make("1", "the dickens"));
  s.add(make("2", "Bath"));
  s.add(make("3", "yes"));
  s.add(make("4", "tale"));
  record bare;
  bare.id = "5";
  bare.answer = "Bath.";
  bare.has_supporting_facts = false;
  s.add(bare);
  CHECK(figure(s, "questions") == 5.0);
  CHECK(figure(s, "words a question") == 16.0 / 5);  // Who, wrote, A, Tale?
  CHECK(figure(s, "words of the longest question") == 4.0);
  CHECK(figure(s, "distinct answers") == 4.0);  // dickens, bath, yes, tale
  CHECK(figure(s, "words an answer") == 6.0 / 5);
  CHECK(figure(s, "yes or no") == 1.0);
  CHECK(figure(s, "answers in the question") == 1.0);
  CHECK(figure(s, "rows with context") == 4.0);
  CHECK(figure(s, "paragraphs") == 12.0);
  CHECK(figure(s, "distinct paragraphs") == 3.0);
  CHECK(figure(s, "sentences a paragraph") == 20.0 / 12);
  CHECK(figure(s, "words a context") == 9.0);  // the dickens family. it moved. b c in bath
  CHECK(figure(s, "answers other than yes and no") == 3.0);
  CHECK(figure(s, "in the context") == 2.0);  // dickens, bath
  CHECK(figure(s, "in a supporting paragraph") == 1.0);
  CHECK(figure(s, "supporting facts a row") == 3.0);
  CHECK(figure(s, "supporting paragraphs a row") == 2.0);
  CHECK(figure(s, "facts not in the context") == 4.0);  // sentence 2 of B, in four rows
  CHECK(!figure(s, "evidences a row"));
  CHECK(s.by_type == std::map<std::string, std::uint64_t>{{"", 1}, {"bridge", 4}});
  CHECK(s.by_level["hard"] == 4);
}

TEST_CASE("hotpotqa_statistics: the parts of a set add up; a question of both counts once") {
  statistics a, b, whole;
  a.add(make("1", "Bath"));
  b.add(make("1", "bath!"));
  b.add(make("2", "no"));
  for (const auto& [id, answer] : {std::pair{"1", "Bath"}, std::pair{"1", "bath!"}, std::pair{"2", "no"}}) {
    whole.add(make(id, answer));
  }
  a += b;
  REQUIRE(a.named().size() == whole.named().size());
  for (std::size_t i = 0; i < whole.named().size(); ++i) {
    CAPTURE(whole.named()[i].name);
    CHECK(a.named()[i].value == whole.named()[i].value);
  }
  CHECK(figure(a, "questions") == 2.0);
  CHECK(figure(a, "rows") == 3.0);
  CHECK(a.by_type == whole.by_type);
}

TEST_CASE("hotpotqa_statistics: 2WikiMultihopQA has evidences and no levels; without rows, means are empty") {
  mhqa::twowiki::record r;
  r.id = "x";
  r.answer = "A";
  r.type = "inference";
  r.evidences = {{"a", "b", "c"}, {"c", "d", "e"}};
  statistics s;
  s.add(r);
  CHECK(figure(s, "evidences a row") == 2.0);
  CHECK(figure(s, "rows with supporting facts") == 0.0);
  CHECK(!figure(s, "supporting facts a row"));
  CHECK(!figure(s, "paragraphs"));
  CHECK(s.by_level.empty());
  CHECK(!figure(statistics{}, "words a question"));
}

TEST_CASE("hotpotqa_statistics: a part of HotpotQA's dev set" * doctest::test_suite("unsanitized")) {
  const auto file = mhqa_test::shared_data("data/hotpotqa/dev_distractor_1814.json");
  if (!file) return;
  statistics s;
  const mhqa_test::json rows = mhqa_test::load_json(*file);
  for (const mhqa_test::json& row : rows.items()) {
    const std::string id = row["_id"].string(), question = row["question"].string(), answer = row["answer"].string();
    record r;
    r.id = id;
    r.question = question;
    r.answer = answer;
    for (const mhqa_test::json& fact : row["supporting_facts"].items()) {
      r.supporting_facts.push_back({fact.items()[0].string(), fact.items()[1].integer()});
    }
    for (const mhqa_test::json& paragraph : row["context"].items()) {
      mhqa::titled_paragraph& one = r.context.emplace_back();
      one.title = paragraph.items()[0].string();
      for (const mhqa_test::json& sentence : paragraph.items()[1].items()) one.sentences.push_back(sentence.string());
    }
    s.add(r);
  }
  // Counted by a program of its own, with the normalisation of HotpotQA's evaluation.
  CHECK(figure(s, "paragraphs") == 18085.0);
  CHECK(figure(s, "in the context") == 1707.0);
  CHECK(figure(s, "in a supporting paragraph") == 1704.0);
  CHECK(figure(s, "answers in the question") == 187.0);
}
