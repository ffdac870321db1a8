// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/layouts/musique_rows.hpp>

#include "io/layouts/convert_text.hpp"
#include "support/shared_data.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace mhqa;
using io::data_layout;
using mhqa_test::convert_text;

TEST_CASE("musique_rows: MuSiQue-Full's two rows of an id pass; another layout gets the first") {
  const std::string row =
      R"({"id": "2hop__1_2", "paragraphs": [{"idx": 3, "title": "T", "paragraph_text": "A.", )"
      R"("is_supporting": true}], "question": "?", "question_decomposition": [{"id": 5, )"
      R"("question": "q", "answer": "a", "paragraph_support_idx": null}, {"id": "s1", "question": )"
      R"("#1", "answer": "x", "paragraph_support_idx": 3}], "answer": "x", "answer_aliases": ["y"], )";
  const std::string both = row + "\"answerable\": true}\n" + row + "\"answerable\": false}\n";
  const auto same = convert_text(both, data_layout::musique, data_layout::musique);
  CHECK(same.text == both);
  CHECK(same.counts.lost.all().empty());
  const auto rows = convert_text(both, data_layout::musique, data_layout::flashrag);
  CHECK(rows.counts.written == 1);
  CHECK(rows.counts.left_out["the id of an earlier question"] == 1);
  CHECK_THROWS_WITH_AS(static_cast<void>(convert_text(row + "\"answerable\": true}\n" + row + "\"answerable\": true}\n",
                                                      data_layout::musique, data_layout::musique)),
                       doctest::Contains("expected each id once"), data_error);
}

TEST_CASE("musique_rows: a paragraph without idx, an idx that is text and labels of another type are refused") {
  const auto refused = [](const char* paragraph, const char* part) {
    CAPTURE(paragraph);
    CHECK_THROWS_WITH_AS(
        static_cast<void>(convert_text(R"({"id": "i", "answer": "x", "paragraphs": [)" + std::string{paragraph} + "]}",
                                       data_layout::musique, data_layout::hotpotqa)),
        doctest::Contains(part), data_error);
  };
  refused("{}", "expected the field \"idx\"");
  refused(R"({"idx": "0"})", R"(field "paragraphs[0].idx", byte 50: expected an integer, found a string)");
  refused(R"({"idx": 0, "is_supporting": 1})", "expected true or false");
}

TEST_CASE("musique_rows: sentences become one text, and unknown members of a paragraph are counted") {
  const auto done = convert_text(mhqa_test::hotpotqa_text, data_layout::hotpotqa, data_layout::musique);
  CHECK(done.text.find(R"({"idx": 0, "title": "A", "paragraph_text": "Ann is. She met Bo.", "is_supporting": true})") !=
        std::string::npos);
  CHECK(done.counts.lost["context.sentences"] == 1);
  CHECK(done.counts.lost["supporting_facts.sentence"] == 2);
  CHECK(done.counts.absent["question_decomposition"] == 2);
  const auto more = convert_text(R"({"id": "i", "answer": "x", "paragraphs": [{"idx": 0, "url": "u"}]})",
                                 data_layout::musique, data_layout::musique);
  CHECK(more.counts.lost["paragraphs.url"] == 1);
}

TEST_CASE("musique_rows: a fact about a paragraph that the context lacks is counted") {
  const std::string record =
      R"([{"_id": "a", "question": "Who?", "answer": "Bo", "supporting_facts": [["A", 0], ["B", 0]], "context": [["A", ["x"]]]}])";
  const auto done = convert_text(record, data_layout::hotpotqa, data_layout::musique);
  CHECK(done.counts.lost["supporting_facts: no paragraph has the title"] == 1);
  const auto held = convert_text(record, data_layout::hotpotqa, data_layout::twowiki);
  CHECK(held.counts.lost["supporting_facts: no paragraph has the title"] == 0);
}

TEST_CASE("musique_rows: real rows come back equal through verl's rows") {
  const auto file = mhqa_test::shared_data("data/musique/ans_dev_200.jsonl");
  if (!file) return;
  const auto once = convert_text(mhqa_test::read_file(*file), data_layout::musique, data_layout::musique);
  CHECK(once.counts.written == 200);
  CHECK(once.counts.lost.all().empty());
  const auto rows = convert_text(once.text, data_layout::musique, data_layout::verl);
  CHECK(rows.counts.lost.all().empty());
  CHECK(convert_text(rows.text, data_layout::verl, data_layout::musique).text == once.text);
}
