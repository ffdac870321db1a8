// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A program that calls evaluate() gets the numbers and the signature of the command `mhqa eval`.
#include <mhqa/datasets/evaluate.hpp>

#include "support/command.hpp"
#include "support/json.hpp"
#include "tools/small_files.hpp"

#include <mhqa/io/datasets/hotpotqa.hpp>

#include <doctest/doctest.h>

#include <map>
#include <string>

TEST_CASE("eval program: a program with its own predictions gets the signature of the command") {
  const mhqa_test::scratch here;
  const std::string gold = here.write("g.json", mhqa_test::hotpotqa_gold).string();
  const std::string predictions = here.write("p.json", mhqa_test::hotpotqa_predictions).string();
  const auto done = mhqa_test::mhqa({"eval", "hotpotqa", "--json", predictions, gold});
  REQUIRE(done.status == 0);
  const auto command = mhqa_test::parse_json(done.out);

  const std::map<std::string, std::string> own{{"q1", "an x z"}, {"q3", "no"}};
  const auto result = mhqa::evaluate<mhqa::hotpotqa::data_set>(mhqa::io::hotpotqa::golds(gold), own);
  CHECK(result.signature() == command["signature"].string());
  CHECK(result.report().scores[1].value == command["scores"]["f1"].real());

  mhqa::io::hotpotqa::predictions file{predictions};
  const auto same = mhqa::evaluate<mhqa::hotpotqa::data_set>(mhqa::io::hotpotqa::golds(gold), file);
  CHECK(same.signature() == command["signature"].string());
  for (const mhqa::named_score& s : same.report().scores) CHECK(s.value == command["scores"][s.name].real());
  CHECK(same.ignored == 1);
}
