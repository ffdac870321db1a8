// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads the settings of a program from a file: lines `name = value …`, or the fields of one JSON object.
//   for_each_setting("run.conf", [](std::string_view name, auto& values, const place& where) { … });
#pragma once

#include <mhqa/error.hpp>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::io {

/// Receives a setting's name, its values as text, and its place for messages.
using setting_sink = std::function<void(std::string_view, const std::vector<std::string>&, const place&)>;

namespace detail {

[[nodiscard]] std::string_view without_blanks(std::string_view text) noexcept;

}  // namespace detail

/// Calls f(name, values, place) for each setting of a file, in its order.
///
/// Shape:  in lines, blanks separate values, quotation marks hold blanks, and # begins a comment at the beginning of a
///         line or after a blank. In JSON, a value is a string or its JSON text; an empty list leaves the setting out.
///         The file may be a pipe
/// Errors: data_error with the line for a line without an equals sign and a quotation mark that is not closed; for text
///         that is not UTF-8 and for malformed JSON
/// Example: the line `corpus = a.txt "b c.txt"  # two files` gives f("corpus", {"a.txt", "b c.txt"}, …)
void for_each_setting(const std::string& path, const setting_sink& f);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/settings_file.ipp>
#endif
