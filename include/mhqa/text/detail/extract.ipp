// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of extract.hpp.
#pragma once

#include <mhqa/text/extract.hpp>

#include <iterator>

namespace mhqa::inline v0_1::detail {

MHQA_INLINE void append_latex_text(std::string& out, std::string_view text) {
  constexpr std::string_view escapes = "&%$#_{} ";
  std::string open;  // of each open brace: 't' of a text command
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view rest = text.substr(at);
    std::size_t command = 0;
    for (const std::string_view one : text_commands) {
      if (rest.starts_with(one)) command = one.size();
    }
    const auto* mark = std::find_if(std::begin(latex_marks), std::end(latex_marks),
                                    [&](const latex_mark& one) { return rest.starts_with(one.written); });
    if (mark != std::end(latex_marks)) {
      out += mark->plain;
      at += mark->written.size();
    } else if (command != 0) {
      open += 't';
      at += command;
    } else if (rest.size() > 1 && rest[0] == '\\' && escapes.find(rest[1]) != nowhere) {
      out += rest[1];
      at += 2;
    } else {
      if (rest[0] == '{') open += ' ';
      const bool ends = rest[0] == '}' && !open.empty();
      if (!ends || open.back() != 't') out += rest[0];
      if (ends) open.pop_back();
      ++at;
    }
  }
}

MHQA_INLINE extraction extract_span(std::string_view text, const extraction_profile& profile, std::string& memory) {
  extraction out = extract_span(text, profile);
  if (!out.has(extraction_flag::escaped)) return out;
  std::string plain;
  out.flags = static_cast<std::uint8_t>(out.flags & ~extraction_flag::escaped);
  if (out.reason == extraction_reason::json_answer) {
    append_json_text(plain, out.answer);
    out.answer = plain;
    unwrap(out);
  } else {
    append_latex_text(plain, out.answer);
    out.answer = plain;
  }
  if (out.has(extraction_flag::escaped)) {
    std::string latex;
    append_latex_text(latex, out.answer);
    out.answer = memory = latex;
  } else {
    out.answer = memory = std::string{out.answer};
  }
  out.flags = static_cast<std::uint8_t>(out.flags & ~extraction_flag::escaped);
  out.answer = strip(out.answer);
  return out;
}

}  // namespace mhqa::inline v0_1::detail
