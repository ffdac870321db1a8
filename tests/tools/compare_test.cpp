// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include "support/command.hpp"
#include "support/json.hpp"
#include "support/shared_data.hpp"
#include "tools/small_files.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <string_view>

using namespace mhqa_test;

namespace {

const std::string gold = two_questions("x");

}  // namespace

TEST_CASE("compare: differences, wins and the questions that decide, against the first model") {
  const scratch here;
  const std::string golds = here.write("gold.json", gold).string();
  const std::string base = here.write("a.json", R"({"answer": {"a": "x", "b": "z"}, "sp": {}})").string();
  const std::string better = here.write("b.json", R"({"answer": {"a": "x", "b": "y"}, "sp": {}})").string();
  const finished done = mhqa({"compare", golds, base, better, "--metric", "em", "--samples", "100", "--json"});
  CHECK(done.status == 0);
  const json out = parse_json(done.out);
  REQUIRE(out["comparisons"].items().size() == 1);
  const json& one = out["comparisons"][0];
  CHECK(one["baseline"].real() == 0.5);
  CHECK(one["system"].real() == 1);
  CHECK(one["difference"].real() == 0.5);
  CHECK(one["wins"].integer() == 1);
  CHECK(one["losses"].integer() == 0);
  CHECK(one["questions"].integer() == 2);
  CHECK(one["interval"][1].real() == 1);
  const finished table = mhqa({"compare", golds, base, better, "--metric", "em", "--deciding", "5"});
  CHECK(table.out.find("b 0.00 -> 100.00") != std::string::npos);
}

TEST_CASE("compare: questions that a model lacks and predictions of other questions are counted") {
  const scratch here;
  const std::string golds = here.write("gold.json", gold).string();
  const std::string base =
      here.write("a.json", R"({"answer": {"a": "x", "b": "z"}, "sp": {"a": [], "b": []}})").string();
  const std::string other = here.write("b.json", R"({"answer": {"a": "x", "c": "y"}, "sp": {"a": []}})").string();
  const finished table = mhqa({"compare", golds, base, other, "--samples", "100"});
  CHECK(table.status == 0);
  CHECK(table.out.ends_with(other + ": 1 of 2 questions lack answer\n" + other + ": 1 of 2 questions lack sp\n" +
                            other + ": 1 prediction ignored: the gold file lacks its id\n"));
  CHECK(table.out.find(base + ":") == std::string::npos);
  const json out = parse_json(mhqa({"compare", golds, base, other, "--samples", "100", "--json"}).out);
  CHECK(out["unmatched"][0]["missing"].members().empty());
  CHECK(out["unmatched"][1]["missing"]["answer"].integer() == 1);
  CHECK(out["unmatched"][1]["ignored"].integer() == 1);
  const std::string none = here.write("c.json", R"({"answer": {"c": "y"}, "sp": {}})").string();
  check_refused(mhqa({"compare", golds, base, none}), "c.json");
}

TEST_CASE("compare: one model, an unknown metric and a file of no data set are refused") {
  const scratch here;
  const std::string golds = here.write("gold.json", gold).string();
  const std::string base = here.write("a.json", R"({"answer": {"a": "x", "b": "z"}, "sp": {}})").string();
  check_refused(mhqa({"compare", golds, base}), "expected predictions of two models or more, found 1");
  check_refused(mhqa({"compare", golds, base, base, "--metric", "bleu"}), "found \"bleu\"");
  check_refused(mhqa({"compare", base, base, base}), "name it by --dataset");
}

TEST_CASE("compare: 2WikiMultihopQA's aliases count as for eval, and only for it") {
  const scratch here;
  const std::filesystem::path root = std::filesystem::path{__FILE__}.parent_path().parent_path().parent_path();
  const std::string data = (root / "examples/data/2wikimultihopqa/").string();
  const std::string golds = data + "gold.json", model = data + "predictions.json", aliases = data + "id_aliases.jsonl";
  const auto em = [](const finished& done) {
    CHECK(done.status == 0);
    return parse_json(done.out)["comparisons"][0]["system"].real();
  };
  CHECK(em(mhqa({"compare", golds, model, model, "--metric", "em", "--samples", "9", "--json"})) == 0.5);
  CHECK(em(mhqa({"compare", golds, model, model, "--metric", "em", "--samples", "9", "--json", "--aliases",
                 aliases})) == 1);
  const std::string hotpot = here.write("gold.json", gold).string();
  check_refused(mhqa({"compare", hotpot, model, model, "--aliases", aliases}),
                "--aliases: expected the data set 2wikimultihopqa or its instances, found hotpotqa");
  check_refused(mhqa({"compare", golds, model, model, "--aliases", ""}), "--aliases");
  const std::string bad = here.write("bad.jsonl", "{\"Q_id\": \"Q36\"}\n").string();
  check_refused(mhqa({"compare", golds, model, model, "--aliases", bad}), "bad.jsonl");
}

