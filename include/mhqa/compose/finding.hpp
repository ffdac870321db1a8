// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The vocabulary of an audit: what it looks at of a multi-hop question, and what it finds, by code and id.
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

namespace mhqa {
inline namespace v0 {

/// One step of a question under audit.
struct audited_hop {
  std::string_view question;  ///< with `#n`
  std::string_view answer;
  std::optional<std::uint32_t> support;  ///< position in the question's paragraphs
};

/// What an audit looks at of a multi-hop question; the views are valid during the call.
struct audited_question {
  std::string_view id;
  std::span<const audited_hop> hops;
  std::string_view answer;
  std::span<const std::string_view> aliases;
  std::span<const context_paragraph> paragraphs;
  bool answerable = true;
};

/// The reasons of findings.
enum class audit_code : std::uint8_t {
  blank_answer,           ///< the answer, an alias or a hop's answer normalises to nothing
  other_last_answer,      ///< the last hop's answer is neither the answer nor an alias
  bad_reference,          ///< a hop refers to itself, to a later one or to none
  unreferenced_step,      ///< no later hop refers to a hop that is not the last
  missing_support,        ///< a hop of an answerable question has no paragraph
  answer_not_in_support,  ///< a hop's answer is mentioned neither in its paragraph nor in the title
  bridge_not_in_support,  ///< an answer that a hop refers to is mentioned neither in its paragraph nor in the title
  shared_support,         ///< two hops have one paragraph
  same_title,             ///< two paragraphs of the context have one title and different text
  no_predecessor_needed,  ///< a reader answers a hop from the context although what it refers to is masked
  nothing_is_missing,     ///< the context of an unanswerable question mentions every hop's answer
  shared_question,        ///< a hop's question, with answers put in, is also in another part
  shared_answer,          ///< a hop's answer is also in another part
  shared_paragraph        ///< a support, by title and text, is also in another part
};
inline constexpr std::size_t audit_code_count = 14;

/// The code as files have it: "blank-answer", "other-last-answer", …
[[nodiscard]] constexpr std::string_view to_string(audit_code code) noexcept {
  constexpr std::array<std::string_view, audit_code_count> names{
      "blank-answer",          "other-last-answer",     "bad-reference",  "unreferenced-step", "missing-support",
      "answer-not-in-support", "bridge-not-in-support", "shared-support", "same-title",        "no-predecessor-needed",
      "nothing-is-missing",    "shared-question",       "shared-answer",  "shared-paragraph"};
  return names[static_cast<std::size_t>(code)];
}

/// One thing that was found.
struct finding {
  audit_code code = audit_code::blank_answer;
  std::string id;        ///< the question's
  std::size_t step = 0;  ///< from 1; 0 where it is not about a step
  std::string detail{};  ///< the answer, the title, or the other question's id

  friend bool operator==(const finding&, const finding&) = default;
};

}  // namespace v0
}  // namespace mhqa
