// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// FanOutQA's accuracy: which of the texts of a structured answer a prediction contains (loose), and whether it contains
// all (strict). The caller may normalise, as the program does with a tagger's lemmas.
//   score_fanout(gold, "Oslo and Bergen", fanout_normalize).score  // 2 of 3 texts: 0.67
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1 {

/// An answer: a text, a list, or an object, whose parts are its names and then its values.
struct fanout_answer {
  /// What the answer is.
  enum class form : std::uint8_t { text, list, object };

  form is = form::text;
  std::string text{};  ///< as Python's str() writes a number; yes or no for a truth value
  std::vector<fanout_answer> parts{};
};

/// The result for one prediction.
///
/// Undefined: a nested answer can lack more texts than its parent has parts; the score is then below 0, as there
struct fanout_score {
  bool found = false;                  ///< the strict score: nothing is missing
  double score = 0;                    ///< the loose score: the share that is there
  std::vector<std::string> missing{};  ///< normalised
};

/// Returns the text in lower case without , . ? ! : ; and with single spaces.
///
/// Source:  normalize of fanoutqa 1.1.1
/// Differs: the program also repairs the text by ftfy and replaces its words by spaCy's lemmas; pass a callable that
///          does for the same scores
[[nodiscard]] std::string fanout_normalize(std::string_view text);

namespace detail {

/// Returns true if a word begins or ends at a place.
[[nodiscard]] bool is_word_boundary(std::string_view text, std::size_t at);

/// re.search(rf"\b{re.escape(part)}\b", text).
[[nodiscard]] bool has_between_boundaries(std::string_view text, std::string_view part);

}  // namespace detail

/// Returns the score of a prediction that is normalised already.
///
/// Undefined: an empty list or object, on which the program raises, has nothing to miss: 1
/// Cost:      one search of the prediction for each text
/// Source:    answer_in_text of fanoutqa 1.1.1; Zhu et al. 2024 (FanOutQA), Sec. 4
template <class Normalize>
[[nodiscard]] fanout_score score_fanout_normalized(const fanout_answer& gold, std::string_view said,
                                                   Normalize&& normalize) {
  fanout_score out;
  if (gold.is == fanout_answer::form::text) {
    std::string text = normalize(std::string_view{gold.text});
    out.found = detail::has_between_boundaries(said, text);
    out.score = out.found ? 1 : 0;
    if (!out.found) out.missing.push_back(std::move(text));
    return out;
  }
  for (const fanout_answer& part : gold.parts) {
    fanout_score one = score_fanout_normalized(part, said, normalize);
    for (std::string& text : one.missing) out.missing.push_back(std::move(text));
  }
  const auto all = static_cast<double>(gold.parts.size());
  out.found = out.missing.empty();
  out.score = gold.parts.empty() ? 1 : (all - static_cast<double>(out.missing.size())) / all;
  return out;
}

/// Returns the score of a prediction; `normalize` takes a text and returns one.
///
/// Example: score_fanout({.text = "Oslo"}, "In Oslo.", fanout_normalize).found  // true
template <class Normalize>
[[nodiscard]] fanout_score score_fanout(const fanout_answer& gold, std::string_view said, Normalize&& normalize) {
  return score_fanout_normalized(gold, normalize(said), normalize);
}

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/metrics/detail/fanout_accuracy.ipp>
#endif
