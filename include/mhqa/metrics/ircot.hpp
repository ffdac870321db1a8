// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// IRCoT's answer scores: DROP's numbers for the text after "answer is", and set scores of the spans. The program also
// repairs mojibake with ftfy, which this does not do: texts that ftfy changes score differently.
#pragma once

#include <mhqa/ascii.hpp>
#include <mhqa/metrics/published.hpp>
#include <mhqa/text/lower.hpp>
#include <mhqa/text/normalize.hpp>

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1 {
namespace detail {

/// Returns the part of a span that answer_extractor takes: the rest of the first line after the last " answer is " or
/// " answer is: ", without one full stop at the end.
[[nodiscard]] std::string_view ircot_answer(std::string_view span) noexcept;

/// The spans of a text: those of a list in brackets, split at commas, otherwise the answer in the text.
[[nodiscard]] std::vector<std::string> ircot_spans(std::string_view text);

/// Returns the form of a span that the support metric compares: SQuAD's normal form without spaces.
[[nodiscard]] inline std::string ircot_joined(std::string_view span) {
  std::string text = to_lower(normalize(span));
  text.erase(std::remove(text.begin(), text.end(), ' '), text.end());
  return text;
}

/// Returns the set of spans that the support metric compares.
[[nodiscard]] std::vector<std::string> ircot_support(std::span<const std::string> spans);

}  // namespace detail

/// Scores one answer. Its golds are the spans of one gold answer.
///
/// Undefined: raises without a gold, and for a span that starts with "pid" after normalisation, because the program
///            takes it for a paragraph id
/// Source:    evaluate_by_dicts("answer", …) of StonyBrookNLP/ircot's evaluate.py
void score_ircot(const published_input& in, published_result& out);

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/metrics/detail/ircot.ipp>
#endif
