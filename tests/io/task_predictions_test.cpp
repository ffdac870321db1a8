// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/task_predictions.hpp>

#include "support/command.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

std::string error_of(std::string_view text) {
  const mhqa_test::scratch folder;
  const std::string path = folder.write("predictions.json", text).string();
  try {
    mhqa::io::task_predictions{path};
  } catch (const mhqa::data_error& error) {
    return std::string{error.what()}.substr(path.size() + 2);
  }
  return {};
}

}  // namespace

TEST_CASE("task_predictions: each task has its own predictions, in any order of tasks") {
  const mhqa_test::scratch folder;
  for (
      const std::string_view text :
      {R"({"answer": {"a": "x", "b": ""}, "sp": {"b": [["t", 1], ["u", 2]], "a": []}, "evidence": {"c": [["s", "r", "o"]]}})",
       R"({"evidence": {"c": [["s", "r", "o"]]}, "sp": {"a": [], "b": [["t", 1], ["u", 2]]}, "x": [], "answer": {"b": "", "a": "x"}})"}) {
    mhqa::io::task_predictions predictions{folder.write("predictions.json", text).string()};
    CHECK(predictions.size() == 3);
    CHECK(predictions.unused() == 3);
    const auto a = predictions.find("a"), b = predictions.find("b");
    CHECK(a.answer == "x");
    REQUIRE(a.supporting_facts);
    CHECK(a.supporting_facts->empty());
    CHECK(!a.evidences);
    CHECK(b.answer == "");
    REQUIRE(b.supporting_facts);
    REQUIRE(b.supporting_facts->size() == 2);
    CHECK((*b.supporting_facts)[1] == mhqa::supporting_fact{"u", 2});
    CHECK(predictions.unused() == 1);
    static_cast<void>(predictions.find("a"));
    CHECK(predictions.unused() == 1);
    const auto c = predictions.find("c");
    CHECK((!c.answer && !c.supporting_facts && c.evidences));
    CHECK(c.evidences->front() == mhqa::evidence_triple{"s", "r", "o"});
    const auto nobody = predictions.find("d");
    CHECK((!nobody.answer && !nobody.supporting_facts && !nobody.evidences));
    CHECK(predictions.unused() == 0);
  }
}

TEST_CASE("task_predictions: one task is enough") {
  CHECK(error_of(R"({"answer": {}})").empty());
  CHECK(error_of(R"({"sp": {}})").empty());
  CHECK(error_of(R"({"evidence": {}})").empty());
  CHECK(error_of(R"({"answers": {}})") ==
        R"(expected an object with "answer", "sp" or "evidence", or {id: answer}, where "answers" is an object)");
  CHECK(error_of("{}") == R"(expected an object with "answer", "sp" or "evidence", or {id: answer})");
}

TEST_CASE("task_predictions: a repeated id in a task, and wrong types") {
  const std::vector<std::pair<std::string_view, std::string_view>> table = {
      {R"({"answer": {"a": "x", "a": "y"}})", R"(id "a", field "answer.a": expected each id once, found it twice)"},
      {R"({"answer": {"a": "x"}, "answer": {"a": 1}})",
       R"(id "a", field "answer.a", byte 39: expected a string, found a number)"},
      {R"({"sp": {"a": [], "b": [], "a": []}})", R"(id "a", field "sp.a": expected each id once, found it twice)"},
      {R"({"evidence": {"a": [], "a": []}})", R"(id "a", field "evidence.a": expected each id once, found it twice)"},
      {R"({"answer": {"a": null}})", R"(id "a", field "answer.a", byte 17: expected a string, found null)"},
      {R"({"answer": []})", R"(field "answer", byte 11: expected an object, found an array)"},
      {R"({"sp": {"a": [["t"]]}})", R"(id "a", field "sp.a[0]": expected [title, sentence number], found 1 elements)"},
      {R"({"evidence": {"a": [["s", "o"]]}})",
       R"(id "a", field "evidence.a[0]": expected [subject, relation, object], found 2 elements)"},
  };
  for (const auto& row : table) {
    CAPTURE(row.first);
    CHECK(error_of(row.first) == row.second);
  }
  CHECK(error_of(R"([{"answer": {}}])") == "byte 0: expected one JSON object, found an array");
}

TEST_CASE("task_predictions: {id: answer} is a file of answers") {
  const mhqa_test::scratch here;
  mhqa::io::task_predictions said{here.write("p", R"({"a": "Rome", "answer": "Oslo"})").string()};
  CHECK(said.size() == 2);
  CHECK(said.find("a").answer == "Rome");
  CHECK(said.find("answer").answer == "Oslo");
  CHECK(!said.find("a").supporting_facts);
  CHECK(said.lacking(false) == "answer");
  mhqa::io::task_predictions tasks{here.write("p", R"({"answer": {"a": "Rome"}, "model": "m"})").string()};
  CHECK(tasks.size() == 1);
  CHECK(tasks.lacking(false) == "sp");
  mhqa::io::task_predictions whole{here.write("p", R"({"answer": {"a": "Rome"}, "sp": {}})").string()};
  CHECK(whole.lacking(false).empty());
  CHECK(whole.lacking(true) == "evidence");
  CHECK_THROWS_WITH_AS(mhqa::io::task_predictions{here.write("p", R"({"a": "Rome", "b": null})").string()},
                       doctest::Contains("or {id: answer}, where \"b\" is null"), mhqa::data_error);
  CHECK_THROWS_WITH_AS((mhqa::io::task_predictions{here.write("p", R"({"a": 1})").string(), "rows"}),
                       doctest::Contains("expected rows, or {id: answer}, where \"a\" is a number"), mhqa::data_error);
  CHECK_THROWS_WITH_AS(mhqa::io::task_predictions{here.write("p", R"({"a": "Rome", "a": "x"})").string()},
                       doctest::Contains("each id once"), mhqa::data_error);
}
