// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// What is_valid_sequence of Search-R1's qa_em_format.py gave for the same texts.
#include <mhqa/text/tag_sequence.hpp>

#include <doctest/doctest.h>

#include <string>
#include <string_view>

TEST_CASE("tag_sequence: a text is valid exactly when it keeps Search-R1's form") {
  struct row {
    std::string_view text;
    bool valid;
  };
  const row rows[] = {
      {"<think>t</think><answer>a</answer>", true},
      {"\n<think>t</think>\n<answer>a</answer> \n", true},
      {"<think>t</think><search>q</search><information>i</information><think>u</think><answer>a</answer>", true},
      {"<think>a < b <b></think><answer></answer>", true},
      {"", false},
      {"<answer>a</answer>", false},
      {"<think>t</think>", false},
      {"<think>t</think> so <answer>a</answer>", false},
      {"<think>t</think><answer>a</answer><|im_end|>", false},
      {"<think>t</think><answer>a</answer><answer>b</answer>", false},
      {"<think><think>t</think><answer>a</answer>", false},
      {"<think>t</think><search>q</search><think>u</think><answer>a</answer>", false},
      {"<think>t</think><search>q</search><information>i</information><answer>a</answer>", false},
      {"<think>t</think><answer>a", false},
  };
  for (const row& r : rows) {
    CAPTURE(r.text);
    CHECK(mhqa::is_search_sequence("<answer> p </answer><|im_start|>assistant" + std::string{r.text}) == r.valid);
    CHECK_FALSE(mhqa::is_search_sequence(r.text));
  }
}
