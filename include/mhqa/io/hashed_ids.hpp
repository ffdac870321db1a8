// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Rejects ids that occur twice, in files with more ids than memory can hold: it keeps a keyed hash of 16 bytes of each.
//   hashed_ids ids;  ids.add(record.id, path);
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::io {

/// The ids seen so far, as 128 bits each: among 10^8 ids, two that differ are taken for one with a chance of 10^-23.
///
/// Errors: add() throws data_error with file and id for a repeated id
/// Cost:   two hashes per id; 21 to 43 bytes of memory, half as much again while the table grows
class hashed_ids {
 public:
  void add(std::string_view id, const std::string& file);

  /// Returns true if the id was added.
  [[nodiscard]] bool contains(std::string_view id) const noexcept;

 private:
  struct slot {
    std::uint64_t first = 0;
    std::uint64_t second = 0;

    friend bool operator==(const slot&, const slot&) = default;
  };

  [[nodiscard]] static slot slot_of(std::string_view id) noexcept;

  /// The number of the slot that holds the hash, or of the empty one that should.
  [[nodiscard]] std::size_t place_of(const slot& hash) const noexcept;
  slot& find(const slot& hash) noexcept { return table_[place_of(hash)]; }

  void grow();

  std::vector<slot> table_;
  std::size_t count_ = 0;
};

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/hashed_ids.ipp>
#endif
