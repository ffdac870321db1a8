// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of memory_reader.hpp.
#pragma once

#include <mhqa/model/memory_reader.hpp>

#include <utility>

namespace mhqa::inline v0_1 {

MHQA_INLINE void question_memory::add(std::string_view question, std::string_view answer, std::uint32_t fold) {
  std::string same = normalize(question);
  same_[same].push_back(static_cast<std::uint32_t>(entries_.size()));
  add({std::string{answer}, std::move(same), {}, fold}, question);
  ++questions_;
}

MHQA_INLINE void question_memory::add_paragraph(std::string_view title, std::string_view text, std::uint32_t fold) {
  if (title.empty()) return;
  add({std::string{title}, {}, {}, fold}, text);
}

MHQA_INLINE recollection question_memory::recall(std::string_view question, std::uint32_t fold) const {
  if (const auto same = same_.find(normalize(question)); same != same_.end()) {
    for (const std::uint32_t at : same->second) {
      if (entries_[at].fold != fold) return {entries_[at].answer, 1, true};
    }
  }
  detail::recalled out{words_, words_.numbers_of(question)};
  for (const std::uint32_t at : candidates(out.words())) {
    const entry& one = entries_[at];
    if (one.fold != fold) out.see(words_, one.words, one.answer, one.question.empty());
  }
  return {out.answer(), out.similarity()};
}

MHQA_INLINE void question_memory::add(entry one, std::string_view text) {
  one.words = words_.add(text);
  for (const std::uint32_t word : one.words) {
    if (word >= having_.size()) having_.resize(word + std::size_t{1});
    having_[word].push_back(static_cast<std::uint32_t>(entries_.size()));
  }
  entries_.push_back(std::move(one));
}

MHQA_INLINE std::vector<std::uint32_t> question_memory::candidates(std::span<const std::uint32_t> words) const {
  std::vector<std::uint32_t> out;
  for (const std::uint32_t word : words_.looked_up({words.begin(), words.end()})) {
    out.insert(out.end(), having_[word].begin(), having_[word].end());
  }
  detail::counted_words::make_set(out);
  return out;
}

MHQA_INLINE reading memory_reader::operator()(const reading_task& task) const {
  recollection found = known_->recall(task.question, task.fold);
  return {.answer = std::move(found.answer), .confidence = found.similarity, .support = {}, .sufficiency = 0};
}

}  // namespace mhqa::inline v0_1
