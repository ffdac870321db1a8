// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Returns the double nearest to a decimal, as std::from_chars does, also where the standard library lacks it (libc++
// before version 20). Independent of the locale.
#pragma once

#include <mhqa/config.hpp>

#include <charconv>
#include <string>
#include <string_view>
#include <system_error>
#include <version>

#if !defined(__cpp_lib_to_chars)
#include <clocale>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#endif

namespace mhqa::inline v0_1::detail {

/// Reads a decimal such as -12.5e3, which must be the whole text.
///
/// Undefined: any other text
/// Errors:    false if the number overflows or underflows a double; `value` is then unchanged
[[nodiscard]] inline bool read_double(std::string_view text, double& value) {
#if defined(__cpp_lib_to_chars)
  return std::from_chars(text.data(), text.data() + text.size(), value).ec != std::errc::result_out_of_range;
#else
  std::string copy{text};
  if (const std::size_t point = copy.find('.'); point != std::string::npos) {
    copy.replace(point, 1, std::localeconv()->decimal_point);
  }
  const double read = std::strtod(copy.c_str(), nullptr);
  const std::string_view digits = text.substr(0, text.find_first_of("eE"));
  if (std::isinf(read) || (read == 0 && digits.find_first_of("123456789") != std::string_view::npos)) return false;
  value = read;
  return true;
#endif
}

}  // namespace mhqa::inline v0_1::detail
