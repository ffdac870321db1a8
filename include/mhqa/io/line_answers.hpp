// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The loop of a filter, which answers each line with one line before it waits for the next.
//   const bool all_right = answer_json_lines("-", out, [](json_value line, std::string& answer) { … });
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/json.hpp>
#include <mhqa/io/json_array.hpp>
#include <mhqa/io/json_line.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/io/lines.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace mhqa::inline v0_1::io {

namespace detail {

/// Writes what answer(text) makes of one line, or its error; returns false for an error.
template <class Answer>
bool answer_one(output& out, std::string& text, Answer&& answer) {
  bool right = true;
  text.clear();
  try {
    answer(text);
  } catch (const data_error& error) {
    right = false;
    text.clear();
    json_writer{text}.begin_object().member("error", std::string_view{error.what()}).end_object();
  }
  if (!text.empty()) out.write(text += '\n');
  return right;
}

template <class Answer>
bool answer_lines_of(line_reader& lines, output& out, Answer&& answer) {
  std::string text;
  bool right = true;
  for (;;) {
    if (lines.buffered().find('\n') == std::string_view::npos) out.flush();
    const std::optional<std::string_view> line = lines.next();
    if (!line) return right;
    right = answer_one(out, text, [&](std::string& to) { answer(*line, lines, to); }) && right;
  }
}

}  // namespace detail

/// Calls answer(line, reader, text) for each line, and writes `text` and a line end to `out` unless it is empty.
///
/// Shape:  a data_error that `answer` throws becomes the line {"error": …}. `out` is flushed before the next line is
///         waited for. Returns false if there was an error; `unit` is that of line_reader
template <class Answer>
[[nodiscard]] bool answer_lines(const std::string& path, std::string_view unit, output& out, Answer&& answer) {
  line_reader lines{path, unit};
  return detail::answer_lines_of(lines, out, answer);
}

/// Calls answer(value, text) for each object of JSON Lines or of an array, as answer_lines() does. Blank lines are
/// passed over, as json_records does.
///
/// Errors: a malformed array ends with one line {"error": …}
template <class Answer>
[[nodiscard]] bool answer_json_lines(const std::string& path, output& out, Answer&& answer) {
  line_reader lines{path};
  std::string text;
  if (lines.peek(detail::json_space) == '[') {
    detail::json_array array{lines.source(), lines.buffered(), lifetime::record, content_tally::off};
    for (bool right = true, more = true;;) {
      std::optional<json_value> value;
      right = detail::answer_one(out, text,
                                 [&](std::string&) {
                                   more = false;  // unless the next value is well-formed
                                   value = array.next();
                                   more = value.has_value();
                                 }) &&
              right;
      if (!more) return right;
      right = detail::answer_one(out, text, [&](std::string& to) { answer(*value, to); }) && right;
    }
  }
  json_line json{path};
  return detail::answer_lines_of(lines, out, [&](std::string_view line, const line_reader&, std::string& to) {
    if (line.find_first_not_of(detail::json_space) == std::string_view::npos) return;
    answer(json.parse(line, lines.number(), lines.offset()), to);
    json.finish();
  });
}

}  // namespace mhqa::inline v0_1::io
