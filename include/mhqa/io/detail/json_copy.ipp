// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of json_copy.hpp.
#pragma once

#include <mhqa/io/json_copy.hpp>

#include <string_view>

namespace mhqa::inline v0_1::io {

MHQA_INLINE void copy_json(json_value value, json_writer& out) {
  if (value.is_object()) {
    out.begin_object();
    value.object([&](std::string_view key, json_value member) { copy_json(member, out.key(key)); });
    out.end_object();
  } else if (value.is_array()) {
    out.begin_array();
    value.array([&](json_value element) { copy_json(element, out); });
    out.end_array();
  } else if (value.is_string()) {
    out.value(value.string());
  } else if (value.is_boolean()) {
    out.value(value.boolean());
  } else if (value.is_null()) {
    out.null();
  } else if (value.is_number()) {
    const std::string_view digits = value.raw();
    (void)value.number();  // throws if the digits are not a number
    out.raw(digits);
  } else {
    value.mismatch("a JSON value");
  }
}

}  // namespace mhqa::inline v0_1::io
