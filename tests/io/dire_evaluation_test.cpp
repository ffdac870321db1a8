// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/dire_evaluation.hpp>

#include "support/command.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace mhqa;

TEST_CASE("dire_evaluation: an original question is scored, one without a prediction is left out and counted") {
  const mhqa_test::scratch here;
  const auto question = [](const std::string& id) {
    return R"({"_id": ")" + id + R"(", "question": "?", "answer": "Emma", "type": "bridge", "level": "easy",
        "context": [["Emma", ["Emma."]]], "supporting_facts": [["Emma", 0]]})";
  };
  const std::string input = here.write("input", "[" + question("1") + ", " + question("2") + "]").string();
  const std::string file = here.write("predictions", R"({"question_id": "1", "answer": "Emma Woodhouse"})").string();
  const io::dire::instances instances{input, dire::kind::original, nullptr};
  const io::dire::predictions predictions{file};
  std::size_t rows = 0;
  const auto result = io::score_dire(instances, predictions, nullptr, dire::bound::none,
                                     [&](const dire::question& q, const auto& table) {
                                       ++rows;
                                       CHECK(q.id == "1");
                                       CHECK(table.answer->precision == 0.5);
                                     });
  CHECK(rows == 1);
  CHECK(result.totals.questions == 1);
  std::string out;
  io::append_dire_json(out, result, dire::kind::original, dire::bound::none);
  CHECK(out.find("\"kind\": \"original\"") != std::string::npos);
  CHECK(out.find("\"conditional\": false") != std::string::npos);
  CHECK(out.find("\"precision\": 0.5") != std::string::npos);
  CHECK(out.find("\"left_out\": 1") != std::string::npos);
  std::string table;
  io::append_dire_table(table, result, dire::kind::original, dire::bound::none);
  CHECK(table.starts_with("dire, original, fractions of 1\n\n"));
  CHECK(table.find("answer                          0.666667  0.000000  0.500000  1.000000\n") != std::string::npos);
  CHECK(table.find("1 question left out: missing prediction\nsignature ") != std::string::npos);
}
