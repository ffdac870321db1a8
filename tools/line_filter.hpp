// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The loop of the verbs that answer each line of JSON with one line: score and reward.
#pragma once

#include "command.hpp"

#include <mhqa/error.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/io/lines.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace mhqa_command {

/// Calls answer(json_value, text) for each line, which appends a line to `text` or throws data_error; an error becomes
/// {"error": …}. Returns the exit status.
template <class Answer>
int filter_lines(const std::string& input, Answer&& answer) {
  mhqa::io::line_reader lines{input};
  mhqa::io::json_line json{input};
  mhqa::io::output out{"-"};
  std::string text;
  int status = 0;
  for (;;) {
    // A program that waits for each answer must get it before it writes the next line.
    if (lines.buffered().find('\n') == std::string_view::npos) out.flush();
    const std::optional<std::string_view> line = lines.next();
    if (!line) break;
    text.clear();
    try {
      answer(json.parse(*line, lines.number(), lines.offset()), text);
      json.finish();
    } catch (const mhqa::data_error& error) {
      status = failed;
      text.clear();
      mhqa::io::json_writer{text}.begin_object().member("error", std::string_view{error.what()}).end_object();
      text += '\n';
    }
    out.write(text);
  }
  out.close();
  return status;
}

}  // namespace mhqa_command
