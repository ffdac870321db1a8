// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/proxy_report.hpp>

#include <mhqa/probe/sufficiency.hpp>

#include "support/command.hpp"
#include "support/errors.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

namespace io = mhqa::io;
using mhqa_test::error_of;

/// The key of `questions` questions with two supports: tasks 0 (both supports) to 2.
std::string key_of(int questions) {
  std::string out;
  for (int q = 0; q < questions; ++q) {
    for (int k = 0; k < 3; ++k) {
      const std::string id = std::to_string(q), number = std::to_string(k);
      out += R"({"task": "t)" + id + number + R"(", "question_id": "q)" + id + R"(", "number": )" + number +
             R"(, "supports": 2, "distractors": 8})" + "\n";
    }
  }
  return out;
}

/// Verdicts on all tasks: the supports suffice, a drawn paragraph replaces the first support of question 0 only.
std::string verdicts_of(int questions, bool second = false) {
  std::string out;
  for (int q = 0; q < questions; ++q) {
    for (int k = 0; k < 3; ++k) {
      const bool enough = k == 0 || (q == 0 && (k == 1 || second));
      out += R"({"task": "t)" + std::to_string(q) + std::to_string(k) + R"(", "sufficient": )" +
             (enough ? "true" : "false") + "}\n";
    }
  }
  return out;
}

}  // namespace

// One of four questions has a proxy: rate 1/4, and the drop of App. D.1 for 8 distractors.
TEST_CASE("proxy_report: rate, drop and their intervals, and the number of distractors") {
  const mhqa_test::scratch here;
  const std::string key = here.write("key", key_of(4)).string();
  const std::vector<std::string> said{here.write("a", verdicts_of(4)).string(),
                                      here.write("b", verdicts_of(4)).string()};
  const io::proxy_report found = io::report_proxies(key, said);
  CHECK(found.of.counts.agreed == 4);
  CHECK(found.of.counts.proxies == 1);
  CHECK(found.rate == 0.25);
  CHECK(found.distractors == 8);
  CHECK(found.drop == mhqa::proxy_score_drop(8, 0.25));
  CHECK(found.rate_interval.low < 0.25);
  CHECK(found.rate_interval.high > 0.25);
  CHECK(found.drop_interval.low < found.drop);
  CHECK(found.drop_interval.high > found.drop);
  CHECK(io::report_proxies(key, said, mhqa::annotator_rule::majority, 1).drop == mhqa::proxy_score_drop(1, 0.25));
  std::string json;
  io::append_proxy_json(json, found);
  CHECK(json.starts_with(
      "{\n  \"agreement\": \"unanimous\",\n  \"agreed\": 4,\n  \"sufficient\": 4,\n  \"proxies\": 1,"));
  CHECK(json.find("\"rate\": 0.25,") != std::string::npos);
  CHECK(json.ends_with("}\n"));
  std::string table;
  io::append_proxy_table(table, found);
  CHECK(table.find("  the drawn paragraph fr can replace f1              " +
                   std::to_string(found.of.counts.replaced[0]) + "\n") != std::string::npos);
  CHECK(table.find("a paragraph is a proxy (Wilson's 95 % interval)  25.00 %  [") != std::string::npos);
}

TEST_CASE("proxy_report: refuses verdicts without agreement, and files that are not there") {
  const mhqa_test::scratch here;
  const std::string key = here.write("key", key_of(1)).string();
  const std::vector<std::string> differ{here.write("a", verdicts_of(1)).string(),
                                        here.write("b", verdicts_of(1, true)).string()};
  CHECK(error_of([&] {
          static_cast<void>(io::report_proxies(key, differ));
        }).find("0 lack a verdict, 1 have verdicts that differ") != std::string::npos);
  CHECK(error_of([&] { static_cast<void>(io::report_proxies(key, {})); }).find("1 lack a verdict") !=
        std::string::npos);
}
