// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/audit_report.hpp>

#include "support/command.hpp"
#include "support/json.hpp"

#include <mhqa/compose/finding.hpp>
#include <mhqa/error.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace {

// Its first step has no answer; both lack a paragraph.
const std::string row =
    R"({"id": "m", "question": "Where was the author of Emma born?", "answer": "Bath", "answer_aliases": [],)"
    R"( "answerable": true, "paragraphs": [], "question_decomposition": [)"
    R"({"id": 1, "question": "Who wrote Emma?", "answer": "", "paragraph_support_idx": null},)"
    R"( {"id": 2, "question": "Where was #1 born?", "answer": "Bath", "paragraph_support_idx": null}]})"
    "\n";
const std::string hotpot = R"([{"_id": "h", "question": "Who?", "answer": "Emma", "supporting_facts": [["a", 0]],)"
                           R"( "context": [["a", ["Emma."]], ["b", ["Kant."]]]}])";

}  // namespace

TEST_CASE("audit_report: the files of a set are counted one by one and their findings together") {
  const mhqa_test::scratch here;
  const std::vector<std::string> files{here.write("train.jsonl", row + row).string(),
                                       here.write("dev.json", hotpot).string(), here.write("test.jsonl", row).string()};
  std::vector<std::uint64_t> read;
  const auto found =
      mhqa::io::audit_files(files, mhqa::io::default_reader{}, [&](std::uint64_t done) { read.push_back(done); });
  CHECK(read == std::vector<std::uint64_t>{1, 2, 3, 4});
  REQUIRE(found.files.size() == 3);
  CHECK(found.files[0].questions == 2);
  CHECK(found.files[0].without_paragraphs == 2);
  CHECK(to_string(found.files[1].layout) == "hotpotqa");
  CHECK(found.files[1].without_paragraphs == 0);
  const auto count = [&](mhqa::audit_code code) { return found.all.findings[static_cast<std::size_t>(code)]; };
  CHECK(count(mhqa::audit_code::blank_answer) == 3);
  CHECK(count(mhqa::audit_code::duplicate_question) == 1);
  CHECK(count(mhqa::audit_code::shared_question) == 2);  // both steps of test are in train

  std::string text;
  mhqa::io::append_audit_json(text, found);
  CHECK(text.ends_with("}\n"));
  const auto json = mhqa_test::parse_json(text);
  CHECK(json["questions"].as<mhqa_test::json::number>().text == "4");
  CHECK(json["files"].items()[2]["path"].string() == files[2]);
  CHECK(json["findings"].items().size() == found.findings.size());
  CHECK(json["findings"].items()[0]["code"].string() == "blank-answer");
  CHECK(json["findings"].items()[0]["step"].as<mhqa_test::json::number>().text == "1");
  std::string counts, list;
  mhqa::io::append_audit_table(counts, found, false);
  CHECK(counts.starts_with("4 questions, "));
  CHECK(counts.find("blank-answer                  3  an answer, an alias or a step's answer has no word\n") !=
        std::string::npos);
  CHECK(counts.find("answered by the reader words\n") != std::string::npos);
  CHECK(counts.find("masked (not asked)\n") != std::string::npos);  // no step has a paragraph
  mhqa::io::append_audit_table(list, found, true);
  CHECK(list.starts_with(counts));
  CHECK(list.find("\nblank-answer\tm\t1\t") != std::string::npos);
}

TEST_CASE("audit_report: a file without questions is refused") {
  const mhqa_test::scratch here;
  const std::string file = here.write("empty.json", "[]").string();
  CHECK_THROWS_WITH_AS((void)mhqa::io::audit_files({file}, mhqa::io::default_reader{}),
                       doctest::Contains("empty.json: expected questions, found none"), mhqa::data_error);
}

TEST_CASE("audit_report: steps that another question asks are answered by memory, of any file, never by their own") {
  const mhqa_test::scratch here;
  const std::string other =
      R"({"id": "n", "question": "When did the author of Emma die?", "answer": "1817", "answer_aliases": [],)"
      R"( "answerable": true, "paragraphs": [], "question_decomposition": [)"
      R"({"id": 1, "question": "Who wrote Emma?", "answer": "Jane Austen", "paragraph_support_idx": null},)"
      R"( {"id": 2, "question": "When did #1 die?", "answer": "1817", "paragraph_support_idx": null}]})"
      "\n";
  std::string first = other;
  first.replace(first.find("\"n\""), 3, "\"m\"").replace(first.find("When did #1 die"), 15, "Where was #1 born");
  const auto memory_of = [](const std::vector<std::string>& files) {
    return mhqa::io::audit_files(files, mhqa::io::default_reader{}).memory;
  };
  const std::string a = here.write("a.jsonl", first).string(), b = here.write("b.jsonl", other).string();
  CHECK(memory_of({a}) == mhqa::io::audit_memory{2, 0, 0});
  // "Who wrote Emma?" is in both; the second steps are not alike enough to have each other's answer, which is the same.
  const auto both = memory_of({a, b});
  CHECK(both.known == 4);
  CHECK(both.identical == 2);
  CHECK(both.answered >= 2);
}
