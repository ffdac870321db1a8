// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Copies JSON in one normal form: the same bytes for any white space and escapes in the source.
#pragma once

#include <mhqa/io/json.hpp>
#include <mhqa/io/json_writer.hpp>

namespace mhqa::inline v0_1::io {

/// Writes the value while reading it: members in order, numbers digit for digit, strings re-escaped.
///
/// Errors:  those of json_value
/// Example: {"a":[1.50 , "\u0041"]} -> {"a": [1.50, "A"]}
void copy_json(json_value value, json_writer& out);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/json_copy.ipp>
#endif
