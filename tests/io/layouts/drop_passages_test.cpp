// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/layouts/drop_passages.hpp>

#include "io/layouts/convert_text.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace mhqa;
using io::data_layout;
using mhqa_test::convert_text;

namespace {

// A number with a validated date; two spans; a date; no answer at all.
const std::string drop_text =
    R"({"p1": {"passage": "In 2017 Bo won.", "qa_pairs": [{"question": "How many?", "answer": {"number": "3", "date": )"
    R"({"day": "", "month": "", "year": ""}, "spans": []}, "query_id": "d1", "validated_answers": [{"number": "", )"
    R"("date": {"day": "4", "month": "May", "year": "2017"}, "spans": []}]}, {"question": "Who?", "answer": )"
    R"({"number": "", "date": {"day": "", "month": "", "year": ""}, "spans": ["Bo", "Al"]}, "query_id": "d2", )"
    R"("validated_answers": []}], "wiki_url": "u"}, "p2": {"passage": "X.", "qa_pairs": [{"question": "When?", )"
    R"("answer": {"number": "", "date": {"day": "", "month": "", "year": "1999"}, "spans": []}, "query_id": "d3", )"
    R"("validated_answers": []}]}})"
    "\n";

}  // namespace

TEST_CASE("drop_passages: DROP to itself is equal") {
  const auto done = convert_text(drop_text, data_layout::drop, data_layout::drop);
  CHECK(done.text == drop_text);
  CHECK(done.counts.lost.all().empty());
  CHECK(done.counts.absent.all().empty());
}

TEST_CASE("drop_passages: numbers and dates become text, and an answer of several spans is left out") {
  const auto done = convert_text(drop_text, data_layout::drop, data_layout::flashrag);
  CHECK(done.counts.written == 2);
  CHECK(done.counts.left_out["an answer of several spans"] == 1);
  CHECK(done.counts.lost["answer.type"] == 2);
  CHECK(done.text.starts_with(R"({"id": "d1", "question": "How many?", "golden_answers": ["3", "4 May 2017"], )"));
  CHECK(done.text.find(R"("golden_answers": ["1999"])") != std::string::npos);
}

TEST_CASE("drop_passages: questions about one passage share it, and a passage's id occurs once") {
  const auto done = convert_text(mhqa_test::hotpotqa_text, data_layout::hotpotqa, data_layout::drop);
  CHECK(done.text.starts_with(R"({"passage_1": {"passage": "Ann is. She met Bo.\nBo é.\nBo.", "qa_pairs": [)"));
  CHECK(done.text.find(R"("passage_2": {"passage": "Bo.")") != std::string::npos);
  CHECK(done.counts.absent["the passage's id"] == 2);
  const auto row = [](const char* id, const char* passage) {
    return R"({"id": ")" + std::string{id} +
           R"(", "question": "?", "golden_answers": ["a"], "metadata": {"context": )" +
           R"({"title": [""], "text": ["t"], "id": [")" + passage + R"("], "relevance": [1]}}})" + "\n";
  };
  const auto apart = convert_text(row("1", "p") + row("2", "p") + row("3", "r") + row("4", "p"), data_layout::flashrag,
                                  data_layout::drop);
  CHECK(apart.counts.absent["the passage's id"] == 1);
  CHECK(mhqa_test::parse_json(apart.text).members().size() == 3);
}

TEST_CASE("drop_passages: hostile files are refused with their place") {
  const auto refused = [](const std::string& text, const char* part) {
    CAPTURE(text);
    CHECK_THROWS_WITH_AS(static_cast<void>(convert_text(text, data_layout::drop, data_layout::drop)),
                         doctest::Contains(part), data_error);
  };
  refused(R"({"p": {"passage": "x"}})", "expected the field \"qa_pairs\"");
  refused(R"({"p": {"qa_pairs": []}})", "expected the field \"passage\"");
  refused(R"({"p": {"passage": "x", "qa_pairs": [{"query_id": "1", "answer": {"spans": "Bo"}}]}})",
          R"(field "p.qa_pairs[0].answer.spans", byte 74: expected an array, found a string)");
  refused(R"({"p": {"passage": "x", "qa_pairs": [{"query_id": "1", "answer": {"number": "", "spans": []}}]}})",
          "found none: no answer");
}
