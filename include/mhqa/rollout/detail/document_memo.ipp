// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of document_memo.hpp.
#pragma once

#include <mhqa/rollout/detail/document_memo.hpp>

#include <mhqa/text/token.hpp>

#include <algorithm>

namespace mhqa::inline v0_1::detail {

MHQA_INLINE std::uint32_t sampled_index::find(std::string_view text) {
  if (2 * (size_ + 1) > cells_.size()) grow();
  const std::uint64_t hash = sample(text);
  for (at_ = static_cast<std::size_t>(hash) & (cells_.size() - 1); cells_[at_].number != string_index::npos;
       at_ = (at_ + 1) & (cells_.size() - 1)) {
    if (cells_[at_].hash != hash) continue;
    if (cells_[at_].text == text) return cells_[at_].number;
    const std::uint32_t other = others_.find(text);
    return other == string_index::npos ? other : numbers_[other];
  }
  return string_index::npos;
}

MHQA_INLINE void sampled_index::add(std::string_view text, std::uint32_t number) {
  if (cells_[at_].number == string_index::npos) {
    cells_[at_] = {sample(text), text, number};
    ++size_;
  } else {
    (void)others_.insert(text);
    numbers_.push_back(number);
  }
}

MHQA_INLINE void sampled_index::clear() noexcept {
  constexpr std::size_t most = 1024;  // more are filled anew at a cost that a small question should not pay
  if (cells_.size() > most) {
    cells_ = {};
  } else if (size_ != 0) {
    std::fill(cells_.begin(), cells_.end(), cell{});
  }
  size_ = 0;
  others_.clear();
  numbers_.clear();
}

MHQA_INLINE std::uint64_t sampled_index::sample(std::string_view text) const noexcept {
  constexpr std::size_t word = 8, places = 4;
  if (text.size() <= word * places) return keyed_hash(text, key_);
  std::uint64_t hash = text.size() ^ key_.first;
  for (std::size_t i = 0; i < places; ++i) {
    hash = (hash ^ load_word(text.data() + i * (text.size() - word) / (places - 1))) * 0x9E3779B97F4A7C15U;
    hash ^= hash >> 29U;
  }
  return hash ^ key_.second;
}

MHQA_INLINE void sampled_index::grow() {
  constexpr std::size_t least = 64;
  std::vector<cell> old(std::max(2 * cells_.size(), least));
  old.swap(cells_);
  for (const cell& one : old) {
    if (one.number == string_index::npos) continue;
    std::size_t i = static_cast<std::size_t>(one.hash) & (cells_.size() - 1);
    while (cells_[i].number != string_index::npos) i = (i + 1) & (cells_.size() - 1);
    cells_[i] = one;
  }
}

MHQA_INLINE void document_memo::begin(std::uint64_t question, std::size_t facts) {
  constexpr std::size_t most = std::size_t{4} << 20U;
  ++rollout_;
  if (question_ == question && facts_ == facts && bytes_ < most) return;
  question_ = question;
  facts_ = facts;
  bytes_ = 0;
  index_.clear();
  arena_.clear();
  entries_.clear();
  known_.clear();
}

MHQA_INLINE document_memo::fact* document_memo::meet(const rollout_document& document) {
  const auto key_of = [](const rollout_document& one) {
    return !one.id.empty() ? one.id : !one.text.empty() ? one.text : one.title;
  };
  std::uint32_t number = index_.find(key_of(document));
  if (number == string_index::npos) {
    number = static_cast<std::uint32_t>(entries_.size());
    entries_.push_back({kept(document), rollout_});
    known_.resize(known_.size() + facts_, fact::unknown);
    index_.add(key_of(entries_.back().document), number);
    return &known_[number * facts_];
  }
  entry& found = entries_[number];
  if (found.rollout == rollout_) return nullptr;
  found.rollout = rollout_;
  fact* const facts = known_.data() + number * facts_;
  if (found.document != document) {  // the same id or text, with another text or title
    found.document = kept(document);
    std::fill(facts, facts + facts_, fact::unknown);
  }
  return facts;
}

MHQA_INLINE rollout_document document_memo::kept(const rollout_document& document) {
  bytes_ += document.id.size() + document.title.size() + document.text.size();
  return {arena_.store(document.id), arena_.store(document.title), arena_.store(document.text)};
}

}  // namespace mhqa::inline v0_1::detail
