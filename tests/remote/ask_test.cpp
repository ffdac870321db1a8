// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/remote/ask.hpp>

#include "support/command.hpp"
#include "support/errors.hpp"

#include <mhqa/io/json_writer.hpp>
#include <mhqa/io/known_steps.hpp>
#include <mhqa/parallel.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace remote = mhqa::remote;

namespace {

using script = std::function<remote::attempt(const std::string&)>;

remote::attempt says(std::string_view content) {
  std::string body;
  mhqa::io::json_writer json{body};
  json.begin_object().key("choices").begin_array().begin_object().key("message").begin_object();
  json.member("content", content).end_object().end_object().end_array().end_object();
  return {.status = 200, .body = body};
}

const remote::prompt_template read_prompt{remote::prompts::read, remote::prompts::read_slots};

/// A model that answers with the number of bytes of its prompt, and nothing usable for some prompts.
remote::attempt counts_bytes(const std::string& body) {
  if (body.find("silent") != std::string::npos) return says("I do not know");
  return says("{\"answer\": \"" + std::to_string(body.size()) + "\"}");
}

std::string requests(std::size_t n) {
  std::string out;
  for (std::size_t i = 0; i < n; ++i) {
    out += "{\"id\": \"q" + std::to_string(i) + "\", \"question\": \"" + std::string(i % 40, 'x') +
           (i % 10 == 3 ? "silent" : "") + "\"}\n";
  }
  return out;
}

}  // namespace

static_assert(mhqa::reader<remote::remote_reader<remote::caller<remote::no_transport>>>);

TEST_CASE("ask: answers come in the requests' order, the same for any number of threads and batches") {
  const mhqa_test::scratch here;
  const std::string path = here.write("r.jsonl", requests(300)).string();
  std::string first;
  for (const std::size_t threads : {1U, 2U, 7U}) {
    for (const std::size_t batch : {1U, 64U, 1000U}) {
      remote::call_log log{""};
      remote::caller<script> call{log, counts_bytes};
      remote::ask_tasks tasks{path};
      mhqa::thread_pool pool{threads};
      std::string out;
      const auto counts = remote::ask_all(
          tasks, path, call, read_prompt, {.chat = {.model = "m"}, .batch = batch},
          [&](std::string_view line) { out += line; }, pool);
      CHECK(counts.requests == 300);
      CHECK(counts.refused[static_cast<std::size_t>(remote::refusal::no_json)] == 30);
      CHECK(counts.refused[0] == 270);
      CHECK(call.counts().asked + call.counts().replayed == 300);
      if (first.empty()) first = out;
      CHECK(out == first);
    }
  }
  CHECK(std::count(first.begin(), first.end(), '\n') == 300);
}

TEST_CASE("ask: with steps, earlier answers are put into later ones") {
  const mhqa_test::scratch here;
  const std::string path =
      here.write("m.jsonl",
                 "{\"id\": \"2hop__1\", \"question\": \"Q\", \"paragraphs\": [{\"idx\": 7, "
                 "\"title\": \"T\", \"paragraph_text\": \"x\"}], \"question_decomposition\": "
                 "[{\"question\": \"Who composed Aida?\"}, {\"question\": \"Where did #1 die?\"}]}\n")
          .string();
  remote::call_log log{""};
  std::vector<std::string> asked;
  remote::caller<script> call{log, [&](const std::string& body) {
                                asked.push_back(body);
                                return says(asked.size() == 1 ? "{\"answer\": \"Verdi\", \"support\": [0]}"
                                                              : "{\"answer\": \"Milan\", \"support\": [0]}");
                              }};
  remote::ask_tasks tasks{path};
  std::string out;
  remote::ask_all(
      tasks, path, call, read_prompt, {.chat = {.model = "m"}, .steps = true},
      [&](std::string_view line) { out += line; }, mhqa::serial_executor{});
  REQUIRE(asked.size() == 2);
  CHECK(asked[1].find("Where did Verdi die?") != std::string::npos);
  CHECK(out.find("\"predicted_answer\": \"Milan\"") != std::string::npos);
  CHECK(out.find("\"predicted_support_idxs\": [7]") != std::string::npos);
}

