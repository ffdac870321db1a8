// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/dire_evaluation.hpp>

#include "support/command.hpp"
#include "support/held_json.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

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
  const mhqa_test::held_json held_input{"[" + question("1") + ", " + question("2") + "]"};
  const mhqa_test::held_json held_lines{R"([{"question_id": "1", "answer": "Emma Woodhouse"}])"};
  const io::dire::predictions held_predictions{held_lines.source("said")};
  CHECK(held_predictions.name() == "said");
  const auto again =
      io::score_dire(io::dire::instances{held_input.source("instances"), dire::kind::original}, held_predictions,
                     nullptr, dire::bound::none, [](const dire::question&, const auto&) {});
  std::string same;
  io::append_dire_json(same, again, dire::kind::original, dire::bound::none);
  CHECK(same == out);
  const mhqa_test::held_json unnamed{R"([{"_id": "1", "answer": "x"}, {"answer": "y"}])"};
  CHECK_THROWS_WITH_AS(static_cast<void>(io::dire::instances{unnamed.source("instances"), dire::kind::original}),
                       doctest::Contains("instances: record 2: "), data_error);
  std::string table;
  io::append_dire_table(table, result, dire::kind::original, dire::bound::none);
  CHECK(table.starts_with("dire, original, fractions of 1\n\n"));
  CHECK(table.find("answer                          0.666667  0.000000  0.500000  1.000000\n") != std::string::npos);
  CHECK(table.find("1 question left out: missing prediction\nsignature ") != std::string::npos);
}

TEST_CASE("dire_evaluation: predicted positions that the context lacks count as wrong and are counted") {
  const mhqa_test::scratch here;
  const std::string input = here.write("input", R"({"_id": "1", "answer": "x", "dataset": "musique", )"
                                                R"("supporting_facts": [["A", 0]], "supporting_positions": [3], )"
                                                R"("positions": [3, 5], "context": [["A", []], ["A", []]]})")
                                .string();
  const auto score = [&](const std::string& positions) {
    const std::string lines = R"({"question_id": "0"}
{"question_id": "1", "supporting_paragraphs": )" +
                              positions + "}";
    const io::dire::predictions said{here.write("said", lines).string()};
    return io::score_dire(io::dire::instances{input, dire::kind::original}, said, nullptr, dire::bound::none,
                          [](const dire::question&, const auto&) {});
  };
  CHECK(score("[3, 5]").unknown_positions == 0);
  const auto found = score("[3, 99, -1]");
  CHECK(found.totals.means().paragraphs->precision == doctest::Approx(1.0 / 3));
  CHECK(found.unknown_positions == 1);
  CHECK(found.first_unknown.ends_with("said: record 2, id \"1\", field \"supporting_paragraphs\": 99"));
  std::string out;
  io::append_dire_json(out, found, dire::kind::original, dire::bound::none);
  CHECK(out.find("\"unknown_positions\": 1") != std::string::npos);
}

TEST_CASE(
    "dire_evaluation: of several predictions for an original question the last counts, and the others are counted") {
  const mhqa_test::held_json input{R"([{"_id": "1", "answer": "x"}, {"_id": "2", "answer": "y"}])"};
  const mhqa_test::held_json lines{R"([{"question_id": "1", "answer": "z"}, {"question_id": "1", "answer": "x"},
    {"question_id": "2", "answer": "y"}, {"question_id": "3", "answer": "x"}, {"question_id": "3", "answer": "x"}])"};
  const io::dire::instances questions{input.source("instances"), dire::kind::original};
  const io::dire::predictions said{lines.source("said")};
  const auto result =
      io::score_dire(questions, said, nullptr, dire::bound::none, [](const dire::question&, const auto&) {});
  CHECK(result.totals.means().answer->em == 1);
  CHECK(result.ignored == 1);
  CHECK(result.repeated == 1);
  std::string out;
  io::append_dire_json(out, result, dire::kind::original, dire::bound::none);
  io::append_left_out(out, result);
  CHECK(out.find("\"repeated_predictions\": 1") != std::string::npos);
  CHECK(out.find("1 prediction not counted: a later line has the same id\n") != std::string::npos);
}

TEST_CASE("dire_evaluation: predictions on the original questions that say nothing are named") {
  const mhqa_test::held_json input{R"([{"_id": "1", "answer": "x"}])"};
  const mhqa_test::held_json lines{R"([{"question_id": "1", "answer": "x"}])"}, none{"[]"};
  const io::dire::instances questions{input.source("instances"), dire::kind::original};
  const io::dire::predictions said{lines.source("said")}, originals{none.source("originals")};
  CHECK_THROWS_WITH_AS(static_cast<void>(io::score_dire(questions, said, &originals, dire::bound::each,
                                                        [](const dire::question&, const auto&) {})),
                       doctest::Contains("originals: expected answer, "), data_error);
}

TEST_CASE("dire_evaluation: an alias of 2WikiMultihopQA's file gets the full score and changes the signature") {
  const mhqa_test::scratch here;
  const std::string input = here.write("input", R"({"_id": "1", "answer": "x", "answer_id": "Q1", )"
                                                R"("dataset": "2wikimultihopqa"})")
                                .string();
  const std::string file = here.write("said", R"({"question_id": "1", "answer": "y"})").string();
  const auto score = [&](const twowiki::alias_table* names) {
    return io::score_dire(io::dire::instances{input, dire::kind::original, nullptr, names}, io::dire::predictions{file},
                          nullptr, dire::bound::none, [](const dire::question&, const auto&) {});
  };
  twowiki::alias_table names;
  const std::vector<std::string_view> of_q1{"y"};
  CHECK(names.add("Q1", of_q1));
  const auto with = score(&names), without = score(nullptr);
  CHECK(with.totals.means().answer->em == 1);
  CHECK(without.totals.means().answer->em == 0);
  CHECK(io::dire_signature(with, dire::kind::original, dire::bound::none).starts_with("2wiki-1.1|"));
  CHECK(!(with.data == without.data));
}
