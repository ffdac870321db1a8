// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of number.hpp.
#pragma once

#include <mhqa/text/number.hpp>

#include <mhqa/text/read_double.hpp>
#include <mhqa/text/unicode.hpp>
#include <mhqa/utf8.hpp>

#include <array>
#include <charconv>
#include <cmath>
#include <utility>

namespace mhqa::inline v0_1 {
namespace detail {

MHQA_INLINE std::string ascii_number(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const utf8::character c = utf8::decode(text, at);
    at += c.size;
    if (c.code < 0x80) {
      out += static_cast<char>(c.code);
    } else if (unicode::is_space(c.code)) {
      out += ' ';
    } else if (const int value = unicode::digit(c.code); value >= 0) {
      out += static_cast<char>('0' + value);
    } else {
      return {};
    }
  }
  return out;
}

}  // namespace detail

MHQA_INLINE std::optional<double> python_float(std::string_view text) {
  std::string copy;
  if (!std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; })) {
    copy = detail::ascii_number(text);
    text = copy;
  }
  // For float(), unlike split(), U+001C to U+001F are not white space in an ASCII text.
  constexpr std::string_view space = " \t\n\v\f\r";
  const std::size_t first = text.find_first_not_of(space);
  if (first == std::string_view::npos) return std::nullopt;
  text = text.substr(first, text.find_last_not_of(space) + 1 - first);
  if (text.find('_') != std::string_view::npos) {
    std::string plain{text};
    if (!detail::drop_underscores(plain)) return std::nullopt;
    copy = std::move(plain);
    text = copy;
  }
  const bool negative = text.front() == '-';
  if (negative || text.front() == '+') text.remove_prefix(1);
  double value = 0;
  if (ascii::equal_ignoring_case(text, "inf") || ascii::equal_ignoring_case(text, "infinity")) {
    value = std::numeric_limits<double>::infinity();
  } else if (ascii::equal_ignoring_case(text, "nan")) {
    value = std::numeric_limits<double>::quiet_NaN();
  } else {
    const detail::decimal_form form = detail::scan_decimal(text);
    if (!form.valid) return std::nullopt;
    if (!detail::read_double(text, value)) {
      value = form.leading > 0 ? std::numeric_limits<double>::infinity() : 0.0;
    }
  }
  return negative ? -value : value;
}

MHQA_INLINE void append_python_double(std::string& out, double value) {
  if (std::isnan(value)) {
    out += "nan";
    return;
  }
  if (std::isinf(value)) {
    out += value < 0 ? "-inf" : "inf";
    return;
  }
  std::array<char, 40> digits{};
  char* const begin = digits.data();
  const double size = std::fabs(value);
  const bool plain = size == 0 || (size >= 1e-4 && size < 1e16);
  const auto written = std::to_chars(begin, begin + digits.size(), value,
                                     plain ? std::chars_format::fixed : std::chars_format::scientific);
  const std::string_view text{begin, static_cast<std::size_t>(written.ptr - begin)};
  out += text;
  if (plain && text.find('.') == std::string_view::npos) out += ".0";
}

}  // namespace mhqa::inline v0_1
