// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/remote/ask_tasks.hpp>

#include "support/command.hpp"
#include "support/errors.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

namespace remote = mhqa::remote;
using remote::ask_kind;

namespace {

constexpr std::string_view paragraphs =
    "{\"idx\": 0, \"title\": \"Aida\", \"paragraph_text\": \"Verdi composed Aida.\"}\n"
    "{\"idx\": 1, \"title\": \"Verdi\", \"paragraph_text\": \"He died in Milan.\"}\n";

std::vector<remote::ask_task> all_of(const std::string& path) {
  remote::ask_tasks tasks{path};
  std::vector<remote::ask_task> out;
  while (auto task = tasks.next()) out.push_back(std::move(*task));
  return out;
}

}  // namespace

TEST_CASE("ask_tasks: a request to read names paragraphs of the file beside it") {
  const mhqa_test::scratch here;
  here.write("paragraphs.jsonl", paragraphs);
  const auto path =
      here.write("heads.jsonl",
                 "{\"id\": \"h\", \"question\": \"Who?\", \"paragraphs\": [1, 0], \"fold\": 1, \"answer\": "
                 "\"Verdi\", \"support\": [1]}\n");
  const auto tasks = all_of(path.string());
  REQUIRE(tasks.size() == 1);
  const remote::ask_task& task = tasks.front();
  CHECK(task.kind == ask_kind::read);
  CHECK_FALSE(task.of_data_set);
  CHECK(task.answers.empty());  // the gold answer never reaches a prompt
  REQUIRE(task.paragraphs.size() == 2);
  CHECK(remote::slot_text("paragraphs", task.question, task.context()) ==
        "[0] Verdi: He died in Milan.\n[1] Aida: Verdi composed Aida.");
  std::string line;
  remote::append_answer(line, task, {.value = {.answer = "V", .confidence = 0.5, .support = {1}}});
  CHECK(line == "{\"id\": \"h\", \"answer\": \"V\", \"support\": [1], \"confidence\": 0.5}\n");
  line.clear();
  remote::append_answer(line, task, remote::answer_of<mhqa::reading>{.why = remote::refusal::no_json});
  CHECK(line == "{\"id\": \"h\", \"answer\": \"\", \"support\": [], \"refused\": \"no-json\"}\n");
}

TEST_CASE("ask_tasks: a file of requests has paragraphs of its own name") {
  const mhqa_test::scratch here;
  here.write("paragraphs.jsonl", paragraphs);
  here.write("quality_paragraphs.jsonl", "{\"idx\": 0, \"title\": \"Tosca\", \"paragraph_text\": \"x\"}\n");
  const std::string_view line = "{\"id\": \"h\", \"question\": \"Who?\", \"paragraphs\": [0]}\n";
  CHECK(all_of(here.write("quality.jsonl", line).string()).at(0).paragraphs.at(0).title == "Tosca");
  CHECK(all_of(here.write("tails.jsonl", line).string()).at(0).paragraphs.at(0).title == "Aida");
}

TEST_CASE("ask_tasks: steps ask for a wording, and with a question for a check") {
  const mhqa_test::scratch here;
  const auto word = here.write("w.jsonl",
                               "{\"id\": \"w\", \"steps\": [\"Who?\", \"Where did #1 die?\"], \"answers\": [\"Verdi\", "
                               "\"Milan\"], \"paragraphs\": [{\"title\": \"T\", \"text\": \"x\"}], \"draft\": null}\n");
  const auto tasks = all_of(word.string());
  REQUIRE(tasks.size() == 1);
  CHECK(tasks[0].kind == ask_kind::word);
  CHECK(remote::slot_text("steps", tasks[0]) == "1. Who?\n2. Where did #1 die?");
  CHECK(remote::slot_text("answers", tasks[0]) == "1. Verdi\n2. Milan");
  CHECK(remote::slot_text("paragraphs", tasks[0]) == "[0] T: x");
  CHECK(remote::slot_text("draft", tasks[0]) == "(none)");
  std::string line;
  remote::append_answer(line, tasks[0], remote::answer_of<remote::worded>{.value = {"Where?", false}});
  remote::append_answer(line, tasks[0], remote::answer_of<remote::worded>{.why = remote::refusal::cut_short});
  CHECK(line ==
        "{\"id\": \"w\", \"question\": \"Where?\", \"same_entity\": false}\n"
        "{\"id\": \"w\", \"question\": null, \"same_entity\": true, \"refused\": \"cut-short\"}\n");

  const auto check = here.write("c.jsonl", "{\"id\": \"c\", \"question\": \"Where?\", \"steps\": [\"Who?\"]}\n");
  const auto checks = all_of(check.string());
  REQUIRE(checks.size() == 1);
  CHECK(checks[0].kind == ask_kind::check);
  line.clear();
  remote::append_answer(line, checks[0], remote::answer_of<remote::verdict>{.value = {false, "clumsy"}});
  CHECK(line == "{\"id\": \"c\", \"ok\": false, \"why\": \"clumsy\"}\n");
}

