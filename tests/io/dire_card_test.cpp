// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/dire_card.hpp>

#include "support/command.hpp"
#include "support/errors.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

namespace io = mhqa::io;

// One question, whose probe is two instances without one of its two supports.
std::string probe_lines() {
  const auto instance = [](const std::string& title, const std::string& number, bool has_answer) {
    return R"({"_id": "q", "question": "?", "answer": "India", "type": "bridge", "dataset": "hotpotqa",
        "supporting_facts": [[")" +
           title + R"(", 0]], "supporting_positions": [)" + number + R"(], "positions": [)" + number +
           R"(], "context": [[")" + title + R"(", ["One."]]], "answer_label": )" + (has_answer ? "true" : "false") +
           R"(, "sub_idx": )" + number + R"(, "group": 2})";
  };
  return "[" + instance("P0", "0", false) + ", " + instance("P1", "1", true) + "]";
}

std::string said(const std::string& number, const std::string& answer) {
  return R"({"question_id": "q", "sub_idx": )" + number + R"(, "group": 2, "answer": ")" + answer +
         "\", \"answer_confidence\": 0." + (answer == "India" ? "9" : "1") + "}\n";
}

}  // namespace

TEST_CASE("dire_card: the probe alone, beside a model that reads no question") {
  const mhqa_test::scratch here;
  io::dire_card_files files{.input = here.write("probe", probe_lines()).string(), .predictions = {}};
  files.predictions = {here.write("said", said("0", "no") + said("1", "India")).string()};
  files.artifacts[1] = here.write("blind", R"({"question_id": "q", "answer": "Asia"})"
                                           "\n")
                           .string();
  const io::dire_card card = io::score_dire_card(files);
  REQUIRE(card.runs.size() == 1);
  CHECK(card.runs[0].questions == 1);
  CHECK(card.runs[0].whole == io::dire_scores{});
  CHECK(card.runs[0].disconnected.answer->f1 == 1);
  REQUIRE(card.controls.size() == 1);
  CHECK(card.controls[0].name == "context_only");
  CHECK(card.controls[0].means.answer->f1 == 0);
  CHECK_FALSE(card.transform);
}

TEST_CASE("dire_card: predictions on the undivided questions bound the score on the probe") {
  const mhqa_test::scratch here;
  io::dire_card_files files{.input = here.write("probe", probe_lines()).string(), .predictions = {}};
  files.predictions = {here.write("said", said("0", "no") + said("1", "India")).string()};
  files.originals = {here.write("whole", R"({"question_id": "q", "answer": "Asia"})"
                                         "\n")
                         .string()};
  const io::dire_card card = io::score_dire_card(files);
  CHECK(card.runs[0].whole.answer->f1 == 0);
  CHECK(card.runs[0].disconnected.answer->f1 == 0);
  std::vector<std::string> rows;
  io::for_each_row(card.runs[0], [&](std::string_view name, const mhqa::scores* whole, const mhqa::scores&) {
    rows.emplace_back(name);
    CHECK(whole != nullptr);
  });
  CHECK(rows == std::vector<std::string>{"answer"});
}

TEST_CASE("dire_card: a control without predictions on the questions is an error") {
  const mhqa_test::scratch here;
  io::dire_card_files files{.input = here.write("probe", probe_lines()).string(), .predictions = {}};
  files.predictions = {here.write("said", said("0", "no") + said("1", "India")).string()};
  files.artifacts[0] = here.write("other", R"({"question_id": "r", "answer": "Asia"})"
                                           "\n")
                           .string();
  CHECK(mhqa_test::error_of([&] { static_cast<void>(io::score_dire_card(files)); }).find("on the questions of") !=
        std::string::npos);
}