TEST_CASE("ask: a repeated id and a file without requests are refused") {
  const mhqa_test::scratch here;
  remote::call_log log{""};
  remote::caller<script> call{log, counts_bytes};
  const auto run = [&](std::string_view text) {
    const std::string path = here.write("r.jsonl", text).string();
    return mhqa_test::error_of([&] {
      remote::ask_tasks tasks{path};
      remote::ask_all(
          tasks, "r.jsonl", call, read_prompt, {.chat = {.model = "m"}}, [](std::string_view) {},
          mhqa::serial_executor{});
    });
  };
  CHECK(run("{\"id\": \"a\", \"question\": \"Q\"}\n{\"id\": \"a\", \"question\": \"R\"}\n") ==
        "r.jsonl: id \"a\": expected each id once, found it twice");
  CHECK(run("{\"id\": \"a\", \"steps\": [], \"question\": \"\"}\n") == "no error");
}

TEST_CASE("ask: an estimate counts the calls that are left") {
  const mhqa_test::scratch here;
  const std::string path = here.write("r.jsonl", requests(80)).string();
  remote::call_log log{""};
  const remote::ask_options options{.chat = {.model = "m", .max_tokens = 100}};
  remote::ask_tasks before{path};
  const auto all = remote::estimate(before, log, read_prompt, options);
  CHECK(all.requests == 80);
  CHECK(all.calls == 40);  // questions 40 to 79 equal 0 to 39
  CHECK(all.recorded == 40);
  CHECK(all.most_completion_tokens == 4000);
  CHECK(all.prompt_tokens > 40 * 100);
  remote::caller<script> call{log, counts_bytes};
  remote::ask_tasks tasks{path};
  remote::ask_all(
      tasks, path, call, read_prompt, options, [](std::string_view) {}, mhqa::serial_executor{});
  remote::ask_tasks after{path};
  CHECK(remote::estimate(after, log, read_prompt, options).calls == 0);
}

TEST_CASE("ask: steps that would send their paragraphs too often are refused before anything is asked") {
  std::string record =
      R"({"id": "2hop__1_2", "question": "Who?", "answer": "x", "answer_aliases": [], "answerable": true, )";
  const auto list = [&](const char* name, int count, std::string_view item) {
    record.append("\"").append(name).append("\": [");
    for (int i = 0; i < count; ++i) {
      std::string one{item};
      one.replace(one.find('@'), 1, std::to_string(i));
      record.append(i == 0 ? "" : ", ").append(one);
    }
    record += ']';
  };
  list("question_decomposition", 2100,
       R"({"id": @, "question": "Who is it?", "answer": "x", "paragraph_support_idx": 0})");
  record += ", ";
  list("paragraphs", 2000, R"({"idx": @, "title": "T", "paragraph_text": "t", "is_supporting": false})");
  const mhqa_test::scratch here;
  const std::string path = here.write("m.jsonl", record + "}\n").string();
  const remote::call_log log{""};
  remote::ask_tasks tasks{path};
  CHECK_THROWS_WITH_AS((void)remote::estimate(tasks, log, read_prompt, {.chat = {.model = "m"}, .steps = true}),
                       doctest::Contains("id \"2hop__1_2\": expected at most 2097 readings of its 2000 paragraphs"),
                       mhqa::data_error);
}

