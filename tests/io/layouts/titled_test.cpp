// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/layouts/titled.hpp>

#include "io/layouts/convert_text.hpp"
#include "support/shared_data.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace mhqa;
using io::data_layout;
using mhqa_test::convert_text;

TEST_CASE("titled: HotpotQA to itself loses only the field that the layout lacks") {
  const auto done = convert_text(mhqa_test::hotpotqa_text, data_layout::hotpotqa, data_layout::hotpotqa);
  CHECK(done.counts.written == 2);
  CHECK(done.counts.lost.all().size() == 1);
  CHECK(done.counts.lost["note"] == 1);
  std::string expected{mhqa_test::hotpotqa_text};
  expected.erase(expected.find(", \"note\""), std::string_view{R"(, "note": {"x": [1, null]})"}.size());
  expected.replace(expected.find("\\u00e9"), 6, "é");
  CHECK(done.text == expected + "\n");
}

TEST_CASE("titled: paragraphs that are not split are one sentence, number 0, for each title once") {
  const auto done = convert_text(
      R"({"id": "m", "question": "?", "answer": "x", "answer_aliases": ["y"], "answerable": true, "paragraphs": [)"
      R"({"idx": 0, "title": "T", "paragraph_text": "A. B.", "is_supporting": true}, )"
      R"({"idx": 1, "title": "T", "paragraph_text": "C.", "is_supporting": false}, )"
      R"({"idx": 2, "title": "U", "paragraph_text": "D.", "is_supporting": true}]})",
      data_layout::musique, data_layout::hotpotqa);
  CHECK(done.text ==
        R"([{"_id": "m", "answer": "x", "question": "?", "supporting_facts": [["T", 0], ["U", 0]], "context": )"
        R"([["T", ["A. B."]], ["T", ["C."]], ["U", ["D."]]], "type": "", "level": ""}])"
        "\n");
  CHECK(done.counts.lost["answer_aliases"] == 1);
  CHECK(done.counts.lost["context.is_supporting: another paragraph has the title"] == 1);
  CHECK(done.counts.absent["type"] == 1);
  CHECK(done.counts.absent["level"] == 1);
  CHECK(done.counts.absent["supporting_facts"] == 0);
}

TEST_CASE("titled: what cannot be answered is left out; nothing left is an error") {
  const std::string row = R"({"id": "m", "question": "?", "answer": "x", "answerable": false, "paragraphs": []})";
  CHECK_THROWS_WITH_AS(static_cast<void>(convert_text(row, data_layout::musique, data_layout::twowiki)),
                       doctest::Contains("found none: unanswerable"), data_error);
  const auto done = convert_text(row + "\n" + R"({"id": "n", "question": "?", "answer": "x"})", data_layout::musique,
                                 data_layout::twowiki);
  CHECK(done.counts.written == 1);
  CHECK(done.counts.left_out["unanswerable"] == 1);
  CHECK(done.text.find(R"("supporting_facts": [], "evidences": [])") != std::string::npos);
}

TEST_CASE("titled: real records come back equal, byte for byte after the first pass") {
  const auto file = mhqa_test::shared_data("data/2wikimultihopqa/dev_164.json");
  if (!file) return;
  const auto once = convert_text(mhqa_test::read_file(*file), data_layout::twowiki, data_layout::twowiki);
  CHECK(once.counts.written == 164);
  CHECK(once.counts.lost.all().empty());
  CHECK(once.counts.absent.all().empty());
  const auto rows = convert_text(once.text, data_layout::twowiki, data_layout::flashrag);
  CHECK(rows.counts.lost.all().empty());
  CHECK(convert_text(rows.text, data_layout::flashrag, data_layout::twowiki).text == once.text);
}
