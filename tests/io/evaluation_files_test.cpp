// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/evaluation_files.hpp>

#include "support/command.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

using namespace mhqa;

namespace {

std::string bundled(const char* name) {
  return (std::filesystem::path{__FILE__}.parent_path().parent_path().parent_path() / "examples/data" / name).string();
}

struct outputs {
  std::string json, official;
};

outputs evaluated(const io::evaluation_files& files) {
  outputs out;
  io::with_evaluation(files, [&](const auto& set, auto&& golds, auto&& predictions, const auto& official) {
    const auto result = evaluate(set, golds, predictions);
    io::append_evaluation_json(out.json, io::make_reports(result));
    std::string warnings;
    official(out.official, warnings, result);
  });
  return out;
}

}  // namespace

TEST_CASE("evaluation_files: every data set's files are read by name, and its program's output is appended") {
  for (const char* const name : {"hotpotqa", "2wikimultihopqa", "hieradate", "musique", "strategyqa"}) {
    CAPTURE(name);
    const bool lines = std::string{name} == "musique";
    const std::string folder = std::string{name} + "/";
    const outputs out =
        evaluated({.dataset = name,
                   .predictions = bundled((folder + (lines ? "predictions.jsonl" : "predictions.json")).c_str()),
                   .gold = bundled((folder + (lines ? "gold.jsonl" : "gold.json")).c_str())});
    CHECK(out.json.starts_with("{\n  \"dataset\": \"" + std::string{name} + "\",\n"));
    CHECK(out.json.ends_with("\"\n}\n"));
    CHECK_FALSE(out.official.empty());
  }
}

TEST_CASE("evaluation_files: an option of another data set is refused") {
  const auto refused = [](io::evaluation_files files, const char* said) {
    files.predictions = bundled("hotpotqa/predictions.json");
    files.gold = bundled("hotpotqa/gold.json");
    CHECK_THROWS_WITH_AS(static_cast<void>(evaluated(files)), doctest::Contains(said), data_error);
  };
  refused({.dataset = "hotpotqa", .aliases = bundled("2wikimultihopqa/id_aliases.jsonl")},
          "field \"aliases\": the option is for 2wikimultihopqa only; the data set is hotpotqa");
  refused({.dataset = "hotpotqa", .dialect = "squad-2.0"}, "field \"dialect\"");
  refused({.dataset = "strategyqa", .na_prob = "x"}, "field \"na_prob\": the option is for squad only");
  refused({.dataset = "musique", .na_prob_threshold = 0.5}, "field \"na_prob_threshold\"");
  refused({.dataset = "hotpotqa", .retrieval_limit = 3}, "field \"retrieval_limit\"");
}

TEST_CASE("evaluation_files: SQuAD's version decides the rules unless they are named") {
  const mhqa_test::scratch here;
  const std::string gold = here.write("gold", R"({"version": "v2.0", "data": [{"title": "t", "paragraphs": [
      {"context": "", "qas": [{"id": "1", "question": "?", "answers": [], "is_impossible": true}]}]}]})")
                               .string();
  const std::string predictions = here.write("predictions", R"({"1": ""})").string();
  const outputs out = evaluated({.dataset = "squad", .predictions = predictions, .gold = gold});
  CHECK(out.json.find("\"dialect\": \"squad-2.0\"") != std::string::npos);
  CHECK(out.json.find("\"f1\": 100.0") != std::string::npos);
  const io::evaluation_files other{.dataset = "squad", .predictions = predictions, .gold = gold, .dialect = "hotpotqa"};
  CHECK_THROWS_WITH_AS(evaluated(other), doctest::Contains("squad-1.1 or squad-2.0"), data_error);
  const io::evaluation_files odd{
      .dataset = "squad", .predictions = predictions, .gold = gold, .dialect = "squad-1.1", .na_prob = predictions};
  CHECK_THROWS_WITH_AS(evaluated(odd), doctest::Contains("scored as 1.1"), data_error);
}

TEST_CASE("evaluation_files: an unknown data set is refused with all names") {
  CHECK_THROWS_WITH_AS(evaluated({.dataset = "nq", .predictions = "p", .gold = "g"}),
                       doctest::Contains("expected one of hotpotqa, musique, "), data_error);
}
