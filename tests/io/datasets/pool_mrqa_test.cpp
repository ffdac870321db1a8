// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/datasets/pool_mrqa.hpp>

#include "support/command.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

using mhqa::io::loaded_pool;
using mhqa_test::scratch;

TEST_CASE("pool_mrqa: the header names the source, markers the title") {
  const scratch here;
  const auto path = here.write(
      "mrqa.jsonl",
      R"({"header": {"dataset": "TriviaQA-web", "split": "train"}})"
      "\n"
      R"({"id": "", "context": "[PAR] [TLE] Emma [SEP] By Jane Austen.", "qas": [{"qid": "q1", "id": "x", )"
      R"("question": "Who wrote Emma?", "detected_answers": [{"text": "Jane Austen", "char_spans": [[3, 13]]}], )"
      R"("answers": ["Austen, Jane"]}, {"qid": "q2", "question": "Who?", "answers": []}]})"
      "\n"
      R"({"context": "[PAR] [TLE] A [SEP] a [PAR] [TLE] B [SEP] b", "qas": [{"qid": "q3", "question": "?", "answers": ["a"]}]})"
      "\n"
      R"({"context": "Plain text.", "qas": [{"qid": "q4", "question": "What?", "answers": ["text"]}]})"
      "\n");
  mhqa::io::pool_builder to;
  mhqa::io::read_mrqa_pool(path.string(), "", to);
  const loaded_pool pool = to.take();
  REQUIRE(pool.pool.questions.size() == 2);
  const mhqa::single_hop& q = pool.pool.questions[0];
  CHECK(q.id == "q1");
  CHECK(q.source == "TriviaQA-web");
  CHECK(q.answer == "Jane Austen");
  CHECK(q.aliases[0] == "Austen, Jane");
  CHECK(pool.pool.paragraphs[0] == mhqa::context_paragraph{"Emma", "By Jane Austen."});
  CHECK(pool.pool.paragraphs[1] == mhqa::context_paragraph{"", "Plain text."});
  CHECK(pool.dropped == std::vector<mhqa::reason_count>{{"no-answer", 1}, {"several-paragraphs", 1}});
}

TEST_CASE("pool_mrqa: a line without a context is refused, except as the header") {
  const scratch here;
  const auto path = here.write("mrqa.jsonl", "{\"header\": {}}\n{\"header\": {}}\n");
  mhqa::io::pool_builder to;
  CHECK_THROWS_WITH_AS(mhqa::io::read_mrqa_pool(path.string(), "", to), doctest::Contains("\"context\""),
                       mhqa::data_error);
}
