// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/evaluation_files.hpp>
#include <mhqa/io/question_rows.hpp>
#include <mhqa/parallel.hpp>

#include "support/command.hpp"
#include "support/shared_data.hpp"

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

  friend bool operator==(const outputs&, const outputs&) = default;
};

template <executor E = serial_executor>
outputs evaluated(const io::evaluation_files& files, const evaluation_options& options = {}, E&& team = {}) {
  outputs out;
  io::with_evaluation(files, [&](const auto& set, auto&& golds, auto&& predictions, const auto& official) {
    const auto result = evaluate(set, golds, predictions, options, team);
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

TEST_CASE("evaluation_files: threads give the bytes of one, and the rows in the same order") {
  const auto answers = mhqa_test::shared_data("data/hotpotqa/dev_distractor_1814.json");
  const auto xlnet = mhqa_test::shared_data("data/hotpotqa/predictions/xlnet.json");
  const auto lines = mhqa_test::shared_data("data/musique/ans_dev_200.jsonl");
  const auto triples = mhqa_test::shared_data("data/2wikimultihopqa/dev_4000_nocontext.json");
  if (!answers || !xlnet || !lines || !triples) return;

  const mhqa_test::scratch here;
  std::string predicted;
  musique::record one_of_musique;
  auto musique_golds = io::musique::golds(lines->string());
  while (musique_golds.next(one_of_musique)) {
    predicted.append(R"({"id": ")").append(one_of_musique.id);
    predicted += R"(", "predicted_answer": "the", "predicted_support_idxs": [1], "predicted_answerable": true})";
    predicted += '\n';
  }
  twowiki::record one_of_2wiki;
  auto twowiki_golds = io::twowiki::golds(triples->string());
  REQUIRE(twowiki_golds.next(one_of_2wiki));
  const std::string id{one_of_2wiki.id};

  thread_pool pool{3};
  const auto same = [&](io::evaluation_files files, const std::string& by) {
    CAPTURE(files.dataset);
    files.questions = true;
    std::string rows, again;
    const auto keep = [](std::string& to) {
      return [&to](const question_row& row) { io::append_row(to, row, true, true); };
    };
    const outputs one = evaluated(files, {.by = by, .per_question = keep(rows), .texts = true});
    const outputs many = evaluated(files, {.by = by, .per_question = keep(again), .texts = true}, pool);
    CHECK(one == many);
    CHECK(rows == again);
    CHECK(rows.size() > 50'000);
  };
  same({.dataset = "hotpotqa", .predictions = xlnet->string(), .gold = answers->string()}, "type");
  same({.dataset = "musique", .predictions = here.write("m", predicted).string(), .gold = lines->string()}, "hops");
  same({.dataset = "2wikimultihopqa",
        .predictions = here.write("w", R"({"answer": {")" + id + R"(": "no"}, "sp": {}, "evidence": {}})").string(),
        .gold = triples->string()},
       "type");
}

TEST_CASE("evaluation_files: an option of another data set is refused") {
  const auto refused = [](io::evaluation_files files, const char* said) {
    files.predictions = bundled("hotpotqa/predictions.json");
    files.gold = bundled("hotpotqa/gold.json");
    CHECK_THROWS_WITH_AS(static_cast<void>(evaluated(files)), doctest::Contains(said), data_error);
  };
  refused({.dataset = "hotpotqa", .aliases = bundled("2wikimultihopqa/id_aliases.jsonl")},
          "`aliases` is for 2wikimultihopqa only; the data set is hotpotqa");
  refused({.dataset = "hotpotqa", .dialect = "squad-2.0"}, "`dialect` is for squad only");
  refused({.dataset = "strategyqa", .na_prob = "x"}, "`na_prob` is for squad only");
  refused({.dataset = "musique", .na_prob_threshold = 0.5}, "`na_prob_threshold` is for squad only");
  refused({.dataset = "hotpotqa", .retrieval_limit = 3}, "`retrieval_limit` is for strategyqa only");
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
  io::evaluation_files unused{
      .dataset = "squad", .predictions = predictions, .gold = gold, .dialect = "squad-1.1", .na_prob_threshold = 0.5};
  CHECK_THROWS_WITH_AS(evaluated(unused), doctest::Contains("`na_prob_threshold` is for SQuAD 2.0; this gold"),
                       data_error);
  unused.dialect = "squad-2.0";
  CHECK_NOTHROW(static_cast<void>(evaluated(unused)));
}

TEST_CASE("evaluation_files: an unknown data set is refused with all names") {
  CHECK_THROWS_WITH_AS(evaluated({.dataset = "nq", .predictions = "p", .gold = "g"}),
                       doctest::Contains("expected one of hotpotqa, musique, "), data_error);
}
