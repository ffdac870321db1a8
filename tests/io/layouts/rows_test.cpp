// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/layouts/rows.hpp>

#include "io/layouts/convert_text.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace mhqa;
using io::data_layout;
using mhqa_test::convert_text;

namespace {

void refused_row(const std::string& text, data_layout from, const char* part) {
  CAPTURE(text);
  CHECK_THROWS_WITH_AS(static_cast<void>(convert_text(text, from, data_layout::flashrag)), doctest::Contains(part),
                       data_error);
}

}  // namespace

TEST_CASE("rows: verl's rows hold all that HotpotQA has") {
  const auto done = convert_text(mhqa_test::hotpotqa_text, data_layout::hotpotqa, data_layout::verl);
  CHECK(done.counts.lost.all().empty());
  CHECK(done.text.starts_with(
      R"({"id": "h1", "data_source": "hotpotqa", "prompt": [{"role": "user", "content": "Who?"}], "ability": )"
      R"("fact-reasoning", "reward_model": {"style": "rule", "ground_truth": {"target": ["Bo"]}}, "extra_info": )"
      R"({"split": "", "index": 0, "type": "bridge", "level": "hard", "supporting_facts": {"title": ["A", "B"], )"
      R"("sent_id": [1, 0]}, )"));
  CHECK(convert_text(done.text, data_layout::verl, data_layout::hotpotqa).text ==
        convert_text(mhqa_test::hotpotqa_text, data_layout::hotpotqa, data_layout::hotpotqa).text);
}

TEST_CASE("rows: Search-R1's rows, without an id, are named by source and index") {
  const auto done = convert_text(
      R"({"data_source": "nq", "prompt": [{"role": "system", "content": "s"}, {"role": "user", "content": "Who?"}], )"
      R"("ability": "fact-reasoning", "reward_model": {"style": "rule", "ground_truth": {"target": ["a", "b"]}}, )"
      R"("extra_info": {"split": "train", "index": 7}})",
      data_layout::verl, data_layout::flashrag);
  CHECK(done.text == R"({"id": "nq_7", "question": "Who?", "golden_answers": ["a", "b"], "metadata": {"data_source": )"
                     R"("nq", "ability": "fact-reasoning", "split": "train", "index": 7}})"
                     "\n");
  CHECK(done.counts.lost["prompt: messages besides the user's last"] == 1);
}

TEST_CASE("rows: golds that are not a list are refused, also JSON within a string") {
  refused_row(R"({"id": "1", "question": "?", "golden_answers": "x"})", data_layout::flashrag,
              R"(field "golden_answers", byte 47: expected an array, found a string)");
  refused_row(R"({"id": "1", "question": "?", "golden_answers": [1]})", data_layout::flashrag, "expected a string");
  refused_row(R"({"id": "1", "question": "?"})", data_layout::flashrag, "expected the field \"golden_answers\"");
  const auto verl = [](const std::string& truth) {
    return R"({"id": "1", "prompt": [{"role": "user", "content": "?"}], "reward_model": {"ground_truth": )" + truth +
           "}}";
  };
  refused_row(verl(R"("{\"target\": [\"x\"]}")"), data_layout::verl, "found a string; parse it before it is written");
  refused_row(verl(R"({"target": "x"})"), data_layout::verl,
              R"(field "reward_model.ground_truth.target", byte 102: expected an array, found a string)");
  refused_row(verl("{}"), data_layout::verl, "expected the field \"target\"");
  refused_row(R"({"id": "1", "prompt": []})", data_layout::verl, "reward_model.ground_truth");
  refused_row(R"({"prompt": [{"role": "user", "content": "?"}], "reward_model": {"ground_truth": {"target": []}}})",
              data_layout::verl, "expected the field \"id\"");
  refused_row(R"({"id": "", "question": "?", "golden_answers": []})", data_layout::flashrag, "expected an id");
}
