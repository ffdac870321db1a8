// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/rollout/tagged.hpp>

#include "support/effort.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

using mhqa::rollout_fault;

namespace {

mhqa::rollout read(std::string_view text) {
  mhqa::rollout out;
  mhqa::read_tagged(text, out);
  return out;
}

std::vector<rollout_fault> faults(std::string_view text) {
  std::vector<rollout_fault> out;
  for (const mhqa::rollout_flaw& flaw : read(text).flaws) out.push_back(flaw.fault);
  return out;
}

}  // namespace

TEST_CASE("tagged: the tags of each trainer give one record") {
  for (const std::string_view text :
       {"<think>t</think><search>q</search><information>Doc 1: d</information><answer>a</answer>",
        "<think>t</think><search>q</search><result>d</result><answer>\\boxed{a}</answer>",
        "<think>t</think><tool_call>q</tool_call><tool_response>d</tool_response>So \\boxed{a}",
        "<think>t</think><|begin_of_query|>q<|end_of_query|><|begin_of_documents|>\n(1)d<|end_of_documents|>\n\n"
        "<answer> a </answer>",
        "<think>t</think><query>q</query><knowledge>d</knowledge><answer>a</answer>"}) {
    CAPTURE(text);
    const mhqa::rollout r = read(text);
    REQUIRE(r.steps.size() == 1);
    CHECK(r.steps[0].think == std::vector<std::string_view>{"t"});
    CHECK(r.steps[0].query == "q");
    REQUIRE(r.steps[0].documents.size() == 1);
    CHECK(r.steps[0].documents[0].text == "d");
    CHECK(r.answered);
    CHECK(r.answer == "a");
    CHECK(r.flaws.empty());
  }
}

TEST_CASE("tagged: notes follow documents; what is thought after them belongs to the next step") {
  const mhqa::rollout r = read(
      "<search>1</search><documents>x</documents><refine>n</refine><think>t</think><search>2</search><think>u</think>"
      "<answer>a</answer>");
  REQUIRE(r.steps.size() == 3);
  CHECK(r.steps[0].notes == std::vector<std::string_view>{"n"});
  CHECK(r.steps[1].think == std::vector<std::string_view>{"t"});
  CHECK_FALSE(r.steps[2].asks);
  CHECK(r.steps[0].end == 60);  // of </refine>
}

TEST_CASE("tagged: a prompt's example is not the answer") {
  const mhqa::rollout r =
      read("<|im_start|>user\nUse <answer> Beijing </answer>.<|im_end|>\n<|im_start|>assistant\nno");
  CHECK_FALSE(r.answered);
  CHECK(r.last_words == "no");
  // A mark within a line is not the start of the response.
  CHECK(read("The Assistant: <answer>a</answer>\nAssistant: <answer>b</answer> Assistant:").answer == "b");
  CHECK(read("<search>q</search> The Assistant: <answer>a</answer>").steps.size() == 1);
}

TEST_CASE("tagged: malformed text keeps its place and reason, and its words") {
  using list = std::vector<rollout_fault>;
  CHECK(faults("<search>q<information>d</information>") == list{rollout_fault::unclosed});
  CHECK(faults("<think>t") == list{rollout_fault::unclosed});
  CHECK(faults("t</think>") == list{rollout_fault::unopened});
  CHECK(faults("<think>a<search>q</search>b</think>") == list{rollout_fault::unclosed, rollout_fault::nested});
  CHECK(faults("<information>d</information><search>q</search>") == list{rollout_fault::no_query});
  CHECK(faults("<answer>a</answer><search>q</search>") == list{rollout_fault::after_answer});
  const mhqa::rollout r = read("x<search>q<information>d</information>");
  CHECK(r.flaws[0].at == 1);
  CHECK(r.flaws[0].tag == "<search>");
  CHECK(r.steps[0].query == "q");
  CHECK(r.steps[0].documents[0].text == "d");
}

TEST_CASE("tagged: tags within documents are their text") {
  const mhqa::rollout r = read("<search>q</search><information>a <search> b</information>");
  REQUIRE(r.steps.size() == 1);
  CHECK(r.steps[0].documents[0].text == "a <search> b");
  CHECK(r.flaws.empty());
}

TEST_CASE("tagged: time is linear in hostile texts") {
  for (const std::string_view piece : {"<search>", "</search>", "<information>", "<think><information>", "<",
                                       "<answer>", "<search>a</search><information>", "<result>\n\n"}) {
    CAPTURE(piece);
    const auto text = [piece](std::size_t times) {
      std::string out;
      for (std::size_t i = 0; i < times; ++i) out += piece;
      return out;
    };
    CHECK(read(text(100000)).steps.size() <= 100001);
  }
}
