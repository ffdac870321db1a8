// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads and writes numbers as Python does: float() of a text and repr() of a float, which evaluators apply to answers.
// python_float("1_000") is 1000, and append_python_double writes it as 1000.0.
#pragma once

#include <mhqa/ascii.hpp>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace mhqa::inline v0_1 {
namespace detail {

/// Converts digits of all scripts to ASCII and white space beyond ASCII to ' ', as float() does. Returns an empty text
/// if another character beyond ASCII occurs.
[[nodiscard]] std::string ascii_number(std::string_view text);

/// Removes underscores. Returns false if one is not between two digits.
[[nodiscard]] inline bool drop_underscores(std::string& text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '_') continue;
    if (i == 0 || i + 1 == text.size() || !ascii::is_digit(text[i - 1]) || !ascii::is_digit(text[i + 1])) return false;
  }
  text.erase(std::remove(text.begin(), text.end(), '_'), text.end());
  return true;
}

/// The parts of [digits][.digits][e[sign]digits]; `valid` if they make up the whole text.
struct decimal_form {
  bool valid = false;
  long long leading = 0;  // power of ten of the first digit other than 0; saturated
};

[[nodiscard]] constexpr decimal_form scan_decimal(std::string_view text) noexcept {
  std::size_t at = 0;
  std::size_t digits = 0;
  long long whole = 0;   // digits before the point
  long long first = -1;  // index of the first digit that is not 0
  const auto run = [&] {
    for (; at < text.size() && ascii::is_digit(text[at]); ++at, ++digits) {
      if (first < 0 && text[at] != '0') first = static_cast<long long>(digits);
    }
  };
  run();
  whole = static_cast<long long>(digits);
  if (at < text.size() && text[at] == '.') {
    ++at;
    run();
  }
  if (digits == 0) return {};
  long long exponent = 0;
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    const bool negative = at < text.size() && text[at] == '-';
    if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
    if (at == text.size()) return {};
    for (; at < text.size() && ascii::is_digit(text[at]); ++at) {
      exponent = std::min(exponent * 10 + (text[at] - '0'), 1'000'000'000'000'000LL);
    }
    if (negative) exponent = -exponent;
  }
  if (first < 0) return {at == text.size(), std::numeric_limits<long long>::min()};
  return {at == text.size(), whole - 1 - first + exponent};
}

}  // namespace detail

/// Parses a number by the rules of Python's float(): surrounding white space, a sign, digits of any script, underscores
/// between digits, "inf", "infinity" and "nan" in any case.
///
/// Undefined: not a number -> nothing; out of range -> infinity or zero
/// Cost:      O(bytes), allocates only for long texts
/// Source:    Python 3.11, float(str) (Unicode 14.0)
/// Example:   *python_float(" +1_000. ") == 1000, !python_float("1,000"), !python_float("")
[[nodiscard]] std::optional<double> python_float(std::string_view text);

/// Appends a double as Python's repr() spells it: 0.1, 1.0, 1e-05, 1e+16, nan, inf.
void append_python_double(std::string& out, double value);

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/text/detail/number.ipp>
#endif
