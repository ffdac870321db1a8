// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads and checks the texts of JSON's strings, numbers and words, to which simdjson's index points. Internal to
// json.hpp.
#pragma once

#include <mhqa/io/json_context.hpp>
#include <mhqa/text/token.hpp>

#include <cstdint>
#include <string_view>

namespace mhqa::inline v0_1::io::detail {

inline constexpr std::string_view json_space = " \t\r\n";
inline constexpr std::string_view bad_escape = "a backslash must begin one of JSON's escapes";
inline constexpr std::string_view bad_unicode_escape = "\\u must be followed by four hexadecimal digits";

/// An escape that JSON does not have.
struct escape_fault {
  const char* at = nullptr;  // null if all are well-formed
  std::string_view expected;
};

/// Returns the text, copied to the arena if its bytes would not live long enough.
[[nodiscard]] std::string_view kept(std::string_view text, json_context& context);

[[nodiscard]] std::uint32_t hex4(const char* digits, const char* close, const json_context& context);

/// Returns the first quote or backslash at or after `from`. Up to 15 bytes after it must be readable; simdjson's
/// padding provides them.
[[nodiscard]] const char* next_mark(const char* from) noexcept;

/// Returns the string whose first byte after the opening quote is `raw`; simdjson has found its end.
[[nodiscard]] std::string_view unescaped(const char* raw, json_context& context);

/// Finds the first escape that JSON does not have in a range that begins and ends outside of strings. Elsewhere a
/// backslash cannot be: it would be a token. Up to 63 bytes after `to` must be readable.
[[nodiscard]] escape_fault bad_escape_in(const char* from, const char* to) noexcept;

/// Returns true if one of the three numbers begins at a token that Python writes and JSON does not have.
[[nodiscard]] bool is_python_number(const std::uint32_t* token, const json_context& context) noexcept;

/// Returns the number, or the word true, false or null, that begins at a token; "" for anything else.
[[nodiscard]] std::string_view scalar_at(const std::uint32_t* token, const json_context& context) noexcept;

}  // namespace mhqa::inline v0_1::io::detail

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/json_scalars.ipp>
#endif
