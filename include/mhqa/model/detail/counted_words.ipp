// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of counted_words.hpp.
#pragma once

#include <mhqa/model/detail/counted_words.hpp>

#include <algorithm>
#include <utility>

namespace mhqa::inline v0_1::detail {

MHQA_INLINE std::vector<std::uint32_t> counted_words::add(std::string_view text) {
  std::vector<std::uint32_t> out;
  passage_.assign(text);
  for (const passage_word& word : passage_.words()) {
    const auto [number, fresh] = numbers_.try_emplace(word.key, static_cast<std::uint32_t>(counts_.size()));
    if (fresh) counts_.push_back(0);
    out.push_back(number->second);
  }
  make_set(out);
  for (const std::uint32_t word : out) ++counts_[word];
  ++entries_;
  return out;
}

MHQA_INLINE std::vector<std::uint32_t> counted_words::numbers_of(std::string_view text) const {
  std::vector<std::uint32_t> out;
  const passage all{text};
  for (const passage_word& word : all.words()) {
    if (const auto known = numbers_.find(word.key); known != numbers_.end()) out.push_back(known->second);
  }
  make_set(out);
  return out;
}

MHQA_INLINE std::vector<std::uint32_t> counted_words::looked_up(std::vector<std::uint32_t> words) const {
  std::stable_sort(words.begin(), words.end(),
                   [this](std::uint32_t a, std::uint32_t b) { return counts_[a] < counts_[b]; });
  std::size_t size = 0;
  while (size < std::min(words.size(), rarest) && counts_[words[size]] <= most_entries) ++size;
  words.resize(size);
  return words;
}

MHQA_INLINE double counted_words::weight_of(std::span<const std::uint32_t> words) const {
  double sum = 0;
  for (const std::uint32_t word : words) sum += weight(word);
  return sum;
}

MHQA_INLINE double counted_words::shared_weight(std::span<const std::uint32_t> a,
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

MHQA_INLINE bool counted_words::holds(std::span<const std::uint32_t> words, std::string_view title) const {
  const std::vector<std::uint32_t> of_title = numbers_of(title);
  return std::includes(words.begin(), words.end(), of_title.begin(), of_title.end());
}

MHQA_INLINE void counted_words::make_set(std::vector<std::uint32_t>& words) {
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
}

MHQA_INLINE recalled::recalled(const counted_words& all, std::vector<std::uint32_t> words)
    : words_{std::move(words)}, all_{all.weight_of(words_)} {}

MHQA_INLINE void recalled::see(const counted_words& all, std::span<const std::uint32_t> words, std::string_view answer,
                               bool is_title) {
  const double shared = all.shared_weight(words_, words);
  if (is_title) {
    if (all_ > 0 && shared / all_ > title_share_ && !all.holds(words_, answer)) {
      title_share_ = shared / all_;
      title_ = answer;
      titled_ = true;
    }
    return;
  }
  const double either = all_ + all.weight_of(words) - shared;
  const double similarity = either > 0 ? shared / either : 0;
  if (similarity <= similarity_) return;
  similarity_ = similarity;
  answer_ = answer;
}

}  // namespace mhqa::inline v0_1::detail
