// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/datasets/pool_natural_questions.hpp>

#include "support/command.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

using mhqa::io::loaded_pool;
using mhqa_test::scratch;

namespace {

std::string record(std::string_view id, std::string_view annotations) {
  return R"({"example_id": )" + std::string{id} +
         R"(, "document_text": "<H1> Emma </H1> <P> Emma is by Jane Austen . </P>", "question_text": "who wrote emma", )"
         R"("document_url": "https://en.wikipedia.org//w/index.php?title=Emma_%28novel%29&amp;oldid=1", "annotations": )" +
         std::string{annotations} + "}\n";
}

}  // namespace

TEST_CASE("pool_natural_questions: the long answer without tags is the paragraph, the short one the answer") {
  const scratch here;
  const auto path = here.write(
      "nq.jsonl",
      record(
          "17",
          R"([{"long_answer": {"start_token": -1, "end_token": -1}, "short_answers": []},)"
          R"({"long_answer": {"start_token": 3, "end_token": 10}, "short_answers": [{"start_token": 7, "end_token": 9}]},)"
          R"({"long_answer": {"start_token": 3, "end_token": 10}, "short_answers": [{"start_token": 8, "end_token": 9}]}])") +
          record("18", R"([{"long_answer": {"start_token": -1, "end_token": -1}, "short_answers": []}])") +
          record("19", R"([{"long_answer": {"start_token": 3, "end_token": 10}, "short_answers": []}])") +
          record("20", R"([{"long_answer": {"start_token": 3, "end_token": 10}, "short_answers": [)"
                       R"({"start_token": 7, "end_token": 8}, {"start_token": 8, "end_token": 9}]}])"));
  mhqa::io::pool_builder to;
  mhqa::io::read_natural_questions_pool(path.string(), "nq", to);
  const loaded_pool pool = to.take();
  REQUIRE(pool.pool.questions.size() == 1);
  const mhqa::single_hop& q = pool.pool.questions[0];
  CHECK(q.id == "17");
  CHECK(q.question == "who wrote emma");
  CHECK(q.answer == "Jane Austen");
  CHECK(q.aliases[0] == "Austen");
  CHECK(pool.pool.paragraphs[0] == mhqa::context_paragraph{"Emma (novel)", "Emma is by Jane Austen ."});
  CHECK(pool.dropped ==
        std::vector<mhqa::reason_count>{{"no-answer", 1}, {"no-long-answer", 1}, {"several-answers", 1}});
}

TEST_CASE("pool_natural_questions: tokens beyond the document are refused") {
  const scratch here;
  const auto path = here.write(
      "nq.jsonl", record("17", R"([{"long_answer": {"start_token": 3, "end_token": 99}, "short_answers": []}])"));
  mhqa::io::pool_builder to;
  CHECK_THROWS_WITH_AS(mhqa::io::read_natural_questions_pool(path.string(), "nq", to), doctest::Contains("3 to 99 of"),
                       mhqa::data_error);
}
