// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads a rollout from the tagged text of Search-R1, ReSearch, ReCall, ZeroSearch, R1-Searcher, StepSearch, AutoRefine
// and their relatives, well formed or not:
//   read_tagged("<search>x</search><information>…</information><answer>y</answer>", r); r.answer == "y"
#pragma once

#include <mhqa/rollout/documents.hpp>
#include <mhqa/rollout/record.hpp>
#include <mhqa/text/boxed.hpp>
#include <mhqa/text/extract_places.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace mhqa {
inline namespace v0_1 {

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

  void add(rollout_part part, std::string_view text, std::size_t at, std::size_t end, std::string_view tag = {}) {
    switch (part) {
      case rollout_part::think:
        open_step().think.push_back(text);
        break;
      case rollout_part::query:
        if (out_.answered) flaw(rollout_fault::after_answer, at, tag);
        if (out_.steps.empty() || out_.steps.back().asks) out_.steps.emplace_back();
        out_.steps.back().query = text;
        out_.steps.back().asks = true;
        out_.last_words = {};
        break;
      case rollout_part::documents:
        if (out_.answered) flaw(rollout_fault::after_answer, at, tag);
        split_documents(text, step_that_asked(at, tag).documents);
        out_.last_words = {};
        break;
      case rollout_part::note:
        step_that_asked(at, tag).notes.push_back(text);
        break;
      case rollout_part::answer:
        out_.answer = text;
        out_.answered = true;
        break;
    }
    if (!out_.steps.empty()) out_.steps.back().end = end;
  }

  /// Adds documents that the source has apart.
  void add(const rollout_document& document, std::size_t at) { step_that_asked(at, {}).documents.push_back(document); }

  /// Adds text outside all parts.
  void add_words(std::string_view text) {
    if (!detail::strip(text).empty()) out_.last_words = detail::strip(text);
  }

  void flaw(rollout_fault fault, std::size_t at, std::string_view tag) { out_.flaws.push_back({fault, at, tag}); }

  /// Takes the last \boxed{} of the last words as the answer if the source has no other, and the one in the answer.
  void finish() {
    if (!out_.answered) {
      if (const auto boxed = last_boxed(out_.last_words)) {
        out_.answer = *boxed;
        out_.answered = true;
      }
    }
    if (const auto boxed = last_boxed(out_.answer)) out_.answer = *boxed;
    out_.answer = detail::strip(out_.answer);
  }

 private:
  rollout_step& open_step() {
    const bool closed = out_.steps.empty() || out_.steps.back().asks;
    if (closed) out_.steps.emplace_back();
    return out_.steps.back();
  }
  rollout_step& step_that_asked(std::size_t at, std::string_view tag) {
    if (out_.steps.empty() || !out_.steps.back().asks) {
      const bool any = std::any_of(out_.steps.rbegin(), out_.steps.rend(), [](const auto& step) { return step.asks; });
      if (!any) flaw(rollout_fault::no_query, at, tag);
    }
    if (out_.steps.empty()) out_.steps.emplace_back();
    // After a thought that belongs to the next query, documents still belong to the step that asked.
    const bool thought = !out_.steps.back().asks && out_.steps.size() > 1;
    return thought ? out_.steps[out_.steps.size() - 2] : out_.steps.back();
  }

  rollout& out_;
};

namespace detail {

/// Reads the tags of one text into a builder.
class tagged_reader {
 public:
  tagged_reader(std::string_view text, rollout_builder& build) : text_{text}, build_{build} {}

  void read(std::size_t from) {
    std::size_t outside = from;
    for (std::size_t at = next_mark(from); at < text_.size(); at = next_mark(at)) {
      const std::string_view rest = text_.substr(at);
      if (const rollout_tag* const tag = starting(rest, &rollout_tag::open); tag != nullptr) {
        build_.add_words(text_.substr(outside, at - outside));
        at = outside = read_part(*tag, at);
      } else if (const rollout_tag* const stray = starting(rest, &rollout_tag::close); stray != nullptr) {
        build_.add_words(text_.substr(outside, at - outside));
        close_stray(*stray, at);
        at = outside = at + stray->close.size();
      } else {
        ++at;
      }
    }
    build_.add_words(text_.substr(std::min(outside, text_.size())));
  }

