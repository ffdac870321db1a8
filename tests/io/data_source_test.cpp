// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Data that a caller holds give the numbers, the rows and the published programs' outputs of a file with their JSON.
#include <mhqa/io/data_source.hpp>

#include "support/command.hpp"
#include "support/errors.hpp"
#include "support/held_json.hpp"

#include <mhqa/datasets/evaluate.hpp>
#include <mhqa/error.hpp>
#include <mhqa/io/evaluation_files.hpp>
#include <mhqa/io/evaluation_parts.hpp>
#include <mhqa/io/question_rows.hpp>
#include <mhqa/parallel.hpp>

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace mhqa;

namespace {

const mhqa_test::scratch here;

std::filesystem::path bundled(const std::string& name) {
  return std::filesystem::path{__FILE__}.parent_path().parent_path().parent_path() / "examples/data" / name;
}

mhqa_test::json content_of(const std::filesystem::path& path) {
  if (path.extension() != ".jsonl") return mhqa_test::load_json(path);
  return mhqa_test::json{mhqa_test::load_jsonl(path)};
}

// The JSON, the rows and the official output.
std::string evaluated(const io::evaluation_files& files) {
  std::string out;
  evaluation_options wanted{.texts = true};
  wanted.per_question = [&](const question_row& row) { io::append_row(out, row, true); };
  thread_pool team{2};
  io::with_evaluation(files, [&](const auto& set, auto&& golds, auto&& predictions, const auto& official) {
    const auto found = evaluate(set, golds, predictions, wanted, team);
    io::append_evaluation_json(out, io::make_reports(found));
    std::string warnings;
    try {
      official(out, warnings, found);
    } catch (const data_error& error) {
      out += error.problem();  // the published program stops at such data
    }
    out += warnings;
  });
  return out;
}

// Without the names of the data, which StrategyQA's program prints.
std::string unnamed(std::string text, const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    for (std::size_t at = text.find(name); at != text.npos; at = text.find(name)) text.replace(at, name.size(), "*");
  }
  return text;
}

constexpr std::string_view squad_records =
    R"([{"id": "1", "title": "t", "question": "Who?", "answers": {"text": ["Ann", "A"], "answer_start": [0, 0]}},)"
    R"( {"id": "2", "title": "t", "question": "Where?", "answers": {"text": [], "answer_start": []}}])";

}  // namespace

TEST_CASE("data_source: a path is a file, and no path no data") {
  const io::data_source file{"dev.json"};
  CHECK(file.name() == "dev.json");
  CHECK(file.path() == "dev.json");
  CHECK(file.held() == nullptr);
  CHECK(io::data_source{}.empty());
  CHECK(io::data_source{""}.empty());
}

TEST_CASE("data_source: held data of every data set are evaluated as files with their JSON") {
  const std::pair<std::string, std::string> sets[] = {{"hotpotqa", ".json"},
                                                      {"2wikimultihopqa", ".json"},
                                                      {"hieradate", ".json"},
                                                      {"musique", ".jsonl"},
                                                      {"strategyqa", ".json"}};
  for (const auto& set : sets) {
    const auto& [name, ending] = set;
    CAPTURE(set.first);
    const auto gold = bundled(name + "/gold" + ending), said = bundled(name + "/predictions" + ending);
    const mhqa_test::held_json held_gold{content_of(gold)}, held_said{content_of(said)};
    io::evaluation_files files{.dataset = name, .predictions = said.string(), .gold = gold.string(), .questions = true};
    const std::string want = unnamed(evaluated(files), {gold.string(), said.string()});
    files.predictions = held_said.source("the answers");
    for (const std::size_t batch : {0U, 1U, 2U}) {
      CAPTURE(batch);
      files.gold = held_gold.source("the golds", batch);
      CHECK(unnamed(evaluated(files), {"the golds", "the answers"}) == want);
    }
  }
}

