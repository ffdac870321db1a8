// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Rejects an index in which two paragraphs would have one name: an id twice, or an id that is the number of a paragraph
// without an id, as rankings call such a paragraph by its number.
//   paragraph_ids ids;  ids.add("p7", path);  ids.add("", path);  // the second is called "1"
#pragma once

#include <mhqa/io/hashed_ids.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::io {

/// The names of the paragraphs of an index, in order.
///
/// Errors: add() throws data_error with file and id for a name that occurs twice
/// Cost:   that of hashed_ids for a paragraph with an id; 16 bytes for a run of paragraphs without ids
class paragraph_ids {
 public:
  /// Adds the next paragraph. One with an empty id has its number, from 0, as its name.
  void add(std::string_view id, const std::string& file);

 private:
  struct range {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
  };
  static constexpr std::uint64_t no_number = UINT64_MAX;

  // The number that an id spells as a paragraph's number is spelled: "7", but not "07".
  [[nodiscard]] static std::uint64_t number_of(std::string_view id) noexcept;

  [[nodiscard]] bool is_unnamed(std::uint64_t number) const noexcept;

  [[noreturn]] static void reject(std::uint64_t number, const std::string& file);

  hashed_ids named_;
  std::vector<range> unnamed_;
  std::uint64_t count_ = 0;
};

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/paragraph_ids.ipp>
#endif
