// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Normalises a span as DROP's evaluator does: splits words at spaces and hyphens, spells numbers as Python's float, and
// keeps the punctuation of numbers. append_drop_text(out, "$5-10") gives "5.0 10.0".
#pragma once

#include <mhqa/text/extract_places.hpp>
#include <mhqa/text/lower.hpp>
#include <mhqa/text/normalize.hpp>
#include <mhqa/text/number.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace mhqa {
inline namespace v0_1 {
namespace detail {

/// Returns the number that float() reads. Most words are ruled out by their first character.
[[nodiscard]] inline std::optional<double> drop_number(std::string_view text) {
  if (text.empty()) return std::nullopt;
  const char c = text.front();
  if (c >= 'a' && c <= 'z' && c != 'i' && c != 'n') return std::nullopt;
  return python_float(text);
}

}  // namespace detail

/// Appends the span in DROP's normal form.
///
/// Shape:   words joined by one space; empty if no word is left
/// Cost:    O(bytes), some allocations
/// Source:  _normalize_answer of allennlp_rc/eval/drop_eval.py
/// Example: append_drop_text(out, "the 1,000 men")  // "1000.0 men"
inline void append_drop_text(std::string& out, std::string_view span) {
  const std::size_t begin = out.size();
  std::string word;
  normalized form;
  constexpr normalization last_steps{.lower_case = false, .punctuation = false};
  for (std::size_t at = 0; at <= span.size();) {
    const std::size_t end = std::min(span.find_first_of(" -", at), span.size());
    word.clear();
    append_lower(word, span.substr(at, end - at));
    at = end + 1;
    std::optional<double> number = detail::drop_number(word);
    if (!number) {
      word.erase(std::remove_if(word.begin(), word.end(),
                                [](char c) { return detail::is_punctuation(static_cast<unsigned char>(c)); }),
                 word.end());
      number = detail::drop_number(word);
    }
    if (number) {
      word.clear();
      append_python_double(word, *number);
    }
    form.assign(word, last_steps);
    if (form.empty()) continue;
    if (out.size() != begin) out += ' ';
    out += form.text();
  }
}

}  // namespace v0_1
}  // namespace mhqa
