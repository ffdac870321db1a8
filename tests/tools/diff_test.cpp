// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include "support/command.hpp"
#include "support/json.hpp"
#include "support/shared_data.hpp"
#include "tools/small_files.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

using namespace mhqa_test;

namespace {

const std::string gold = two_questions("yes");

/// examples/data/ beside tests/.
std::string bundled(std::string_view name) {
  return (std::filesystem::path{__FILE__}.parent_path().parent_path().parent_path() / "examples/data" / name).string();
}

}  // namespace

TEST_CASE("diff: a result under another evaluator, each choice alone and each question with its reason") {
  const scratch here;
  const std::string golds = here.write("gold.json", gold).string();
  const std::string said = here.write("p.json", R"({"answer": {"a": "yes it is", "b": "y"}, "sp": {}})").string();
  const std::string result = (here / "a.json").string(), rows = (here / "rows.jsonl").string();
  const finished scored = mhqa({"eval", "hotpotqa", said, golds, "--result", result});
  REQUIRE(scored.status == 0);
  const finished done = mhqa({"diff", result, "--dialect", "squad-1.1", "--json", "--questions", rows});
  CHECK(done.status == 0);
  const json out = parse_json(done.out);
  REQUIRE(out["differences"].items().size() == 2);
  const json& f1 = out["differences"][1];
  CHECK(f1["a"]["mean"].real() == 0.5);
  CHECK(f1["b"]["mean"].real() == 0.75);
  CHECK(f1["unexplained"].integer() == 0);
  CHECK(f1["choices"][0]["name"].string() == "closed answers");
  CHECK(read_file(rows).find("{\"id\": \"a\"") == 0);
  const finished table = mhqa({"diff", result, result});
  CHECK(table.out.find("0 questions differ; 0 unexplained") != std::string::npos);
}

TEST_CASE("diff: lines that score wrote, a named pair of numbers, and what is refused") {
  const scratch here;
  const std::string lines =
      here.write("l.jsonl", "{\"id\": \"q\", \"prediction\": \"in Paris\", \"gold\": [\"Paris\"]}\n").string();
  const std::string a = (here / "a.json").string(), b = (here / "b.json").string();
  const finished means = mhqa({"score", lines, "--dialect", "hotpotqa", "--result", a});
  CHECK(means.status == 0);
  CHECK(means.out.find("em 0.000000\n") == 0);
  REQUIRE(mhqa({"score", lines, "--dialect", "flashrag", "--result", b}).status == 0);
  const finished done = mhqa({"diff", a, b, "--metric", "em=acc", "--json"});
  CHECK(done.status == 0);
  const json out = parse_json(done.out);
  CHECK(out["differences"][0]["difference"].real() == 1);
  CHECK(out["differences"][0]["reasons"][0]["reason"].string() == "number");
  check_refused(mhqa({"diff", a}), "two results");
  check_refused(mhqa({"diff", a, b, "--dialect", "drop"}), "found both");
  check_refused(mhqa({"diff", a, "--dialect", "bleu"}), "strategyqa, beerqa, dpr-has-answer");
  check_refused(mhqa({"diff", a, b, "--metric", "rouge"}), "rouge");
  check_refused(mhqa({"diff", lines, b}), "mhqa eval --result");
}

