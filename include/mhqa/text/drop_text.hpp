// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Normalises a span as DROP's evaluator does: splits words at spaces and hyphens, spells numbers as Python's float, and
// keeps the punctuation of numbers. append_drop_text(out, "$5-10") gives "5.0 10.0".
#pragma once

#include <mhqa/text/number.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace mhqa::inline v0_1 {
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
void append_drop_text(std::string& out, std::string_view span);

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/text/detail/drop_text.ipp>
#endif
