// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/datasets/pool_squad.hpp>

#include "support/command.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

using mhqa::io::loaded_pool;
using mhqa_test::scratch;

TEST_CASE("pool_squad: answerable questions with their other answers as aliases") {
  const scratch here;
  const auto path =
      here.write("pool.json",
                 R"({"data": [{"title": "Emma", "paragraphs": [{"context": "By Jane Austen, 1815.", "qas": [)"
                 R"({"id": "a", "question": "Who wrote Emma?", "answers": [{"text": "Jane Austen", "answer_start": 3},)"
                 R"( {"text": "Austen", "answer_start": 8}]},)"
                 R"({"id": "b", "question": "Who sang it?", "answers": [], "is_impossible": true},)"
                 R"({"id": "c", "question": "", "answers": [{"text": "1815", "answer_start": 16}]},)"
                 R"({"id": "d", "question": "When?", "answers": [{"text": "", "answer_start": 0}]}]}]}]})");
  mhqa::io::pool_builder to;
  mhqa::io::read_squad_pool(path.string(), "mine", to);
  const loaded_pool pool = to.take();
  REQUIRE(pool.pool.questions.size() == 1);
  const mhqa::single_hop& q = pool.pool.questions[0];
  CHECK(q.id == "a");
  CHECK(q.source == "mine");
  CHECK(q.question == "Who wrote Emma?");
  CHECK(q.answer == "Jane Austen");
  CHECK(std::vector<std::string_view>(q.aliases.begin(), q.aliases.end()) == std::vector<std::string_view>{"Austen"});
  CHECK(pool.pool.paragraphs[q.paragraph] == mhqa::context_paragraph{"Emma", "By Jane Austen, 1815."});
  CHECK(pool.dropped == std::vector<mhqa::reason_count>{{"no-answer", 2}, {"no-question", 1}});
  CHECK(pool.read == 4);
}

TEST_CASE("pool_squad: flat records, whose text goes with each record") {
  const scratch here;
  const auto path = here.write(
      "flat.jsonl",
      R"({"id": "1", "title": "A", "context": "Ann.", "question": "Who?", "answers": {"text": ["Ann"], "answer_start": [0]}})"
      "\n"
      R"({"id": "2", "title": "A", "context": "Ann.", "question": "Whom?", "answers": {"text": ["Ann"], "answer_start": [0]}})"
      "\n");
  mhqa::io::pool_builder to;
  mhqa::io::read_squad_pool(path.string(), "squad", to);
  const loaded_pool pool = to.take();
  REQUIRE(pool.pool.questions.size() == 2);
  CHECK(pool.pool.questions[0].question == "Who?");
  CHECK(pool.pool.paragraphs.size() == 1);
}
