// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of bridge_uses.hpp.
#pragma once

#include <mhqa/compose/bridge_uses.hpp>

#include <mhqa/compose/pair_index.hpp>
#include <mhqa/random.hpp>
#include <mhqa/retrieval/vocabulary.hpp>

#include <algorithm>
#include <bit>
#include <utility>

namespace mhqa::inline v0_1 {

MHQA_INLINE void bridge_uses::read(std::string_view text) {
  form_.assign(text);
  words_.clear();
  for (const token& t : form_.tokens()) words_.push_back(detail::term_key(t.in(form_.text())));
}

MHQA_INLINE void bridge_uses::add_answer(std::string_view answer) {
  read(answer);
  if (words_.empty()) return;
  bridge_key hash;
  for (const std::uint64_t word : words_) hash.add(word);
  const std::uint64_t key = hash.value();
  const auto part = static_cast<std::uint32_t>(stable_hash(form_.text()) % parts_);
  const auto next = static_cast<std::uint32_t>(uses_.size());
  const std::uint32_t at = table_.find_or_add(key, next, [&](std::uint32_t i) { return uses_[i].key == key; });
  if (at == next) {
    uses_.push_back({.key = key, .part = part});
    lengths_[words_[0]] |= std::uint64_t{1} << (std::min<std::size_t>(words_.size(), 64) - 1);
    longest_ = std::max(longest_, words_.size());
  }
  ++uses_[at].heads;
  if (uses_[at].part != part) uses_[at].part = all;
}

MHQA_INLINE void bridge_uses::find_mentioned(std::string_view text) {
  read(text);
  found_.clear();
  for (std::size_t begin = 0; begin < words_.size(); ++begin) {
    const auto known = lengths_.find(words_[begin]);
    if (known == lengths_.end()) continue;
    const std::uint64_t mask = known->second;
    const std::size_t longest = (mask >> 63U) != 0 ? longest_ : static_cast<std::size_t>(std::bit_width(mask));
    const std::size_t most = std::min(longest, words_.size() - begin);
    bridge_key key;
    for (std::size_t n = 1; n <= most; ++n) {
      key.add(words_[begin + n - 1]);
      if (((mask >> (std::min<std::size_t>(n, 64) - 1)) & 1U) == 0) continue;
      if (const std::uint32_t at = find(key.value()); at != detail::item_table::none) found_.push_back(at);
    }
  }
  std::sort(found_.begin(), found_.end());
  found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
}

MHQA_INLINE void bridge_uses::add_question(std::string_view question) {
  find_mentioned(question);
  for (const std::uint32_t i : found_) ++uses_[i].tails;
}

MHQA_INLINE bool bridge_uses::is_divided(const use& u) const noexcept {
  return std::uint64_t{u.heads} * u.tails > pair_index::undivided;
}

MHQA_INLINE void bridge_uses::mark_role(const use& u, bool is_tail, std::uint32_t own,
                                        std::vector<shard_need>& parts) const {
  const std::uint64_t rows = std::uint64_t{u.heads} * u.tails;
  if (rows == 0) return;
  const bool by_tail = u.tails > u.heads;
  if (u.part == all || (is_divided(u) && is_tail != by_tail)) {
    std::fill(parts.begin(), parts.end(), shard_need::all);
    return;
  }
  if (is_divided(u) && is_sampled(u)) {
    for (shard_need& need : parts) need = std::max(need, shard_need::without_paragraph);
  }
  parts[is_divided(u) ? own : u.part] = shard_need::all;
}

MHQA_INLINE void bridge_uses::mark(std::string_view id, std::string_view question, std::string_view answer,
                                   std::vector<shard_need>& parts) {
  const auto own = static_cast<std::uint32_t>(stable_hash(id) % parts_);
  find_mentioned(question);
  for (const std::uint32_t i : found_) mark_role(uses_[i], true, own, parts);
  const std::uint32_t at = find_answer(answer);
  if (at != detail::item_table::none) mark_role(uses_[at], false, own, parts);
}

MHQA_INLINE std::uint32_t bridge_uses::find_answer(std::string_view answer) {
  read(answer);
  bridge_key key;
  for (const std::uint64_t word : words_) key.add(word);
  return words_.empty() ? detail::item_table::none : find(key.value());
}

MHQA_INLINE bool bridge_uses::is_sampled(std::string_view question, std::string_view answer) {
  find_mentioned(question);
  if (std::ranges::any_of(found_, [this](std::uint32_t i) { return is_sampled(uses_[i]); })) return true;
  const std::uint32_t at = find_answer(answer);
  return at != detail::item_table::none && is_sampled(uses_[at]);
}

MHQA_INLINE void bridge_uses::mark_title(std::string_view title, std::vector<shard_need>& parts) {
  find_mentioned(title);
  for (const std::uint32_t i : found_) {
    const use& u = uses_[i];
    if (u.heads == 0 || u.tails == 0) continue;
    if (u.part == all || is_divided(u)) {
      std::fill(parts.begin(), parts.end(), shard_need::all);
    } else {
      parts[u.part] = shard_need::all;
    }
  }
}

MHQA_INLINE divided_bridges bridge_uses::divided() const {
  std::vector<std::uint64_t> out;
  for (const use& u : uses_) {
    if (is_divided(u)) out.push_back(divided_bridges::pack(u.key, u.tails > u.heads));
  }
  std::sort(out.begin(), out.end());
  return divided_bridges{std::move(out)};
}

}  // namespace mhqa::inline v0_1