TEST_CASE("diff: every number that mhqa eval records is explained, or the line says why not" *
          doctest::test_suite("unsanitized")) {
  struct bundled_set {
    std::string name, ending;
    std::vector<std::string> more, not_explained;
  };
  const std::vector<std::string> facts{"sp_em",    "sp_f1",    "sp_prec",    "sp_recall",
                                       "joint_em", "joint_f1", "joint_prec", "joint_recall"};
  std::vector<std::string> with_evidence = facts, texts;
  for (const char* number : {"em", "f1", "prec", "recall"}) {
    with_evidence.push_back(std::string{"evi_"} + number);
    for (const char* part : {"ro_", "ex_1_", "ex_2_", "ex_3_", "ex_4_", "math_1_", "math_2_"}) {
      texts.push_back(std::string{part} + number);
    }
  }
  texts.insert(texts.end(), {"compare_1_em", "compare_2_em"});
  const scratch here;
  const std::string result = (here / "a.json").string();
  for (const bundled_set& set :
       {bundled_set{"hotpotqa", "json", {}, facts}, bundled_set{"2wikimultihopqa", "json", {}, with_evidence},
        bundled_set{
            "2wikimultihopqa", "json", {"--aliases", bundled("2wikimultihopqa/id_aliases.jsonl")}, with_evidence},
        bundled_set{
            "musique", "jsonl", {}, {"support_f1", "group_answer_sufficiency_f1", "group_support_sufficiency_f1"}},
        bundled_set{"hieradate", "json", {}, texts}, bundled_set{"strategyqa", "json", {}, {"sari", "recall"}}}) {
    CAPTURE(set.name);
    std::vector<std::string> words{"eval",
                                   set.name,
                                   bundled(set.name + "/predictions." + set.ending),
                                   bundled(set.name + "/gold." + set.ending),
                                   "--result",
                                   result};
    words.insert(words.end(), set.more.begin(), set.more.end());
    std::string line = "\"$MHQA_COMMAND\"";
    for (const std::string& word : words) line += " " + shell_word(word);
    REQUIRE(shell(line).status == 0);
    std::set<std::string> numbers, not_explained;
    const json written = parse_json(read_file(result));
    for (const json& question : written["questions"].items()) {
      for (const auto& [name, value] : question.members()) {
        if (value.is<json::number>()) numbers.insert(name);
      }
    }
    for (const std::string& number : numbers) {
      CAPTURE(number);
      const json found = parse_json(mhqa({"diff", result, result, "--metric", number, "--json"}).out);
      const json& one = found["differences"][0];
      CHECK(one["unexplained"].integer() == 0);
      if (!one["not_explained"].null()) not_explained.insert(number);
    }
    CHECK(not_explained == std::set<std::string>{set.not_explained.begin(), set.not_explained.end()});
    CHECK(numbers.size() > not_explained.size());
  }
}

TEST_CASE("diff: questions whose number answers do not determine are counted, with the reason") {
  const scratch here;
  const std::string golds = here.write("gold.json", gold).string();
  const std::string a = (here / "a.json").string(), b = (here / "b.json").string(), rows = (here / "r").string();
  const std::string right = here.write("r.json", R"({"answer": {"a": "yes"}, "sp": {"a": [["T", 0]]}})").string();
  const std::string none = here.write("n.json", R"({"answer": {"a": "yes"}, "sp": {}})").string();
  REQUIRE(mhqa({"eval", "hotpotqa", right, golds, "--result", a}).status == 0);
  REQUIRE(mhqa({"eval", "hotpotqa", none, golds, "--result", b}).status == 0);
  const finished table = mhqa({"diff", a, b, "--metric", "sp_f1", "--questions", rows});
  CHECK(table.status == 0);
  CHECK(table.out.find("1 question differs; 1 not explained, because sp_f1 compares supporting facts or paragraphs, "
                       "which a result does not hold\n") != std::string::npos);
  CHECK(read_file(rows).find("\"reasons\": [], \"because\": \"sp_f1 compares") != std::string::npos);
  const json found = parse_json(mhqa({"diff", a, b, "--metric", "sp_f1", "--json"}).out);
  CHECK(found["differences"][0]["not_explained"]["questions"].integer() == 1);
  check_refused(mhqa({"diff", a, b, "--metric", "evi_f1"}), "evi_f1");
}

TEST_CASE("diff: XLNet's answers by eight evaluators have no unexplained question") {
  const auto predictions = shared_data("data/hotpotqa/predictions/xlnet.json");
  const auto golds = shared_data("data/hotpotqa/dev_support_2433.json");
  if (!predictions || !golds) return;
  const scratch here;
  const std::string result = (here / "a.json").string();
  REQUIRE(mhqa({"eval", "hotpotqa", predictions->string(), golds->string(), "--result", result}).status == 0);
  const finished done =
      mhqa({"diff", result, "--dialect", "musique", "--dialect", "squad-1.1", "--dialect", "squad-2.0", "--dialect",
            "triviaqa", "--dialect", "drop", "--dialect", "flashrag", "--dialect", "r1-searcher", "--json"});
  REQUIRE(done.status == 0);
  const json out = parse_json(done.out);
  CHECK(out["differences"].items().size() == 14);
  for (const json& one : out["differences"].items()) {
    CHECK(one["unexplained"].integer() == 0);
    double sum = one["interaction"].real();
    for (const json& choice : one["choices"].items()) sum += choice["alone"].real();
    CHECK(std::fabs(sum - one["difference"].real()) < 1e-9);
  }
}
