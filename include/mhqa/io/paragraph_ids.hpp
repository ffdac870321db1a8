// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Rejects an index in which two paragraphs would have one name: an id twice, or an id that is the number of a paragraph
// without an id, as rankings call such a paragraph by its number.
//   paragraph_ids ids;  ids.add("p7", path);  ids.add("", path);  // the second is called "1"
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/io/hashed_ids.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace mhqa {
inline namespace v0_1 {
namespace io {

/// The names of the paragraphs of an index, in order.
///
/// Errors: add() throws data_error with file and id for a name that occurs twice
/// Cost:   that of hashed_ids for a paragraph with an id; 16 bytes for a run of paragraphs without ids
class paragraph_ids {
 public:
  /// Adds the next paragraph. One with an empty id has its number, from 0, as its name.
  void add(std::string_view id, const std::string& file) {
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

 private:
  struct range {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
  };
  static constexpr std::uint64_t no_number = UINT64_MAX;

  // The number that an id spells as a paragraph's number is spelled: "7", but not "07".
  [[nodiscard]] static std::uint64_t number_of(std::string_view id) noexcept {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(id.data(), id.data() + id.size(), number);
    const bool whole = error == std::errc{} && end == id.data() + id.size() && (id[0] != '0' || id.size() == 1);
    return whole ? number : no_number;
  }

  [[nodiscard]] bool is_unnamed(std::uint64_t number) const noexcept {
    const auto after = std::ranges::upper_bound(unnamed_, number, {}, &range::begin);
    return after != unnamed_.begin() && number < (after - 1)->end;
  }

  [[noreturn]] static void reject(std::uint64_t number, const std::string& file) {
    const std::string name = std::to_string(number);
    throw_data_error({.file = file, .id = name},
                     fmt::format("expected each name once: paragraph {} has no id, so its name is its number, which is "
                                 "the id of another; expected ids for all paragraphs or for none",
                                 name),
                     errc::duplicate);
  }

  hashed_ids named_;
  std::vector<range> unnamed_;
  std::uint64_t count_ = 0;
};

}  // namespace io
}  // namespace v0_1
}  // namespace mhqa
