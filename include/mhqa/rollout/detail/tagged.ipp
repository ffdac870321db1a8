// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of tagged.hpp.
#pragma once

#include <mhqa/rollout/tagged.hpp>

#include <mhqa/rollout/documents.hpp>
#include <mhqa/text/boxed.hpp>

namespace mhqa::inline v0_1 {

MHQA_INLINE void rollout_builder::add(rollout_part part, std::string_view text, std::size_t at, std::size_t end,
                                      std::string_view tag) {
  const std::size_t known = out_.flaws.size();
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
  close_part(end, known);
}

MHQA_INLINE void rollout_builder::add_documents(std::size_t step, std::string_view text, std::string_view tag) {
  const std::size_t known = out_.flaws.size();
  if (out_.answered) flaw(rollout_fault::after_answer, 0, tag);
  split_documents(text, out_.steps[step].documents);
  out_.last_words = {};
  close_part(0, known);
}

MHQA_INLINE void rollout_builder::close_part(std::size_t end, std::size_t known) {
  if (out_.steps.empty()) return;
  out_.steps.back().end = message_ == 0 ? end : message_;
  for (std::size_t i = known; i < out_.flaws.size(); ++i) out_.flaws[i].step = out_.steps.size() - 1;
}

MHQA_INLINE void rollout_builder::finish() {
  if (!out_.answered) {
    if (const auto boxed = last_boxed(out_.last_words)) {
      out_.answer = *boxed;
      out_.answered = true;
    }
  }
  if (const auto boxed = last_boxed(out_.answer)) out_.answer = *boxed;
  out_.answer = detail::strip(out_.answer);
  for (rollout_flaw& flaw : out_.flaws) {
    if (flaw.step != no_step) continue;
    // A step's end is the byte after it, or the number of its last message, which may be that of several steps.
    const bool chat = flaw.message != 0;
    auto found = std::ranges::lower_bound(out_.steps, chat ? flaw.message : flaw.at + 1, {}, &rollout_step::end);
    while (chat && found != out_.steps.end() && found + 1 != out_.steps.end() && found[1].end == flaw.message) ++found;
    if (found != out_.steps.end()) flaw.step = static_cast<std::size_t>(found - out_.steps.begin());
  }
}

MHQA_INLINE rollout_step& rollout_builder::open_step() {
  const bool closed = out_.steps.empty() || out_.steps.back().asks;
  if (closed) out_.steps.emplace_back();
  return out_.steps.back();
}

MHQA_INLINE rollout_step& rollout_builder::step_that_asked(std::size_t at, std::string_view tag) {
  if (out_.steps.empty() || !out_.steps.back().asks) {
    const bool any = std::any_of(out_.steps.rbegin(), out_.steps.rend(), [](const auto& step) { return step.asks; });
    if (!any) flaw(rollout_fault::no_query, at, tag);
  }
  if (out_.steps.empty()) out_.steps.emplace_back();
  // After a thought that belongs to the next query, documents still belong to the step that asked.
  const bool thought = !out_.steps.back().asks && out_.steps.size() > 1;
  return thought ? out_.steps[out_.steps.size() - 2] : out_.steps.back();
}

namespace detail {

/// Finds a mark by its second character, which is rarer in texts with tags and lines than the first.
[[nodiscard]] inline std::size_t find_mark(std::string_view text, std::string_view mark) noexcept {
  const std::string_view rest = mark.substr(1);
  for (std::size_t at = text.find(rest, 1); at != std::string_view::npos; at = text.find(rest, at + 1)) {
    if (text[at - 1] == mark[0]) return at - 1;
  }
  return std::string_view::npos;
}

MHQA_INLINE void tagged_reader::read(std::size_t from) {
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

MHQA_INLINE const rollout_tag* tagged_reader::starting(std::string_view rest,
                                                       std::string_view rollout_tag::*side) noexcept {
  constexpr std::size_t least = 3;  // no tag is shorter
  if (rest.size() < least) return nullptr;
  const auto* const found = std::find_if(rollout_tags.begin(), rollout_tags.end(), [&](const rollout_tag& tag) {
    const std::string_view wanted = tag.*side;
    return rest[1] == wanted[1] && rest[2] == wanted[2] && rest.starts_with(wanted);
  });
  return found == rollout_tags.end() ? nullptr : found;
}

MHQA_INLINE std::size_t tagged_reader::read_part(const rollout_tag& tag, std::size_t at) {
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
    add(tag, at, end, end);
    interrupted_step_ = build_.last_step();
    build_.flaw(rollout_fault::unclosed, at, tag.open, interrupted_step_);
    return end;
  }
}

MHQA_INLINE std::size_t tagged_reader::add(const rollout_tag& tag, std::size_t at, std::size_t end, std::size_t after) {
  const std::size_t begin = at + tag.open.size();
  build_.add(tag.part, strip(text_.substr(begin, end - begin)), at, after, tag.open);
  return after;
}

MHQA_INLINE std::size_t tagged_reader::closing(const rollout_tag& tag, std::size_t begin) {
  const auto which = static_cast<std::size_t>(&tag - rollout_tags.data());
  if (absent_[which]) return std::string_view::npos;
  const std::size_t close = text_.find(tag.close, begin);
  absent_[which] = close == std::string_view::npos;
  return close;
}

MHQA_INLINE void tagged_reader::close_stray(const rollout_tag& tag, std::size_t at) {
  const bool nested = interrupted_ == &tag;
  build_.flaw(nested ? rollout_fault::nested : rollout_fault::unopened, nested ? interrupted_at_ : at,
              nested ? tag.open : tag.close, nested ? interrupted_step_ : no_step);
  if (nested) interrupted_ = nullptr;
}

}  // namespace detail

MHQA_INLINE void add_tagged(std::string_view text, rollout_builder& build) {
  detail::tagged_reader{text, build}.read(0);
}

MHQA_INLINE void read_tagged(std::string_view text, rollout& out) {
  rollout_builder build{out};
  std::size_t from = 0;
  for (const std::string_view mark : response_marks) {
    const std::size_t at = detail::find_mark(text, mark);
    if (at != std::string_view::npos) {
      from = at + mark.size();
      break;
    }
  }
  detail::tagged_reader{text, build}.read(from);
  build.finish();
}

}  // namespace mhqa::inline v0_1