TEST_CASE("ask: a judge sees question, answer and golds; a reply without a verdict is null and counted") {
  const mhqa_test::scratch here;
  const std::string path =
      here.write("j.jsonl", R"({"id": "a", "question": "Who?", "prediction": "T. Nyman", "gold": ["Tom Nyman", "Nyman"]}
{"id": "b", "question": "Who?", "prediction": null, "gold": "Oslo"}
)")
          .string();
  remote::ask_tasks tasks{path};
  REQUIRE(tasks.asked() == remote::ask_kind::judge);
  const remote::prompt_template prompt{"{{question}}|{{prediction}}|{{golds}}", remote::prompts::judge_slots};
  remote::call_log log{""};
  const script judge = [](const std::string& body) {
    return says(body.find("Who?|T. Nyman|1. Tom Nyman\\n2. Nyman") != std::string::npos ? "correct: yes" : "who knows");
  };
  remote::caller<script> call{log, judge};
  std::string lines;
  const remote::ask_options options{
      .chat = {.model = "m"}, .form = remote::judgement_form::line, .judge = "m|prompt:1"};
  const auto counts = remote::ask_all(
      tasks, path, call, prompt, options, [&](std::string_view line) { lines += line; }, mhqa::serial_executor{});
  CHECK(lines ==
        "{\"id\": \"a\", \"prediction\": \"T. Nyman\", \"gold\": [\"Tom Nyman\", \"Nyman\"], \"verdict\": true, "
        "\"why\": \"\", \"judge\": \"m|prompt:1\"}\n"
        "{\"id\": \"b\", \"prediction\": \"\", \"gold\": [\"Oslo\"], \"verdict\": null, \"why\": \"\", \"judge\": "
        "\"m|prompt:1\", \"refused\": \"no-verdict\"}\n");
  CHECK(counts.refused[static_cast<std::size_t>(remote::refusal::no_verdict)] == 1);
}

TEST_CASE("ask: questions are taken apart once an id, and a reply with faulty steps leaves none") {
  const mhqa_test::scratch here;
  const std::string path = here.write("full.jsonl", R"({"id": "2hop__1", "question": "Q one?", "paragraphs": []}
{"id": "2hop__1", "answerable": false, "question": "Q one?", "paragraphs": []}
{"_id": "b", "question": "Q two?"}
)")
                               .string();
  remote::call_log log{""};
  const script model = [](const std::string& body) {
    CHECK(body.find("\"steps\": {\"type\": \"array\"") != std::string::npos);  // the schema
    return says(body.find("Q one?|(none)") != std::string::npos ? R"({"steps": ["Who?", "Where is #1?"]})"
                                                                : R"({"steps": ["Where is #2?", "Who?"]})");
  };
  remote::caller<script> call{log, model};
  const remote::prompt_template prompt{"{{question}}|{{title}}", remote::prompts::decompose_slots};
  remote::ask_tasks tasks{path, {}, true};
  REQUIRE(tasks.asked() == remote::ask_kind::decompose);
  std::string lines;
  const auto counts = remote::ask_all(
      tasks, path, call, prompt, {.chat = {.model = "m"}}, [&](std::string_view line) { lines += line; },
      mhqa::serial_executor{});
  CHECK(lines ==
        "{\"qid\": \"2hop__1\", \"question\": \"Q one?\", \"decomposition\": [\"Who?\", \"Where is #1?\"]}\n"
        "{\"qid\": \"b\", \"question\": \"Q two?\", \"decomposition\": [], \"refused\": \"faulty-steps\"}\n");
  CHECK(counts.requests == 2);
  CHECK(counts.refused[static_cast<std::size_t>(remote::refusal::faulty_steps)] == 1);
  const mhqa::io::known_steps known{here.write("steps.jsonl", lines).string()};
  CHECK(known.steps_of("2hop__1") == std::vector<std::string>{"Who?", "Where is #1?"});
  CHECK(mhqa_test::error_of([&] { (void)known.steps_of("b"); }).ends_with("expected steps, found none"));
}

TEST_CASE("ask: each kind of request has a prompt, which uses only its own slots") {
  for (const remote::ask_kind kind : {remote::ask_kind::read, remote::ask_kind::word, remote::ask_kind::check,
                                      remote::ask_kind::judge, remote::ask_kind::decompose}) {
    const remote::built_in_prompt known = remote::prompt_of(kind);
    CHECK(mhqa_test::error_of([&] { remote::prompt_template{known.text, known.slots}; }) == "no error");
  }
  CHECK(remote::prompt_of(remote::ask_kind::read).text == remote::prompts::read);
  CHECK(remote::prompt_of(remote::ask_kind::word).text == remote::prompts::word);
  CHECK(remote::prompt_of(remote::ask_kind::check).text == remote::prompts::check);
  CHECK(remote::prompt_of(remote::ask_kind::judge).text == remote::prompts::judge);
  CHECK(remote::prompt_of(remote::ask_kind::decompose).text == remote::prompts::decompose);
}
