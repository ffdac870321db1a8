// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Submissions with one fault each. The questions have no labels.
#include <mhqa/io/submissions.hpp>

#include "support/command.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

namespace {

constexpr std::string_view musique_questions =
    R"({"id": "2hop__1_2", "question": "?", "paragraphs": [{"idx": 0, "title": "A"}, {"idx": 1, "title": "A"}]})"
    "\n"
    R"({"id": "2hop__3_4", "question": "?", "paragraphs": [{"idx": 0, "title": "A"}, {"idx": 1, "title": "A"}]})"
    "\n";

std::string row(std::string_view id, std::string_view support) {
  return "{\"id\": \"" + std::string{id} +
         "\", \"predicted_answer\": \"x\", \"predicted_support_idxs\": " + std::string{support} +
         ", \"predicted_answerable\": true}\n";
}

constexpr std::string_view hotpotqa_questions =
    R"([{"_id": "a", "question": "?", "context": [["T", ["one", "two"]], ["U", ["three"]]]},
        {"_id": "b", "question": "?", "context": [["T", ["one"]]]}])";

std::string error_of(const auto& f) {
  try {
    static_cast<void>(f());
  } catch (const mhqa::data_error& e) {
    return e.what();
  }
  return "none";
}

}  // namespace

TEST_CASE("submissions: MuSiQue's support must exist, each index once") {
  const mhqa_test::scratch here;
  const std::string questions = here.write("q.jsonl", musique_questions).string();
  const auto check = [&](const std::string& predictions) {
    return mhqa::io::check_musique(here.write("p.jsonl", predictions).string(), questions);
  };
  const auto whole = check(row("2hop__1_2", "[0, 1]") + row("2hop__3_4", "[]"));
  CHECK(whole.problems.empty());
  CHECK(whole.questions == 2);
  CHECK(whole.whole == 2);
  const auto beyond = check(row("2hop__1_2", "[0, 99]") + row("2hop__3_4", "[-1]"));
  REQUIRE(beyond.problems.size() == 2);
  CHECK(beyond.whole == 0);
  CHECK(beyond.problems[0].id == "2hop__1_2");
  CHECK(beyond.problems[0].problem ==
        "predicted_support_idxs[1]: expected the idx of one of the 2 paragraphs, found 99");
  CHECK(beyond.problems[1].problem ==
        "predicted_support_idxs[0]: expected the idx of one of the 2 paragraphs, found -1");
  CHECK(check(row("2hop__1_2", "[1, 1]") + row("2hop__3_4", "[]")).problems[0].problem ==
        "predicted_support_idxs[1]: expected each idx once, found 1 twice");
  CHECK(error_of([&] { return check(row("2hop__1_2", "[0]")); }).find("2hop__3_4") != std::string::npos);
  CHECK(error_of([&] { return check(row("2hop__3_4", "[0]") + row("2hop__1_2", "[]")); }).find("order") !=
        std::string::npos);
  CHECK(error_of([&] {
          return check(row("2hop__1_2", "[0]") + row("2hop__3_4", "[]") + row("2hop__5_6", "[]"));
        }).find("too many") != std::string::npos);
}

TEST_CASE("submissions: MuSiQue's answers alone are read, and each lacks the rest of its row") {
  const mhqa_test::scratch here;
  const std::string questions = here.write("q.jsonl", musique_questions).string();
  const auto check = [&](std::string_view predictions) {
    return mhqa::io::check_musique(here.write("p.json", predictions).string(), questions);
  };
  const auto found = check(R"({"2hop__3_4": "x", "2hop__1_2": "y"})");
  REQUIRE(found.problems.size() == 2);
  CHECK(found.whole == 0);
  CHECK(found.problems[0].id == "2hop__1_2");
  CHECK(found.problems[0].problem ==
        "expected a row with predicted_support_idxs and predicted_answerable, found an answer alone");
  CHECK(error_of([&] { return check(R"({"2hop__1_2": "y"})"); }).find("2hop__3_4") != std::string::npos);
  const std::string wrong = error_of([&] { return check(R"({"2hop__1_2": 1})"); });
  CHECK(wrong.find("\"2hop__1_2\" is a number") != std::string::npos);
  CHECK(wrong.find("\"sp\"") == std::string::npos);
}

