// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads a paragraph of an encyclopedia from each line, and writes the person's dates of birth and death, as
// `mhqa dates life` does.
//   answer_json_lines("-", out, answer_life_line);
#pragma once

#include <mhqa/io/json.hpp>
#include <mhqa/io/json_writer.hpp>

#include <string>

namespace mhqa::inline v0_1::io {

/// Appends the life that a paragraph states: {"id", "person", "born", "died", "why"}, with dates as EDTF or null.
///
/// Errors: data_error unless the line has id, title and text, each once
/// Example: {"id": "1", "title": "Ada Li", "text": "Ada Li (1856 - 1931) …"} -> {"id": "1", "person": true, "born":
///          "1856", "died": "1931", …}
void answer_life_line(json_value line, std::string& out);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/life_lines.ipp>
#endif
