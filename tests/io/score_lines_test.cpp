// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/score_lines.hpp>

#include "support/command.hpp"
#include "support/errors.hpp"

#include <mhqa/io/line_answers.hpp>

#include <doctest/doctest.h>

#include <string>
#include <string_view>

namespace io = mhqa::io;

namespace {

/// The lines that answer these.
std::string answers(std::string_view evaluator, std::string_view lines,
                    const mhqa::extraction_profile* profile = nullptr) {
  const mhqa_test::scratch here;
  const std::string to = (here / "out").string();
  io::output out{to};
  static_cast<void>(io::answer_json_lines(here.write("in", lines).string(), out, io::line_scorer{evaluator, profile}));
  out.close();
  return mhqa_test::read_file(to);
}

}  // namespace

// "a rome" is "rome" after normalisation: all of the first gold. Of two golds, the better counts.
TEST_CASE("score_lines: a dialect gives four numbers, the texts in the shape of the input, and the id") {
  CHECK(answers("hotpotqa", R"({"id": 7, "prediction": "a Rome", "gold": "Rome!"})"
                            "\n") ==
        "{\"id\": 7, \"em\": 1.0, \"f1\": 1.0, \"precision\": 1.0, \"recall\": 1.0, \"normalized_prediction\": "
        "\"rome\", \"normalized_gold\": \"rome\"}\n");
  CHECK(answers("squad-1.1", R"({"gold": ["Lyon", "old Rome"], "prediction": "Rome", "_id": "q"})"
                             "\n") ==
        "{\"_id\": \"q\", \"em\": 0.0, \"f1\": 0.6666666666666666, \"precision\": 1.0, \"recall\": 0.5, "
        "\"normalized_prediction\": \"rome\", \"normalized_gold\": [\"lyon\", \"old rome\"]}\n");
}

TEST_CASE("score_lines: a published program gives its own numbers") {
  CHECK(answers("hipporag", R"({"id": "x", "prediction": "The End", "gold": "end"})"
                            "\n") ==
        "{\"id\": \"x\", \"ExactMatch\": 1.0, \"F1\": 1.0, \"normalized_prediction\": \"end\", \"normalized_gold\": "
        "\"end\"}\n");
}

TEST_CASE("score_lines: a profile extracts the answer, and gives a reason if the text has no answer") {
  const std::string_view lines =
      "{\"prediction\": \"so <answer>Rome</answer>\", \"gold\": \"Rome\"}\n{\"prediction\": \"Rome\", \"gold\": "
      "\"Rome\"}\n";
  const std::string text = answers("hotpotqa", lines, &mhqa::extractions::answer_tag);
  CHECK(text.starts_with("{\"em\": 1.0, "));
  CHECK(text.find("\"extracted\": \"Rome\", \"why\": ") != std::string::npos);
  CHECK(text.find("\n{\"em\": 0.0, ") != std::string::npos);
  CHECK(text.find("\"extracted\": null, \"why\": ") != std::string::npos);
  const std::string list = answers("drop", "{\"prediction\": [\"a\"], \"gold\": \"a\"}\n", &mhqa::extractions::any);
  CHECK(list.find("--extract reads one text") != std::string::npos);
}

TEST_CASE("score_lines: bad lines are answered with an error, an unknown evaluator is refused") {
  for (const std::string_view bad :
       {"{\"gold\": \"x\"}", "{\"prediction\": \"x\"}", "{\"prediction\": 3, \"gold\": \"x\"}",
        "{\"prediction\": \"x\", \"gold\": []}", "{\"id\": 1x, \"prediction\": \"x\", \"gold\": \"x\"}", "x"}) {
    CAPTURE(bad);
    CHECK(answers("hotpotqa", std::string{bad} + "\n").starts_with("{\"error\": "));
  }
  CHECK(mhqa_test::error_of([] { io::line_scorer{"nope"}; }).find("unknown dialect \"nope\"") != std::string::npos);
}

TEST_CASE("score_lines: the result of a file has means and a signature, which names the profile") {
  const mhqa_test::scratch here;
  const std::string path =
      here.write("in",
                 "{\"prediction\": \"<answer>Rome</answer>\", \"gold\": \"Rome\"}\n{\"prediction\": "
                 "\"Paris\", \"gold\": \"Rome\"}\n")
          .string();
  const mhqa::scored_result result = io::score_lines(path, "hotpotqa", &mhqa::extractions::answer_tag);
  CHECK(result.answers.at(0).prediction == "Rome");
  CHECK(result.signature == io::line_signature("hotpotqa", nullptr) + "|extract:answer_tag");
  std::string text;
  io::append_means(text, result);
  CHECK(text == "em 0.500000\nf1 0.500000\nprecision 0.500000\nrecall 0.500000\nsignature " + result.signature + "\n");
  CHECK(mhqa_test::error_of([&] { io::expect_none_refused(result, path); }) == "no error");
  mhqa::scored_result refused = result;
  refused.refused = {{"q1", "it raises"}};
  CHECK(mhqa_test::error_of([&] {
          io::expect_none_refused(refused, "in");
        }).starts_with("in: id \"q1\": it raises (1 of 2 answers are refused"));
}
