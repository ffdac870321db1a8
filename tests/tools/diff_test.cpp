// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include "support/command.hpp"
#include "support/json.hpp"
#include "support/shared_data.hpp"
#include "tools/small_files.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <string>

using namespace mhqa_test;

namespace {

const std::string gold = two_questions("yes");

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
  check_refused(mhqa({"diff", a, "--dialect", "bleu"}), "bleu");
  check_refused(mhqa({"diff", a, b, "--metric", "rouge"}), "rouge");
  check_refused(mhqa({"diff", lines, b}), "mhqa eval --result");
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
