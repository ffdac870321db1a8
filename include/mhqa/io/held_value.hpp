// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Data that a caller holds in memory, such as another language's lists and dictionaries, as values with JSON's types.
// json_value reads them as it reads a file, so that one list of a record's fields serves both.
//   held_value text{"Oslo"};
#pragma once

#include <mhqa/config.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace mhqa::inline v0_1::io {

/// One value. Texts, elements and members stay the caller's.
///
/// Shape: the members of an object are names and values in turn; each name once
class held_value {
 public:
  /// The first byte of such a value in JSON; whole numbers and others differ here.
  enum class kind : char {
    null = 'n',
    no = 'f',
    yes = 't',
    whole = '0',
    real = '1',
    text = '"',
    array = '[',
    object = '{'
  };

  held_value() = default;
  explicit held_value(bool truth) noexcept : is_{truth ? kind::yes : kind::no} {}
  explicit held_value(std::int64_t number) noexcept : is_{kind::whole} { value_.whole = number; }
  /// Requires: a finite number
  explicit held_value(double number) noexcept : is_{kind::real} { value_.real = number; }
  /// Requires: less than 2^32 bytes; likewise below
  explicit held_value(std::string_view text) noexcept
      : is_{kind::text}, size_{static_cast<std::uint32_t>(text.size())} {
    value_.text = text.data();
  }
  explicit held_value(const char*) = delete;  // would be a truth

  [[nodiscard]] static held_value array(std::span<const held_value> elements) noexcept {
    return {kind::array, elements};
  }
  [[nodiscard]] static held_value object(std::span<const held_value> members) noexcept {
    return {kind::object, members};
  }

  [[nodiscard]] kind is() const noexcept { return is_; }

  [[nodiscard]] std::int64_t whole() const noexcept { return value_.whole; }
  /// Returns a number of either kind.
  [[nodiscard]] double number() const noexcept {
    return is_ == kind::whole ? static_cast<double>(value_.whole) : value_.real;
  }
  [[nodiscard]] std::string_view text() const noexcept { return {value_.text, size_}; }
  /// Returns the elements of an array, or the names and values of an object.
  [[nodiscard]] std::span<const held_value> parts() const noexcept { return {value_.parts, size_}; }

 private:
  held_value(kind is, std::span<const held_value> parts) noexcept
      : is_{is}, size_{static_cast<std::uint32_t>(parts.size())} {
    value_.parts = parts.data();
  }

  kind is_ = kind::null;
  std::uint32_t size_ = 0;
  union {
    const char* text = nullptr;
    const held_value* parts;
    std::int64_t whole;
    double real;
  } value_{};
};

/// Appends a value as JSON without white space.
void append_json(std::string& out, const held_value& value);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/held_value.ipp>
#endif
