// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of hashed_ids.hpp.
#pragma once

#include <mhqa/io/hashed_ids.hpp>

#include <mhqa/error.hpp>
#include <mhqa/text/keyed_hash.hpp>

namespace mhqa::inline v0_1::io {

MHQA_INLINE void hashed_ids::add(std::string_view id, const std::string& file) {
  if ((count_ + 1) * 4 > table_.size() * 3) grow();
  const slot hash = slot_of(id);
  slot& place = find(hash);
  if (place == hash) {
    throw_data_error({.file = file, .id = std::string{id}}, "expected each id once, found it twice", errc::duplicate);
  }
  place = hash;
  ++count_;
}

MHQA_INLINE bool hashed_ids::contains(std::string_view id) const noexcept {
  if (table_.empty()) return false;
  const slot hash = slot_of(id);
  return table_[place_of(hash)] == hash;
}

MHQA_INLINE hashed_ids::slot hashed_ids::slot_of(std::string_view id) noexcept {
  const hash_key key = process_hash_key();
  slot hash{keyed_hash(id, key), keyed_hash(id, {~key.first, key.second})};
  if (hash == slot{}) hash.second = 1;  // zeros mark an empty slot
  return hash;
}

MHQA_INLINE std::size_t hashed_ids::place_of(const slot& hash) const noexcept {
  const std::size_t mask = table_.size() - 1;
  std::size_t at = static_cast<std::size_t>(hash.first) & mask;
  while (table_[at] != slot{} && table_[at] != hash) at = (at + 1) & mask;
  return at;
}

MHQA_INLINE void hashed_ids::grow() {
  std::vector<slot> old(table_.empty() ? std::size_t{1} << 10U : table_.size() * 2);
  old.swap(table_);
  for (const slot& one : old) {
    if (one != slot{}) find(one) = one;
  }
}

}  // namespace mhqa::inline v0_1::io
