// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Checks the JSON that nobody reads: steps over one value in simdjson's index, and tests the grammar of all in it.
// Internal to json.hpp.
#pragma once

#include <mhqa/io/json_context.hpp>

#include <simdjson.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace mhqa::inline v0_1::io::detail {

/// Returns the beginning of a text, in quotes, for the "found" of an error: its first line, at most 24 bytes.
std::string beginning_of(std::string_view text);

/// Fails with what the grammar wants at a byte, and what is there.
[[noreturn]] void fail_malformed(const char* at, std::string_view expected, const json_context& context);

inline constexpr std::string_view member_end = "a comma or } after a member";
inline constexpr std::string_view element_end = "a comma or ] after an element";

/// Steps over values in the index of the context's document. What was checked once is stepped over in O(1).
class json_checker {
 public:
  explicit json_checker(json_context& context) noexcept : context_{&context} {}

  /// Returns the token after a value whose first token is `at`; null if the value is malformed.
  [[nodiscard]] const std::uint32_t* value(const std::uint32_t* at);

  /// Returns the token of the value of the member whose name is at a token; null if there is no name and colon.
  [[nodiscard]] const std::uint32_t* name(const std::uint32_t* at) noexcept;

  /// Remembers malformed JSON at a token.
  const std::uint32_t* refuse(const std::uint32_t* at, std::string_view expected) noexcept;
  const std::uint32_t* refuse(const char* at, std::string_view expected) noexcept;

 private:
  /// Like value(), but leaves the escapes out.
  [[nodiscard]] const std::uint32_t* walk(const std::uint32_t* at);

  [[nodiscard]] static char closing(char bracket) noexcept { return bracket == '{' ? '}' : ']'; }

  void close(const std::uint32_t* at) noexcept;
  [[nodiscard]] const std::uint32_t* known(const std::uint32_t* at) const noexcept;

  json_context* context_;
};

/// Fails for the malformed JSON that a json_checker has met.
[[noreturn]] void fail_checked(const json_context& context);

/// Steps over the value at the context's token.
///
/// Errors: data_error for malformed JSON anywhere in it
void skip_value(json_context& context);

}  // namespace mhqa::inline v0_1::io::detail

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/json_check.ipp>
#endif
