// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include "support/command.hpp"
#include "support/json.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <string_view>

namespace {

constexpr std::string_view gold = R"({"id": "2hop__1_2", "question": "Who is the spouse of the Green performer?",)"
                                  R"( "answer": "Miquette Giraudy", "answer_aliases": [], "answerable": true,)"
                                  R"( "paragraphs": [{"idx": 0, "title": "Green", "is_supporting": true,)"
                                  R"( "paragraph_text": "Green is an album by Steve Hillage."}],)"
                                  R"( "question_decomposition": [{"id": 1, "question": "Green >> performer",)"
                                  R"( "answer": "Steve Hillage", "paragraph_support_idx": 0}, {"id": 2, "question":)"
                                  R"( "#1 >> spouse", "answer": "Miquette Giraudy", "paragraph_support_idx": null}]})";
constexpr std::string_view rollouts =
    "{\"id\": \"2hop__1_2\", \"text\": \"<search>Green</search><information>Doc 1(Title: Green) Green is an album by "
    "Steve Hillage.</information><answer>Sting</answer>\"}\n{\"id\": \"other\", \"text\": \"<think>\"}\n";

}  // namespace

TEST_CASE("rollouts: the report, a line for each rollout and a page") {
  const mhqa_test::scratch folder;
  const std::string golds = folder.write("gold.jsonl", gold).string();
  const std::string file = folder.write("r.jsonl", rollouts).string();
  const std::string lines = (folder / "lines.jsonl").string(), page = (folder / "page.html").string();
  const auto run = mhqa_test::mhqa({"rollouts", file, golds, "--json", "--per-question", lines, "--html", page});
  CHECK(run.err == "");
  REQUIRE(run.status == 0);
  const mhqa_test::json report = mhqa_test::parse_json(run.out);
  CHECK(report["rollouts"].integer() == 2);
  CHECK(report["without_gold"].integer() == 1);
  CHECK(report["flaws"]["unclosed"].integer() == 1);
  CHECK(report["all"]["causes"]["bridge_unused"].integer() == 1);
  const auto rows = mhqa_test::load_jsonl(lines);
  REQUIRE(rows.size() == 2);
  CHECK(rows[0]["cause"].string() == "bridge_unused");
  CHECK(rows[0]["broken_hop"].integer() == 2);
  CHECK(rows[0]["hops"][0]["support_step"].integer() == 1);
  CHECK(rows[1]["cause"].null());
  CHECK(mhqa_test::read_file(page).find("bridge_unused") != std::string::npos);
}

TEST_CASE("rollouts: standard input and one tagged text") {
  const mhqa_test::scratch folder;
  const std::string golds = folder.write("gold.jsonl", gold).string();
  const auto piped = mhqa_test::mhqa({"rollouts", "-", golds}, rollouts);
  CHECK(piped.status == 0);
  CHECK(piped.out.find("2 rollouts, 1 without a gold question") != std::string::npos);
  const std::string text = folder.write("2hop__1_2.txt", "<think>x</think><answer>Miquette Giraudy</answer>").string();
  const auto one = mhqa_test::mhqa({"rollouts", text, golds});
  CHECK(one.out.find("luck                        1   100.0") != std::string::npos);
}

TEST_CASE("rollouts: bad input is one line and status 2, and leaves no file") {
  const mhqa_test::scratch folder;
  const std::string golds = folder.write("gold.jsonl", gold).string();
  const std::string file = folder.write("r.jsonl", "{\"id\": \"1\"}\n").string();
  const std::string lines = (folder / "lines.jsonl").string();
  const auto run = mhqa_test::mhqa({"rollouts", file, golds, "--per-question", lines});
  CHECK(run.status == 2);
  CHECK(run.err.find("steps, messages or text") != std::string::npos);
  CHECK_FALSE(std::filesystem::exists(lines));
  CHECK(mhqa_test::mhqa({"rollouts", "-", "-"}).status == 2);
  CHECK(mhqa_test::mhqa({"rollouts", file, golds, "--per-question", file}).status == 2);
}

TEST_CASE("rollouts: a file that is not UTF-8 text, and one without a rollout of a gold question, are refused") {
  const mhqa_test::scratch folder;
  const std::string golds = folder.write("gold.jsonl", gold).string();
  const auto refused = [&](std::string_view text, std::string_view part) {
    const auto run = mhqa_test::mhqa({"rollouts", folder.write("2hop__1_2.txt", text).string(), golds});
    CAPTURE(run.err);
    CHECK(run.status == 2);
    CHECK(run.out == "");
    CHECK(run.err.find(part) != std::string::npos);
  };
  using namespace std::string_view_literals;
  refused("\xFD\x37zXZ\0\0 <answer>x</answer>"sv, "found an xz file; unpack it first");
  refused("BZh91AY&SY<answer>x</answer>", "found a bzip2 file");
  refused("PK\x03\x04<answer>x</answer>", "found a zip file");
  refused("\xFF\xFE<\0a\0"sv, "found UTF-16; save the file as UTF-8");
  refused("\xEF\xBB\xBF<answer>x</answer>", "found a byte order mark");
  refused("<answer>x\xC3</answer>", "byte 9: expected valid UTF-8");
  refused("{\"id\": \"other\", \"text\": \"<answer>x</answer>\"}\n", "no rollout has the id of a gold question");
  refused("[]", "expected rollouts, found none");
}

TEST_CASE("rollouts: the signature names the dialect's choices, the number of rollouts and the golds") {
  const mhqa_test::scratch folder;
  const auto signature = [&](const std::string& text) {
    const std::string golds = folder.write("gold.jsonl", text).string();
    const std::string out = mhqa_test::mhqa({"rollouts", "-", golds}, rollouts).out;
    return out.substr(out.rfind("\nmusique|") + 1);
  };
  const std::string one = signature(std::string{gold});
  CHECK(one.find("|empty-answer:1-if-both|") != std::string::npos);
  CHECK(one.find("|kind:rollouts|match:text|gold:musique|n:1|questions:1|data:") != std::string::npos);
  CHECK(signature(std::string{gold}) == one);
  std::string other{gold};
  other.replace(other.find("Miquette"), 8, "Michelle");
  CHECK(signature(other) != one);
}
