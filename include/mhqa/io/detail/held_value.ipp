// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of held_value.hpp.
#pragma once

#include <mhqa/io/held_value.hpp>

#include <mhqa/io/json_writer.hpp>

#include <array>
#include <charconv>
#include <cstddef>

namespace mhqa::inline v0_1::io {
namespace detail {

template <class Number>
void append_digits(std::string& out, Number number) {
  std::array<char, 40> digits{};
  out.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr);
}

}  // namespace detail

MHQA_INLINE void append_json(std::string& out, const held_value& value) {
  using kind = held_value::kind;
  switch (value.is()) {
    case kind::null:
      out += "null";
      return;
    case kind::no:
      out += "false";
      return;
    case kind::yes:
      out += "true";
      return;
    case kind::whole:
      return detail::append_digits(out, value.whole());
    case kind::real:
      return detail::append_digits(out, value.number());
    case kind::text:
      return append_json_string(out, value.text());
    case kind::array:
    case kind::object:
      break;
  }
  const bool is_object = value.is() == kind::object;
  out += is_object ? '{' : '[';
  for (std::size_t i = 0; i < value.parts().size(); ++i) {
    if (i != 0) out += is_object && i % 2 == 1 ? ':' : ',';
    append_json(out, value.parts()[i]);
  }
  out += is_object ? '}' : ']';
}

}  // namespace mhqa::inline v0_1::io