TEST_CASE("submissions: HotpotQA's and 2WikiMultihopQA's tasks, ids and facts") {
  const mhqa_test::scratch here;
  const std::string questions = here.write("q.json", hotpotqa_questions).string();
  const auto check = [&](std::string_view predictions, bool evidence = false) {
    return mhqa::io::check_tasks(here.write("p.json", predictions).string(), questions, {.evidence = evidence});
  };
  constexpr std::string_view good = R"({"answer": {"a": "x", "b": "y"}, "sp": {"a": [["T", 1], ["U", 0]], "b": []}})";
  CHECK(check(good).problems.empty());
  CHECK(check(good).whole == 2);
  CHECK(check(good, true).problems.size() == 2);
  CHECK(check(good, true).problems[0].problem == "expected a prediction in \"evidence\", found none");
  const auto bad = check(R"({"answer": {"a": "x", "zz": "y"}, "sp": {"a": [["T", 2], ["V", 0], ["T", -1]], "b": []}})");
  REQUIRE(bad.problems.size() == 5);
  CHECK(bad.problems[0].problem == "sp: expected a sentence of the context, found [\"T\", 2]");
  CHECK(bad.problems[3].id == "b");
  CHECK(bad.problems[3].problem == "expected a prediction in \"answer\", found none");
  CHECK(bad.problems[4].problem == "1 predictions have ids that the questions lack");
}

TEST_CASE("submissions: MuSiQue's evaluation reads JSON Lines, so an array is a problem") {
  const mhqa_test::scratch here;
  const std::string questions = here.write("q.jsonl", musique_questions).string();
  const std::string rows = "[" + row("2hop__1_2", "[0]") + "," + row("2hop__3_4", "[]") + "]";
  const auto found = mhqa::io::check_musique(here.write("p.json", rows).string(), questions);
  REQUIRE(found.problems.size() == 1);
  CHECK(found.problems[0].problem.ends_with("p.json: expected JSON Lines, one row per line; found a JSON array"));
  CHECK(found.whole == 2);
}

TEST_CASE("submissions: all problems are counted and the first thousand kept, in linear time") {
  const mhqa_test::scratch here;
  std::string support = "[0", facts = "[[\"T\", 0]", paragraphs;
  for (int i = 1; i < 200000; ++i) {
    support += ", " + std::to_string(i);
    facts += ", [\"T\", " + std::to_string(i) + "]";
  }
  for (int i = 0; i < 20000; ++i) paragraphs += std::string{i == 0 ? "" : ", "} + "[\"U\", []]";
  const std::string questions = here.write("q.jsonl", musique_questions).string();
  const auto musique = mhqa::io::check_musique(
      here.write("p.jsonl", row("2hop__1_2", support + "]") + row("2hop__3_4", "[]")).string(), questions);
  CHECK(musique.found == 199998);
  CHECK(musique.problems.size() == 1000);
  const auto tasks = mhqa::io::check_tasks(
      here.write("p.json", R"({"answer": {"a": "x"}, "sp": {"a": )" + facts + "]}}").string(),
      here.write("q.json", R"([{"_id": "a", "context": [)" + paragraphs + R"(, ["T", ["one", "two"]]]}])").string());
  CHECK(tasks.found == 199998);
  CHECK(tasks.whole == 0);
}

TEST_CASE("submissions: of two paragraphs with one title the longer one decides; a question occurs once") {
  const mhqa_test::scratch here;
  const std::string said = here.write("p", R"({"answer": {"a": "x"}, "sp": {"a": [["T", 1]]}})").string();
  const auto two = here.write("q", R"([{"_id": "a", "context": [["T", ["one", "two"]], ["T", ["one"]]]}])").string();
  CHECK(mhqa::io::check_tasks(said, two).found == 0);
  const auto twice = here.write("r", R"([{"_id": "a"}, {"_id": "a"}])").string();
  CHECK(error_of([&] { return mhqa::io::check_tasks(said, twice); }).find("each id once") != std::string::npos);
}
