// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/difference_report.hpp>

#include "support/json.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace mhqa;

namespace {

const scored_result first{"hotpotqa",
                          "hotpotqa|closed:yes,no,noanswer|scale:1",
                          {{"q1", "yes it is", {"yes"}, {{"f1", 0.0}}}, {"q2", "x", {"x"}, {{"f1", 1.0}}}}};
const scored_result second{"squad-1.1",
                           "squad-1.1|closed:none|scale:100",
                           {{"q1", "yes it is", {"yes"}, {{"f1", 0.5}}}, {"q2", "x", {"x"}, {{"f1", 1.0}}}}};

}  // namespace

TEST_CASE("difference_report: the table has both means, each choice alone, their sum and the reasons with ids") {
  io::difference_report report{false, 3};
  report.add({"a.json", first, "f1"}, {"b.json", second, "f1"}, explain_difference(first, "f1", second, "f1"));
  const std::string text = report.text();
  CHECK(text.find("f1 of a.json (hotpotqa): 50.0000 over 2 questions\n") != std::string::npos);
  CHECK(text.find("f1 of b.json (squad-1.1): 75.0000 over 2 questions\n") != std::string::npos);
  CHECK(text.find("closed answers  yes, no, noanswer  none    +25.0000          1\n") != std::string::npos);
  CHECK(text.find("1 question differs; 0 unexplained\n") != std::string::npos);
  CHECK(text.find("      1  closed answers (1 higher, 0 lower): q1\n") != std::string::npos);
}

TEST_CASE("difference_report: JSON has the same, with every part in which the signatures differ") {
  io::difference_report report{true, 3};
  const result_difference found = explain_difference(first, "f1", second, "f1");
  report.add({"a", first, "f1"}, {"b", second, "f1"}, found);
  report.add({"a", first, "f1"}, {"b", second, "f1"}, found);
  const mhqa_test::json out = mhqa_test::parse_json(report.text());
  REQUIRE(out["differences"].items().size() == 2);
  const mhqa_test::json& one = out["differences"][1];
  CHECK(one["difference"].real() == 0.25);
  CHECK(one["choices"][0]["alone"].real() == 0.25);
  CHECK(one["reasons"][0]["examples"][0].string() == "q1");
  CHECK(one["signatures_differ"].items().size() == 3);
  CHECK(one["signatures_differ"][1]["key"].string() == "closed");
}

TEST_CASE("difference_report: each differing question is a line") {
  const result_difference found = explain_difference(first, "f1", second, "f1");
  CHECK(io::difference_lines(found, "f1", "f1", "squad-1.1") ==
        "{\"id\": \"q1\", \"number\": \"f1\", \"evaluator\": \"squad-1.1\", \"other\": \"f1\", \"a\": 0.0, \"b\": 0.5, "
        "\"reasons\": [\"closed answers\"]}\n");
}
