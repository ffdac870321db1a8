// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The part of the work that one of several processes does: index i of n, and the rule that assigns records to parts.
//   if (mhqa::part_number{.index = 3, .count = 8}.takes(record.id)) work_on(record);
#pragma once

#include <mhqa/random.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace mhqa {
inline namespace v0_1 {

/// The part of the work that one of several processes does.
///
/// Shape:   `index` from 0, below `count`. by_id: all parts read the same files, and each takes what falls to it by the
///          hash of an id (of a question in an evaluation, of a bridge in composing). by_files: each part has its own
///          files and takes all of them
/// Example: part_number{.index = 0, .count = 1}.takes("any")  // true
struct part_number {
  enum class rule : std::uint8_t { by_id, by_files };

  std::uint32_t index = 0;
  std::uint32_t count = 1;
  rule divided = rule::by_id;

  [[nodiscard]] constexpr bool takes(std::string_view id) const noexcept {
    return count == 1 || divided == rule::by_files || stable_hash(id) % count == index;
  }
  friend constexpr bool operator==(const part_number&, const part_number&) = default;
};

/// Returns the part's name in messages: "3/8".
[[nodiscard]] inline std::string to_string(const part_number& part) {
  return std::to_string(part.index) + "/" + std::to_string(part.count);
}

}  // namespace v0_1
}  // namespace mhqa
