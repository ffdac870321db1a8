// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Recognises a text that is a list or an object in JSON, in Python's or in NumPy's spelling: golds that were written as
// a string by mistake, against which every right answer would score 0.  is_encoded_list("['Rome', 'Roma']")
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mhqa::inline v0_1 {
namespace detail {

/// Reads past the values of a list, and counts what it meets.
class literal_reader {
 public:
  explicit literal_reader(std::string_view text) : text_{text} {}

  /// Returns true if the text is one pair of brackets with values in it, nested or not.
  [[nodiscard]] bool read();

  [[nodiscard]] std::size_t strings() const noexcept { return strings_; }
  /// Commas of the outermost brackets.
  [[nodiscard]] std::size_t commas() const noexcept { return commas_; }

 private:
  static constexpr std::string_view opening = "[{(", closing = "]})";
  static constexpr std::string_view words[] = {"None", "True", "False", "null", "true", "false", "NaN", "Infinity"};

  [[nodiscard]] static bool is_bracket(char c, std::string_view of) noexcept {
    return of.find(c) != std::string_view::npos;
  }

  /// Reads past a string, a number or a constant.
  [[nodiscard]] bool value();

  [[nodiscard]] static bool is_quote(char c) noexcept { return c == '"' || c == '\''; }

  [[nodiscard]] bool string();

  std::string_view text_;
  std::size_t at_ = 0, strings_ = 0, commas_ = 0;
  std::string open_;
};

}  // namespace detail

/// Returns true for a text that is a whole list, object, set, tuple of strings or NumPy array in JSON or Python.
///
/// Shape:   brackets alone decide nothing: "[Rome]", "(1999)" and "\"Heroes\"" are texts
/// Cost:    O(bytes); one byte for a text that does not begin with a bracket
/// Example: is_encoded_list("{\"target\": [\"Rome\"]}")  // true
[[nodiscard]] bool is_encoded_list(std::string_view text);

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/text/detail/encoded_list.ipp>
#endif
