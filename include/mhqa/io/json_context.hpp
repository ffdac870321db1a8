// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// What the values of one source share: their place in the data, which errors name, simdjson's index of the document
// being read, or the value that the caller holds, and the store of unescaped strings.
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/io/held_value.hpp>
#include <mhqa/text/string_arena.hpp>

#include <simdjson.h>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1::io {

/// The lifetime of a source's strings.
enum class lifetime : std::uint8_t {
  record,  ///< until the next record is read: a stream needs memory for one record only
  source,  ///< as long as the source
};

/// A text that something else keeps: a temporary string is no such text.
struct kept_text : std::string_view {
  kept_text() = default;
  template <std::convertible_to<std::string_view> Text>
  kept_text(const Text& text) : std::string_view{text} {}
  kept_text(std::string&&) = delete;
};

/// The position of the reader and the store of its unescaped strings; one per source.
struct json_context {
  struct step {
    std::string_view key;
    std::size_t index = 0;  // used if key.data() is null
  };
  struct member {
    std::string_view name;
    const std::uint32_t* value = nullptr;  // its first token
    const std::uint32_t* after = nullptr;  // the token after it; null if the value is malformed
    const held_value* held = nullptr;      // instead of tokens
  };

  std::string file;
  const char* begin = nullptr;  // first byte of the document or line
  std::size_t size = 0;         // its length
  std::uint64_t offset = 0;     // its offset in the file
  std::optional<std::uint64_t> record;
  kept_text id;
  std::vector<step> path;
  string_arena arena;
  lifetime strings = lifetime::record;
  bool buffer_lasts = false;  // the document's bytes are valid as long as the source

  // The index of the document being read: the offset of each bracket, comma and colon and of each value's first byte.
  const std::uint32_t* first = nullptr;    // a token; so are the next three
  const std::uint32_t* end = nullptr;      // after the last
  const std::uint32_t* token = nullptr;    // the next to be read
  const std::uint32_t* checked = nullptr;  // the first that was not checked
  const char* bad = nullptr;               // where the check found malformed JSON
  std::string_view expected;               // instead of it
  std::uint32_t* after = nullptr;  // for a checked bracket, the number of the token after its value, or 0 if it is bad
  std::size_t open = 0;            // objects and arrays that are being read
  std::vector<member> members;     // of those objects
  std::string_view repeated;       // a name that one of them has twice
  std::vector<const std::uint32_t*> brackets;  // around the token that is being checked

  const held_value* held = nullptr;  // the next to be read, if the caller holds the data; then there are no tokens

  /// Returns the current place, with `at` as its byte if that lies in the document.
  [[nodiscard]] place where(const char* at = nullptr) const;

  /// Returns the first byte of a token, or '\0' after the last one.
  [[nodiscard]] char first_of(const std::uint32_t* one) const noexcept { return one < end ? begin[*one] : '\0'; }
  [[nodiscard]] const char* place_of(const std::uint32_t* one) const noexcept {
    return begin + (one < end ? *one : size);
  }

  [[noreturn]] void fail(std::string problem) const { throw_data_error(where(), std::move(problem)); }

  /// Fails unless a required field was seen.
  void require(bool seen, std::string_view field) const;
};

namespace detail {

/// Returns simdjson's error in terms of the file.
[[nodiscard]] std::string describe(simdjson::error_code code);

}  // namespace detail
}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/json_context.ipp>
#endif
