// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of matching_ratio.hpp.
#pragma once

#include <mhqa/text/matching_ratio.hpp>

#include <utility>

namespace mhqa::inline v0_1::detail {

MHQA_INLINE std::size_t block_matcher::matched() {
  struct part {
    std::size_t a_begin, a_end, b_begin, b_end;
  };
  std::vector<part> open{{0, a_.size(), 0, b_.size()}};
  std::size_t sum = 0;
  while (!open.empty()) {
    const part one = open.back();
    open.pop_back();
    const block found = longest(one.a_begin, one.a_end, one.b_begin, one.b_end);
    if (found.size == 0) continue;
    sum += found.size;
    open.push_back({one.a_begin, found.a, one.b_begin, found.b});
    open.push_back({found.a + found.size, one.a_end, found.b + found.size, one.b_end});
  }
  return sum;
}

MHQA_INLINE block_matcher::block block_matcher::longest(std::size_t a_begin, std::size_t a_end, std::size_t b_begin,
                                                        std::size_t b_end) {
  block best{a_begin, b_begin, 0};
  for (std::size_t i = a_begin; i < a_end; ++i) {
    const auto found = places_.find(a_[i]);
    if (found != places_.end()) {
      for (const std::size_t j : found->second) {
        if (j < b_begin) continue;
        if (j >= b_end) break;
        const std::size_t size = next_[j + 1] = (j == b_begin ? 0 : lengths_[j]) + 1;
        touched_.push_back(j + 1);
        if (size > best.size) best = {i + 1 - size, j + 1 - size, size};
      }
    }
    // The row before is no longer needed; this one takes its place.
    for (const std::size_t j : before_) lengths_[j] = 0;
    for (const std::size_t j : touched_) lengths_[j] = std::exchange(next_[j], 0);
    before_.swap(touched_);
    touched_.clear();
  }
  for (const std::size_t j : before_) lengths_[j] = 0;
  before_.clear();
  while (best.a > a_begin && best.b > b_begin && a_[best.a - 1] == b_[best.b - 1]) {
    --best.a;
    --best.b;
    ++best.size;
  }
  while (best.a + best.size < a_end && best.b + best.size < b_end && a_[best.a + best.size] == b_[best.b + best.size]) {
    ++best.size;
  }
  return best;
}

}  // namespace mhqa::inline v0_1::detail