TEST_CASE("compare: MuSiQue-Full's grouped metrics are compared where they are defined") {
  const auto folder = shared_data("golden/musique_full");
  if (!folder) return;
  const std::string predictions = (*folder / "predictions.jsonl").string();
  const finished done =
      mhqa({"compare", (*folder / "gold.jsonl").string(), predictions, predictions, "--samples", "50", "--json"});
  CHECK(done.status == 0);
  bool grouped = false;
  const json out = parse_json(done.out);
  for (const json& one : out["comparisons"].items()) {
    CHECK(one["difference"].real() == 0);
    CHECK(one["randomization_p"].real() == 1);
    grouped = grouped || one["metric"].string().find("group_") == 0;
  }
  CHECK(grouped);
}

TEST_CASE("compare: by group, each group has its own difference and Holm's correction covers all lines") {
  const scratch here;
  const std::string golds =
      here.write(
              "gold.json",
              R"([{"_id": "a", "answer": "x", "question": "?", "supporting_facts": [["T", 0]], "context": [["T", ["s"]]], "type": "bridge", "level": "easy"},
 {"_id": "b", "answer": "y", "question": "?", "supporting_facts": [["T", 0]], "context": [["T", ["s"]]], "type": "comparison", "level": "easy"}])")
          .string();
  const std::string base = here.write("a.json", R"({"answer": {"a": "x", "b": "z"}, "sp": {}})").string();
  const std::string better = here.write("b.json", R"({"answer": {"a": "x", "b": "y"}, "sp": {}})").string();
  const finished done =
      mhqa({"compare", golds, base, better, "--metric", "em", "--by", "type", "--samples", "100", "--json"});
  CHECK(done.status == 0);
  const json out = parse_json(done.out);
  REQUIRE(out["comparisons"].items().size() == 3);
  CHECK(out["comparisons"][0]["group"].null());
  CHECK(out["comparisons"][0]["difference"].real() == 0.5);
  CHECK(out["comparisons"][1]["group"].string() == "bridge");
  CHECK(out["comparisons"][1]["difference"].real() == 0);
  CHECK(out["comparisons"][2]["group"].string() == "comparison");
  CHECK(out["comparisons"][2]["difference"].real() == 1);
  CHECK(out["comparisons"][2]["questions"].integer() == 1);
  CHECK(mhqa({"compare", golds, base, better, "--by", "type"}).out.find("em (comparison)") != std::string::npos);
  check_refused(mhqa({"compare", golds, base, better, "--by", "hops"}), "type, level");
}

TEST_CASE("compare: MuSiQue-Full's group scores differ where one row's sufficiency is wrong, worked by hand") {
  const scratch here;
  std::string rows, base, worse;
  for (const char* const id : {"2hop__a", "2hop__b"}) {
    for (const bool answerable : {true, false}) {
      rows += musique_gold(id, answerable);
      base += musique_prediction(id, answerable);
      worse += musique_prediction(id, std::string_view{id} == "2hop__a" || answerable);
    }
  }
  const finished done = mhqa({"compare", here.write("gold.jsonl", rows).string(), here.write("a.jsonl", base).string(),
                              here.write("b.jsonl", worse).string(), "--dataset", "musique", "--metric",
                              "group_answer_sufficiency_f1", "--metric", "answer_f1", "--samples", "100", "--json"});
  CAPTURE(done.err);
  REQUIRE(done.status == 0);
  const json out = parse_json(done.out);
  const json& group = out["comparisons"][0];  // both rows of a question are one group
  CHECK(group["questions"].integer() == 2);
  CHECK(group["baseline"].real() == 1);
  CHECK(group["system"].real() == 0.5);
  CHECK(group["losses"].integer() == 1);
  const json& alone = out["comparisons"][1];  // the answerable rows are the same
  CHECK(alone["questions"].integer() == 2);
  CHECK(alone["difference"].real() == 0);
  CHECK(alone["ties"].integer() == 2);
}

