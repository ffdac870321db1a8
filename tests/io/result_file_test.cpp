// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/result_file.hpp>

#include <mhqa/io/score_lines.hpp>

#include "support/command.hpp"
#include "support/errors.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

using namespace mhqa;

TEST_CASE("result_file: a result is read as it was written") {
  const mhqa_test::scratch here;
  const std::string path = (here / "r.json").string();
  io::result_writer out{path};
  question_row row;
  row.id = "a\"b";
  row.question = "Who?";
  row.golds = {"x", "\xC3\xA9"};
  row.groups.emplace_back("type", "bridge");
  row.add("em", 0.0);
  row.add("f1", std::nullopt);
  row.missing = {"answer"};
  row.flags = {{"answerable", true}};
  out.add(row);
  row.clear();
  row.id = "c";
  row.prediction = "y";
  out.add(row);
  out.finish("hotpotqa", "hotpotqa", {{"em", 0.5}, {"f1", std::nullopt}}, "hotpotqa|unit:words");
  out.commit();
  const io::result_file back = io::read_result(path);
  CHECK(back.dataset == "hotpotqa");
  CHECK(back.result.evaluator == "hotpotqa");
  CHECK(back.result.signature == "hotpotqa|unit:words");
  REQUIRE(back.result.answers.size() == 2);
  const result_answer& first = back.result.answers[0];
  CHECK(first.id == "a\"b");
  CHECK(!first.prediction);
  CHECK(first.golds == std::vector<std::string>{"x", "\xC3\xA9"});
  REQUIRE(first.numbers.size() == 2);
  CHECK(first.number("em") == 0.0);
  CHECK(!first.numbers[1].second);
  CHECK(back.questions[0].text == "Who?");
  CHECK(back.questions[0].groups[0].second == "bridge");
  CHECK(*back.result.answers[1].prediction == "y");
  CHECK(back.scores[0].value == 0.5);
  CHECK(!back.scores[1].value);
}

TEST_CASE("result_file: what is no result is refused with the field that is missing") {
  const mhqa_test::scratch here;
  const auto refused = [&](const std::string& text, const std::string& message) {
    const std::string path = here.write("bad.json", text).string();
    CHECK_THROWS_WITH_AS(static_cast<void>(io::read_result(path)), doctest::Contains(message.c_str()), data_error);
  };
  refused(R"({"scores": {"em": 1}})", "questions");
  refused(R"({"questions": [], "evaluator": "x", "signature": "x"})", "expected questions, found none");
  refused(R"({"questions": [{"golds": [], "prediction": ""}], "evaluator": "x", "signature": "x"})", "\"id\"");
  for (const char* const score : {"NaN", "Infinity", "1e999", "\"x\"", "[]", "{}", "123abc"}) {
    CAPTURE(score);
    refused(R"({"questions": [{"id": "a", "golds": [], "prediction": "", "em": )" + std::string{score} +
                R"(}], "evaluator": "x", "signature": "x"})",
            "id \"a\", field \"questions[0].em\"");
  }
  refused(R"({"questions": [{"id": "a", "golds": [], "prediction": "", "em": 0, "em": "x"}], "evaluator": "x"})",
          "id \"a\", field \"questions[0].em\"");
  refused(R"({"questions": [{"id": "a", "prediction": ""}], "evaluator": "x", "signature": "x"})", "\"golds\"");
  refused(R"({"questions": [{"id": "a", "golds": ["x"], "prediction": 5}]})", "found a number");
}

TEST_CASE("result_file: lines of answers keep their ids, and means leave out the numbers that are not there") {
  const mhqa_test::scratch here;
  const std::string lines = here.write("a.jsonl",
                                       "{\"id\": \"q\", \"prediction\": \"x\", \"gold\": [\"x\", \"y\"]}\n"
                                       "{\"prediction\": null, \"gold\": \"z\", \"answer_type\": \"year\"}\n")
                                .string();
  scored_result result{"hotpotqa", "hotpotqa|s", io::read_answer_lines(lines)};
  REQUIRE(result.answers.size() == 2);
  CHECK(result.answers[0].id == "q");
  CHECK(result.answers[0].golds == std::vector<std::string>{"x", "y"});
  CHECK(result.answers[1].id == "2");
  CHECK(!result.answers[1].prediction);
  CHECK(result.answers[1].answer_type == "year");
  result.answers[0].numbers = {{"em", 1.0}, {"f1", std::nullopt}};
  result.answers[1].numbers = {{"em", 0.0}};
  const std::string path = (here / "r.json").string();
  io::write_result(path, result);
  const io::result_file back = io::read_result(path);
  CHECK(back.scores[0].value == 0.5);
  CHECK(!back.scores[1].value);
  CHECK(back.result.answers[0].number("em") == 1.0);
  CHECK(back.result.answers[0].answer_type.empty());
  CHECK(back.result.answers[1].answer_type == "year");
}

TEST_CASE("result_file: an id is a string, which may be empty, or an integer, and two answers cannot share one") {
  const mhqa_test::scratch here;
  const std::string lines = here.write("a.jsonl",
                                       "{\"id\": \"\", \"prediction\": \"x\", \"gold\": \"x\"}\n"
                                       "{\"id\": 7, \"prediction\": \"x\", \"gold\": \"x\"}\n"
                                       "{\"id\": \"4\", \"prediction\": \"x\", \"gold\": \"x\"}\n")
                                .string();
  scored_result result{"hotpotqa", "hotpotqa|s", io::read_answer_lines(lines)};
  const std::string path = (here / "r.json").string();
  io::write_result(path, result);
  const io::result_file back = io::read_result(path);
  CHECK(back.result.answers[0].id.empty());
  CHECK(back.result.answers[1].id == "7");
  result.answers.push_back({.id = "4", .golds = {"x"}});
  const std::string twice = (here / "twice.json").string();
  CHECK_THROWS_WITH_AS(io::write_result(twice, result), "id \"4\": expected each id once, found it twice", data_error);
  CHECK(!std::filesystem::exists(twice));
}

TEST_CASE("result_file: the question, steps and groups of a row are written and read again") {
  const mhqa_test::scratch here;
  scored_result result{"musique", "musique|s"};
  result.answers = {{.id = "1", .prediction = "x", .golds = {"x"}, .numbers = {{"em", 1.0}}}};
  question_row row;
  row.question = "who?";
  row.steps = {{"a >> b", "y"}};
  row.groups.emplace_back("hops", "2");
  const std::vector<io::result_question> questions{io::question_of(row)};
  const std::string path = (here / "r.json").string();
  io::write_result(path, result, questions, "musique");
  const io::result_file back = io::read_result(path);
  CHECK(back.dataset == "musique");
  REQUIRE(back.questions.size() == 1);
  CHECK(back.questions[0].text == "who?");
  CHECK(back.questions[0].groups == std::vector<std::pair<std::string, std::string>>{{"hops", "2"}});
  REQUIRE(back.questions[0].steps.size() == 1);
  CHECK(back.questions[0].steps[0].question == "a >> b");
  CHECK(back.questions[0].steps[0].answer == "y");
}
