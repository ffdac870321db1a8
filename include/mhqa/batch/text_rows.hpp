// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The texts of a batch as trainers hold them: separate views, or concatenated bytes with offsets.
// text_rows{bytes, offsets}[0] == bytes.substr(offsets[0], offsets[1] - offsets[0]).
#pragma once

#include <mhqa/error.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace mhqa::inline v0_1::batch {

namespace detail {

inline constexpr std::size_t most_text_bytes = std::size_t{1} << 31U;

inline void check_text_size(std::size_t size, std::size_t i) {
  if (size <= most_text_bytes) return;
  throw_data_error({.record = i + 1, .field = "texts"},
                   "expected a text of at most 2^31 bytes, found " + std::to_string(size));
}

}  // namespace detail

/// Texts in either of two shapes, without copies: views, or bytes with offsets, where text i is
/// [offsets[i], offsets[i + 1]), as in Arrow.
class text_rows {
 public:
  text_rows() = default;
  text_rows(std::span<const std::string_view> views) : views_{views} {}  // implicit, like std::span
  text_rows(std::string_view bytes, std::span<const std::int64_t> offsets) : bytes_{bytes}, offsets_{offsets} {}

  [[nodiscard]] std::size_t size() const noexcept { return offsets_.empty() ? views_.size() : offsets_.size() - 1; }

  /// Requires: i < size(), and offsets that passed check()
  [[nodiscard]] std::string_view operator[](std::size_t i) const noexcept {
    MHQA_EXPECTS(i < size(), "mhqa::batch::text_rows: the index is out of range");
    if (offsets_.empty()) return views_[i];
    const auto begin = static_cast<std::size_t>(offsets_[i]);
    return bytes_.substr(begin, static_cast<std::size_t>(offsets_[i + 1]) - begin);
  }

  /// Throws data_error for bytes without offsets, offsets that decrease or are out of range, and a text of more than
  /// 2^31 bytes.
  void check() const;

 private:
  std::span<const std::string_view> views_{};
  std::string_view bytes_{};
  std::span<const std::int64_t> offsets_{};
};

inline void text_rows::check() const {
  if (offsets_.empty()) {
    if (!bytes_.empty()) throw_data_error({.field = "offsets"}, "expected one offset more than texts, found none");
    for (std::size_t i = 0; i < views_.size(); ++i) detail::check_text_size(views_[i].size(), i);
    return;
  }
  std::int64_t before = 0;
  for (std::size_t i = 0; i < offsets_.size(); ++i) {
    const std::int64_t offset = offsets_[i];
    if (offset < before || static_cast<std::uint64_t>(offset) > bytes_.size()) {
      throw_data_error({.field = "offsets[" + std::to_string(i) + "]"},
                       "expected an offset from " + std::to_string(before) + " to " + std::to_string(bytes_.size()) +
                           ", found " + std::to_string(offset));
    }
    if (i != 0) detail::check_text_size(static_cast<std::size_t>(offset - before), i - 1);
    before = offset;
  }
}

}  // namespace mhqa::inline v0_1::batch
