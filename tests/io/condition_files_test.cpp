// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/condition_files.hpp>

#include "support/command.hpp"
#include "support/json.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <vector>

namespace {

mhqa::musique::record emma() {
  mhqa::musique::record out;
  out.id = "2hop__a_b";
  out.paragraphs = {{5, "Emma", "Jane Austen wrote Emma.", true}, {7, "Jane Austen", "Born in 1775.", true}};
  out.decomposition = {{1, "Who wrote Emma?", "Jane Austen", 5}, {2, "When was #1 born?", "1775", 7}};
  return out;
}

}  // namespace

TEST_CASE("condition_files: supports become positions, requests have ids of their own") {
  const mhqa::musique::record record = emma();
  const mhqa::io::condition_question question = mhqa::io::condition_question_of(record);
  REQUIRE(question.hops.size() == 2);
  CHECK(question.hops[1].support == 1U);
  CHECK(question.context.at(0).title == "Emma");
  const auto requests = mhqa::condition_requests(question.hops);
  REQUIRE(requests.size() == 3);
  CHECK(mhqa::io::condition_id(record.id, requests[1]) == "2hop__a_b@2");
  CHECK(mhqa::io::condition_id(record.id, requests[2]) == "2hop__a_b@2-1");
}

TEST_CASE("condition_files: requests refer to paragraphs by number; only edges have a context") {
  const mhqa_test::scratch here;
  const std::string asked = (here / "condition.jsonl").string(), shown = (here / "paragraphs.jsonl").string();
  mhqa::io::condition_request_files files{asked, shown};
  const mhqa::musique::record record = emma();
  for (const char* id : {"x", "y"}) files.add(id, mhqa::io::condition_question_of(record));
  files.commit();
  CHECK(files.asked() == 6);
  const auto rows = mhqa_test::load_jsonl(asked);
  REQUIRE(rows.size() == 6);
  CHECK(rows[0]["id"].string() == "x@1");
  CHECK(rows[0]["paragraphs"].items().empty());
  CHECK(rows[5]["id"].string() == "y@2-1");
  CHECK(rows[5]["question"].string() == "When was born?");
  REQUIRE(rows[5]["paragraphs"].items().size() == 2);
  CHECK(rows[5]["paragraphs"][0].integer() == 2);
  CHECK(mhqa_test::load_jsonl(shown).at(3)["title"].string() == "Jane Austen");
}

TEST_CASE("condition_files: answers of models decide; a missing one is an error") {
  const mhqa::musique::record record = emma();
  const mhqa::io::condition_question question = mhqa::io::condition_question_of(record);
  std::array<mhqa::replay_reader, 1> models;
  models[0].add("2hop__a_b@1", {.answer = "Jane Austen"});
  models[0].add("2hop__a_b@2", {.answer = "unknown"});
  const std::array<std::string, 1> files{"said.jsonl"};
  CHECK_THROWS_WITH_AS(static_cast<void>(mhqa::io::judge_condition(record.id, question, models, files)),
                       doctest::Contains("said.jsonl: id \"2hop__a_b@2-1\""), mhqa::data_error);
  models[0].add("2hop__a_b@2-1", {.answer = "1775", .support = {1}});
  const mhqa::condition_result result = mhqa::io::judge_condition(record.id, question, models, files);
  mhqa::condition_shares shares;
  shares.add(result);
  CHECK(shares.heads == 1);
  CHECK(shares.heads_met == 0);  // answered without context
  CHECK(shares.tails == 1);
  CHECK(shares.tails_met == 0);  // answered without the bridge
  CHECK(shares.connected == 0);
}

TEST_CASE("condition_files: a record without steps, answers or the paragraph is refused") {
  mhqa::musique::record record = emma();
  record.decomposition[1].paragraph_support_idx = 9;
  CHECK_THROWS_WITH_AS(static_cast<void>(mhqa::io::condition_question_of(record)), doctest::Contains("found 9"),
                       mhqa::data_error);
  record = emma();
  record.decomposition[0].answer = "";
  CHECK_THROWS_WITH_AS(static_cast<void>(mhqa::io::condition_question_of(record)), doctest::Contains("every step"),
                       mhqa::data_error);
  record.decomposition.clear();
  CHECK_THROWS_WITH_AS(static_cast<void>(mhqa::io::condition_question_of(record)), doctest::Contains("found none"),
                       mhqa::data_error);
}
