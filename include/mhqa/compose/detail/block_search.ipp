// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of block_search.hpp.
#pragma once

#include <mhqa/compose/block_search.hpp>

#include <mhqa/text/normalize.hpp>

#include <numeric>

namespace mhqa::inline v0_1 {

MHQA_INLINE paragraph_print paragraph_print::of(const context_paragraph& p) {
  return {stable_hash(p.title), stable_hash(normalize(p.text))};
}

namespace detail {

MHQA_INLINE void best_found::merge(std::span<const hit> block, std::size_t k) {
  if (block.empty()) return;
  const auto better = [](const hit& a, const hit& b) { return a.score > b.score; };  // ties: the earlier block
  std::vector<hit> both;
  both.reserve(hits_.size() + block.size());
  std::merge(hits_.begin(), hits_.end(), block.begin(), block.end(), std::back_inserter(both), better);
  hits_.clear();
  for (const hit& one : both) {
    if (hits_.size() == k) break;
    append(one);
  }
}

MHQA_INLINE void best_found::append(const hit& one) {
  if (std::ranges::find(hits_, one.print, &hit::print) == hits_.end()) hits_.push_back(one);
}

MHQA_INLINE block_statistics::block_statistics(std::span<const block_query> queries) {
  paragraph_analyzer terms;
  for (const block_query& query : queries) {
    terms(std::string_view{query.text}, [this](std::string_view term) { asked.insert(term); });
  }
}

MHQA_INLINE random_walk::random_walk(std::size_t of, std::uint64_t paragraphs, draws& random)
    : query{of}, paragraphs_{paragraphs}, at_{random.below(paragraphs)} {
  step_ += random.below(std::max<std::uint64_t>(paragraphs_, 2) - 1);
  while (std::gcd(step_, paragraphs_) != 1) ++step_;
}

MHQA_INLINE void random_walk::plan(std::uint32_t walk, std::size_t most, std::vector<step>& to) {
  const std::uint64_t size = std::min<std::uint64_t>(most, paragraphs_ - taken_);
  seen.assign(static_cast<std::size_t>(size), {});
  accepted.assign(seen.size(), 0);
  for (std::uint32_t i = 0; i < size; ++i, at_ = (at_ + step_) % paragraphs_) {
    to.push_back({static_cast<std::uint32_t>(at_), walk, i});
  }
  taken_ += size;
}

}  // namespace detail
}  // namespace mhqa::inline v0_1
