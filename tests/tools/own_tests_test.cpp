// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include "support/command.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

// scripts/own_tests on a test that stands in for a program's own.

using namespace mhqa_test;

namespace {

std::string script(const std::string& python) {
  return python + shell_word((std::filesystem::path{__FILE__}.parent_path() / "../../scripts/own_tests").string()) +
         " ";
}

}  // namespace

TEST_CASE("own_tests: a known program and pytest are needed") {
  const finished unknown = shell(script("python3 -I -S ") + "nothing .");
  CHECK(unknown.status == 2);
  CHECK(unknown.err.find("the names are drop, rllm") != std::string::npos);
  const finished bare = shell(script("python3 -I -S ") + "drop .");
  CHECK(bare.status == 2);
  CHECK(bare.err.find("needs pytest") != std::string::npos);
}

TEST_CASE("own_tests: what passes and what fails is counted, a checkout without the test is refused") {
  if (shell("python3 -c 'import pytest'").status != 0) return;
  const scratch here;
  std::filesystem::create_directories(here / "tests/eval");
  here.write("tests/eval/drop_eval_test.py",
             "from allennlp_rc.eval.drop_eval import get_metrics\n"
             "def test_number(): assert get_metrics(['78'], ['78.0']) == (1.0, 1.0)\n"
             "def test_wrong(): assert get_metrics('a b', ['a c']) == (1.0, 1.0)\n");
  const std::string run = script("python3 ") + "--mhqa \"$MHQA_COMMAND\" drop ";
  const finished done = shell(run + shell_word((here / "").string()));
  CHECK(done.out == "drop: 1 of 2 tests pass\n  test_wrong\n");
  CHECK(done.status == 1);
  const finished none = shell(run + shell_word((here / "tests").string()));
  CHECK(none.status == 2);
  CHECK(none.err.find("expected the tests of drop, found no file") != std::string::npos);
}
