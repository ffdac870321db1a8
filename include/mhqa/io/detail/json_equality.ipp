// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of json_equality.hpp.
#pragma once

#include <mhqa/io/json_equality.hpp>

#include <mhqa/text/number.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace mhqa::inline v0_1::io {

MHQA_INLINE void append_canonical(std::string& out, canonical_members& members) {
  std::sort(members.begin(), members.end());
  bool first = true;
  for (const auto& [name, form] : members) {
    if (!first) out += ", ";
    first = false;
    append_json_string(out, name);
    out.append(": ").append(form);
  }
}

namespace detail {

/// Appends an integer with all its digits, so that 1e3 equals 1000 but 1e23 differs from 100000000000000000000000.
inline void append_canonical_number(std::string& out, json_value value) {
  const std::string_view text = value.raw();
  const double real = value.number();
  if (text.find_first_of(".eE") == std::string_view::npos) {
    out += text == "-0" ? "0" : text;
  } else if (std::trunc(real) != real) {
    append_python_double(out, real);
  } else {
    std::array<char, 400> digits{};
    const auto written =
        std::to_chars(digits.data(), digits.data() + digits.size(), std::fabs(real), std::chars_format::fixed, 0);
    if (real < 0) out += '-';
    out.append(digits.data(), written.ptr);
  }
}

}  // namespace detail

MHQA_INLINE void append_canonical(std::string& out, json_value value) {
  if (value.is_object()) {
    canonical_members members;
    value.object([&](std::string_view key, json_value member) {
      std::string form;
      append_canonical(form, member);
      members.emplace_back(key, std::move(form));
    });
    out += '{';
    append_canonical(out, members);
    out += '}';
  } else if (value.is_array()) {
    out += '[';
    value.array([&, first = true](json_value element) mutable {
      if (!first) out += ", ";
      first = false;
      append_canonical(out, element);
    });
    out += ']';
  } else if (value.is_string()) {
    append_json_string(out, value.string());
  } else if (value.is_boolean()) {
    out += value.boolean() ? '1' : '0';
  } else if (value.is_null()) {
    out += "null";
  } else {
    detail::append_canonical_number(out, value);
  }
}

}  // namespace mhqa::inline v0_1::io
