// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Checks whether a generation has the form that a trainer requires, and names the first violation. A form is a list of
// rules, each with the name of its fault, so a new trainer's form is a new table.
//   broken_rule(forms::asearcher, tag_scan{text}) == "unbalanced_search"; "" if every rule holds
#pragma once

#include <mhqa/text/tag_scan.hpp>
#include <mhqa/text/unicode_data.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace mhqa::inline v0_1 {

/// The condition that a rule puts on its tags.
enum class form_test : std::uint8_t {
  same_counts,    ///< all tags occur equally often, and at least `least` times
  counted,        ///< each tag occurs `least` to `most` times
  total_counted,  ///< all tags together occur at most `most` times
  absent,         ///< none of the words (three bytes or more, not only tags) occurs
  closed,         ///< tags {open, close}: every open has a close after it
  followed,       ///< tags {open, close, open 2, close 2}: each open is followed by the others in this order
  in_order,       ///< the first of tag 0 is not after the first of tag 1
  holds_between,  ///< words 2 and 3 are between the first tag 0 and the first tag 1
  no_chinese,     ///< no character U+4E00 to U+9FFF, except from a tag 0 to the next tag 1
};

/// One rule of a form.
struct form_rule {
  form_test test{};
  std::array<std::string_view, 7> tags{};
  std::size_t least = 0;
  std::size_t most = static_cast<std::size_t>(-1);
  std::string_view fault{};  ///< the name of its violation
};

namespace detail {

[[nodiscard]] constexpr std::span<const std::string_view> tags_of(const form_rule& rule) noexcept {
  std::size_t n = 0;
  while (n < rule.tags.size() && !rule.tags[n].empty()) ++n;
  return {rule.tags.data(), n};
}

[[nodiscard]] bool each_followed(const form_rule& rule, const tag_scan& text) noexcept;

/// Returns true if the text contains a word of three bytes or more. A loop that compilers vectorise skips blocks
/// without the word's second and third byte in a row; a search by the first byte stops at every common letter.
[[nodiscard]] bool has_word(std::string_view text, std::string_view word) noexcept;

[[nodiscard]] bool has_ideograph(std::string_view text) noexcept;

[[nodiscard]] bool chinese_outside(const form_rule& rule, const tag_scan& text) noexcept;

[[nodiscard]] bool keeps(const form_rule& rule, const tag_scan& text) noexcept;

}  // namespace detail

/// Returns the fault of the first rule that the text breaks, or "".
///
/// Cost: O('<' in the text) a rule, O(bytes) for `absent` and `no_chinese`; no allocation
[[nodiscard]] inline std::string_view broken_rule(std::span<const form_rule> form, const tag_scan& text) noexcept {
  for (const form_rule& rule : form) {
    if (!detail::keeps(rule, text)) return rule.fault;
  }
  return {};
}

/// Returns true if the tags alternate, open before close, with at least one pair.
///
/// Source: check_alternate_tags of RL-Factory's envs/search.py
[[nodiscard]] bool alternates(std::string_view open, std::string_view close, const tag_scan& text) noexcept;

