// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/datasets/hieradate.hpp>

#include <mhqa/metrics/rounding.hpp>

#include "support/command.hpp"
#include "support/errors.hpp"
#include "support/json.hpp"
#include "support/official.hpp"
#include "support/shared_data.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

using mhqa_test::error_of;

namespace {

namespace hieradate = mhqa::hieradate;
namespace files = mhqa::io::hieradate;
using kind = hieradate::scalar::kind;

struct evaluated {
  std::string official;
  hieradate::totals all;
  std::array<hieradate::totals, 3> parts;
  std::size_t unused = 0;
};

evaluated evaluate(const std::filesystem::path& predictions, const std::filesystem::path& gold) {
  files::predictions predicted{predictions.string()};
  mhqa::io::json_records records{gold.string()};
  hieradate::evaluator score;
  evaluated result;
  hieradate::published_totals published;
  hieradate::record record;
  std::size_t number = 0;
  while (auto value = records.next()) {
    files::read(*value, record, files::fields::gold);
    std::optional<hieradate::question_scores> scores;
    if (const hieradate::prediction* found = predicted.find(record.id)) scores = score(record, *found);
    result.all.add(scores);
    result.parts[(number * 5 + number / 4) % 3].add(scores);
    published.add(scores);
    files::append_official_missing(result.official, record.id, scores);
    ++number;
  }
  files::append_official(result.official, published);
  result.unused = predicted.unused();
  return result;
}

/// The record's one-line JSON.
std::string written(const hieradate::record& record) {
  std::string out;
  mhqa::io::json_writer json{out};
  files::write(json, record);
  return out;
}

std::vector<hieradate::record> read_all(mhqa::io::json_records& records) {
  std::vector<hieradate::record> out;
  while (auto value = records.next()) files::read(*value, out.emplace_back());
  return out;
}

constexpr std::string_view comparison =
    R"({"_id": "c1", "question": "Who died first?", "answer": "Ed", "type": "comparison",)"
    R"( "data_label": "2wikimultihopqa", "context": [["Ed", ["One.", "Two."]]],)"
    R"( "ques_extract_1": "When did Ed die?", "ans_extract_1": "July 1637",)"
    R"( "ans_extract_1_date": {"year": 1637, "month": 7, "day": 0},)"
    R"( "ques_extract_2": "When did Al die?", "ans_extract_2": "1700",)"
    R"( "ques_reason_1": "Before?", "ans_reason_1": "yes", "ques_reason_2": "After?", "ans_reason_2": "no",)"
    R"( "ques_robust": "Who died later?", "ans_robust": "Al"})";

constexpr std::string_view combined =
    R"({"_id": "a1", "question": "Who lived longer?", "answer": "Ed", "context": [],)"
    R"( "ques_extract_1": "q", "ans_extract_1": "1", "ques_extract_2": "q", "ans_extract_2": "2",)"
    R"( "ques_extract_3": "q", "ans_extract_3": "3", "ques_extract_4": "q", "ans_extract_4": "4",)"
    R"( "ques_reason_1": "q", "ans_reason_1": {"year": 63, "month": "2", "day": 1.0},)"
    R"( "ques_reason_2": "q", "ans_reason_2": {"year": 5, "month": true, "day": "x", "a": [1, "b"], "note": null},)"
    R"( "ques_reason_3": "q", "ans_reason_3": "yes", "ques_robust": "q", "ans_robust": "Al"})";

/// A text with one piece replaced.
std::string with(std::string_view text, std::string_view from, std::string_view to) {
  std::string out{text};
  const std::size_t at = out.find(from);
  REQUIRE(at != std::string::npos);
  return out.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("hieradate files: a comparison record is read field by field and written in the official layout") {
  const mhqa_test::scratch folder;
  mhqa::io::json_records records{folder.write("gold.jsonl", comparison).string(), mhqa::io::lifetime::source};
  hieradate::record record;
  files::read(records.next().value(), record);
  CHECK(record.id == "c1");
  CHECK(record.question == "Who died first?");
  CHECK(record.answer == "Ed");
  CHECK(record.type == "comparison");
  CHECK(record.data_label == "2wikimultihopqa");
  CHECK(record.kind() == "comparison");
  CHECK(record.context == std::vector<mhqa::titled_paragraph>{{"Ed", {"One.", "Two."}}});
  CHECK(record.extraction[0].question == "When did Ed die?");
  CHECK(record.extraction[0].answer == "July 1637");
  const hieradate::date_parts july{{kind::number, "1637"}, {kind::number, "7"}, {kind::number, "0"}, {}};
  CHECK(record.extraction[0].date == july);
  CHECK(record.extraction[1].answer == "1700");
  CHECK(!record.extraction[1].date);
  CHECK(!record.extraction[2].answer);
  CHECK(record.reasoning[1].question == "After?");
  CHECK(std::get<hieradate::scalar>(record.reasoning[1].answer).text == "no");
  CHECK(record.reasoning[2].answer.index() == 0);
  CHECK(record.robust_question == "Who died later?");
  CHECK(record.robust_answer == "Al");
  CHECK(written(record) == comparison);
}

TEST_CASE("hieradate files: a combined record has ages, whose parts stay as they are spelled") {
  const mhqa_test::scratch folder;
  mhqa::io::json_records records{folder.write("gold.jsonl", combined).string(), mhqa::io::lifetime::source};
  hieradate::record record;
  files::read(records.next().value(), record);
  CHECK(record.kind() == "combined");
  const auto& first = std::get<hieradate::date_parts>(record.reasoning[0].answer);
  const hieradate::date_parts expected{{kind::number, "63"}, {kind::text, "2"}, {kind::number, "1.0"}, {}};
  CHECK(first == expected);
  const auto& second = std::get<hieradate::date_parts>(record.reasoning[1].answer);
  const hieradate::scalar yes{kind::boolean, "true"};
  CHECK(second.month == yes);
  CHECK(second.more == R"("a": [1, "b"], "note": null)");
  CHECK(written(record) == combined);
}

TEST_CASE("hieradate files: nothing of a record stays for the next one") {
  const mhqa_test::scratch folder;
  const std::string text = std::string{combined} + "\n" + R"({"_id": "b"})";
  mhqa::io::json_records records{folder.write("gold.jsonl", text).string(), mhqa::io::lifetime::source};
  hieradate::record record, fresh;
  files::read(records.next().value(), record);
  files::read(records.next().value(), record, files::fields::all, false);
  fresh.id = "b";
  CHECK(record == fresh);
}

TEST_CASE("hieradate files: a bad record's error has file, record, id, field and the expected input") {
  const mhqa_test::scratch folder;
  const std::string c = ": record 1, id \"c1\"";
  const std::string a = ": record 1, id \"a1\"";
  const std::vector<std::pair<std::string, std::string>> table = {
      {with(comparison, R"("_id": "c1", )", ""), R"(: record 1: expected the field "_id", which is missing)"},
      {with(comparison, R"("answer": "Ed", )", ""), c + R"(: expected the field "answer", which is missing)"},
      {with(comparison, R"(, "ans_robust": "Al")", ""), c + R"(: expected the field "ans_robust", which is missing)"},
      {with(comparison, R"("ans_extract_2")", R"("ans_extract_5")"),
       c + R"(: expected the field "ans_extract_2", which is missing)"},
      {with(comparison, R"("ans_reason_1")", R"("ans_reason_0")"),
       c + R"(: expected the field "ans_reason_1", which is missing)"},
      {with(combined, R"("ans_extract_4": "4")", R"("x": 4)"),
       a + R"(: expected the field "ans_extract_4", which is missing)"},
      {with(combined, R"("ans_reason_3": "yes")", R"("x": 4)"),
       a + R"(: expected the field "ans_reason_3", which is missing)"},
      {with(combined, R"("ans_extract_1": "1")", R"("ans_extract_1": 1)"),
       a + R"(, field "ans_extract_1", byte 118: expected a string, found a number)"},
      {with(combined, R"("year": 63, )", ""),
       a + R"(, field "ans_reason_1": expected the field "year", which is missing)"},
      {with(combined, R"("year": 63)", R"("year": null)"),
       a + R"(, field "ans_reason_1.year", byte 305: expected a number or a string, found null)"},
      {with(combined, R"("year": 63)", R"("year": 063)"),
       a + R"(, field "ans_reason_1.year", byte 305: expected well-formed JSON: a value, found "063, "month": "2", "day"…")"},
      {with(combined, R"("ans_reason_3": "yes")", R"("ans_reason_3": ["yes"])"),
       a + R"(, field "ans_reason_3", byte 481: expected a string, a number or {year, month, day}, found an array)"},
  };
  for (const auto& row : table) {
    CAPTURE(row.first);
    const std::string path = folder.write("gold.jsonl", row.first).string();
    CHECK(error_of([&] {
            mhqa::io::json_records records{path};
            hieradate::record record;
            while (auto value = records.next()) files::read(*value, record);
          }) == path + row.second);
  }
}

TEST_CASE("hieradate files: a repeated id among the predictions is an error") {
  const mhqa_test::scratch folder;
  const std::string path =
      folder.write("predictions.json", "[" + std::string{comparison} + ", " + std::string{comparison} + "]").string();
  CHECK(error_of([&] { files::predictions{path}; }) ==
        path + ": record 2, id \"c1\": expected each id once, found it twice");
}

TEST_CASE("hieradate files: predictions by id, and those that nobody asked for") {
  const mhqa_test::scratch folder;
  files::predictions predictions{
      folder.write("predictions.json", "[" + std::string{comparison} + ", " + std::string{combined} + "]").string()};
  CHECK(predictions.size() == 2);
  CHECK(predictions.find("nobody") == nullptr);
  REQUIRE(predictions.find("a1") != nullptr);
  CHECK(predictions.find("a1")->combined);
  CHECK(predictions.unused() == 1);
}

TEST_CASE("hieradate files: a prediction that asks about ages where the gold record does not is refused by name") {
  const mhqa_test::scratch folder;
  const std::string text = with(combined, "\"a1\"", "\"c1\"");
  files::predictions predictions{folder.write("predictions.jsonl", text).string()};
  mhqa::io::json_records records{folder.write("gold.jsonl", comparison).string()};
  hieradate::record record;
  files::read(records.next().value(), record, files::fields::gold);
  CHECK(
      error_of([&] { static_cast<void>(hieradate::evaluator{}(record, *predictions.find("c1"))); }) ==
      R"(id "c1", field "ans_extract_3": expected an answer in the gold record, as the prediction has ques_extract_3)");
}

TEST_CASE("hieradate files: the official output is refused where the program divides by zero") {
  const mhqa_test::scratch folder;
  const std::string path = folder.write("records.jsonl", comparison).string();
  CHECK(
      error_of([&] { static_cast<void>(evaluate(path, path)); }) ==
      "the published program cannot print these scores: em_math is a mean over no questions, where it divides by zero");
}

TEST_CASE("hieradate files: the program's output on hostile input") {
  const auto folder = mhqa_test::shared_data("golden/hieradate");
  if (!folder) return;
  const mhqa_test::json expected = mhqa_test::load_json(*folder / "expected.json");
  const evaluated result = evaluate(*folder / "predictions.json", *folder / "gold.json");
  CHECK(result.official == mhqa_test::published_output(expected["missing"], expected["metrics"]));
  CHECK(result.unused == 0);
  CHECK(result.all[hieradate::slots::missing] == expected["missing"].items().size());

  const std::vector<mhqa::named_score> scores = result.all.named();
  const mhqa_test::json::object& metrics = expected["metrics"].members();
  REQUIRE(scores.size() == metrics.size());
  for (std::size_t i = 0; i < scores.size(); ++i) {
    CHECK(scores[i].name == metrics[i].first);
    CHECK(mhqa::python_round(scores[i].value.value(), 2) == metrics[i].second.real());
  }

  for (const auto& order : {std::array{0, 1, 2}, std::array{2, 1, 0}, std::array{1, 2, 0}}) {
    hieradate::totals merged;
    for (const int part : order) merged += result.parts[static_cast<std::size_t>(part)];
    CHECK(merged == result.all);
  }
}

TEST_CASE("hieradate files: records are written as they were read") {
  const auto folder = mhqa_test::shared_data("golden/hieradate");
  if (!folder) return;
  mhqa::io::json_records source{(*folder / "gold.json").string(), mhqa::io::lifetime::source};
  const std::vector<hieradate::record> records = read_all(source);
  CHECK(records.size() == 150);
  std::string lines;
  for (const hieradate::record& record : records) lines += written(record) + "\n";
  const mhqa_test::scratch written_to;
  mhqa::io::json_records again{written_to.write("again.jsonl", lines).string(), mhqa::io::lifetime::source};
  CHECK(read_all(again) == records);
}
