// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include "support/command.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

// scripts/conformance on the vectors of the command. -S hides installed packages, so the output is known.

using namespace mhqa_test;

TEST_CASE("conformance: programs that are not installed are named; other folders are refused") {
  const scratch here;
  const std::string script = (std::filesystem::path{__FILE__}.parent_path() / "../../scripts/conformance").string();
  const std::string run = "python3 -I -S " + shell_word(script) + " ";
  const std::string vectors = (here / "vectors").string();
  REQUIRE(mhqa({"vectors", vectors, "--count", "3"}).status == 0);
  const finished done = shell(run + shell_word(vectors));
  CHECK(done.status == 0);
  CHECK(
      done.out.ends_with("3 rows of seed 1\ntorchmetrics text.squad: not installed (torchmetrics)\n"
                         "evaluate squad: not installed (evaluate)\nevaluate squad_v2: not installed (evaluate)\n"
                         "FlashRAG: not installed (flashrag-dev)\nlm-eval triviaqa: not installed (lm-eval)\n"
                         "lm-eval nq_open: not installed (lm-eval)\n"));
  const finished bad = shell(run + shell_word((here / "none").string()));
  CHECK(bad.status == 2);
  CHECK(bad.err.find("expected a folder that mhqa vectors has written") != std::string::npos);
}
