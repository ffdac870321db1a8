// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The distinct paragraphs of a stream: tells whether a paragraph was seen before, without keeping its text.
//   mhqa::paragraph_set seen;  if (seen.add(p)) learn(p.text);
#pragma once

#include <mhqa/compose/detail/word_rows.hpp>
#include <mhqa/compose/pool.hpp>
#include <mhqa/config.hpp>
#include <mhqa/random.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1 {

/// Paragraphs by title and text, each of which is compared by a hash of 64 bits.
///
/// Cost: 28 to 40 bytes for each distinct paragraph
class paragraph_set {
 public:
  /// Returns true the first time that the paragraph is given.
  bool add(const context_paragraph& p) {
    const std::size_t before = size();
    static_cast<void>(number(p));
    return size() != before;
  }
  /// Returns the number of the paragraph, in the order of the first occurrences.
  std::uint32_t number(const context_paragraph& p) {
    const std::pair hashes{stable_hash(p.title), stable_hash(p.text)};
    const auto next = static_cast<std::uint32_t>(hashes_.size());
    const std::uint32_t at = table_.find_or_add(hashes.first * 31 + hashes.second, next,
                                                [&](std::uint32_t i) { return hashes_[i] == hashes; });
    if (at == next) hashes_.push_back(hashes);
    return at;
  }
  [[nodiscard]] std::size_t size() const noexcept { return hashes_.size(); }

 private:
  detail::item_table table_;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> hashes_;
};

}  // namespace mhqa::inline v0_1
