// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The value of --part.
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/part_number.hpp>

#include <charconv>
#include <string>
#include <system_error>

namespace mhqa_command {

/// Reads "I/N".
///
/// Errors: data_error unless I is below N
[[nodiscard]] inline mhqa::part_number read_part(const std::string& text) {
  mhqa::part_number part;
  const char* const end = text.data() + text.size();
  const auto [slash, bad_index] = std::from_chars(text.data(), end, part.index);
  const bool has_slash = bad_index == std::errc{} && slash != end && *slash == '/';
  const auto [last, bad_count] = std::from_chars(has_slash ? slash + 1 : end, end, part.count);
  if (bad_count != std::errc{} || last != end || part.index >= part.count) {
    mhqa::throw_data_error({.field = "--part"}, "expected I/N with I from 0 to N - 1, found \"" + text + "\"");
  }
  return part;
}

}  // namespace mhqa_command
