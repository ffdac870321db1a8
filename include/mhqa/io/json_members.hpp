// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds the members of an object that count: of members with one name the last, as in Python. The only place that
// knows this rule; json_value::object() applies it to every file. Internal to json.hpp.
#pragma once

#include <mhqa/io/json_check.hpp>
#include <mhqa/io/json_context.hpp>

#include <cstddef>
#include <cstdint>

namespace mhqa::inline v0_1::io::detail {

/// The members of an object, in the context's list from `first` to `last`. It ends at the first member that is
/// malformed; that one is in it if only its value is. So a reader meets errors in their order in the file.
struct member_list {
  std::size_t first = 0, last = 0;
  const std::uint32_t* end = nullptr;  // the token after the object; null if it is malformed

  member_list(const std::uint32_t* brace, json_context& context);
  /// The members of an object that the caller holds.
  member_list(const held_value& object, json_context& context);

 private:
  static const std::uint32_t* add(const std::uint32_t* name, const std::uint32_t* value, json_checker& check,
                                  json_context& context);
};

}  // namespace mhqa::inline v0_1::io::detail

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/json_members.ipp>
#endif
