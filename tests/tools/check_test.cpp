// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include "support/command.hpp"
#include "tools/small_files.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace mhqa_test;

namespace {

std::string twowiki_submission(const char* evidence_of) {
  return R"({"answer": {"a": "x", "b": "y"}, "sp": {"a": [["T", 0]], "b": [["T", 0]]}, "evidence": {"a": [["s", "r", "o"]], ")" +
         std::string{evidence_of} + R"(": []}})";
}

}  // namespace

TEST_CASE("check: a complete submission has status 0, one that lacks something has status 2 and says what") {
  const scratch folder;
  const std::string questions = folder.write("questions.json", two_questions("x")).string();
  const std::string whole = folder.write("whole.json", twowiki_submission("b")).string();
  const std::string lacking = folder.write("lacking.json", twowiki_submission("c")).string();

  for (const char* name : {"2wikimultihopqa", "2wiki"}) {  // the second is the name in files and dialects
    const finished done = mhqa({"check", name, whole, questions});
    CHECK(done.status == 0);
    CHECK(done.out == "2 of 2 questions have a complete prediction\n");
    const finished refused = mhqa({"check", name, lacking, questions});
    CHECK(refused.status == 2);
    CHECK(refused.out.find("id \"b\"") != std::string::npos);
    CHECK(refused.out.ends_with("1 of 2 questions have a complete prediction\n"));
  }
  const std::string without =
      folder.write("without.json", R"({"answer": {"a": "x", "b": "y"}, "sp": {"a": [["T", 0]], "b": [["T", 0]]}})")
          .string();
  CHECK(mhqa({"check", "hotpotqa", without, questions}).status == 0);  // which asks for no evidence
  CHECK(mhqa({"check", "2wikimultihopqa", without, questions}).status == 2);
}

TEST_CASE("check: an empty id is an id") {
  const scratch folder;
  const std::string questions = folder.write("questions.json", R"([{"_id": "", "question": "Who?"}])").string();
  const std::string whole = folder.write("whole.json", R"({"answer": {"": "x"}, "sp": {"": []}})").string();
  CHECK(mhqa({"check", "hotpotqa", whole, questions}).out == "1 of 1 questions have a complete prediction\n");
  const std::string rows =
      folder
          .write("rows.jsonl",
                 R"({"id": "", "predicted_answer": "x", "predicted_support_idxs": [], "predicted_answerable": true})")
          .string();
  const std::string square = folder.write("square.jsonl", R"({"id": "", "paragraphs": []})").string();
  CHECK(mhqa({"check", "musique", rows, square}).out == "1 of 1 questions have a complete prediction\n");
}

TEST_CASE("check: --show limits the problems that are printed, not those that are counted") {
  const scratch folder;
  const std::string questions = folder.write("questions.json", two_questions("x")).string();
  const std::string empty = folder.write("empty.json", R"({"answer": {}, "sp": {}})").string();
  const finished done = mhqa({"check", "hotpotqa", empty, questions, "--show", "1"});
  CHECK(done.status == 2);
  CHECK(done.out.find("... and ") != std::string::npos);
  CHECK(done.out.ends_with("0 of 2 questions have a complete prediction\n"));
  check_refused(mhqa({"check", "hotpotqa", "-", "-"}), "only one of the two files can be standard input");
}
