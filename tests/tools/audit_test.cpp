// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include "support/command.hpp"
#include "support/json.hpp"
#include "support/shared_data.hpp"
#include "tools/small_files.hpp"

#include <doctest/doctest.h>

#include <sys/stat.h>

#include <map>
#include <string>
#include <string_view>

// mhqa audit, as a user runs it.

using mhqa_test::check_refused;
using mhqa_test::json;

namespace {

constexpr std::string_view row =
    R"({"id": "2hop__1_2", "question": "Where was the author of Emma born?", "answer": "Bath", "answer_aliases": [],)"
    R"( "answerable": true, "paragraphs": [{"idx": 0, "title": "Emma", "paragraph_text": "By Jane Austen.",)"
    R"( "is_supporting": true}], "question_decomposition": [)"
    R"({"id": 1, "question": "Who wrote Emma?", "answer": "Jane Austen", "paragraph_support_idx": 0},)"
    R"( {"id": 2, "question": "Where was #1 born?", "answer": "Steventon", "paragraph_support_idx": null}]})"
    "\n";

std::map<std::string, std::string> counts_of(const json& report) {
  std::map<std::string, std::string> out;
  for (const auto& [code, count] : report["counts"].members()) {
    const std::string& text = count.as<json::number>().text;
    if (text != "0") out[code] = text;
  }
  return out;
}

}  // namespace

TEST_CASE("audit: findings are counted, listed, and written as JSON") {
  const mhqa_test::scratch here;
  const std::string file = here.write("set.jsonl", row).string();
  const auto table = mhqa_test::mhqa({"audit", file, "--list"});
  CHECK(table.status == 0);
  CHECK(table.err.empty());
  CHECK(table.out.starts_with("1 questions, 2 steps, 3 findings\n"));
  CHECK(table.out.find("\nother-last-answer\t2hop__1_2\t2\tSteventon\n") != std::string::npos);
  CHECK(table.out.find("\nmissing-support\t2hop__1_2\t2\tWhere was #1 born?\n") != std::string::npos);
  CHECK(table.out.ends_with("\nsingle-context\t2hop__1_2\t-\tEmma\n"));

  const auto report = mhqa_test::parse_json(mhqa_test::mhqa({"audit", "--json", file, file}).out);
  const std::map<std::string, std::string> want{{"missing-support", "2"}, {"other-last-answer", "2"},
                                                {"shared-answer", "2"},   {"shared-paragraph", "1"},
                                                {"shared-question", "2"}, {"single-context", "2"}};
  CHECK(counts_of(report) == want);
  CHECK(report["findings"].items().size() == 11);
  CHECK(report["files"].items()[0]["layout"].string() == "musique");
  CHECK(report["findings"].items()[0]["code"].string() == "other-last-answer");
  CHECK(report["files"].items().size() == 2);
}

TEST_CASE("audit: a file without records and bad records are refused") {
  const mhqa_test::scratch here;
  check_refused(mhqa_test::mhqa({"audit", here.write("empty", "").string()}), "expected records, found an empty file");
  check_refused(mhqa_test::mhqa({"audit", here.write("none", "[]").string()}), "expected questions, found none");
  check_refused(mhqa_test::mhqa({"audit", here.write("bad", "{\"id\": 1, \"paragraphs\": []}").string()}),
                "field \"id\"");
  check_refused(mhqa_test::mhqa({"audit", here.write("other", "{\"text\": 1}").string()}),
                "expected a record of MuSiQue");
  check_refused(mhqa_test::mhqa({"audit", (here / "absent").string()}), "absent");
}

TEST_CASE("audit: a named pipe is read once, as MuSiQue's layout") {
  const mhqa_test::scratch here;
  const std::string file = here.write("set.jsonl", row).string(), pipe = (here / "pipe").string();
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  const std::string feed = "cat " + mhqa_test::shell_word(file) + " > " + mhqa_test::shell_word(pipe);
  const auto done = mhqa_test::shell("timeout 20 sh -c " + mhqa_test::shell_word(feed) +
                                     " & timeout 20 \"$MHQA_COMMAND\" audit " + mhqa_test::shell_word(pipe));
  CHECK(done.status == 0);
  CHECK(done.out == mhqa_test::mhqa({"audit", file}).out);
}

TEST_CASE("audit: other layouts are recognised by their fields, and parts may differ in layout") {
  const mhqa_test::scratch here;
  const std::string ragas =
      here.write("ragas.jsonl", R"({"user_input": "Who wrote Emma, Austen?", "reference": "Austen",)"
                                R"( "reference_contexts": ["By Austen."]})")
          .string();
  const std::string musique = here.write("set.jsonl", row).string();
  const auto report = mhqa_test::parse_json(mhqa_test::mhqa({"audit", "--json", ragas, musique}).out);
  CHECK(report["files"].items()[0]["layout"].string() == "ragas");
  CHECK(report["files"].items()[1]["layout"].string() == "musique");
  CHECK(counts_of(report).at("answer-in-question") == "1");
  CHECK(counts_of(report).at("single-context") == "2");
}

// The first three were counted by a few lines of Python that share nothing with the library.
TEST_CASE("audit: what is found in 200 records of MuSiQue's dev set") {
  const auto file = mhqa_test::shared_data("data/musique/ans_dev_200.jsonl");
  if (!file) return;
  const auto report =
      mhqa_test::parse_json(mhqa_test::mhqa({"audit", "--json", "--reader", "words", file->string()}).out);
  const std::map<std::string, std::string> want{{"answer-not-in-support", "7"}, {"bridge-not-in-support", "24"},
                                                {"same-title", "319"},          {"no-predecessor-needed", "30"},
                                                {"answer-in-question", "7"},    {"head-beside-answer", "11"},
                                                {"duplicate-question", "1"}};
  CHECK(counts_of(report) == want);
  CHECK(report["hops"].as<json::number>().text == "478");
  CHECK(report["reader"].string() == "words");
  CHECK(report["memory"]["known"].integer() == 478);
  // As a dictionary of the steps' questions, filled and in lower case without articles and marks, counts them.
  CHECK(report["memory"]["identical"].integer() == 175);
}
