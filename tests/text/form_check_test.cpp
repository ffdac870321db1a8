// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/text/form_check.hpp>

#include <doctest/doctest.h>

#include <string>
#include <string_view>

using mhqa::broken_rule;
using mhqa::tag_scan;
namespace forms = mhqa::forms;

TEST_CASE("form_check: the first broken rule gives its name") {
  struct row {
    std::string_view text, fault;
  };
  for (const row& r : {row{"", ""}, row{"<search>", "unbalanced_search"}, row{"<access>", "unbalanced_access"},
                       row{"<answer>x</answer>", ""}, row{"<search></search><answer></answer>", "two_actions"},
                       row{"an assistant", "another_turn"}, row{"</think></think>", "think_closed_again"}}) {
    CAPTURE(r.text);
    CHECK(broken_rule(forms::asearcher, tag_scan{r.text}) == r.fault);
  }
}

TEST_CASE("form_check: DeepResearcher passes over nested openings, Tool-Star wants its tools in order") {
  CHECK(broken_rule(forms::deepresearcher, tag_scan{"<think><think></think></think>"}).empty());
  CHECK(broken_rule(forms::deepresearcher, tag_scan{"</think><think>"}) == "unclosed_think");
  const std::string good = "<think>t</think><search>q</search><result>r</result><answer>\\boxed{a}</answer>";
  CHECK(broken_rule(forms::research, tag_scan{good}).empty());
  CHECK(broken_rule(forms::tool_star, tag_scan{good}).empty());
  CHECK(broken_rule(forms::research, tag_scan{"<think></think><search><result></search></result><answer></answer>"}) ==
        "search_order");
  CHECK(broken_rule(forms::tool_star, tag_scan{"<think></think><python></python><answer>\\boxed{}</answer>"}) ==
        "python_order");
  CHECK(broken_rule(forms::research, tag_scan{"<think></think></answer>\\boxed{}<answer>"}) == "answer_order");
  CHECK(broken_rule(forms::research, tag_scan{"<think></think><answer>x</answer>\\boxed{}"}) == "no_box");
  CHECK(broken_rule(forms::research, tag_scan{""}) == "no_think");
}

TEST_CASE("form_check: R1-Searcher allows Chinese within documents only") {
  const std::string_view chinese = "\xE4\xB8\xAD";
  const auto fault = [](const std::string& text) {
    return broken_rule(std::span{&forms::r1_no_chinese, 1}, tag_scan{text});
  };
  const std::string documents = "<|begin_of_documents|>" + std::string{chinese} + "<|end_of_documents|>";
  CHECK(fault(documents).empty());
  CHECK(fault(documents + std::string{chinese}) == "chinese");
  CHECK(fault(std::string{chinese} + documents) == "chinese");
  CHECK(fault("<|begin_of_documents|>" + std::string{chinese}) == "chinese");
  CHECK(fault("\xE3\x81\x82\xEA\xB0\x80").empty());  // Japanese and Korean letters
}

TEST_CASE("form_check: tags alternate or not") {
  const auto alternate = [](std::string_view text) {
    return mhqa::alternates("<answer>", "</answer>", tag_scan{text});
  };
  CHECK(alternate("<answer></answer>"));
  CHECK(alternate("<answer></answer><answer></answer>"));
  CHECK_FALSE(alternate(""));
  CHECK_FALSE(alternate("<answer>"));
  CHECK_FALSE(alternate("</answer>"));
  CHECK_FALSE(alternate("</answer><answer>"));
  CHECK_FALSE(alternate("<answer><answer></answer></answer>"));
  CHECK_FALSE(alternate("<answer></answer></answer>"));
}

TEST_CASE("form_check: a megabyte of hostile tags takes linear time under every form") {
  for (const std::string_view piece : {"<", "<search>", "<think></think>", "<search></search><result></result>",
                                       "<|begin_of_documents|>", "</answer><answer>"}) {
    std::string text;
    while (text.size() < (1U << 20U)) text += piece;
    const tag_scan scan{text};
    CHECK_NOTHROW(static_cast<void>(broken_rule(forms::tool_star, scan)));
    CHECK_NOTHROW(static_cast<void>(broken_rule(forms::deepresearcher, scan)));
    CHECK_NOTHROW(static_cast<void>(broken_rule(forms::r1_qwen_zero, scan)));
    CHECK_NOTHROW(static_cast<void>(broken_rule(forms::asearcher, scan)));
  }
}
