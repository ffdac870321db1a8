// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The verbs for StrategyQA's pipeline: retrieve strategyqa and check-questions.
#include "support/command.hpp"
#include "support/json.hpp"
#include "support/shared_data.hpp"
#include "support/text.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

namespace {

using mhqa_test::has;

constexpr std::string_view questions =
    "{\"qid\": \"q1\", \"term\": \"T\", \"answer\": true, \"question\": \"Was the author of Emma English?\", "
    "\"decomposition\": [\"Who wrote Emma?\", \"Was #1 English?\"], \"step_answers\": [\"Jane Austen\", \"yes\"]}\n"
    "{\"qid\": \"q2\", \"term\": \"T\", \"answer\": false, \"question\": \"Is silk a metal\", "
    "\"decomposition\": [\"What is silk made of?  Is #1 a metal?\"]}\n";
constexpr std::string_view corpus =
    "{\"title\": \"Emma\", \"para_id\": 1, \"para\": \"The novel was published in 1815.\", \"docid\": 7}\n"
    "{\"title\": \"Jane Austen\", \"para_id\": 3, \"para\": \"Austen was an English writer.\"}\n"
    "{\"title\": \"Silk\", \"para_id\": 0, \"para\": \"Silk is made of fibroin.\"}\n";

}  // namespace

TEST_CASE("mhqa retrieve strategyqa: finds paragraphs by question and by steps, for mhqa eval strategyqa") {
  const mhqa_test::scratch here;
  const std::string in = here.write("q.jsonl", questions).string(), paragraphs = here.write("p.jsonl", corpus).string();
  const auto got = mhqa_test::mhqa({"retrieve", "strategyqa", in, "--corpus", paragraphs, "--out", "-", "-k", "1"});
  CAPTURE(got.err);
  CHECK(got.status == 0);
  CHECK(got.out == "{\"q1\": [\"Jane Austen-3\"], \"q2\": [\"Silk-0\"]}\n");
  const auto titles = mhqa_test::mhqa({"retrieve", "strategyqa", in, "--corpus", paragraphs, "--out", "-", "--by",
                                       "decomposition", "--references", "left-out", "--titles", "--split-joined"});
  CHECK(has(titles.out, "\"Emma-1\""));
  const auto unanswered = mhqa_test::mhqa({"retrieve", "strategyqa", in, "--corpus", paragraphs, "--out", "-", "--by",
                                           "decomposition", "--references", "answered"});
  CHECK(unanswered.status == 2);
  const auto unused =
      mhqa_test::mhqa({"retrieve", "strategyqa", in, "--corpus", paragraphs, "--out", "-", "--split-joined"});
  CHECK(unused.status == 2);
  CHECK(has(unused.err, "--references and --split-joined are not used without --by decomposition"));
  CHECK(has(unanswered.err, "id \"q2\", field \"step_answers\""));
}

TEST_CASE("mhqa retrieve strategyqa: bad input is one line") {
  const mhqa_test::scratch here;
  const std::string in = here.write("q.jsonl", questions).string(), out = (here / "o").string();
  const auto error_of = [&](std::string_view text) {
    const std::string paragraphs = here.write("p.jsonl", text).string();
    const auto got = mhqa_test::mhqa({"retrieve", "strategyqa", in, "--corpus", paragraphs, "--out", out});
    CHECK(got.status == 2);
    CHECK_FALSE(std::filesystem::exists(out));
    return got.err;
  };
  CHECK(has(error_of(""), "expected records, found an empty file"));
  CHECK(has(error_of("[]"), "expected paragraphs, found none"));
  CHECK(has(error_of("{\"title\": \"a\", \"para\": \"x\"}\n"), "expected the field \"para_index\""));
  CHECK(has(error_of(std::string{corpus} + std::string{corpus}), "id \"Emma-1\": expected each id once"));
  const std::string other = error_of("{\"Emma-2\": {\"title\": \"Emma\", \"para_index\": 1, \"content\": \"x\"}}");
  CHECK(has(other, "id \"Emma-2\""));
  CHECK(has(other, "expected the paragraph of this id, found \"Emma-1\""));
}

TEST_CASE("mhqa retrieve strategyqa: Recall@10 of the documented table, from the command line") {
  const auto gold = mhqa_test::shared_data("data/strategyqa/dev.json");
  const auto paragraphs = mhqa_test::shared_data("data/strategyqa/paragraphs_998.jsonl");
  const auto bart = mhqa_test::shared_data("data/strategyqa/bart_decomposition_dev.jsonl");
  if (!gold || !paragraphs || !bart) return;
  struct row {
    std::string options;
    bool by_bart;
    double recall;
  };
  for (const row& r : {
           row{"", false, 0.8838},
           row{"--titles", false, 0.9231},
           row{"--by decomposition", false, 0.8860},
           row{"--by decomposition --references left-out", false, 0.9260},
           row{"--by decomposition --references left-out --titles", false, 0.9438},
           row{"--by decomposition", true, 0.8232},
           row{"--by decomposition --split-joined --references left-out --titles", true, 0.8883},
       }) {
    CAPTURE(r.options);
    const mhqa_test::scratch here;
    const std::string out = mhqa_test::shell_word((here / "found.json").string());
    const auto got = mhqa_test::shell(
        "\"$MHQA_COMMAND\" retrieve strategyqa " + mhqa_test::shell_word((r.by_bart ? *bart : *gold).string()) +
        " --corpus " + mhqa_test::shell_word(paragraphs->string()) + " " + r.options + " --out " + out +
        " > /dev/null && \"$MHQA_COMMAND\" eval strategyqa " + out + " " + mhqa_test::shell_word(gold->string()));
    CAPTURE(got.err);
    CAPTURE(got.out);
    CHECK(got.status == 0);
    const std::size_t at = got.out.find("Recall@10");
    REQUIRE(at != std::string::npos);
    const double recall = std::strtod(got.out.c_str() + at + 9, nullptr);
    CHECK(std::abs(recall - r.recall) <= 0.00005);
  }
}

TEST_CASE("mhqa check-questions: faults, implicitness, quota, balance, solvers and evidence are counted") {
  const mhqa_test::scratch here;
  const std::string in = here.write("q.jsonl", questions).string();
  const std::string tags = here.write("t.jsonl", "{\"qid\": \"q1\", \"tags\": [\"VBD\", \"VBD\"]}\n").string();
  const std::string solvers =
      here.write("s.jsonl", "{\"qid\": \"q2\", \"fixed\": [false, false, false, false, true]}\n").string();
  const std::string rows = (here / "rows").string();
  const auto got = mhqa_test::mhqa(
      {"check-questions", in, "--tags", tags, "--solvers", solvers, "--per-term", "1", "--per-question", rows});
  CAPTURE(got.out);
  REQUIRE(got.status == 0);
  CHECK(has(got.out, "no-question-mark                                 1\n"));
  CHECK(has(got.out, "several-verbs                                    1\n"));
  CHECK(has(got.out, "beyond 1 questions of a term                     1\n"));
  CHECK(has(got.out, "answered yes                                     1\n"));
  CHECK(has(got.out, "solvers: fixed-solvers                           1\n"));
  CHECK(has(mhqa_test::read_file(rows),
            "{\"qid\": \"q1\", \"faults\": [\"several-verbs\"], \"verbs\": 2, \"new_words\": "
            "[\"wrote\"], \"over_quota\": false}"));
  const auto bad = mhqa_test::mhqa({"check-questions", in, "--step-answers", in});
  CHECK(bad.status == 2);
  CHECK(has(bad.err, "record 2, id \"q2\": expected a note on this question"));
}
