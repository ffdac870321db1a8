// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The vocabulary of an audit: its input, a question, and its output, findings by code and id.
#pragma once

#include <mhqa/config.hpp>
#include <mhqa/model/reader.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace mhqa::inline v0_1 {

/// One step of a question under audit.
struct audited_hop {
  std::string_view question;  ///< with `#n`
  std::string_view answer;
  std::optional<std::uint32_t> support;  ///< position in the question's paragraphs
};

/// The input of an audit: a multi-hop question. The views are valid during the call.
struct audited_question {
  std::string_view id;
  std::span<const audited_hop> hops;
  std::string_view answer;
  std::span<const std::string_view> aliases;
  std::span<const context_paragraph> paragraphs;
  bool answerable = true;
  std::string_view question{};                ///< the wording; a default view if the steps have no wording
  std::span<const std::uint32_t> supports{};  ///< for a question without hops: positions of the supporting paragraphs
  std::span<const std::string_view> missing_supports{};  ///< the titles of supports that the context lacks
  bool extractive = false;                        ///< without hops: the answer, except yes or no, is words of a support
  std::span<const std::string_view> citations{};  ///< texts that the paragraphs must contain
};

/// The reasons of findings.
enum class audit_code : std::uint8_t {
  blank_answer,           ///< the answer, an alias or a hop's answer normalises to nothing
  blank_question,         ///< the question normalises to nothing
  other_last_answer,      ///< the last hop's answer is neither the answer nor an alias
  bad_reference,          ///< a hop refers to itself, to a later hop or to a missing one
  unreferenced_step,      ///< no later hop refers to this hop, which is not the last
  missing_support,        ///< a hop of an answerable question has no paragraph, or the context lacks a support
  answer_not_in_support,  ///< a hop's paragraph and title do not mention its answer; without hops, no support does
  bridge_not_in_support,  ///< a hop's paragraph and title do not mention an answer that it refers to
  shared_support,         ///< two hops share a paragraph
  same_title,             ///< two paragraphs of the context share a title but not the text
  no_predecessor_needed,  ///< a reader answers a hop whose references are masked
  nothing_is_missing,     ///< the context of an unanswerable question mentions every hop's answer
  shared_question,        ///< a hop's question, with answers filled in, is also in another part
  shared_answer,          ///< a hop's answer is also in another part
  shared_paragraph,       ///< a support, by title and text, is also in another part
  answer_in_question,     ///< the question mentions its answer or an alias
  bridge_in_question,     ///< the question mentions the answer of a hop before the last
  single_context,         ///< one paragraph supports the whole question
  head_beside_answer,     ///< one paragraph mentions the proper names of the first hop, and the answer
  needless_support,       ///< a reader answers the question without one of its supporting paragraphs
  circular_step,          ///< a hop's question, with answers filled in, mentions the hop's answer
  duplicate_question,     ///< the question is already in the same part
  citation_not_found      ///< no paragraph contains a citation
};
inline constexpr std::size_t audit_code_count = 23;

/// Returns the code as in files: "blank-answer", "other-last-answer", …
[[nodiscard]] constexpr std::string_view to_string(audit_code code) noexcept {
  constexpr std::array<std::string_view, audit_code_count> names{
      "blank-answer",       "blank-question",     "other-last-answer",     "bad-reference",
      "unreferenced-step",  "missing-support",    "answer-not-in-support", "bridge-not-in-support",
      "shared-support",     "same-title",         "no-predecessor-needed", "nothing-is-missing",
      "shared-question",    "shared-answer",      "shared-paragraph",      "answer-in-question",
      "bridge-in-question", "single-context",     "head-beside-answer",    "needless-support",
      "circular-step",      "duplicate-question", "citation-not-found"};
  return names[static_cast<std::size_t>(code)];
}

/// A single finding.
struct finding {
  audit_code code = audit_code::blank_answer;
  std::string id;        ///< the question's
  std::size_t step = 0;  ///< from 1; 0 if it does not concern a step
  std::string detail{};  ///< the answer, the title, or the other question's id

  friend bool operator==(const finding&, const finding&) = default;
};

}  // namespace mhqa::inline v0_1
