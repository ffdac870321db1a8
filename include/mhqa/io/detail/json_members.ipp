// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of json_members.hpp.
#pragma once

#include <mhqa/io/json_members.hpp>

#include <mhqa/io/json_scalars.hpp>

#include <algorithm>
#include <numeric>
#include <span>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::io::detail {

/// Forgets the value of each member that another one of its name follows.
///
/// Cost: O(n^2) comparisons of sizes for few members, O(n log n) for many
inline void keep_last_of_name(json_context::member* first, std::size_t count) {
  constexpr std::size_t few = 24;
  if (count <= few) {
    for (std::size_t i = 0; i + 1 < count; ++i) {
      for (std::size_t j = i + 1; j < count; ++j) {
        if (first[i].name == first[j].name) first[i].value = nullptr;
      }
    }
    return;
  }
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [first](std::size_t a, std::size_t b) { return first[a].name < first[b].name; });
  for (std::size_t i = 0; i + 1 < count; ++i) {
    if (first[order[i]].name == first[order[i + 1]].name) first[order[i]].value = nullptr;
  }
}

MHQA_INLINE member_list::member_list(const std::uint32_t* brace, json_context& context)
    : first{context.members.size()} {
  json_checker check{context};
  const std::uint32_t* at = brace + 1;
  if (context.first_of(at) != '}') {
    for (;; ++at) {
      const std::uint32_t* const value = check.name(at);
      at = value == nullptr ? nullptr : add(at, value, check, context);
      if (at == nullptr || context.first_of(at) != ',') break;
    }
  }
  last = context.members.size();
  keep_last_of_name(context.members.data() + first, last - first);
  if (at == nullptr) return;
  if (context.first_of(at) != '}') {
    check.refuse(at, member_end);
  } else {
    end = at + 1;
    context.checked = std::max(context.checked, end);
  }
}

MHQA_INLINE member_list::member_list(const held_value& object, json_context& context) : first{context.members.size()} {
  const std::span<const held_value> parts = object.parts();
  for (std::size_t i = 0; i < parts.size(); i += 2) {
    context.members.push_back({.name = parts[i].text(), .held = &parts[i + 1]});
  }
  last = context.members.size();
}

MHQA_INLINE const std::uint32_t* member_list::add(const std::uint32_t* name, const std::uint32_t* value,
                                                  json_checker& check, json_context& context) {
  const char* const first = context.place_of(name) + 1;
  const escape_fault escape = bad_escape_in(first, context.place_of(name + 1));
  if (escape.at != nullptr) return check.refuse(escape.at, escape.expected);
  const std::string_view text = unescaped(first, context);
  const std::uint32_t* const after = check.value(value);
  context.members.push_back({text, value, after, nullptr});
  return after;
}

}  // namespace mhqa::inline v0_1::io::detail