namespace forms {

using enum form_test;

/// RUCAIBox/R1-Searcher, train/reward_server_*.py: tokens around documents and queries.
inline constexpr form_rule r1_documents{
    .test = same_counts,
    .tags = {"<|begin_of_documents|>\n", "<|end_of_documents|>\n\n", "<|begin_of_query|>", "<|end_of_query|>",
             "<|begin_of_documents|>", "<|end_of_documents|>", "<|begin_of_documents|>\n(1)"},
    .fault = "document_tokens"};
inline constexpr form_rule r1_no_think{.test = counted, .tags = {"<think>"}, .most = 0, .fault = "think_opened_again"};
inline constexpr form_rule r1_one_end{
    .test = counted, .tags = {"</think>"}, .least = 1, .most = 1, .fault = "think_not_closed_once"};
inline constexpr form_rule r1_one_answer{
    .test = counted, .tags = {"<answer>", "</answer>"}, .least = 1, .most = 1, .fault = "not_one_answer"};
inline constexpr form_rule r1_no_chinese{
    .test = no_chinese, .tags = {"<|begin_of_documents|>", "<|end_of_documents|>"}, .fault = "chinese"};
inline constexpr std::array r1_answered{r1_no_think, r1_one_end, r1_one_answer};
inline constexpr std::array r1_searched{
    form_rule{r1_documents.test, r1_documents.tags, 1, r1_documents.most, r1_documents.fault}};
inline constexpr std::array r1_qwen_zero{
    r1_documents,  form_rule{.test = absent, .tags = {"Assistant", "assistant"}, .fault = "another_turn"},
    r1_no_think,   r1_one_end,
    r1_one_answer, r1_no_chinese};
inline constexpr std::array r1_llama_stage2{r1_documents, r1_no_think, r1_one_end, r1_one_answer, r1_no_chinese};

/// GAIR-NLP/DeepResearcher, format_and_f1.py, on the lower-case text.
inline constexpr std::array deepresearcher{
    form_rule{.test = same_counts, .tags = {"<tool_call>", "</tool_call>"}, .fault = "unbalanced_tool_call"},
    form_rule{.test = closed, .tags = {"<tool_call>", "</tool_call>"}, .fault = "unclosed_tool_call"},
    form_rule{.test = same_counts, .tags = {"<think>", "</think>"}, .fault = "unbalanced_think"},
    form_rule{.test = closed, .tags = {"<think>", "</think>"}, .fault = "unclosed_think"},
    form_rule{.test = same_counts, .tags = {"<answer>", "</answer>"}, .fault = "unbalanced_answer"},
    form_rule{.test = closed, .tags = {"<answer>", "</answer>"}, .fault = "unclosed_answer"}};

/// inclusionAI/ASearcher, ASearcher/utils/rewards.py, correct_format_fn.
inline constexpr std::array asearcher{
    form_rule{.test = same_counts, .tags = {"<search>", "</search>"}, .fault = "unbalanced_search"},
    form_rule{.test = same_counts, .tags = {"<access>", "</access>"}, .fault = "unbalanced_access"},
    form_rule{.test = same_counts, .tags = {"<answer>", "</answer>"}, .fault = "unbalanced_answer"},
    form_rule{.test = total_counted, .tags = {"<search>", "<access>", "<answer>"}, .most = 1, .fault = "two_actions"},
    form_rule{.test = absent, .tags = {"Assistant", "assistant"}, .fault = "another_turn"},
    form_rule{.test = counted, .tags = {"</think>"}, .most = 1, .fault = "think_closed_again"}};

/// Agent-RL/ReSearch, re_search.py, validate_format.
inline constexpr std::array research{
    form_rule{.test = same_counts, .tags = {"<think>", "</think>"}, .fault = "unbalanced_think"},
    form_rule{.test = counted, .tags = {"<think>", "</think>"}, .least = 1, .fault = "no_think"},
    form_rule{.test = counted, .tags = {"<answer>", "</answer>"}, .least = 1, .most = 1, .fault = "not_one_answer"},
    form_rule{.test = followed, .tags = {"<search>", "</search>", "<result>", "</result>"}, .fault = "search_order"},
    form_rule{.test = in_order, .tags = {"<answer>", "</answer>"}, .fault = "answer_order"},
    form_rule{.test = holds_between, .tags = {"<answer>", "</answer>", "\\boxed{", "}"}, .fault = "no_box"}};

/// RUC-NLPIR/Tool-Star, re_search.py, validate_format: as ReSearch, with a second tool.
inline constexpr std::array tool_star{
    research[0],
    research[1],
    research[2],
    research[3],
    form_rule{.test = followed, .tags = {"<python>", "</python>", "<result>", "</result>"}, .fault = "python_order"},
    research[4],
    research[5]};

/// Agent-RL/ReCall, re_call.py, for each turn of the assistant.
inline constexpr std::array recall_turn{
    form_rule{.test = same_counts, .tags = {"<think>", "</think>"}, .least = 1, .fault = "unbalanced_think"},
    form_rule{.test = same_counts, .tags = {"<tool_call>", "</tool_call>"}, .fault = "unbalanced_tool_call"}};

/// LHRLAB/Graph-R1, qa_em_and_format.py, for each turn except the last.
inline constexpr std::array graph_r1_turn{form_rule{.test = counted,
                                                    .tags = {"<think>", "</think>", "<query>", "</query>"},
                                                    .least = 1,
                                                    .most = 1,
                                                    .fault = "not_one_query"}};

}  // namespace forms

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/text/detail/form_check.ipp>
#endif
