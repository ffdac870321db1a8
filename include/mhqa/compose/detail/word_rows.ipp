// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of word_rows.hpp.
#pragma once

#include <mhqa/compose/detail/word_rows.hpp>

namespace mhqa::inline v0_1::detail {

MHQA_INLINE void fetch([[maybe_unused]] const void* from) noexcept {
#if defined(__GNUC__)
  __builtin_prefetch(from);
#endif
}

MHQA_INLINE std::uint32_t end_of_row(const std::vector<std::uint32_t>& words) {
  if (words.size() > std::numeric_limits<std::uint32_t>::max()) {
    throw_data_error({}, "pool_words: more than 2^32 - 1 words");
  }
  return static_cast<std::uint32_t>(words.size());
}

MHQA_INLINE void word_rows::reserve(std::size_t rows, std::size_t bytes) {
  first_.reserve(rows + 1);
  values_.reserve(bytes / 4);
}

MHQA_INLINE void word_rows::clear() noexcept {
  values_.clear();
  first_.resize(1);
}

MHQA_INLINE std::uint32_t item_table::likely(std::uint64_t hash) const noexcept {
  const slot& s = slots_[place(tag_of(hash))];
  return s.tag == tag_of(hash) ? s.item : none;
}

MHQA_INLINE void item_table::grow() {
  std::vector<slot> old(slots_.size() * 2);
  old.swap(slots_);
  for (const slot& s : old) {
    if (s.item != none) slots_[find_slot(s.tag, [](std::uint32_t) { return false; })] = s;
  }
}

MHQA_INLINE std::uint32_t equal_numbers::operator[](std::size_t item) const noexcept {
  const run& r = runs_[item / 64];
  const std::uint64_t bit = std::uint64_t{1} << (item % 64);
  const std::size_t before = r.before + static_cast<std::size_t>(std::popcount(r.repeats & (bit - 1)));
  return (r.repeats & bit) != 0 ? numbers_[before] : static_cast<std::uint32_t>(item - before);
}

MHQA_INLINE void equal_numbers::add(std::uint32_t item, std::uint32_t first) {
  if (item % 64 == 0) runs_.push_back({0, numbers_.size()});
  if (item == first) return;
  const std::uint32_t number = (*this)[first];
  runs_.back().repeats |= std::uint64_t{1} << (item % 64);
  numbers_.push_back(number);
}

}  // namespace mhqa::inline v0_1::detail
