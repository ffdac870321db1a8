// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/model_comparison.hpp>

#include "support/command.hpp"
#include "support/held_json.hpp"

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
  const io::column_source source{.dataset = "hotpotqa", .gold = here.write("gold", golds + "]").string()};
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
  const mhqa_test::held_json held_golds{golds + "]"}, held_base{base + "}}"}, held_better{better + "}}"};
  const io::column_source held{.dataset = "hotpotqa", .gold = held_golds.source("golds")};
  std::string third;
  io::append_comparison_json(
      third,
      io::compare_models(held, {{a, held_base.source("base")}, {b, held_better.source("better")}}, request, two));
  CHECK(third == first);
  const mhqa_test::held_json wrong{R"({"answer": {"1": 2}})"};
  CHECK_THROWS_WITH_AS(static_cast<void>(io::compare_models(held, {a, {b, wrong.source("mine")}}, request, here_only)),
                       doctest::Contains("mine: id \"1\""), data_error);
  std::string table;
  io::append_comparison_table(table, one);
  CHECK(table.starts_with("baseline " + a + "; 200 samples, seed 12345\n\n"));
  CHECK(table.find("   25.00    75.00   +50.00  [") != std::string::npos);
  CHECK(table.find("\n  1 0.00 -> 100.00\n") != std::string::npos);
  CHECK_THROWS_WITH_AS(static_cast<void>(io::compare_models(source, {a}, request, here_only)),
                       doctest::Contains("two models or more"), data_error);
  const io::comparison_request twice{.metrics = {"em", "f1", "em"}, .samples = 200};
  CHECK_THROWS_WITH_AS(static_cast<void>(io::compare_models(source, {a, b}, twice, here_only)),
                       doctest::Contains("`metrics`: expected each metric once, found \"em\" twice"), data_error);
}

TEST_CASE("model_comparison: results are compared by id, also on each value of a group") {
  const mhqa_test::scratch here;
  const auto row = [](const char* id, const char* type, const char* number, int value) {
    return std::string{R"({"id": ")"} + id + R"(", "golds": ["x"], "prediction": "x", "groups": {"type": ")" + type +
           "\"}, \"" + number + "\": " + std::to_string(value) + "}";
  };
  const auto file = [&](const char* name, const std::string& rows, const char* evaluator = "hotpotqa") {
    return here.write(name, "{\"questions\": [" + rows + R"(], "evaluator": ")" + evaluator + R"(", "signature": "s"})")
        .string();
  };
  const std::string a = file("a.json", row("1", "bridge", "pass@2", 1) + ", " + row("2", "other", "pass@2", 0));
  const std::string b = file("b.json", row("2", "other", "pass@2", 1) + ", " + row("1", "bridge", "pass@2", 1));
  const io::comparison_request request{.samples = 100};
  serial_executor serial;
  const auto found = io::compare_results({a, b}, "type", request, serial);
  REQUIRE(found.lines.size() == 3);
  CHECK(found.by == "type");
  CHECK(found.lines[0].metric == "pass@2");
  CHECK(found.lines[0].numbers.baseline == 0.5);
  CHECK(found.lines[0].numbers.system == 1);
  CHECK(found.lines[0].numbers.wins == 1);
  CHECK(found.lines[1].group == "bridge");
  CHECK(found.lines[1].numbers.ties == 1);
  CHECK(found.lines[2].group == "other");
  CHECK(found.lines[2].numbers.wins == 1);

  const auto refused = [&](const std::string& other, const char* by, const char* why) {
    CAPTURE(why);
    CHECK_THROWS_WITH_AS(static_cast<void>(io::compare_results({a, other}, by, request, serial)),
                         doctest::Contains(why), data_error);
  };
  const std::string rows = row("1", "bridge", "em", 1) + ", " + row("2", "other", "em", 0);
  refused(b, "hops", "`by` expects a field of the question's groups");
  refused(file("c.json", rows, "drop"), "", "expected the baseline's, hotpotqa; found drop");
  refused(file("d.json", rows), "", "expected numbers that the baseline has too");
  refused(file("e.json", row("1", "bridge", "pass@2", 1)), "", "expected the questions of the baseline");
  refused(file("f.json", row("1", "b", "pass@2", 1) + ", " + row("1", "b", "pass@2", 1)), "", "expected each id once");
  CHECK_THROWS_WITH_AS(static_cast<void>(io::compare_results({a}, "", request, serial)), doctest::Contains("found 1"),
                       data_error);
}
