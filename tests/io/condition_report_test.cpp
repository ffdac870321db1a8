// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/condition_report.hpp>

#include "support/command.hpp"
#include "support/errors.hpp"
#include "support/json.hpp"

#include <mhqa/model/lexical_reader.hpp>

#include <doctest/doctest.h>

#include <string>

namespace io = mhqa::io;

namespace {

const std::string emma =
    R"({"id": "2hop__a_b", "paragraphs": [{"idx": 5, "title": "Emma", "paragraph_text": "Jane Austen wrote Emma.", )"
    R"("is_supporting": true}, {"idx": 7, "title": "Jane Austen", "paragraph_text": "Jane Austen was born in 1775.", )"
    R"("is_supporting": true}], "question": "When was the author of Emma born?", "question_decomposition": [)"
    R"({"id": 1, "question": "Who wrote Emma?", "answer": "Jane Austen", "paragraph_support_idx": 5}, {"id": 2, )"
    R"("question": "When was #1 born?", "answer": "1775", "paragraph_support_idx": 7}], "answer": "1775", )"
    R"("answer_aliases": [], "answerable": true})"
    "\n";

}  // namespace

TEST_CASE("condition_report: requests are written, and answers to them decide what is connected") {
  const mhqa_test::scratch here;
  const std::string file = here.write("dev.jsonl", emma).string();
  const auto written = io::write_condition_requests(file, (here / "asked").string());
  CHECK(written.asked == 3);
  CHECK(mhqa_test::load_jsonl(written.file).at(2)["id"].string() == "2hop__a_b@2-1");
  CHECK(mhqa_test::load_jsonl((here / "asked/paragraphs.jsonl").string()).size() == 2);

  const auto answers = [&](const char* head, const char* tail) {
    return here
        .write("said.jsonl", std::string{"{\"id\": \"2hop__a_b@1\", \"answer\": \""} + head +
                                 "\"}\n{\"id\": \"2hop__a_b@2\", \"answer\": \"x\"}\n{\"id\": \"2hop__a_b@2-1\", "
                                 "\"answer\": \"" +
                                 tail + "\"}\n")
        .string();
  };
  const mhqa::condition_shares met = io::condition_shares_of(file, {answers("I do not know", "1816")});
  CHECK(met.questions == 1);
  CHECK(met.connected == 1);
  CHECK(met.heads_met == 1);
  CHECK(met.tails_met == 1);
  const mhqa::condition_shares unmet = io::condition_shares_of(file, {answers("Jane Austen", "1816")});
  CHECK(unmet.connected == 0);
  CHECK(unmet.heads == 1);
  CHECK(unmet.heads_met == 0);
  io::condition_judge by;
  CHECK(io::condition_shares_of(file, mhqa::lexical_reader{}, by).questions == 1);
  CHECK(by.known == 2);
}

TEST_CASE("condition_report: questions without an answer are left out, an answer that is missing is an error") {
  const mhqa_test::scratch here;
  std::string unanswerable = emma;
  unanswerable.replace(unanswerable.find("true}\n"), 4, "false");
  io::condition_judge by;
  CHECK(io::condition_shares_of(here.write("u.jsonl", unanswerable).string(), mhqa::lexical_reader{}, by).questions ==
        0);
  const std::string file = here.write("dev.jsonl", emma).string();
  const std::string said = here.write("said.jsonl", "{\"id\": \"2hop__a_b@1\", \"answer\": \"x\"}\n").string();
  const std::string error = mhqa_test::error_of([&] { static_cast<void>(io::condition_shares_of(file, {said})); });
  CHECK(error.find("said.jsonl: id \"2hop__a_b@2\": expected an answer to this request") != std::string::npos);
}

TEST_CASE("condition_report: the table says who answered, JSON has the counts") {
  const mhqa::condition_shares shares{
      .questions = 8, .connected = 2, .heads = 10, .heads_met = 5, .tails = 4, .tails_met = 1};
  std::string table, json;
  io::append_condition_table(table, shares, {2, {}});
  CHECK(table ==
        "answered by 2 models\n\n"
        "heads not answered without context              5 of       10   50.0 %\n"
        "tails not answered without the bridge           1 of        4   25.0 %\n"
        "questions that are connected                    2 of        8   25.0 %\n");
  io::append_condition_json(json, shares, {2, {}});
  const auto object = mhqa_test::parse_json(json);
  CHECK(object["tails_met"].integer() == 1);
  CHECK(object["models"].integer() == 2);
  CHECK(object["heads_met"].integer() == 5);
  CHECK(object.members().size() == 7);
}

TEST_CASE("condition_report: a reader that needs a context is not asked about heads, and is named") {
  const mhqa::condition_shares shares{
      .questions = 8, .connected = 2, .heads = 10, .heads_met = 10, .tails = 4, .tails_met = 1};
  std::string table, json;
  io::append_condition_table(table, shares, {0, "trained mine 00ff"});
  CHECK(table.starts_with("answered by the reader trained mine 00ff\n"));
  CHECK(table.find("heads not answered without context       not asked") != std::string::npos);
  CHECK(table.find("100.0 %") == std::string::npos);
  io::append_condition_json(json, shares, {0, "words"});
  CHECK(json.find("\"heads_met\": null") != std::string::npos);
  CHECK(mhqa_test::parse_json(json)["reader"].string() == "words");
}

TEST_CASE("condition_report: without models a head that another question asks, too, does not meet the condition") {
  const mhqa_test::scratch here;
  std::string other = emma;
  other.replace(other.find("2hop__a_b"), 9, "2hop__a_c");
  io::condition_judge by, alone;
  const auto twice =
      io::condition_shares_of(here.write("two.jsonl", emma + other).string(), mhqa::lexical_reader{}, by);
  CHECK(by.known == 4);
  CHECK(by.identical == 4);
  CHECK(twice.heads == 2);
  CHECK(twice.heads_met == 0);
  const auto once = io::condition_shares_of(here.write("one.jsonl", emma).string(), mhqa::lexical_reader{}, alone);
  std::string table, json;
  io::append_condition_table(table, once, alone);
  CHECK(table.find("not asked: no other question is known") != std::string::npos);
  table.clear();
  io::append_condition_table(table, twice, by);
  CHECK(table.find("without context by memory of 4 steps, of which another question asks 4, too") != std::string::npos);
  CHECK(table.find("not asked") == std::string::npos);
  io::append_condition_json(json, twice, by);
  CHECK(json.find("\"heads_met\": 0") != std::string::npos);
}
