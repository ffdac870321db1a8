// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Replays what a real model answered: recorded/ holds the requests of `mhqa compose` on a pool of 21 questions, the
// prompts, the answers and the record of calls of Gemma 3 270M (Q4_K_M) under llama.cpp's server. The answers are poor;
// the test is that the same requests give the same bytes without a server.
#include "support/command.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace {

std::filesystem::path recorded(std::string_view name) {
  return std::filesystem::path{__FILE__}.parent_path() / "recorded" / name;
}

}  // namespace

TEST_CASE("recorded_model: a language model's answers to every kind of request are replayed without a network") {
  const mhqa_test::scratch here;
  const std::string log = here.write("calls.jsonl", mhqa_test::read_file(recorded("calls.jsonl"))).string();
  struct row {
    std::string_view requests, prompt, answers;
    bool steps = false;
  };
  const std::vector<row> rows{
      {"quality.jsonl", "read.txt", "quality.answers.jsonl"},
      {"heads.jsonl", "read.txt", "heads.answers.jsonl"},
      {"tails.jsonl", "read.txt", "tails.answers.jsonl"},
      {"wordings.jsonl", "word.txt", "wordings.answers.jsonl"},
      {"checks.jsonl", "check.txt", "checks.answers.jsonl"},
      {"questions.jsonl", "read.txt", "questions.answers.jsonl"},
      {"questions.jsonl", "read.txt", "questions.steps.answers.jsonl", true},
      {"probe.jsonl", "read.txt", "probe.answers.jsonl"},
  };
  for (const row& r : rows) {
    CAPTURE(r.answers);
    const std::string out = (here / "out.jsonl").string();
    const std::string in = recorded(r.requests).string(), prompt = recorded(r.prompt).string();
    // Without --endpoint the command opens no connection.
    const auto got = r.steps ? mhqa_test::mhqa({"ask", in, "--model", "gemma-3-270m", "--max-tokens", "96", "--log",
                                                log, "--prompt", prompt, "--out", out, "--steps"})
                             : mhqa_test::mhqa({"ask", in, "--model", "gemma-3-270m", "--max-tokens", "96", "--log",
                                                log, "--prompt", prompt, "--out", out});
    CAPTURE(got.err);
    REQUIRE(got.status == 0);
    CHECK(got.err.find(" 0 replies asked for") != std::string::npos);
    CHECK(mhqa_test::read_file(out) == mhqa_test::read_file(recorded(r.answers)));
  }
  CHECK(mhqa_test::read_file(log) == mhqa_test::read_file(recorded("calls.jsonl")));
}

TEST_CASE("recorded_model: the verdicts of a language model on 40 pairs are replayed, and complete a triage") {
  const mhqa_test::scratch here;
  const std::string pairs = recorded("judge.pairs.jsonl").string();
  const std::string requests = (here / "judge.jsonl").string(), out = (here / "out.jsonl").string();
  CHECK(mhqa_test::mhqa({"triage", pairs, "--requests", requests}).status == 0);
  const std::string log = here.write("calls.jsonl", mhqa_test::read_file(recorded("judge.calls.jsonl"))).string();
  const auto asked = mhqa_test::mhqa({"ask", requests, "--model", "gemma-3-270m", "--max-tokens", "96", "--seed", "1",
                                      "--json", "object-schema", "--log", log, "--out", out});
  CAPTURE(asked.err);
  REQUIRE(asked.status == 0);
  CHECK(asked.err.find(" 0 replies asked for, 40 replayed") != std::string::npos);
  CHECK(mhqa_test::read_file(out) == mhqa_test::read_file(recorded("judge.answers.jsonl")));
  const auto judged = mhqa_test::mhqa({"triage", pairs, "--verdicts", out, "--json"});
  for (const char* const number : {"\"sent\": 40", "\"right_by_judge\": 40", "\"without_verdict\": 0"}) {
    CHECK(judged.out.find(number) != std::string::npos);
  }
  CHECK(judged.out.find("|judge:gemma-3-270m|prompt:") != std::string::npos);
}
