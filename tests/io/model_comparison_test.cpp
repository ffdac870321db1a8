// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/model_comparison.hpp>

#include "support/command.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace mhqa;

TEST_CASE("model_comparison: differences, wins and the questions that decide, on any executor") {
  const mhqa_test::scratch here;
  std::string golds = "[", base = R"({"answer": {)", better = base;
  for (int i = 0; i < 4; ++i) {
    const std::string id = std::to_string(i), comma = i == 0 ? "" : ", ";
    golds +=
        comma + R"({"_id": ")" + id +
        R"(", "question": "?", "answer": "a", "type": "bridge", "level": "easy", "supporting_facts": [["t", 0]], "context": []})";
    base += comma + "\"" + id + (i == 0 ? "\": \"a\"" : "\": \"x\"");
    better += comma + "\"" + id + (i < 3 ? "\": \"a\"" : "\": \"x\"");
  }
  const io::column_source source{.data_set = "hotpotqa", .gold = here.write("gold", golds + "]").string()};
  const std::string a = here.write("a", base + "}}").string(), b = here.write("b", better + "}}").string();
  const io::comparison_request request{.metrics = {"em"}, .samples = 200, .deciding = 1};
  serial_executor here_only;
  thread_pool two{2};
  const auto one = io::compare_models(source, {a, b}, request, here_only);
  REQUIRE(one.lines.size() == 1);
  CHECK(one.lines[0].numbers.baseline == 0.25);
  CHECK(one.lines[0].numbers.system == 0.75);
  CHECK(one.lines[0].numbers.wins == 2);
  REQUIRE(one.lines[0].deciding.size() == 1);
  CHECK(one.lines[0].deciding[0].id == "1");
  std::string first, second;
  io::append_comparison_json(first, one);
  io::append_comparison_json(second, io::compare_models(source, {a, b}, request, two));
  CHECK(first == second);
  CHECK(first.find("\"difference\": 0.5") != std::string::npos);
  CHECK(first.find("\"seed\": \"12345\"") != std::string::npos);
  std::string table;
  io::append_comparison_table(table, one);
  CHECK(table.starts_with("baseline " + a + "; 200 samples, seed 12345\n\n"));
  CHECK(table.find("   25.00    75.00   +50.00  [") != std::string::npos);
  CHECK(table.find("\n  1 0.00 -> 100.00\n") != std::string::npos);
  CHECK_THROWS_WITH_AS(static_cast<void>(io::compare_models(source, {a}, request, here_only)),
                       doctest::Contains("two models or more"), data_error);
  const io::comparison_request twice{.metrics = {"em", "f1", "em"}, .samples = 200};
  CHECK_THROWS_WITH_AS(static_cast<void>(io::compare_models(source, {a, b}, twice, here_only)),
                       doctest::Contains("\"--metric\": expected each metric once, found \"em\" twice"), data_error);
}