 private:
  [[nodiscard]] std::size_t next_mark(std::size_t from) const noexcept {
    return std::min(text_.find('<', from), text_.size());
  }

  [[nodiscard]] static const rollout_tag* starting(std::string_view rest,
                                                   std::string_view rollout_tag::*side) noexcept {
    const auto* const found = std::find_if(rollout_tags.begin(), rollout_tags.end(),
                                           [&](const rollout_tag& tag) { return rest.starts_with(tag.*side); });
    return found == rollout_tags.end() ? nullptr : found;
  }

  /// Reads one part and returns the byte after it. Documents hold any text up to their closing tag.
  std::size_t read_part(const rollout_tag& tag, std::size_t at) {
    const std::size_t begin = at + tag.open.size();
    if (tag.part == rollout_part::documents) {
      const std::size_t close = closing(tag, begin);
      if (close != std::string_view::npos) return add(tag, at, close, close + tag.close.size());
    }
    for (std::size_t end = next_mark(begin);; end = next_mark(end + 1)) {
      const std::string_view rest = text_.substr(end);
      if (rest.starts_with(tag.close)) return add(tag, at, end, end + tag.close.size());
      if (!rest.empty() && starting(rest, &rollout_tag::open) == nullptr) continue;
      interrupted_ = &tag;
      interrupted_at_ = at;
      build_.flaw(rollout_fault::unclosed, at, tag.open);
      return add(tag, at, end, end);
    }
  }

  std::size_t add(const rollout_tag& tag, std::size_t at, std::size_t end, std::size_t after) {
    const std::size_t begin = at + tag.open.size();
    build_.add(tag.part, strip(text_.substr(begin, end - begin)), at, after, tag.open);
    return after;
  }

  /// Returns the place of the closing tag from `begin`. After one failed search, the rest of the text has no such tag
  /// and is not searched again.
  [[nodiscard]] std::size_t closing(const rollout_tag& tag, std::size_t begin) {
    const auto which = static_cast<std::size_t>(&tag - rollout_tags.data());
    if (absent_[which]) return std::string_view::npos;
    const std::size_t close = text_.find(tag.close, begin);
    absent_[which] = close == std::string_view::npos;
    return close;
  }

  void close_stray(const rollout_tag& tag, std::size_t at) {
    const bool nested = interrupted_ == &tag;
    build_.flaw(nested ? rollout_fault::nested : rollout_fault::unopened, nested ? interrupted_at_ : at,
                nested ? tag.open : tag.close);
    if (nested) interrupted_ = nullptr;
  }

  std::string_view text_;
  rollout_builder& build_;
  const rollout_tag* interrupted_ = nullptr;
  std::size_t interrupted_at_ = 0;
  std::array<bool, rollout_tags.size()> absent_{};
};

}  // namespace detail

/// Reads the tags of a text into a builder; the caller calls finish().
inline void add_tagged(std::string_view text, rollout_builder& build) {
  detail::tagged_reader{text, build}.read(0);
}

/// Reads a rollout from tagged text; a prompt before the first mark of a response is skipped.
///
/// Shape:   a part ends at its closing tag, at the next opening tag (a flaw) or at the end of the text; flaws are in
///          the order in which they are found
/// Cost:    O(bytes), whatever the text
/// Example: read_tagged("<search>a<information>b</information>", r);  // one step, one flaw: unclosed
inline void read_tagged(std::string_view text, rollout& out) {
  rollout_builder build{out};
  std::size_t from = 0;
  for (const std::string_view mark : response_marks) {
    const std::size_t at = text.find(mark);
    if (at != std::string_view::npos) {
      from = at + mark.size();
      break;
    }
  }
  detail::tagged_reader{text, build}.read(from);
  build.finish();
}

}  // namespace v0_1
}  // namespace mhqa
