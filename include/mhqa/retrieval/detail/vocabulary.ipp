// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of vocabulary.hpp.
#pragma once

#include <mhqa/retrieval/vocabulary.hpp>

#include <mhqa/error.hpp>

#include <bit>
#include <cstring>
#include <utility>

namespace mhqa::inline v0_1::detail {

MHQA_INLINE std::uint64_t term_key(std::string_view term) noexcept {
  const auto load = [](const char* from, auto word) {
    std::memcpy(&word, from, sizeof word);
    return std::uint64_t{word};
  };
  const char* const at = term.data();
  const std::size_t size = term.size();
  if (size < 8) {
    std::uint64_t key = std::uint64_t{size} << 56U;
    if constexpr (std::endian::native == std::endian::little) {
      if (size >= 4) {
        key |= load(at, std::uint32_t{}) | load(at + size - 4, std::uint32_t{}) << (8 * (size - 4));
      } else if (size >= 2) {
        key |= load(at, std::uint16_t{}) | load(at + size - 2, std::uint16_t{}) << (8 * (size - 2));
      } else if (size == 1) {
        key |= static_cast<unsigned char>(*at);
      }
    } else {
      for (std::size_t i = 0; i < size; ++i) key |= std::uint64_t{static_cast<unsigned char>(at[i])} << (8 * i);
    }
    return key;
  }
  std::uint64_t key = size;
  for (std::size_t i = 0; i + 8 < size; i += 8) {
    key = (key ^ load(at + i, std::uint64_t{})) * 0x9E3779B97F4A7C15U;
    key ^= key >> 29U;
  }
  key = (key ^ load(at + size - 8, std::uint64_t{})) * 0xD6E8FEB86659FD93U;
  return (key ^ (key >> 32U)) | (std::uint64_t{0xFF} << 56U);
}

MHQA_INLINE vocabulary::entry& vocabulary::insert(std::string_view term, std::uint64_t key) {
  const std::size_t mask = table_.size() - 1;
  for (std::size_t slot = term_slot(key, mask);; slot = (slot + 1) & mask) {
    entry& found = table_[slot];
    if (found.id == no_term) return add(term, key, slot);
    // The key of a short term identifies it.
    if (found.key == key && (key >> 56U != 0xFF || name(found.id) == term)) return found;
  }
}

MHQA_INLINE std::uint32_t vocabulary::find(std::string_view term) const noexcept {
  const std::uint64_t key = term_key(term);
  const std::size_t mask = table_.size() - 1;
  for (std::size_t slot = term_slot(key, mask);; slot = (slot + 1) & mask) {
    const entry& found = table_[slot];
    if (found.id == no_term) return no_term;
    if (found.key == key && (key >> 56U != 0xFF || name(found.id) == term)) return found.id;
  }
}

MHQA_INLINE void vocabulary::prefetch([[maybe_unused]] std::uint64_t key) const noexcept {
#if defined(__GNUC__)
  __builtin_prefetch(&table_[term_slot(key, table_.size() - 1)]);
#endif
}

MHQA_INLINE vocabulary::entry& vocabulary::add(std::string_view term, std::uint64_t key, std::size_t slot) {
  const auto id = static_cast<std::uint32_t>(size());
  if (id >= no_term - 1) throw_data_error({}, "more than 2^32 - 2 different terms");
  names_ += term;
  first_.push_back(names_.size());
  if (size() * 3 > table_.size() * 2) {
    grow();
    slot = free_slot(key);
  }
  return table_[slot] = {key, id, 0};
}

MHQA_INLINE std::size_t vocabulary::free_slot(std::uint64_t key) const noexcept {
  const std::size_t mask = table_.size() - 1;
  std::size_t slot = term_slot(key, mask);
  while (table_[slot].id != no_term) slot = (slot + 1) & mask;
  return slot;
}

MHQA_INLINE void vocabulary::grow() {
  std::vector<entry> old(table_.size() * 2, entry{0, no_term, 0});
  old.swap(table_);
  for (const entry& e : old) {
    if (e.id != no_term) table_[free_slot(e.key)] = e;
  }
}

MHQA_INLINE term_names::term_names(vocabulary&& all) : names_{std::move(all.names_)}, first_{std::move(all.first_)} {
  ids_.reserve(all.table_.size());
  for (const vocabulary::entry& e : all.table_) ids_.push_back(e.id);
}

MHQA_INLINE std::uint32_t term_names::find(std::string_view term) const noexcept {
  const std::size_t mask = ids_.size() - 1;
  for (std::size_t slot = term_slot(term_key(term), mask);; slot = (slot + 1) & mask) {
    if (ids_[slot] == no_term || name(ids_[slot]) == term) return ids_[slot];
  }
}

}  // namespace mhqa::inline v0_1::detail
