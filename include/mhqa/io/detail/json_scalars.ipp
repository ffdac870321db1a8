// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of json_scalars.hpp.
#pragma once

#include <mhqa/io/json_scalars.hpp>

#include <mhqa/ascii.hpp>
#include <mhqa/error.hpp>
#include <mhqa/text/byte_masks.hpp>
#include <mhqa/utf8.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <string>

namespace mhqa::inline v0_1::io::detail {

MHQA_INLINE std::string_view kept(std::string_view text, json_context& context) {
  return context.strings == lifetime::source && !context.buffer_lasts ? context.arena.store(text) : text;
}

MHQA_INLINE std::uint32_t hex4(const char* digits, const char* close, const json_context& context) {
  std::uint32_t result = 0;
  for (int i = 0; i < 4; ++i) {
    const char c = close - digits > i ? digits[i] : '?';
    const int digit = ascii::hex_value(c);
    if (digit < 0) throw_data_error(context.where(digits), std::string{bad_unicode_escape});
    result = result * 16 + static_cast<std::uint32_t>(digit);
  }
  return result;
}

MHQA_INLINE const char* next_mark(const char* from) noexcept {
  for (;; from += 16) {
    const std::uint64_t marks = mhqa::detail::equal_mask(mhqa::detail::load_block(from), '"', '\\');
    if (marks != 0) return from + std::countr_zero(marks);
  }
}

MHQA_INLINE std::string_view unescaped(const char* raw, json_context& context) {
  const char* const first = next_mark(raw);
  if (*first == '"') return kept({raw, static_cast<std::size_t>(first - raw)}, context);
  const char* close = first;
  while (*close == '\\') close = next_mark(close + 2);
  char* const out = context.arena.reserve(static_cast<std::size_t>(close - raw));
  char* to = out;
  const char* from = raw;
  for (const char* escape = first;; escape = next_mark(from)) {
    to = std::copy(from, escape, to);
    if (escape == close) break;
    from = escape + 1;
    switch (*from++) {
      case '"':
        *to++ = '"';
        break;
      case '\\':
        *to++ = '\\';
        break;
      case '/':
        *to++ = '/';
        break;
      case 'b':
        *to++ = '\b';
        break;
      case 'f':
        *to++ = '\f';
        break;
      case 'n':
        *to++ = '\n';
        break;
      case 'r':
        *to++ = '\r';
        break;
      case 't':
        *to++ = '\t';
        break;
      case 'u': {
        std::uint32_t unit = hex4(from, close, context);
        from += 4;
        if (unit >= 0xD800 && unit < 0xDC00 && close - from >= 6 && from[0] == '\\' && from[1] == 'u') {
          const std::uint32_t next = hex4(from + 2, close, context);
          if (next >= 0xDC00 && next < 0xE000) {
            unit = 0x10000U + ((unit - 0xD800U) << 10U) + (next - 0xDC00U);
            from += 6;
          }
        }
        to = utf8::encode(static_cast<char32_t>(unit), to);
        break;
      }
      default:
        throw_data_error(context.where(from - 1), std::string{bad_escape});
    }
  }
  const auto size = static_cast<std::size_t>(to - out);
  context.arena.commit(size);
  return {out, size};
}

/// Checks the escape that begins at a backslash, and sets `next` to the byte after it.
[[nodiscard]] inline escape_fault check_escape(const char* mark, const char* end, const char*& next) noexcept {
  next = mark + 2;
  switch (next <= end ? mark[1] : '\0') {
    case 'u':
      next = mark + 6;
      for (const char* digit = mark + 2; digit != next; ++digit) {
        if (digit >= end || ascii::hex_value(*digit) < 0) return {mark + 2, bad_unicode_escape};
      }
      return {};
    case '"':
    case '\\':
    case '/':
    case 'b':
    case 'f':
    case 'n':
    case 'r':
    case 't':
      return {};
    default:
      return {mark + 1, bad_escape};
  }
}

MHQA_INLINE escape_fault bad_escape_in(const char* from, const char* to) noexcept {
  const auto marks_at = [](const char* at) {
    return mhqa::detail::equal_mask(mhqa::detail::load_block(at), '\\', '\\');
  };
  while (from < to) {
    const char* const block = from;
    from += 64;
    std::uint64_t marks =
        marks_at(block) | marks_at(block + 16) << 16U | marks_at(block + 32) << 32U | marks_at(block + 48) << 48U;
    while (marks != 0) {
      const char* const mark = block + std::countr_zero(marks);
      if (mark >= to) return {};
      const char* next = nullptr;
      if (const escape_fault fault = check_escape(mark, to, next); fault.at != nullptr) return fault;
      if (next >= from) {
        from = next;
        break;
      }
      marks &= ~std::uint64_t{0} << static_cast<std::size_t>(next - block);
    }
  }
  return {};
}

/// Returns the end of the number that begins at `at`; `at` if JSON has no such number.
[[nodiscard]] inline const char* end_of_number(const char* at, const char* end) noexcept {
  const auto digits = [end](const char*& to) {
    const char* const first = to;
    while (to < end && ascii::is_digit(*to)) ++to;
    return to != first;
  };
  const char* to = at;
  if (to < end && *to == '-') ++to;
  if (to < end && *to == '0') {
    ++to;
  } else if (!digits(to)) {
    return at;
  }
  if (to < end && *to == '.' && !digits(++to)) return at;
  if (to < end && (*to == 'e' || *to == 'E')) {
    ++to;
    if (to < end && (*to == '+' || *to == '-')) ++to;
    if (!digits(to)) return at;
  }
  return to;
}

/// Returns true if a scalar may end at a byte.
[[nodiscard]] inline bool ends_scalar(const char* at, const char* end) noexcept {
  const char after = at < end ? *at : ' ';
  return after == ',' || after == ']' || after == '}' || after == ' ' || after == '\n' || after == '\r' ||
         after == '\t';
}

MHQA_INLINE bool is_python_number(const std::uint32_t* token, const json_context& context) noexcept {
  const char* const at = context.place_of(token);
  const char* const end = context.begin + context.size;
  for (const std::string_view word : {"NaN", "Infinity", "-Infinity"}) {
    if (std::string_view{at, static_cast<std::size_t>(end - at)}.starts_with(word)) {
      return ends_scalar(at + word.size(), end);
    }
  }
  return false;
}

MHQA_INLINE std::string_view scalar_at(const std::uint32_t* token, const json_context& context) noexcept {
  const char* const at = context.place_of(token);
  const char* const end = context.begin + context.size;
  const char* to = at;
  const char first = context.first_of(token);
  if (first == 't' || first == 'f' || first == 'n') {
    const std::string_view word = first == 't' ? "true" : first == 'f' ? "false" : "null";
    if (std::string_view{at, static_cast<std::size_t>(end - at)}.starts_with(word)) to += word.size();
  } else {
    to = end_of_number(at, end);
  }
  return {at, ends_scalar(to, end) ? static_cast<std::size_t>(to - at) : 0};
}

}  // namespace mhqa::inline v0_1::io::detail
