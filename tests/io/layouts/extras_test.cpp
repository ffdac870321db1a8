// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/layouts/extras.hpp>

#include "io/layouts/convert_text.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace mhqa;
using io::data_layout;
using mhqa_test::convert_text;

namespace {

std::string extras_row(const std::string& metadata) {
  return R"({"id": "1", "question": "?", "golden_answers": ["a"], "metadata": )" + metadata + "}\n";
}

}  // namespace

TEST_CASE("extras: all members are read and written alike, unknown ones as they are") {
  const std::string all = extras_row(
      R"({"type": "t", "supporting_facts": {"title": ["A"], "sent_id": [0]}, "context": {"title": ["A", "B"], )"
      R"("sentences": [["x", "y"], []], "id": ["9", ""], "idx": [4, 5]}, "answer_start": [3], "answerable": true, )"
      R"("plausible_answers": [{"text": "p", "answer_start": 1}, {"text": "q"}], "question_decomposition": )"
      R"([{"id": 1, "question": "s", "answer": "b", "paragraph_support_idx": 4}], "evidences": [["s", "r", "o"]], )"
      R"("evidences_id": [], "answer_id": "Q1", "entity_ids": "Q1_Q2", "wiki_url": "u", "more": [1.50, {"k": null}]})");
  const auto done = convert_text(all, data_layout::flashrag, data_layout::flashrag);
  CHECK(done.text == all);
  CHECK(done.counts.lost.all().empty());
}

TEST_CASE("extras: columns of other lengths are refused") {
  const auto refused = [](const char* metadata, const char* part) {
    CAPTURE(metadata);
    CHECK_THROWS_WITH_AS(
        static_cast<void>(convert_text(extras_row(metadata), data_layout::flashrag, data_layout::hotpotqa)),
        doctest::Contains(part), data_error);
  };
  refused(R"({"context": {"title": ["A"], "sentences": []}})", "expected columns of one length");
  refused(R"({"context": {"title": ["A"]}})", "the field \"sentences\"");
  refused(R"({"context": {"title": ["A"], "text": ["x"], "relevance": []}})", "\"relevance\"");
  refused(R"({"supporting_facts": {"title": ["A"], "sent_id": []}})", "\"sent_id\"");
  refused(R"({"answer_start": [1, 2]})", "expected as many \"answer_start\" as gold answers, 1; found 2");
  refused(R"("x")", R"(field "metadata", byte 66: expected an object, found a string)");
}

TEST_CASE("extras: what a question that cannot be answered would have as answers survives") {
  const std::string text = R"({"id": "1", "question": "?", "golden_answers": [], "metadata": )"
                           R"({"answerable": false, "unanswerable_answers": ["x"]}})"
                           "\n";
  CHECK(convert_text(text, data_layout::flashrag, data_layout::flashrag).text == text);
  const auto rows = convert_text(text, data_layout::flashrag, data_layout::musique);
  CHECK(rows.text.find(R"("answer": "x", "answer_aliases": [], "answerable": false)") != std::string::npos);
}

TEST_CASE("extras: a field of another layout that has one of the names is lost, not read as something else") {
  const auto done = convert_text(R"([{"_id": "a", "question": "?", "answer": "x", "answerable": false, "id": "b", )"
                                 R"("note": 1}])",
                                 data_layout::hotpotqa, data_layout::verl);
  CHECK(done.counts.lost["answerable"] == 1);
  CHECK(done.counts.lost["id"] == 1);
  CHECK(done.text.ends_with(R"("extra_info": {"split": "", "index": 0, "note": 1}})"
                            "\n"));
}
