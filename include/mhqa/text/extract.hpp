// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds the answer in a generation by a named profile, with the reason and with flags for texts that try to win without
// knowing the answer. extract_answer("… <answer> 42 </answer>", extractions::verl).answer == "42".
#pragma once

#include <mhqa/text/extract_places.hpp>
#include <mhqa/text/extract_profiles.hpp>
#include <mhqa/text/normalize.hpp>
#include <mhqa/text/python_json.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace mhqa::inline v0_1 {

/// Returns true if a text lists several answers, which can win a substring or overlap reward without knowing one.
///
/// Shape: a whole word "or"; both yes and no; ';', '|' or a line break with text on both sides
/// Cost:  O(bytes)
[[nodiscard]] constexpr bool lists_several(std::string_view answer) noexcept {
  answer = detail::strip(answer);
  if (answer.find_first_of(";|\n", 1) < answer.size() - std::min<std::size_t>(answer.size(), 1)) return true;
  if (detail::find_last_word(answer, "or") != detail::nowhere) return true;
  return detail::find_last_word(answer, "yes") != detail::nowhere &&
         detail::find_last_word(answer, "no") != detail::nowhere;
}

namespace detail {

/// LaTeX's commands whose argument is text, and the marks that enclose a formula or emphasis.
inline constexpr std::string_view text_commands[] = {
    "\\text{",   "\\textbf{",     "\\textit{",       "\\textrm{",    "\\textsf{", "\\texttt{",
    "\\textsc{", "\\textnormal{", "\\mathrm{",       "\\mathbf{",    "\\mathit{", "\\mathsf{",
    "\\mathtt{", "\\mbox{",       "\\operatorname{", "\\underline{", "\\emph{"};
struct enclosing_marks {
  std::string_view open, close;
};
inline constexpr enclosing_marks answer_marks[] = {{"**", "**"}, {"__", "__"}, {"*", "*"},     {"_", "_"},
                                                   {"`", "`"},   {"$", "$"},   {"\\(", "\\)"}, {"\\[", "\\]"}};

/// What LaTeX writes for a space, or around the comma of a number.
struct latex_mark {
  std::string_view written, plain;
};
inline constexpr latex_mark latex_marks[] = {{"\\,", " "}, {"\\;", " "}, {"\\:", " "}, {"\\!", ""}, {"{,}", ","}};

/// Returns what marks or a command enclose; the text itself if they enclose nothing.
[[nodiscard]] constexpr std::string_view enclosed(std::string_view text) noexcept {
  for (const auto& [open, close] : answer_marks) {
    if (text.size() <= open.size() + close.size() || !text.starts_with(open) || !text.ends_with(close)) continue;
    const std::string_view inside = text.substr(open.size(), text.size() - open.size() - close.size());
    if (inside.find(open) == nowhere) return inside;
  }
  for (const std::string_view command : text_commands) {
    if (!text.starts_with(command)) continue;
    if (closing_brace(text, command.size()) == text.size() - 1) {
      return text.substr(command.size(), text.size() - command.size() - 1);
    }
  }
  return text;
}

/// Takes boxes, text commands and marks from around an answer, and flags LaTeX that is left within it.
constexpr void unwrap(extraction& found) noexcept {
  constexpr int most_layers = 8;
  bool latex = found.reason == extraction_reason::last_box;
  std::string_view before;
  for (int layer = 0; layer < most_layers && before.data() != found.answer.data(); ++layer) {
    before = found.answer = strip(found.answer);
    if (const extraction box = find_box(found.answer); box.found()) {
      found.answer = box.answer;
      latex = true;
      continue;
    }
    found.answer = enclosed(found.answer);
    latex = latex || (before.starts_with('\\') && before.data() != found.answer.data());
  }
  const auto within = [&](std::string_view mark) { return found.answer.find(mark) != nowhere; };
  if (latex && (within("\\") || within("{,}"))) found.flags |= extraction_flag::escaped;
}

/// extract_answer() without the flag `listed`, which needs another pass over the answer.
[[nodiscard]] constexpr extraction extract_span(std::string_view text, const extraction_profile& profile) noexcept {
  extraction out;
  std::uint8_t flags = 0;
  for (const answer_place where : profile.places) {
    if (where == answer_place::nowhere) break;
    extraction here = find_at(where, text, profile);
    if (here.found() && !profile.exact && where != answer_place::whole_text) {
      if (where != answer_place::json || !here.has(extraction_flag::escaped)) unwrap(here);
      if (strip(here.answer).empty()) here = {.reason = extraction_reason::empty, .flags = here.flags};
    }
    flags = static_cast<std::uint8_t>(flags | (here.flags & extraction_flag::tag_spam));
    if (here.found() || out.reason == extraction_reason::none) out = here;
    if (here.found()) break;
  }
  out.flags = static_cast<std::uint8_t>(flags | out.flags);
  out.answer = strip(out.answer);
  if (out.reason == extraction_reason::empty || (out.found() && out.answer.empty()))
    out.flags |= extraction_flag::empty;
  return out;
}

/// Appends an answer of LaTeX as plain text: the arguments of text commands, and the characters that are escaped.
void append_latex_text(std::string& out, std::string_view text);

/// Appends a string of JSON, or of Python in single quotes, without its escapes; as it is if they are malformed.
inline void append_json_text(std::string& out, std::string_view text) {
  std::string object = "{\"a\": \"";
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\\' && at + 1 < text.size() && text[at + 1] == '\'') continue;
    if (text[at] == '"' && (at == 0 || text[at - 1] != '\\')) object += '\\';
    object += text[at];
  }
  out += python_json_member(object += "\"}", "a").value_or(std::string{text});
}

/// extract_span() with the escapes of the answer decoded into `memory`.
[[nodiscard]] extraction extract_span(std::string_view text, const extraction_profile& profile, std::string& memory);

}  // namespace detail

/// Finds the answer in a text by a profile.
///
/// Undefined: nothing found, or only empty places unless the profile is exact -> an empty answer and the first reason
///            other than `none`
/// Cost:      O(bytes) for any bytes, no allocation
/// Source:    extract_solution of Search-R1 and verl, last_boxed_only_string and remove_boxed of ReCall, each of
///            which is exact; the other profiles are ours
/// Differs:   linear also in unclosed tags, where the published pattern is quadratic
/// Example:   extract_answer("So the answer is J. R. R. Tolkien.", extractions::answer_phrase).answer
[[nodiscard]] constexpr extraction extract_answer(std::string_view text, const extraction_profile& profile) noexcept {
  extraction out = detail::extract_span(text, profile);
  if (out.found() && lists_several(out.answer)) out.flags |= extraction_flag::listed;
  return out;
}

/// \overload Decodes the escapes of JSON and LaTeX in the answer, which the other overload only flags. The answer
/// points into the text or into `memory`.
///
/// Example: extract_answer("\\boxed{\\text{AT}\\&\\text{T}}", extractions::boxed, memory).answer  // "AT&T"
[[nodiscard]] inline extraction extract_answer(std::string_view text, const extraction_profile& profile,
                                               std::string& memory) {
  extraction out = detail::extract_span(text, profile, memory);
  if (out.found() && lists_several(out.answer)) out.flags |= extraction_flag::listed;
  return out;
}

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/text/detail/extract.ipp>
#endif