TEST_CASE("ask_tasks: records of data sets become predictions in their own layout") {
  const mhqa_test::scratch here;
  const auto musique = here.write(
      "m.jsonl",
      "{\"id\": \"2hop__1\", \"question\": \"Q\", \"paragraphs\": [{\"idx\": 7, \"title\": \"T\", \"paragraph_text\": "
      "\"x\"}], \"question_decomposition\": [{\"question\": \"Who?\"}]}\n");
  const auto tasks = all_of(musique.string());
  REQUIRE(tasks.size() == 1);
  CHECK(tasks[0].of_data_set);
  CHECK(tasks[0].steps == std::vector<std::string>{"Who?"});
  std::string line;
  remote::append_answer(line, tasks[0], {.value = {.answer = "a", .support = {0}, .sufficiency = 1}});
  CHECK(line ==
        "{\"id\": \"2hop__1\", \"predicted_answer\": \"a\", \"predicted_support_idxs\": [7], "
        "\"predicted_answerable\": true}\n");
  const auto hotpot = here.write("h.json", R"([{"_id": "5a", "question": "Q", "context": [["T", ["x."]]]}])");
  CHECK(all_of(hotpot.string()).front().id == "5a");
}

TEST_CASE("ask_tasks: a prediction asks for a judgement, which needs golds") {
  const mhqa_test::scratch here;
  const auto first = [&](std::string_view line) {
    return remote::ask_tasks{here.write("j.jsonl", line).string()}.next();
  };
  const auto task = first(R"({"id": "a", "question": "Who?", "prediction": "x", "golds": ["y", "z"]})");
  REQUIRE(task);
  CHECK(task->kind == remote::ask_kind::judge);
  CHECK(task->prediction == "x");
  CHECK(task->golds == std::vector<std::string>{"y", "z"});
  CHECK(mhqa_test::error_of([&] {
          (void)first(R"({"id": "a", "question": "Who?", "prediction": "x"})");
        }).find("expected the field \"gold\"") != std::string::npos);
  CHECK(mhqa_test::error_of([&] {
          (void)first(R"({"id": "a", "prediction": "x", "gold": "y"})");
        }).find("expected the field \"question\"") != std::string::npos);
}

