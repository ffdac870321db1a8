// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/layouts/squad_articles.hpp>

#include "io/layouts/convert_text.hpp"
#include "support/shared_data.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace mhqa;
using io::data_layout;
using mhqa_test::convert_text;

namespace {

// The context follows the questions, and the title the paragraphs, as JSON allows. "é" is one character.
const std::string squad_text =
    R"({"data": [{"paragraphs": [{"qas": [{"id": "1", "question": "Who?", "answers": [{"text": "Bo", "answer_start": 5}, )"
    R"({"text": "Bo", "answer_start": 4}], "is_impossible": false}, {"id": "2", "question": "Why?", "answers": [], )"
    R"("plausible_answers": [{"text": "caf\u00e9", "answer_start": 0}], "is_impossible": true}], "context": )"
    R"("caf\u00e9 Bo."}], "title": "T"}], "version": "v2.0"})";

}  // namespace

TEST_CASE("squad_articles: starts count characters; one that points elsewhere is dropped and counted") {
  const auto done = convert_text(squad_text, data_layout::squad, data_layout::squad);
  CHECK(done.counts.written == 2);
  CHECK(done.counts.lost["answer_start: the answer is not there"] == 1);
  CHECK(done.counts.lost.all().size() == 1);
  CHECK(
      done.text ==
      R"({"data": [{"title": "T", "paragraphs": [{"context": "café Bo.", "qas": [{"id": "1", "question": "Who?", )"
      R"("answers": [{"text": "Bo", "answer_start": 5}, {"text": "Bo", "answer_start": 5}], "is_impossible": false}, )"
      R"({"id": "2", "question": "Why?", "answers": [], "plausible_answers": [{"text": "café", "answer_start": 0}], )"
      R"("is_impossible": true}]}]}], "version": "v2.0"})"
      "\n");
}

TEST_CASE("squad_articles: a place is sought in supporting paragraphs first, as whole words; yes and no have none") {
  const auto done = convert_text(mhqa_test::hotpotqa_text, data_layout::hotpotqa, data_layout::squad);
  // "Ann is. She met Bo.\nBo é.\nBo.": the first supporting place is character 16.
  CHECK(done.text.find(R"({"text": "Bo", "answer_start": 16})") != std::string::npos);
  CHECK(done.text.find(R"({"text": "yes"})") != std::string::npos);
  CHECK(done.counts.absent["answer_start: the first of several places"] == 1);
  CHECK(done.counts.absent["answer_start: the answer is not in the context"] == 1);
  CHECK(done.counts.lost["context.boundaries"] == 1);
  CHECK(done.text.find(R"("version": "1.1")") != std::string::npos);
  const auto cut =
      convert_text(R"([{"_id": "i", "answer": "art", "context": [["P", ["party artful."]], ["Q", ["start art."]]]}])",
                   data_layout::hotpotqa, data_layout::squad);
  CHECK(cut.text.find(R"("answer_start": 20)") != std::string::npos);  // "party artful.\nstart art."
}

TEST_CASE("squad_articles: flat records are read, and equal the official layout's") {
  const auto flat = convert_text(
      R"([{"id": "1", "title": "T", "context": "café Bo.", "question": "Who?", "answers": {"text": ["Bo"], )"
      R"("answer_start": [5]}}, {"id": "2", "title": "T", "context": "café Bo.", "question": "Why?", )"
      R"("answers": {"text": [], "answer_start": []}}])",
      data_layout::squad, data_layout::squad);
  CHECK(flat.counts.lost.all().empty());
  CHECK(flat.text ==
        R"({"data": [{"title": "T", "paragraphs": [{"context": "café Bo.", "qas": [{"id": "1", "question": "Who?", )"
        R"("answers": [{"text": "Bo", "answer_start": 5}]}, {"id": "2", "question": "Why?", "answers": [], )"
        R"("is_impossible": true}]}]}], "version": "v2.0"})"
        "\n");
}

TEST_CASE("squad_articles: hostile files are refused with their place") {
  const auto refused = [](const std::string& text, const char* part) {
    CAPTURE(text);
    CHECK_THROWS_WITH_AS(static_cast<void>(convert_text(text, data_layout::squad, data_layout::hotpotqa)),
                         doctest::Contains(part), data_error);
  };
  refused(R"({"version": "1.1"})", "\"data\", which is missing");
  refused(R"({"data": [{"paragraphs": [{"qas": []}]}]})", "expected the field \"context\"");
  refused(R"({"data": [{"paragraphs": [{"context": "c", "qas": [{"id": "1", "answers": "Bo"}]}]}]})",
          R"(field "data[0].paragraphs[0].qas[0].answers", byte 74: expected an array, found a string)");
  refused(R"({"data": [{"paragraphs": [{"context": "c", "qas": [{"id": "1"}]}]}]})", "expected the field \"answers\"");
  refused(R"({"data": []})", "expected questions, found none");
}

TEST_CASE("squad_articles: far, negative and repeated starts cost no more than the context") {
  std::string answers;
  for (const char* start : {"-1", "99999999999", "0", "3", "1"}) {
    answers += std::string{answers.empty() ? "" : ", "} + R"({"text": "x", "answer_start": )" + start + "}";
  }
  const auto done = convert_text(R"({"data": [{"title": "T", "paragraphs": [{"context": "éxéx", "qas": [{"id": "1", )"
                                 R"("question": "?", "answers": [)" +
                                     answers + "]}]}]}]}",
                                 data_layout::squad, data_layout::squad);
  CHECK(done.counts.lost["answer_start: the answer is not there"] == 3);
}

TEST_CASE("squad_articles: SQuAD's dev set comes back equal through FlashRAG's rows") {
  const auto file = mhqa_test::shared_data("data/squad/dev-v1.1.json");
  if (!file) return;
  const auto once = convert_text(mhqa_test::read_file(*file), data_layout::squad, data_layout::squad);
  CHECK(once.counts.written == 10570);
  CHECK(once.counts.lost.all().empty());
  const auto rows = convert_text(once.text, data_layout::squad, data_layout::flashrag);
  CHECK(rows.counts.lost.all().empty());
  CHECK(convert_text(rows.text, data_layout::flashrag, data_layout::squad).text == once.text);
}
