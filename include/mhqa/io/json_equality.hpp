// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares JSON values as Python's == compares the results of json.load: writes each value in a canonical form. 1, 1.0
// and true are equal, and the order of members does not matter.
#pragma once

#include <mhqa/io/json.hpp>
#include <mhqa/io/json_writer.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1::io {

/// The members of an object, each value in canonical form.
using canonical_members = std::vector<std::pair<std::string_view, std::string>>;

/// Appends the members, which have different names, without braces and sorted.
void append_canonical(std::string& out, canonical_members& members);

/// Appends the value in canonical form, which is JSON.
///
/// Errors: data_error for malformed JSON, and for numbers out of the range of a double
void append_canonical(std::string& out, json_value value);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/json_equality.ipp>
#endif
