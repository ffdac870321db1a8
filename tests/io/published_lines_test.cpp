// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/published_lines.hpp>

#include <mhqa/io/json_records.hpp>

#include "support/errors.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

namespace {

/// The line that a program answers a line with.
std::string answered(const char* dialect, std::string line) {
  line.append(mhqa::io::file_bytes::padding, '\0');
  mhqa::io::json_line json{"-"};
  mhqa::io::answer_line in;
  mhqa::answer_evaluator by{dialect};
  mhqa::io::read(json.parse(std::string_view{line}.substr(0, line.size() - mhqa::io::file_bytes::padding), 1, 0),
                 by.takes(), in);
  mhqa::published_result result;
  by.score(in.view(), result);
  std::string out;
  mhqa::io::append_line(out, in, result);
  return out;
}

}  // namespace

TEST_CASE("published_lines: numbers under the program's names beside the texts that were compared") {
  CHECK(answered("hipporag", R"({"prediction": "The End", "gold": "end", "other": [1]})") ==
        "{\"ExactMatch\": 1.0, \"F1\": 1.0, \"normalized_prediction\": \"end\", \"normalized_gold\": \"end\"}\n");
  CHECK(answered("drop", R"({"prediction": ["x", "5"], "gold": ["5", "x"]})") ==
        "{\"em\": 1.0, \"f1\": 1.0, \"max_em\": 0.0, \"max_f1\": 0.5, \"normalized_prediction\": [\"x\", \"5.0\"], "
        "\"normalized_gold\": [\"5.0\", \"x\"]}\n");
  CHECK(answered("drop", R"({"prediction": [], "gold": []})")
            .starts_with(
                "{\"em\": 1.0, \"f1\": null, \"max_em\": null, \"max_f1\": null, \"normalized_prediction\": []"));
}

TEST_CASE("published_lines: golds in the form of trainers, but never as JSON within a string") {
  CHECK(answered("popqa", R"({"prediction": "x", "gold": {"target": ["x"], "more": 1}})")
            .starts_with("{\"is_correct\": 1.0"));
  CHECK(answered("popqa", R"({"prediction": "x", "gold": {"target": "x"}})").starts_with("{\"is_correct\": 1.0"));
  CHECK_THROWS_AS(static_cast<void>(answered("popqa", R"({"prediction": "x", "gold": "{\"target\": [\"x\"]}"})")),
                  mhqa::data_error);
  CHECK_THROWS_AS(static_cast<void>(answered("popqa", R"({"prediction": "x", "gold": {}})")), mhqa::data_error);
  CHECK_THROWS_AS(static_cast<void>(answered("popqa", R"({"prediction": "x", "gold": "['x']"})")), mhqa::data_error);
  CHECK_THROWS_AS(static_cast<void>(answered("popqa", R"({"prediction": "x", "gold": {"target": "['x']"}})")),
                  mhqa::data_error);
  CHECK(answered("popqa", R"({"prediction": "['x']", "gold": ["['x']"]})").starts_with("{\"is_correct\": 1.0"));
  CHECK_THROWS_AS(static_cast<void>(answered("popqa", R"({"prediction": 5, "gold": "x"})")), mhqa::data_error);
}
