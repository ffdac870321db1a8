// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bundled sets of examples/data/ hold what each published program prints for them (official*.txt), so that
// exactness is proved where no shared data lie.
#include "support/command.hpp"
#include "support/json.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

using namespace mhqa_test;

namespace {

/// examples/data/ beside tests/.
std::string bundled(std::string_view name) {
  return (std::filesystem::path{__FILE__}.parent_path().parent_path().parent_path() / "examples/data" / name).string();
}

finished eval(std::string_view dataset, const std::vector<std::string>& more = {}, std::string_view ending = "json") {
  std::string line = "\"$MHQA_COMMAND\" eval " + std::string{dataset};
  for (const char* file : {"/predictions.", "/gold."}) {
    line += ' ' + shell_word(bundled(std::string{dataset} + file + std::string{ending}));
  }
  for (const std::string& word : more) line += ' ' + shell_word(word);
  return shell(line);
}

std::string printed(std::string_view name) {
  return read_file(bundled(name));
}

}  // namespace

TEST_CASE("eval of the bundled sets: --official is what the published programs print, byte for byte") {
  CHECK(eval("hotpotqa", {"--official"}).out == printed("hotpotqa/official.txt"));
  CHECK(eval("2wikimultihopqa", {"--official"}).out == printed("2wikimultihopqa/official-1.0.txt"));
  CHECK(eval("2wikimultihopqa", {"--official", "--aliases", bundled("2wikimultihopqa/id_aliases.jsonl")}).out ==
        printed("2wikimultihopqa/official.txt"));
  CHECK(eval("musique", {"--official"}, "jsonl").out == printed("musique/official.txt"));
  CHECK(eval("hieradate", {"--official"}).out == printed("hieradate/official.txt"));
}

TEST_CASE("eval of the bundled sets: strategyqa prints its arguments, then the three numbers") {
  const finished done = eval("strategyqa", {"--official"});
  CHECK(done.status == 0);
  CHECK(done.out.starts_with("====Input Arguments====\n{\n  \"golds_file\": "));
  CHECK(
      done.out.ends_with("=======================\n{\n    \"Accuracy\": 0.6666666666666666,\n"
                         "    \"SARI\": 0.5971319743058873,\n    \"Recall@10\": 0.5\n}\n"));
}

TEST_CASE("eval of the bundled sets: --json says the same unrounded, with counts, what was missing and a signature") {
  const json wiki =
      parse_json(eval("2wikimultihopqa", {"--json", "--aliases", bundled("2wikimultihopqa/id_aliases.jsonl")}).out);
  CHECK(wiki["dialect"].string() == "2wiki-1.1");
  // Of wk-1's three predicted facts the case twins both count: 3 of 3, 2 of 2; wk-3 has one of two.
  CHECK(wiki["scores"]["sp_f1"].real() == doctest::Approx(100 * (1 + 1 + 2.0 / 3 + 1) / 4).epsilon(1e-12));
  CHECK(wiki["missing"]["evidence"].strings() == std::vector<std::string>{"wk-3"});
  CHECK(wiki["signature"].string().starts_with("2wiki-1.1|"));
  const json dates = parse_json(eval("hieradate", {"--json", "--by", "kind"}).out);
  CHECK(dates["by"]["groups"]["comparison"]["scores"]["em_math"].null());
  CHECK(dates["by"]["groups"]["combined"]["counts"]["age_questions"].integer() == 2);
  const json strategy = parse_json(eval("strategyqa", {"--json", "--retrieval-limit", "1"}).out);
  CHECK(strategy["scores"]["Recall@1"].real() == doctest::Approx(0.5 / 3));
  CHECK(strategy["scores"].find("Recall@10") == nullptr);
}

TEST_CASE("eval of the bundled sets: a field that --by does not know is named with those it knows") {
  const finished done = eval("hieradate", {"--by", "hops"});
  CHECK(done.status == 2);
  CHECK(done.err == "mhqa: error: --by expects one of: kind, type, data_label; found \"hops\"\n");
}
