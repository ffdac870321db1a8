// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Bounds what one record may become when parts of it, or what it refers to, are repeated: the one budget of every verb.
//   expansion_budget budget;  budget.grow(step.size());  budget.spend(filled.size());
#pragma once

#include <mhqa/error.hpp>

#include <cstddef>

namespace mhqa::inline v0_1 {

/// Most bytes of one record, as a file holds it and as all that is written of it: a line, a record of an array, the
/// instances of a probe.
inline constexpr std::size_t most_record_bytes = std::size_t{1} << 28U;

/// Bounds the text made from one record: a step that names an answer of n bytes n times would grow to n^2 bytes, and a
/// request that names one paragraph n times to n paragraphs.
///
/// Shape:  64 KiB plus 16 bytes for each byte of the text that it is made of, where each part counts once
/// Errors: data_error from spend() when the bound is passed
class expansion_budget {
 public:
  static constexpr std::size_t floor = std::size_t{1} << 16U;
  static constexpr std::size_t ratio = 16;

  /// Counts a part that others repeat: a step, an answer, a paragraph.
  constexpr void grow(std::size_t bytes) noexcept { left_ += ratio * bytes; }

  /// Counts text that is made of the parts.
  constexpr void spend(std::size_t bytes) {
    if (bytes > left_) {
      throw_data_error({}, "its text with all repetitions would grow beyond 64 KiB plus 16 times what it is made of");
    }
    left_ -= bytes;
  }

 private:
  std::size_t left_ = floor;
};

}  // namespace mhqa::inline v0_1
