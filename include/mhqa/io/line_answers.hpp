// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The loop of a filter, which answers each line with one line before it waits for the next.
//   const bool all_right = answer_json_lines("-", out, [](json_value line, std::string& answer) { … });
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/io/lines.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace mhqa {
inline namespace v0_1 {
namespace io {

/// Calls answer(line, reader, text) for each line, and writes `text` and a line end to `out` unless it is empty.
///
/// Shape:  a data_error that `answer` throws becomes the line {"error": …}. `out` is flushed before the next line is
///         waited for. Returns false if there was an error; `unit` is that of line_reader
template <class Answer>
[[nodiscard]] bool answer_lines(const std::string& path, std::string_view unit, output& out, Answer&& answer) {
  line_reader lines{path, unit};
  std::string text;
  bool right = true;
  for (;;) {
    if (lines.buffered().find('\n') == std::string_view::npos) out.flush();
    const std::optional<std::string_view> line = lines.next();
    if (!line) return right;
    text.clear();
    try {
      answer(*line, lines, text);
    } catch (const data_error& error) {
      right = false;
      text.clear();
      json_writer{text}.begin_object().member("error", std::string_view{error.what()}).end_object();
    }
    if (!text.empty()) out.write(text += '\n');
  }
}

/// Calls answer(value, text) for each line of JSON, as answer_lines() does.
template <class Answer>
[[nodiscard]] bool answer_json_lines(const std::string& path, output& out, Answer&& answer) {
  json_line json{path};
  return answer_lines(path, detail::json_lines_unit, out,
                      [&](std::string_view line, const line_reader& lines, std::string& text) {
                        answer(json.parse(line, lines.number(), lines.offset()), text);
                        json.finish();
                      });
}

}  // namespace io
}  // namespace v0_1
}  // namespace mhqa
