// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// One rollout of a search agent as data: what it thought, asked, received and answered, step by step, and the places
// where its text is malformed. rollout/tagged.hpp and io/rollout_lines.hpp make it.
#pragma once

#include <mhqa/config.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1 {

/// A document that a search returned. Fields that the source lacks are empty.
struct rollout_document {
  std::string_view id;
  std::string_view title;
  std::string_view text;

  friend bool operator==(const rollout_document&, const rollout_document&) = default;
};

/// One step: the model thinks, asks, receives documents and notes what they say. The last step of a rollout may ask
/// nothing. Several texts of one kind are joined in `think`'s order only where the source has them apart: `end` is the
/// byte after the step in the source, which places a reward.
struct rollout_step {
  std::vector<std::string_view> think;
  std::string_view query;
  std::vector<rollout_document> documents;
  std::vector<std::string_view> notes;
  bool asks = false;    ///< the step has a query, which may be empty
  std::size_t end = 0;  ///< byte offset in the source text; for messages, the number of the message

  friend bool operator==(const rollout_step&, const rollout_step&) = default;
};

/// What is malformed at a place of a rollout.
enum class rollout_fault : std::uint8_t {
  unclosed,      ///< a tag opens and another one opens, or the text ends, before it closes
  unopened,      ///< a tag closes that is not open
  nested,        ///< a tag opens inside another one, which closes later
  no_query,      ///< documents or a note before any query
  after_answer,  ///< a query or documents after the answer
  bad_call,      ///< a tool call that cannot be read
};

/// The names of rollout_fault, in order.
inline constexpr std::array<std::string_view, 6> rollout_fault_names{"unclosed", "unopened",     "nested",
                                                                     "no_query", "after_answer", "bad_call"};

/// The step of a flaw after all steps.
inline constexpr std::size_t no_step = static_cast<std::size_t>(-1);

/// A fault, where it is, and in the text of which step.
struct rollout_flaw {
  rollout_fault fault{};
  std::size_t at = 0;  ///< byte of the source text, or of the message's; of a call, the byte after its step, or 0
  std::string_view tag;
  std::size_t message =
      0;  ///< the number of the message, from 1 on (of a call: its step's last); 0: the source is a text
  std::size_t step = no_step;  ///< position in the rollout's steps

  friend bool operator==(const rollout_flaw&, const rollout_flaw&) = default;
};

/// A rollout. All strings are views of the source.
struct rollout {
  std::string_view id;
  std::vector<rollout_step> steps;
  std::string_view answer;      ///< the last answer
  bool answered = false;        ///< the source has an answer where its form wants one
  std::string_view last_words;  ///< text outside all tags after the last documents
  std::vector<rollout_flaw> flaws;

  void clear() {
    id = answer = last_words = {};
    steps.clear();
    flaws.clear();
    answered = false;
  }
  friend bool operator==(const rollout&, const rollout&) = default;
};

}  // namespace mhqa::inline v0_1
