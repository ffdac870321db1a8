// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads a rollout from the tagged text of Search-R1, ReSearch, ReCall, ZeroSearch, R1-Searcher, StepSearch, AutoRefine
// and their relatives, well formed or not:
//   read_tagged("<search>x</search><information>…</information><answer>y</answer>", r); r.answer == "y"
#pragma once

#include <mhqa/rollout/record.hpp>
#include <mhqa/text/extract_places.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace mhqa::inline v0_1 {

/// What a part of a rollout is.
enum class rollout_part : std::uint8_t { think, query, documents, note, answer };

/// A pair of tags and what stands between them.
struct rollout_tag {
  std::string_view open, close;
  rollout_part part{};
};

/// The tags of the trainers named above, of Graph-R1 and of Tool-Star. No two of them give a tag different meanings.
inline constexpr std::array rollout_tags{
    rollout_tag{"<think>", "</think>", rollout_part::think},
    rollout_tag{"<search>", "</search>", rollout_part::query},
    rollout_tag{"<query>", "</query>", rollout_part::query},
    rollout_tag{"<tool_call>", "</tool_call>", rollout_part::query},
    rollout_tag{"<|begin_of_query|>", "<|end_of_query|>", rollout_part::query},
    rollout_tag{"<information>", "</information>", rollout_part::documents},
    rollout_tag{"<documents>", "</documents>", rollout_part::documents},
    rollout_tag{"<result>", "</result>", rollout_part::documents},
    rollout_tag{"<tool_response>", "</tool_response>", rollout_part::documents},
    rollout_tag{"<knowledge>", "</knowledge>", rollout_part::documents},
    rollout_tag{"<|begin_of_documents|>", "<|end_of_documents|>", rollout_part::documents},
    rollout_tag{"<refine>", "</refine>", rollout_part::note},
    rollout_tag{"<answer>", "</answer>", rollout_part::answer},
};

/// The beginnings of a response after a prompt; a prompt's own tags are examples.
inline constexpr std::array<std::string_view, 3> response_marks{
    "<|im_start|>assistant", "<|start_header_id|>assistant<|end_header_id|>", "\nAssistant:"};

/// Builds a rollout from parts in the order of the text, and notes parts in a wrong order.
///
/// Shape: a query opens a step; what the model thought since the step before belongs to it
class rollout_builder {
 public:
  explicit rollout_builder(rollout& out) : out_{out} { out.clear(); }

  void add(rollout_part part, std::string_view text, std::size_t at, std::size_t end, std::string_view tag = {});

  /// Adds documents of a step that the source names, from 0 on.
  void add_documents(std::size_t step, std::string_view text, std::string_view tag);

  /// The step that was begun last; no_step before the first.
  [[nodiscard]] std::size_t last_step() const noexcept { return out_.steps.size() - 1; }

  /// Adds documents that the source has apart.
  void add(const rollout_document& document, std::size_t at) { step_that_asked(at, {}).documents.push_back(document); }

  /// Adds text outside all parts.
  void add_words(std::string_view text) {
    if (!detail::strip(text).empty()) out_.last_words = detail::strip(text);
  }

  /// Notes a flaw in the text, or in the message that began last.
  void flaw(rollout_fault fault, std::size_t at, std::string_view tag, std::size_t step = no_step) {
    out_.flaws.push_back({fault, at, tag, message_, step});
  }

  /// From now on places are in this message, from 1 on; the ends of steps are numbers of messages then.
  void begin_message(std::size_t number) noexcept { message_ = number; }

  /// Takes the last \boxed{} of the last words as the answer if the source has no other, and the one in the answer;
  /// finds the step of each flaw that has none.
  void finish();

 private:
  rollout_step& open_step();
  rollout_step& step_that_asked(std::size_t at, std::string_view tag);
  void close_part(std::size_t end, std::size_t known);

  rollout& out_;
  std::size_t message_ = 0;  // 0: the source is one text
};

namespace detail {

/// Reads the tags of one text into a builder.
class tagged_reader {
 public:
  tagged_reader(std::string_view text, rollout_builder& build) : text_{text}, build_{build} {}

  void read(std::size_t from);

 private:
  [[nodiscard]] std::size_t next_mark(std::size_t from) const noexcept {
    return std::min(text_.find('<', from), text_.size());
  }

  [[nodiscard]] static const rollout_tag* starting(std::string_view rest, std::string_view rollout_tag::*side) noexcept;

  /// Reads one part and returns the byte after it. Documents hold any text up to their closing tag.
  std::size_t read_part(const rollout_tag& tag, std::size_t at);

  std::size_t add(const rollout_tag& tag, std::size_t at, std::size_t end, std::size_t after);

  /// Returns the place of the closing tag from `begin`. After one failed search, the rest of the text has no such tag
  /// and is not searched again.
  [[nodiscard]] std::size_t closing(const rollout_tag& tag, std::size_t begin);

  void close_stray(const rollout_tag& tag, std::size_t at);

  std::string_view text_;
  rollout_builder& build_;
  const rollout_tag* interrupted_ = nullptr;
  std::size_t interrupted_at_ = 0, interrupted_step_ = no_step;
  std::array<bool, rollout_tags.size()> absent_{};
};

}  // namespace detail

/// Reads the tags of a text into a builder; the caller calls finish().
void add_tagged(std::string_view text, rollout_builder& build);

/// Reads a rollout from tagged text; a prompt before the first mark of a response is skipped.
///
/// Shape:   a part ends at its closing tag, at the next opening tag (a flaw) or at the end of the text; flaws are in
///          the order in which they are found
/// Cost:    O(bytes), whatever the text
/// Example: read_tagged("<search>a<information>b</information>", r);  // one step, one flaw: unclosed
void read_tagged(std::string_view text, rollout& out);

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/rollout/detail/tagged.ipp>
#endif
