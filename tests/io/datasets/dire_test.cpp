// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/datasets/dire.hpp>

#include "support/command.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>

// Predictions are JSON Lines as Python writes them: NaN and null are no numbers, and must not pass for one.

namespace {

namespace dire = mhqa::io::dire;
using mhqa_test::scratch;

template <class F>
auto read_one(std::string_view line, F read) {
  const scratch here;
  mhqa::io::json_records records{here.write("in", line).string()};
  return read(records.next().value());
}

}  // namespace

TEST_CASE("dire files: an instance's labels, and absent fields") {
  const scratch here;
  mhqa::io::json_records records{
      here.write("in", R"([{"_id": "q", "context": [["T", ["s"]]], "answer": "a", "supporting_facts": [["T", 0]],
        "answer_label": true, "sufficiency": -1, "sub_idx": 2, "group": 6, "removed": [1, 4]}, {"_id": "r", "answer": ""}])")
          .string(),
      mhqa::io::lifetime::source};
  const auto one = dire::read_instance(records.next().value());
  CHECK(one.id == "q");
  CHECK(one.answer == "a");
  REQUIRE(one.supporting_facts);
  CHECK((*one.supporting_facts)[0] == mhqa::supporting_fact{"T", 0});
  CHECK(one.sufficiency == -1);
  CHECK(one.sub_idx == 2U);
  CHECK(one.group == 6U);
  CHECK(one.removed == 2U);
  const auto two = dire::read_instance(records.next().value());
  CHECK_FALSE(two.supporting_facts);
  CHECK_FALSE(two.sufficiency);
  CHECK_FALSE(two.removed);
}

TEST_CASE("dire files: a prediction's fields, sub_idx in both spellings, null as absent") {
  const scratch here;
  mhqa::io::json_records records{
      here.write("in", R"({"question_id": "q", "__sub_idx": 1, "answer": "a", "answer_confidence": 0.25,
 "supporting_paragraphs": ["T"], "supporting_sentences": [["T", 3]], "sufficiency": true, "more": {}})"
                       "\n")
          .string()};
  CHECK_THROWS_AS((void)dire::read_prediction(records.next().value()), mhqa::data_error);  // two lines are no line

  const auto got = read_one(
      R"({"question_id": "q", "__sub_idx": 1, "answer": "a", "answer_confidence": 0.25, "supporting_paragraphs": ["T"], "supporting_sentences": [["T", 3]], "sufficiency": 1.0})",
      [](auto value) {
        const auto line = dire::read_prediction(value);
        CHECK(line.id == "q");
        CHECK(line.said.answer == "a");
        CHECK(line.said.supporting_paragraphs->front() == "T");
        CHECK(line.said.supporting_sentences->front().sentence == 3);
        return std::pair{line.sub_idx, line.said.sufficiency};
      });
  CHECK(got.first == 1U);
  CHECK(got.second == 1);
  read_one(
      R"({"question_id": "q", "answer": null, "answer_confidence": null, "sufficiency": null, "supporting_paragraphs": null, "supporting_sentences": null})",
      [](auto value) {
        const auto line = dire::read_prediction(value);
        CHECK_FALSE(line.said.answer);
        CHECK_FALSE(line.said.confidence);
        CHECK_FALSE(line.said.sufficiency);
        CHECK_FALSE(line.said.supporting_paragraphs);
        CHECK_FALSE(line.said.supporting_sentences);
        CHECK_FALSE(line.sub_idx);
        return 0;
      });
}

TEST_CASE("dire files: of a member that stands twice the last one counts, as in Python") {
  read_one(
      R"({"question_id": "q", "answer": "a", "sufficiency": 1, "supporting_paragraphs": [1, 2], "supporting_sentences": [["T", 0]], "answer": null, "sufficiency": null, "supporting_paragraphs": [3], "supporting_sentences": null})",
      [](auto value) {
        const auto line = dire::read_prediction(value);
        CHECK_FALSE(line.said.answer);
        CHECK_FALSE(line.said.sufficiency);
        CHECK_FALSE(line.said.supporting_sentences);
        CHECK(line.positions == std::vector<std::int64_t>{3});
        return 0;
      });
}