TEST_CASE("ask_tasks: any records with an id and a question can be taken apart") {
  const mhqa_test::scratch here;
  here.write("paragraphs.jsonl", "{\"idx\": 7}\n");  // StrategyQA's corpus may stand beside its questions
  const auto all = [&](std::string_view text) {
    remote::ask_tasks tasks{here.write("q.json", text).string(), {}, true};
    std::vector<remote::ask_task> out;
    while (auto task = tasks.next()) out.push_back(std::move(*task));
    return out;
  };
  const auto strategy = all(R"([{"qid": "s", "term": "Albany", "question": "Will it?", "answer": true, "facts": []}])");
  REQUIRE(strategy.size() == 1);
  CHECK(strategy[0].kind == ask_kind::decompose);
  CHECK_FALSE(strategy[0].of_data_set);
  CHECK(strategy[0].id == "s");
  CHECK(remote::slot_text("question", strategy[0]) == "Will it?");
  CHECK(remote::slot_text("title", strategy[0]) == "Albany");
  const auto hotpot =
      all(R"([{"_id": "5a", "question": "Q?", "context": [["T", ["x."]]]}, {"_id": "5b", "question": "R?"}])");
  REQUIRE(hotpot.size() == 2);
  CHECK(hotpot[0].paragraphs.empty());
  CHECK(remote::slot_text("title", hotpot[1]) == "(none)");
  const auto error_of = [&](std::string_view text) { return mhqa_test::error_of([&] { (void)all(text); }); };
  const auto ends = [](const std::string& text, std::string_view end) {
    CAPTURE(text);
    CHECK(text.ends_with(end));
  };
  ends(error_of(R"([{"question": "Q?"}])"), "record 1: expected the field \"id\", which is missing");
  ends(error_of(R"([{"qid": "a"}])"), "record 1, id \"a\": expected the field \"question\", which is missing");
  ends(error_of(R"([{"qid": "a", "question": " "}])"), "expected a question to take apart, found an empty one");
  ends(error_of(R"([{"id": "a", "question": "Q?"}, {"id": "a", "question": "R?"}])"),
       "record 2, id \"a\": expected each id once, but for a question and its unanswerable twin; found it again");
  ends(error_of(R"([{"id": "a", "question": "Q?", "answerable": false}, {"id": "a", "question": "R?"}])"),
       "record 2, id \"a\": expected the question that this id had before, found another");
  CHECK(all(R"([{"id": "a", "question": "Q?", "answerable": false}, {"id": "a", "question": "Q?"}])").size() == 1);
}

TEST_CASE("ask_tasks: a malformed request is refused with its place") {
  const mhqa_test::scratch here;
  here.write("paragraphs.jsonl", paragraphs);
  const auto error_of = [&](std::string_view text) {
    const auto path = here.write("r.jsonl", text);
    return mhqa_test::error_of([&] { static_cast<void>(all_of(path.string())); });
  };
  const auto has = [](const std::string& text, std::string_view part) {
    CAPTURE(text);
    CHECK(text.find(part) != std::string::npos);
  };
  has(error_of(""), "expected records, found an empty file");
  has(error_of("{\"id\": \"a\"}\n"), "expected a request with \"question\" or \"steps\"");
  has(error_of("{\"question\": \"Q\"}\n"), "record 1: expected the field \"id\"");
  has(error_of("{\"id\": \"a\", \"question\": \"Q\"}\n{\"id\": \"b\"}\n"),
      "record 2, id \"b\": expected the field \"question\"");
  has(error_of("{\"id\": \"a\", \"question\": \"Q\", \"paragraphs\": [2]}\n"), "id \"a\", field \"paragraphs[0]\"");
  has(error_of("{\"id\": \"a\", \"question\": 1}\n"), "expected a string, found a number");
  here.write("paragraphs.jsonl", "{\"idx\": 1}\n");
  has(error_of("{\"id\": \"a\", \"question\": \"Q\"}\n"), "expected \"idx\" 0, found 1");
}

TEST_CASE(
    "ask_tasks: a request that repeats a paragraph grows by a factor at most; different paragraphs are not limited") {
  const mhqa_test::scratch here;
  std::string many, all, same;
  for (int i = 0; i < 200; ++i) {
    many += R"({"idx": )" + std::to_string(i) + R"(, "title": "", "paragraph_text": ")" + std::string(10'000, 'x') +
            "\"}\n";
    all += (i == 0 ? "" : ", ") + std::to_string(i);
    same += i == 0 ? "7" : ", 7";
  }
  here.write("paragraphs.jsonl", many);
  const auto request = [&](const std::string& positions) {
    return here.write("r.jsonl", R"({"id": "a", "question": "Q", "paragraphs": [)" + positions + "]}\n").string();
  };
  CHECK(all_of(request(all)).at(0).paragraphs.size() == 200);
  CHECK(all_of(request("7, 7, 7")).at(0).paragraphs.size() == 3);
  const std::string error = mhqa_test::error_of([&] { static_cast<void>(all_of(request(same))); });
  CHECK(error.find("record 1, id \"a\", field \"paragraphs[22]\": its text with all repetitions would grow beyond") !=
        std::string::npos);
}
