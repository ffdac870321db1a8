// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The part of the work that one of several processes does: index i of n, and the rule that assigns records to parts.
//   if (mhqa::part_number{.index = 3, .count = 8}.takes(record.id)) work_on(record);
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/random.hpp>

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>

namespace mhqa::inline v0_1 {

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

/// Reads a part's name.
///
/// Errors:  data_error that names `setting` unless the text is I/N with I below N
/// Example: read_part("3/8").index == 3
[[nodiscard]] inline part_number read_part(std::string_view text, const std::string& setting = "part") {
  part_number part;
  const char* const end = text.data() + text.size();
  const auto [slash, bad_index] = std::from_chars(text.data(), end, part.index);
  const bool has_slash = bad_index == std::errc{} && slash != end && *slash == '/';
  const auto [last, bad_count] = std::from_chars(has_slash ? slash + 1 : end, end, part.count);
  if (bad_count != std::errc{} || last != end || part.index >= part.count) {
    throw_data_error({}, "`" + setting + "`: expected I/N with I from 0 to N - 1, found \"" + std::string{text} + "\"");
  }
  return part;
}

}  // namespace mhqa::inline v0_1
