// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/answer_string_recall.hpp>

#include "support/command.hpp"

#include <doctest/doctest.h>

#include <map>
#include <string>
#include <string_view>

using namespace mhqa;

namespace {

std::map<std::string, double> scored(std::string_view text, io::answer_string rule = io::answer_string::by_layout,
                                     std::vector<std::size_t> at = {1, 2, 5}) {
  const mhqa_test::scratch here;
  const std::string file = here.write("out", text).string();
  CHECK(io::has_answer_strings(file));
  io::rankings run = io::read_rankings(file);
  std::map<std::string, double> out;
  const auto found = io::evaluate_answer_strings(
      run, file, {file, std::move(at)}, [](const question_row&) {}, rule);
  for (const named_score& one : found.all.scores) out[one.name] = *one.value;
  CHECK(found.all.signature.find("|n:" + std::to_string(found.all.counts[0].value) + "|") != std::string::npos);
  return out;
}

}  // namespace

TEST_CASE("answer_string_recall: documents are taken in the file's order, and count if they contain an answer") {
  // DPR: the answer is in the second of two texts; equal scores keep the file's order.
  const char* const dpr =
      R"([{"question": "who wrote emma", "answers": ["Jane Austen"], "ctxs": [{"id": "1", "title": "Emma", )"
      R"("text": "Emma is a novel.", "score": "3.0"}, {"id": "2", "title": "x", "text": "Jane Austen wrote Emma.", )"
      R"("score": "3.0"}]}])";
  auto found = scored(dpr);
  CHECK(found["answer_recall@1"] == 0);
  CHECK(found["answer_recall@2"] == 1);
  CHECK(found["answer_precision@2"] == 0.5);
  CHECK(found["answer_precision@5"] == 0.5);  // of the two that there are
  const char* const flashrag =
      R"({"id": "q1", "question": "?", "golden_answers": ["U.S."], "output": {"retrieval_result": )"
      R"([{"id": "1", "contents": "The Us\nband"}, {"id": "2", "contents": "u s"}], "pred": "x"}})";
  found = scored(flashrag);
  CHECK(found["answer_recall@1"] == 1);  // "us" is part of "us band"
  CHECK(found["answer_precision@2"] == 0.5);
  found = scored(flashrag, io::answer_string::dpr);  // tokens "u.s" "." are in neither
  CHECK(found["answer_recall@2"] == 0);
}

TEST_CASE("answer_string_recall: no document is 0, and records without answers or texts are refused") {
  auto found = scored(R"({"id": "q", "golden_answers": ["a"], "retrieval_result": []})");
  CHECK(found["answer_recall@1"] == 0);
  CHECK(found["answer_precision@1"] == 0);
  CHECK_THROWS_WITH_AS(scored(R"({"id": "q", "golden_answers": ["a"], "retrieval_result": [{"id": "1"}]})"),
                       doctest::Contains("\"contents\", which is missing"), data_error);
  CHECK_THROWS_WITH_AS(scored(R"([{"id": "q", "answers": ["a"], "ctxs": []}, {"id": "r", "ctxs": []}])"),
                       doctest::Contains("answers or golden_answers"), data_error);
}
