// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/evaluation_reports.hpp>

#include <doctest/doctest.h>

#include <optional>
#include <string>

using namespace mhqa;

TEST_CASE("evaluation_reports: scores unrounded, null if undefined, groups under their field") {
  const report all{"toy", dialects::hotpotqa, {{"f1", 1.0 / 3}, {"em", std::nullopt}}, {{"questions", 3}}, "toy|x"};
  std::string out;
  io::append_evaluation_json(out, {.all = all, .missing = {{"answer", {"q\"1"}}}, .ignored = 2});
  CHECK(out ==
        "{\n  \"dataset\": \"toy\",\n  \"dialect\": \"hotpotqa\",\n  \"scores\": {\n    \"f1\": 0.3333333333333333,\n"
        "    \"em\": null\n  },\n  \"counts\": {\n    \"questions\": 3\n  },\n  \"ignored_predictions\": 2,\n"
        "  \"missing\": {\n    \"answer\": [\n      \"q\\\"1\"\n    ]\n  },\n  \"signature\": \"toy|x\"\n}\n");
  out.clear();
  io::append_evaluation_json(out, {.all = all, .by = "type", .groups = {{"a", all}}});
  CHECK(out.find("\"field\": \"type\"") != std::string::npos);
  CHECK(out.find("\"groups\": {\n      \"a\": {") != std::string::npos);
  out.clear();
  io::append_evaluation_table(out,
                              {.all = all, .by = "type", .groups = {{"", all}}, .missing = {{"answer", {"q\t1"}}}});
  CHECK(out ==
        "toy, rules of hotpotqa, fractions of 1\n\n"
        "                  all      (none)\n"
        "f1           0.333333    0.333333\n"
        "em                  -           -\n"
        "questions           3           3\n\n"
        "1 of 3 questions lack answer: q 1\nsignature toy|x\n");
}