TEST_CASE("dire files: confidences as Python writes them") {
  const auto confidence = [](std::string_view text) {
    return read_one(R"({"answer_confidence": )" + std::string{text} + R"(, "question_id": "q"})",
                    [](auto value) { return dire::read_prediction(value).said.confidence.value(); });
  };
  CHECK(confidence("0.5") == 0.5);
  CHECK(confidence("-3") == -3);
  CHECK(std::isnan(confidence("NaN")));
  CHECK(confidence("Infinity") > 1e300);
  CHECK(confidence("-Infinity") < -1e300);
  for (const std::string_view bad : {"\"0.5\"", "true", "nan", "[1]", "Infinit"}) {
    CAPTURE(bad);
    CHECK_THROWS_AS((void)confidence(bad), mhqa::data_error);
  }
}

TEST_CASE("dire files: each wrong field is named") {
  using row = std::pair<std::string_view, std::string_view>;
  constexpr std::array predictions{
      row{R"({"answer": "a"})", "\"question_id\""},
      row{R"({"question_id": 3})", "expected a string"},
      row{R"({"question_id": "q", "sub_idx": -1})", "a number from 0"},
      row{R"({"question_id": "q", "sufficiency": 2})", "1, 0 or -1"},
      row{R"({"question_id": "q", "sufficiency": "1"})", "expected an integer"},
      row{R"({"question_id": "q", "supporting_sentences": ["T"]})", "expected an array"},
  };
  for (const row& r : predictions) {
    const std::string_view line = r.first, want = r.second;
    CAPTURE(line);
    CHECK_THROWS_WITH_AS((void)read_one(line, [](auto v) { return dire::read_prediction(v).sub_idx; }),
                         doctest::Contains(std::string{want}.c_str()), mhqa::data_error);
  }
  constexpr std::array instances{row{R"({"answer": "a"})", "\"_id\""}, row{R"({"_id": "q"})", "\"answer\""},
                                 row{R"({"_id": "q", "answer": null})", "expected a string, found null"},
                                 row{R"({"_id": "q", "answer": "a", "removed": ["x"]})", "expected an integer"}};
  for (const row& r : instances) {
    const std::string_view line = r.first, want = r.second;
    CAPTURE(line);
    CHECK_THROWS_WITH_AS((void)read_one(line, [](auto v) { return dire::read_instance(v).sub_idx; }),
                         doctest::Contains(std::string{want}.c_str()), mhqa::data_error);
  }
}

TEST_CASE("dire files: predictions by id in the file's order, and which blocks they have") {
  const scratch here;
  const dire::predictions said{here.write("p", R"({"question_id": "b", "answer": "1"}
{"question_id": "a", "supporting_paragraphs": []}

{"question_id": "b", "answer": "2"}
)")
                                   .string()};
  CHECK(said.size() == 2);
  CHECK(said.id(0) == "b");
  REQUIRE(said.rows("b").size() == 2);
  CHECK(said[said.rows("b")[0]].said.answer == "1");
  CHECK(said[said.rows("b")[1]].said.answer == "2");
  CHECK(said.rows("c").empty());
  CHECK(said.has() == dire::blocks{true, true, false});
}

TEST_CASE("dire files: the official output, joints without precision and recall, absent blocks left out") {
  std::string out;
  dire::append_official(out, {.answer = mhqa::scores{.em = 40.7, .f1 = 52.0, .precision = 54.2, .recall = 52.9},
                              .answer_and_sentences = mhqa::scores{.em = 0, .f1 = 100}});
  CHECK(out ==
        "Answer Scores\n{\n    \"f1\": 52.0,\n    \"em\": 40.7,\n    \"precision\": 54.2,\n    \"recall\": 52.9\n}\n"
        "Joint Answer + Supporting Sentence Scores\n{\n    \"f1\": 100.0,\n    \"em\": 0.0\n}\n");
}
