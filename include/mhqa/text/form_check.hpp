// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Checks whether a generation has the form that a trainer requires, and names the first violation. A form is a list of
// rules, each with the name of its fault, so a new trainer's form is a new table.
//   broken_rule(forms::asearcher, tag_scan{text}) == "unbalanced_search"; "" if every rule holds
#pragma once

#include <mhqa/text/lower.hpp>
#include <mhqa/text/tag_scan.hpp>
#include <mhqa/utf8.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace mhqa {
inline namespace v0_1 {

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

[[nodiscard]] inline bool each_followed(const form_rule& rule, const tag_scan& text) noexcept {
  for (std::size_t at = text.find(rule.tags[0]); at != tag_scan::npos; at = text.find(rule.tags[0], at)) {
    const std::size_t second = text.find(rule.tags[2], at);
    const std::size_t closed = text.find(rule.tags[1], at);
    if (second == tag_scan::npos || closed == tag_scan::npos) return false;
    const std::size_t end = text.find(rule.tags[3], second);
    if (end == tag_scan::npos || !(at < closed && closed < second)) return false;
    at = end;
  }
  return true;
}

/// Returns true if the text contains a word of three bytes or more. A loop that compilers vectorise skips blocks
/// without the word's second and third byte in a row; a search by the first byte stops at every common letter.
[[nodiscard]] inline bool has_word(std::string_view text, std::string_view word) noexcept {
  constexpr std::size_t block = 64;
  if (text.size() < word.size()) return false;
  const char second = word[1], third = word[2];
  const std::size_t last = text.size() - word.size();
  for (std::size_t at = 0; at <= last; at += block) {
    const std::size_t end = std::min(block, last + 1 - at);
    const char* const here = text.data() + at;
    unsigned char hits = 0;  // as wide as the text's bytes, which keeps the loop narrow
    for (std::size_t i = 0; i < end; ++i) {
      hits = static_cast<unsigned char>(hits | (unsigned{here[i + 1] == second} & unsigned{here[i + 2] == third}));
    }
    if (hits == 0) continue;
    for (std::size_t i = 0; i < end; ++i) {
      if (text.compare(at + i, word.size(), word) == 0) return true;
    }
  }
  return false;
}

[[nodiscard]] inline bool has_ideograph(std::string_view text) noexcept {
  const char* const end = text.data() + text.size();
  auto at = static_cast<std::size_t>(end_of_ascii(text.data(), end) - text.data());
  for (; at < text.size(); ++at) {  // finds three bytes from E4 B8 80 to E9 BF BF
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte < 0xE4 || byte > 0xE9) continue;
    const utf8::character c = utf8::decode(text, at);
    if (!c.opaque() && c.code >= 0x4E00 && c.code <= 0x9FFF) return true;
  }
  return false;
}

[[nodiscard]] inline bool chinese_outside(const form_rule& rule, const tag_scan& text) noexcept {
  std::size_t begin = 0;
  for (;;) {
    const std::size_t open = text.find(rule.tags[0], begin);
    const std::size_t close = open == tag_scan::npos ? open : text.find(rule.tags[1], open);
    if (close == tag_scan::npos) return has_ideograph(text.text().substr(begin));
    if (has_ideograph(text.text().substr(begin, open - begin))) return true;
    begin = close + rule.tags[1].size();
  }
}

[[nodiscard]] inline bool keeps(const form_rule& rule, const tag_scan& text) noexcept {
  const auto tags = tags_of(rule);
  switch (rule.test) {
    case form_test::same_counts: {
      const std::size_t first = text.count(tags[0]);
      if (first < rule.least) return false;
      for (const std::string_view tag : tags.subspan(1)) {
        if (text.count(tag) != first) return false;
      }
      return true;
    }
    case form_test::counted:
      for (const std::string_view tag : tags) {
        const std::size_t n = text.count(tag);
        if (n < rule.least || n > rule.most) return false;
      }
      return true;
    case form_test::total_counted: {
      std::size_t total = 0;
      for (const std::string_view tag : tags) total += text.count(tag);
      return total <= rule.most;
    }
    case form_test::absent:
      for (const std::string_view word : tags) {
        if (has_word(text.text(), word)) return false;
      }
      return true;
    case form_test::closed:
      return text.closes_each(tags[0], tags[1]);
    case form_test::followed:
      return each_followed(rule, text);
    case form_test::in_order:
      return text.find(tags[0]) <= text.find(tags[1]);
    case form_test::holds_between: {
      const std::size_t begin = text.find(tags[0]), end = text.find(tags[1]);
      const std::string_view inner = text.text().substr(begin, end - begin);
      return inner.find(tags[2]) != std::string_view::npos && inner.find(tags[3]) != std::string_view::npos;
    }
    case form_test::no_chinese:
      return !chinese_outside(rule, text);
  }
  return true;
}

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
[[nodiscard]] inline bool alternates(std::string_view open, std::string_view close, const tag_scan& text) noexcept {
  std::size_t at = text.find(open), end = text.find(close);
  if (at == tag_scan::npos && end == tag_scan::npos) return false;
  while (at != tag_scan::npos) {
    if (end == tag_scan::npos || end < at) return false;
    const std::size_t next = text.find(open, at + 1);
    if (next < end) return false;
    at = next;
    end = text.find(close, end + 1);
  }
  return end == tag_scan::npos;
}

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

}  // namespace v0_1
}  // namespace mhqa
