// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of paragraph_ids.hpp.
#pragma once

#include <mhqa/io/paragraph_ids.hpp>

#include <mhqa/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <system_error>

namespace mhqa::inline v0_1::io {

MHQA_INLINE void paragraph_ids::add(std::string_view id, const std::string& file) {
  const std::uint64_t number = count_++;
  if (id.empty()) {
    if (named_.contains(fmt::format_int{number}.c_str())) reject(number, file);
    if (unnamed_.empty() || unnamed_.back().end != number) unnamed_.push_back({number, number});
    unnamed_.back().end = number + 1;
    return;
  }
  if (const std::uint64_t named = number_of(id); is_unnamed(named)) reject(named, file);
  named_.add(id, file);
}

MHQA_INLINE std::uint64_t paragraph_ids::number_of(std::string_view id) noexcept {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(id.data(), id.data() + id.size(), number);
  const bool whole = error == std::errc{} && end == id.data() + id.size() && (id[0] != '0' || id.size() == 1);
  return whole ? number : no_number;
}

MHQA_INLINE bool paragraph_ids::is_unnamed(std::uint64_t number) const noexcept {
  const auto after = std::ranges::upper_bound(unnamed_, number, {}, &range::begin);
  return after != unnamed_.begin() && number < (after - 1)->end;
}

MHQA_INLINE void paragraph_ids::reject(std::uint64_t number, const std::string& file) {
  const std::string name = std::to_string(number);
  throw_data_error({.file = file, .id = name},
                   fmt::format("expected each name once: paragraph {} has no id, so its name is its number, which is "
                               "the id of another; expected ids for all paragraphs or for none",
                               name),
                   errc::duplicate);
}

}  // namespace mhqa::inline v0_1::io