TEST_CASE("data_source: SQuAD's records, with probabilities; aliases of 2WikiMultihopQA; answers alone") {
  const auto same = [](io::evaluation_files files, std::string_view gold, std::string_view said,
                       std::string_view numbers = {}) {
    files.questions = true;
    const mhqa_test::held_json held_gold{gold}, held_said{said};
    files.gold = here.write("gold.json", gold).string();
    files.predictions = here.write("said.json", said).string();
    if (!numbers.empty()) files.na_prob = here.write("numbers.json", numbers).string();
    const std::string want = unnamed(evaluated(files), {files.gold.name(), files.predictions.name()});
    files.gold = held_gold.source("the golds", 1);
    files.predictions = held_said.source("the answers");
    const mhqa_test::held_json held_numbers{numbers.empty() ? "{}" : numbers};
    if (!numbers.empty()) files.na_prob = held_numbers.source("the numbers");
    CHECK(unnamed(evaluated(files), {"the golds", "the answers"}) == want);
  };
  same({.dataset = "squad"}, squad_records, R"({"1": "ann", "2": ""})");
  same({.dataset = "squad"}, squad_records, R"({"1": "ann", "2": "x"})", R"({"1": 0, "2": 0.75})");
  same({.dataset = "musique"}, R"([{"id": "1", "answer": "Rome"}, {"id": "2", "answer": "Oslo"}])",
       R"({"1": "Rome", "2": "the"})");
  same({.dataset = "hotpotqa"}, R"([{"_id": "1", "answer": "Rome"}, {"_id": "2", "answer": "Oslo"}])",
       R"({"2": "Rome", "3": "the"})");
  same({.dataset = "strategyqa"}, R"([{"qid": "1", "answer": true}, {"qid": "2", "answer": false}])",
       R"({"1": true, "2": {"answer": true}})");

  const auto aliases = bundled("2wikimultihopqa/id_aliases.jsonl");
  const mhqa_test::held_json held{content_of(aliases)};
  io::evaluation_files files{.dataset = "2wikimultihopqa",
                             .predictions = bundled("2wikimultihopqa/predictions.json").string(),
                             .gold = bundled("2wikimultihopqa/gold.json").string(),
                             .aliases = aliases.string()};
  const std::string want = evaluated(files);
  files.aliases = held.source("aliases");
  CHECK(evaluated(files) == want);
}

TEST_CASE("data_source: errors name the caller's object, the record and the id") {
  const auto error = [](const std::string& dataset, std::string_view gold, std::string_view said) {
    const mhqa_test::held_json held_gold{gold}, held_said{said};
    return mhqa_test::error_of([&] {
      evaluated({.dataset = dataset, .predictions = held_said.source("mine"), .gold = held_gold.source("golds", 2)});
    });
  };
  constexpr std::string_view gold = R"([{"_id": "1", "answer": "Rome"}, {"_id": "2", "answer": 3}])";
  CHECK(error("hotpotqa", gold, R"({"1": "Rome"})") ==
        R"(golds: record 2, id "2", field "answer": expected a string, found a number)");
  CHECK(error("hotpotqa", R"([{"_id": "1"}])", R"({"1": "Rome"})") ==
        R"(golds: record 1, id "1": expected the field "answer", which is missing)");
  CHECK(error("hotpotqa", gold, R"({"answer": {"1": null}})") ==
        R"(mine: id "1", field "answer.1": expected a string, found null)");
  CHECK(error("hotpotqa", gold, R"([{"id": "1"}])") == "mine: expected one JSON object, found an array");
  CHECK(error("hotpotqa", "[]", R"({"1": "Rome"})") == "golds: expected questions, found none");
  CHECK(error("squad", R"({"version": "1.1"})", R"({"1": "Rome"})") ==
        R"(golds: expected the field "data", which is missing)");
}

TEST_CASE("data_source: held data and a file of their JSON have one hash") {
  constexpr std::string_view gold = R"([{"_id":"1","answer":"Rome"},{"_id":"2","answer":"Oslo"}])";
  const mhqa_test::held_json held{gold};
  io::evaluation_files files{.dataset = "hotpotqa", .gold = here.write("gold.json", gold).string()};
  const std::uint64_t want = io::hash_of_files(files);
  files.gold = held.source("gold", 1);
  CHECK(io::hash_of_files(files) == want);
  CHECK(want != 0);
}
