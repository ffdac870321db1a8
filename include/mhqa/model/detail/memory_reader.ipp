// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of memory_reader.hpp.
#pragma once

#include <mhqa/model/memory_reader.hpp>

#include <algorithm>
#include <utility>

namespace mhqa {
inline namespace v0_1 {

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
  const std::vector<std::uint32_t> words = numbers_of(question);
  const double all = weight_of(words);
  if (const auto same = same_.find(normalize(question)); same != same_.end()) {
    for (const std::uint32_t at : same->second) {
      if (entries_[at].fold != fold) return {entries_[at].answer, 1, true};
    }
  }
  recollection out;
  double title_share = 0.5;
  const entry* titled = nullptr;
  for (const std::uint32_t at : candidates(words)) {
    const entry& one = entries_[at];
    if (one.fold == fold) continue;
    const double shared = shared_weight(words, one.words);
    if (one.question.empty()) {
      if (all > 0 && shared / all > title_share && !holds(words, one.answer)) {
        title_share = shared / all;
        titled = &one;
      }
      continue;
    }
    const double either = all + weight_of(one.words) - shared;
    const double similarity = either > 0 ? shared / either : 0;
    if (similarity <= out.similarity) continue;
    out.similarity = similarity;
    out.answer = one.answer;
  }
  if (out.similarity < 1.0 / 3 && titled != nullptr) {
    out.answer = titled->answer;
    out.similarity = title_share / 3;
  }
  return out;
}

MHQA_INLINE void question_memory::add(entry one, std::string_view text) {
  passage_.assign(text);
  for (const passage_word& word : passage_.words()) {
    const auto [number, fresh] = numbers_.try_emplace(word.key, static_cast<std::uint32_t>(having_.size()));
    if (fresh) having_.emplace_back();
    one.words.push_back(number->second);
  }
  make_set(one.words);
  for (const std::uint32_t word : one.words) having_[word].push_back(static_cast<std::uint32_t>(entries_.size()));
  entries_.push_back(std::move(one));
}

MHQA_INLINE void question_memory::make_set(std::vector<std::uint32_t>& words) {
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
}

MHQA_INLINE std::vector<std::uint32_t> question_memory::numbers_of(std::string_view text) const {
  std::vector<std::uint32_t> out;
  const passage all{text};
  for (const passage_word& word : all.words()) {
    if (const auto known = numbers_.find(word.key); known != numbers_.end()) out.push_back(known->second);
  }
  make_set(out);
  return out;
}

MHQA_INLINE double question_memory::weight_of(std::span<const std::uint32_t> words) const {
  double sum = 0;
  for (const std::uint32_t word : words) sum += weight(word);
  return sum;
}

MHQA_INLINE double question_memory::shared_weight(std::span<const std::uint32_t> a,
                                                  std::span<const std::uint32_t> b) const {
  double sum = 0;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i] == b[j]) sum += weight(a[i]);
    const bool next = a[i] <= b[j];
    j += b[j] <= a[i] ? 1U : 0U;
    i += next ? 1U : 0U;
  }
  return sum;
}

MHQA_INLINE bool question_memory::holds(std::span<const std::uint32_t> words, std::string_view title) const {
  const std::vector<std::uint32_t> of_title = numbers_of(title);
  return std::includes(words.begin(), words.end(), of_title.begin(), of_title.end());
}

MHQA_INLINE std::vector<std::uint32_t> question_memory::candidates(std::vector<std::uint32_t> words) const {
  std::stable_sort(words.begin(), words.end(),
                   [this](std::uint32_t a, std::uint32_t b) { return having_[a].size() < having_[b].size(); });
  std::vector<std::uint32_t> out;
  for (std::size_t i = 0; i < std::min(words.size(), rarest) && having_[words[i]].size() <= most_entries; ++i) {
    out.insert(out.end(), having_[words[i]].begin(), having_[words[i]].end());
  }
  make_set(out);
  return out;
}

MHQA_INLINE reading memory_reader::operator()(const reading_task& task) const {
  recollection found = known_->recall(task.question, task.fold);
  return {.answer = std::move(found.answer), .confidence = found.similarity, .support = {}, .sufficiency = 0};
}

}  // namespace v0_1
}  // namespace mhqa
