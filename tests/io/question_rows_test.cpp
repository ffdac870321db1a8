// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The line of a question: names in order, null for an empty number, texts on request.
#include <mhqa/io/question_rows.hpp>

#include <doctest/doctest.h>

#include <optional>
#include <string>

TEST_CASE("question_rows: numbers, flags and missing tasks in one line") {
  mhqa::question_row row;
  row.id = "q\"1";
  row.add("f1", 0.5);
  row.add("em", std::nullopt);
  row.flags.push_back({"answerable", true});
  std::string out;
  mhqa::io::append_row(out, row);
  CHECK(out == "{\"id\": \"q\\\"1\", \"f1\": 0.5, \"em\": null, \"answerable\": true}\n");
  row.missing = {"answer", "sp"};
  out.clear();
  mhqa::io::append_row(out, row);
  CHECK(out.ends_with("\"answerable\": true, \"missing\": [\"answer\", \"sp\"]}\n"));
}

TEST_CASE("question_rows: texts come before the numbers") {
  mhqa::question_row row;
  row.id = "q1";
  row.question = "Who?";
  row.golds = {"a", "b"};
  row.add("f1", 0.0);
  std::string out;
  mhqa::io::append_row(out, row, true);
  CHECK(out ==
        "{\"id\": \"q1\", \"question\": \"Who?\", \"golds\": [\"a\", \"b\"], \"prediction\": null, \"f1\": 0.0}\n");
}
