// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of streamed_memory.hpp.
#pragma once

#include <mhqa/model/streamed_memory.hpp>

#include <mhqa/text/normalize.hpp>

#include <algorithm>

namespace mhqa::inline v0_1 {

MHQA_INLINE void streamed_memory::ask(std::string_view question, std::uint32_t fold) {
  const auto i = static_cast<std::uint32_t>(asked_.size());
  asked_.push_back({.best = detail::recalled{words_, words_.numbers_of(question)}, .fold = fold});
  const auto words = asked_.back().best.words();
  for (const std::uint32_t word : words_.looked_up({words.begin(), words.end()})) by_word_[word].push_back(i);
  same_[normalize(question)].push_back(i);
}

MHQA_INLINE void streamed_memory::clear() {
  asked_.clear();
  by_word_.clear();
  same_.clear();
}

MHQA_INLINE void streamed_memory::see(std::string_view question, std::string_view answer, std::uint32_t fold) {
  const std::string form = normalize(question);
  if (const auto same = same_.find(form); same != same_.end()) {
    for (const std::uint32_t i : same->second) {
      asked& one = asked_[i];
      if (one.identical || one.fold == fold) continue;
      one.identical = true;
      one.same = answer;
    }
  }
  see(question, answer, fold, form.empty());
}

MHQA_INLINE void streamed_memory::see_paragraph(std::string_view title, std::string_view text, std::uint32_t fold) {
  if (!title.empty()) see(text, title, fold, true);
}

MHQA_INLINE void streamed_memory::see(std::string_view text, std::string_view answer, std::uint32_t fold,
                                      bool is_title) {
  ++seen_;
  const std::vector<std::uint32_t> words = words_.numbers_of(text);
  for (const std::uint32_t word : words) {
    const auto wanted = by_word_.find(word);
    if (wanted == by_word_.end()) continue;
    for (const std::uint32_t i : wanted->second) {
      asked& one = asked_[i];
      if (one.last_seen == seen_ || one.fold == fold) continue;
      one.last_seen = seen_;
      one.best.see(words_, words, answer, is_title);
    }
  }
}

MHQA_INLINE recollection streamed_memory::recall(std::size_t i) const {
  const asked& one = asked_[i];
  return one.identical ? recollection{one.same, 1, true} : recollection{one.best.answer(), one.best.similarity()};
}

}  // namespace mhqa::inline v0_1
