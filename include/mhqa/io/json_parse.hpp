// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Begins and ends a JSON document, which simdjson indexes, with errors that name the place. Internal to
// json_records.hpp.
#pragma once

#include <mhqa/io/json_context.hpp>

#include <simdjson.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

namespace mhqa::inline v0_1::io::detail {

/// simdjson's index of one document after the other: the offset of each bracket, comma and colon and of each value's
/// first byte. It keeps its memory.
class json_index {
 public:
  /// Indexes a text of at most 4 GiB, which needs no padding.
  ///
  /// Errors: std::bad_alloc; the code of simdjson for an empty text, one that is not UTF-8, an open string, a control
  ///         character inside a string
  [[nodiscard]] simdjson::error_code build(std::string_view text);

  [[nodiscard]] const std::uint32_t* begin() const noexcept { return parser_->structural_indexes.get(); }
  [[nodiscard]] const std::uint32_t* end() const noexcept { return begin() + parser_->n_structural_indexes; }
  [[nodiscard]] std::uint32_t* after() const noexcept { return after_.get(); }

 private:
  static constexpr std::size_t least = 4096;
  static constexpr std::size_t most_rounded = std::size_t{1} << 20U;

  std::unique_ptr<simdjson::internal::dom_parser_implementation> parser_;
  std::unique_ptr<std::uint32_t[]> after_;
  std::size_t room_ = 0;  // of after_
};

/// Puts the context at the beginning of a document whose index was built with `code`; errors include the place. Up to
/// file_bytes::padding bytes after the text must be readable.
void begin_document(const json_index& index, simdjson::error_code code, std::string_view text, json_context& context);

/// Fails if anything but white space follows the root.
void finish_document(const json_context& context);

}  // namespace mhqa::inline v0_1::io::detail

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/json_parse.ipp>
#endif