TEST_CASE("compare: DiRe's probe takes the more confident half of each question, worked by hand") {
  const scratch here;
  std::string input, sure_of_right, sure_of_wrong;
  for (const char* const id : {"p", "q"}) {
    for (int half = 0; half < 2; ++half) {
      input += R"({"_id": ")" + std::string{id} +
               R"(", "answer": "x y", "supporting_facts": []})"
               "\n";
      const auto line = [&](const char* answer, double confidence) {
        return R"({"question_id": ")" + std::string{id} + R"(", "answer": ")" + answer + R"(", "answer_confidence": )" +
               std::to_string(confidence) + "}\n";
      };
      // One half says "x y", the other "x z": F1 1 and 0.5.
      sure_of_right += half == 0 ? line("x y", 0.9) : line("x z", 0.1);
      const bool wrong = std::string_view{id} == "q";
      sure_of_wrong += half == 0 ? line("x y", wrong ? 0.1 : 0.9) : line("x z", wrong ? 0.9 : 0.1);
    }
  }
  const std::string instances = here.write("probe.jsonl", input).string();
  const std::string a = here.write("a.jsonl", sure_of_right).string(),
                    b = here.write("b.jsonl", sure_of_wrong).string();
  const finished done = mhqa({"compare", instances, a, b, "--dataset", "dire", "--kind", "probe", "--metric",
                              "answer_f1", "--metric", "answer_em", "--samples", "100", "--json"});
  CAPTURE(done.err);
  REQUIRE(done.status == 0);
  const json out = parse_json(done.out);
  const json& f1 = out["comparisons"][0];
  CHECK(f1["questions"].integer() == 2);
  CHECK(f1["baseline"].real() == 1);
  CHECK(f1["system"].real() == 0.75);
  CHECK(f1["difference"].real() == -0.25);
  CHECK(f1["losses"].integer() == 1);
  CHECK(f1["ties"].integer() == 1);
  CHECK(out["comparisons"][1]["system"].real() == 0.5);
  check_refused(mhqa({"compare", instances, a, b, "--dataset", "squad", "--kind", "probe"}), "expected --dataset dire");
  check_refused(mhqa({"compare", instances, a, b, "--dataset", "dire", "--samples", "0"}), "--samples");
  CHECK(out["signature"].string().find("|kind:probe|") != std::string::npos);
  check_refused(mhqa({"compare", instances, a, b, "--dataset", "dire", "--by", "type"}), "--by expects");
  check_refused(mhqa({"compare", instances, a, b, "--dataset", "dire", "--metric", "f1"}), "answer_em, answer_f1");
}

TEST_CASE("compare: --pass-at compares the means over samples, pass@K and maj@K") {
  const mhqa_test::scratch here;
  const std::string answers =
      here.write(
              "g.json",
              "[{\"_id\": \"a\", \"answer\": \"Oslo\", \"type\": \"bridge\", \"supporting_facts\": [[\"T\", 0]]}, "
              "{\"_id\": \"b\", \"answer\": \"Rome\", \"type\": \"comparison\", \"supporting_facts\": [[\"T\", 0]]}]")
          .string();
  const std::string first = here.write("p.json", R"({"a": ["Oslo", "Lima"], "b": ["Rome", "x"]})").string();
  const std::string second = here.write("q.json", R"({"a": ["Oslo", "Oslo"], "b": ["y", "x"]})").string();
  const auto found =
      mhqa_test::mhqa({"compare", answers, first, second, "--pass-at", "2", "--metric", "pass@2", "--by", "type"});
  CHECK(found.status == 0);
  CHECK(found.out.find("pass@2               ") != std::string::npos);
  CHECK(found.out.find("pass@2 (bridge)") != std::string::npos);
  CHECK(found.out.find("  100.00    50.00   -50.00") != std::string::npos);
  CHECK(mhqa_test::mhqa({"compare", answers, first, second}).status == 2);  // ids repeat, or lists are no answers
  CHECK(mhqa_test::mhqa({"compare", answers, first, second, "--dataset", "dire", "--pass-at", "1"}).status == 2);
}
