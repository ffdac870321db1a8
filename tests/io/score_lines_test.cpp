// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/score_lines.hpp>

#include <mhqa/metrics/result_difference.hpp>

#include "support/command.hpp"
#include "support/errors.hpp"
#include "support/json.hpp"
#include "support/shared_data.hpp"

#include <mhqa/io/line_answers.hpp>
#include <mhqa/io/result_file.hpp>
#include <mhqa/metrics/rescore.hpp>

#include <doctest/doctest.h>

#include <set>
#include <string>
#include <string_view>
#include <vector>

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
  CHECK(list.find("an answer is extracted from one text") != std::string::npos);
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
  CHECK(result.signature.find("|extract:answer_tag|n:2|absent:0,0|data:") != std::string::npos);
  std::string text;
  io::append_means(text, result);
  CHECK(text ==
        "em 0.500000\nf1 0.500000\nprecision 0.500000\nrecall 0.500000\nn 2\nsignature " + result.signature + "\n");
  CHECK(mhqa_test::error_of([&] { io::expect_none_refused(result, path); }) == "no error");
  mhqa::scored_result refused = result;
  refused.refused = {{"q1", "it raises"}};
  CHECK(mhqa_test::error_of([&] {
          io::expect_none_refused(refused, "in");
        }).starts_with("in: id \"q1\": it raises (1 of 2 answers are refused"));
}

TEST_CASE("score_lines: files with other golds never share a signature; the order of lines and the predictions do") {
  const mhqa_test::scratch here;
  const auto signature = [&](const std::string& lines, const char* evaluator = "hotpotqa") {
    return io::score_lines(here.write("in", lines).string(), evaluator).signature;
  };
  const std::string rome = R"({"id": "a", "prediction": "x", "gold": "Rome"})",
                    oslo = R"({"id": "b", "prediction": "y", "gold": "Oslo"})";
  const std::string usual = signature(rome + "\n" + oslo);
  CHECK(signature(oslo + "\n" + rome) == usual);
  CHECK(signature(R"({"id": "a", "prediction": "z", "gold": ["Rome"]})"
                  "\n" +
                  oslo) == usual);
  CHECK(usual.find("|n:2|absent:0,0|data:") != std::string::npos);
  std::set<std::string> all{usual};
  for (const std::string& other :
       std::vector<std::string>{rome, oslo, rome + "\n" + R"({"id": "b", "prediction": "y", "gold": "Milan"})",
                                rome + "\n" + R"({"id": "b", "prediction": "y", "gold": ["Oslo", "Kristiania"]})",
                                rome + "\n" + R"({"id": "b", "prediction": "y", "gold": ["Os", "lo"]})",
                                R"({"id": "b", "prediction": "x", "gold": "Rome"})"
                                "\n"
                                R"({"id": "a", "prediction": "y", "gold": "Oslo"})",
                                rome + "\n" + R"({"id": "b", "prediction": null, "gold": "Oslo"})"}) {
    CHECK(all.insert(signature(other)).second);
  }
  for (const std::string_view name : mhqa::evaluator_names()) {
    if (name == "hotpotqa") continue;
    CHECK(all.insert(signature(rome + "\n" + oslo, std::string{name}.c_str())).second);
  }
}

TEST_CASE("score_lines: an absent answer is 0, counted, and null in every form") {
  const mhqa_test::scratch here;
  const std::string path = here.write("in", R"({"id": "a", "prediction": "Rome", "gold": "Rome"}
{"id": "b", "prediction": null, "gold": "Oslo"}
)")
                               .string();
  for (const std::string_view name : {"hotpotqa", "musique", "squad-2.0", "hieradate", "strategyqa", "flashrag"}) {
    CAPTURE(name);
    const mhqa::scored_result result = io::score_lines(path, name);
    CHECK(result.absent() == 1);
    CHECK(io::means_of(result)[0].value == 0.5);
    std::string text, json;
    io::append_means(text, result);
    CHECK(text.find("\nn 2\nabsent 1\nsignature ") != std::string::npos);
    io::append_means_json(json, result);
    CHECK(json.find("\"absent\": 1") != std::string::npos);
    CHECK(answers(name, R"({"prediction": null, "gold": "Oslo"})").find("\"normalized_prediction\": null") !=
          std::string::npos);
    // A result is compared with what it records.
    const mhqa::result_difference same =
        mhqa::explain_difference(result, io::means_of(result)[0].name, result, io::means_of(result)[0].name);
    CHECK(same.unexplained == 0);
    CHECK(same.a == 0.5);
  }
  const mhqa::scored_result again = mhqa::rescored(io::score_lines(path, "hotpotqa"), "squad-2.0");
  CHECK(!again.answers[1].number("em"));
  CHECK(again.signature.find("|absent:1,left-out|") != std::string::npos);
}

TEST_CASE("score_lines: MultiHop-RAG's numbers are those of the file") {
  const auto rows = mhqa_test::shared_data("golden/dialects/multihop_rag.jsonl");
  const auto total = mhqa_test::shared_data("golden/dialects/multihop_rag_total.json");
  if (!rows || !total) return;
  const mhqa_test::json expected = mhqa_test::load_json(*total);
  const mhqa::scored_result result = io::score_lines(rows->string(), "multihop-rag");
  const auto means = io::means_of(result);
  CHECK(means.size() == 4);
  for (const mhqa::named_score& one : means) {
    CAPTURE(one.name);
    CHECK(*one.value == doctest::Approx(expected[one.name].real()).epsilon(1e-12));
  }
  CHECK(!result.answers[0].number("accuracy"));
  CHECK(result.signature.find("qa_evaluate.py@3dd4d4e|") != std::string::npos);
  const auto newer = io::means_of(io::score_lines(rows->string(), "multihop-rag-33d3ad09"));
  CHECK(*newer[3].value == doctest::Approx(expected["f1"].real()).epsilon(1e-12));
}

TEST_CASE("score_lines: spans of a list are kept in the result and scored again") {
  const mhqa_test::scratch here;
  const std::string path =
      here.write("in", R"({"id": "a", "prediction": ["Rome", "Oslo"], "gold": ["Oslo", "Rome"]})").string();
  const mhqa::scored_result result = io::score_lines(path, "drop");
  CHECK(result.answers[0].number("em") == 1.0);
  const std::string written = (here / "r.json").string();
  io::write_result(written, result);
  const io::result_file back = io::read_result(written);
  CHECK(back.result.answers[0].spans == std::vector<std::string>{"Rome", "Oslo"});
  CHECK(mhqa::rescored(back.result, "drop").answers[0].number("em") == 1.0);
  CHECK(mhqa::rescored(back.result, "flashrag").refused.size() == 1);
}

TEST_CASE("score_lines: a JSON array is read as lines are, and blank lines are passed over") {
  const std::string row = R"({"prediction": "Rome", "gold": "Rome"})";
  const std::string scored = answers("hotpotqa", row);
  CHECK(answers("hotpotqa", "[" + row + ",\n " + row + "]\n") == scored + scored);
  CHECK(answers("hotpotqa", "\n" + row + "\n \n\n" + row + "\n\n") == scored + scored);
  const std::string bad = answers("hotpotqa", "[" + row + R"(, {"prediction": 3, "gold": "x"}, )" + row + "]");
  CHECK(bad.starts_with(scored + "{\"error\": "));
  CHECK(bad.ends_with("\n" + scored));
  CHECK(answers("hotpotqa", "[" + row + ", x").find("{\"error\": ") != std::string::npos);
}
