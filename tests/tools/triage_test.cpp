// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include "support/command.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

using namespace mhqa_test;

TEST_CASE("triage: requests for the judge, then its verdicts; the result names the judge") {
  const scratch here;
  const std::string said =
      here.write("said.jsonl", R"({"id": "a", "question": "Who?", "prediction": "Rome", "gold": "rome"}
{"id": "b", "question": "Who?", "prediction": "Barack Obama", "gold": "Obama"}
)")
          .string();
  const std::string requests = (here / "judge.jsonl").string();
  const finished first = mhqa({"triage", said, "--requests", requests});
  CAPTURE(first.err);
  CHECK(first.status == 0);
  CHECK(first.out.find("accuracy                     50.0 to 100.0 %\n") != std::string::npos);
  CHECK(read_file(requests) ==
        "{\"id\": \"b\", \"question\": \"Who?\", \"prediction\": \"Barack Obama\", \"gold\": [\"Obama\"]}\n");
  const std::string verdicts =
      here.write(
              "judged.jsonl",
              R"({"id": "b", "prediction": "Barack Obama", "gold": ["Obama"], "verdict": true, "why": "", "judge": "gpt|prompt:1"}
)")
          .string();
  const finished second = mhqa({"triage", said, "--verdicts", verdicts});
  CHECK(second.status == 0);
  CHECK(second.out.find("accuracy                    100.0 %\n") != std::string::npos);
  CHECK(second.out.find("|judge:gpt|prompt:1|n:2|data:") != std::string::npos);
  const finished agrees = mhqa({"agree", verdicts, "--dialect", "hotpotqa"});  // reads the same lines
  CHECK(agrees.status == 0);
}

TEST_CASE("triage: a fault leaves the requests of an earlier run as they are") {
  const scratch here;
  const std::string requests = here.write("judge.jsonl", "kept\n").string();
  const std::string said =
      here.write("said.jsonl", "{\"id\": \"a\", \"prediction\": \"x\", \"gold\": \"y\"}\n{\"id\": \"a\"}\n").string();
  const finished done = mhqa({"triage", said, "--requests", requests});
  CHECK(done.status == 2);
  CHECK(done.err.find("said.jsonl: record 2") != std::string::npos);
  CHECK(read_file(requests) == "kept\n");
  CHECK(mhqa({"triage", said, "--requests", said}).status == 2);
}
