// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// lm-evaluation-harness's exact match of generated answers: deletes ASCII punctuation, lower-cases, and compares NumPy
// arrays of fixed width. Tasks: triviaqa (keeps articles) and nq_open (removes articles by a pattern).
#pragma once

#include <mhqa/utf8.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1 {
namespace detail {

[[nodiscard]] inline std::size_t count_characters(std::string_view text) noexcept {
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size(); ++count) at += utf8::decode(text, at).size;
  return count;
}

/// Converts the text to an element of a NumPy array of `width` characters: truncated, without trailing U+0000.
void fit_width(std::string& text, std::size_t width);

/// Removes the matches of \b(?:The |the |An |A |The |a |an ).
[[nodiscard]] std::string without_leading_articles(std::string_view text);

}  // namespace detail

/// Brings all texts of one array into the form in which they are compared.
///
/// Cost:   O(bytes)
/// Source: exact_match_hf_evaluate of lm_eval/api/metrics.py with ignore_case and ignore_punctuation (NumPy 2.4)
void normalize_lm_eval(std::vector<std::string>& texts, bool articles_removed);

/// Returns the part of a generation before the tasks' stop strings: the first line break, then the first full stop,
/// then the first comma.
[[nodiscard]] constexpr std::string_view until_stop(std::string_view text) noexcept {
  for (const char stop : {'\n', '.', ','}) text = text.substr(0, text.find(stop));
  return text;
}

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/metrics/detail/lm_eval.ipp>
#endif
