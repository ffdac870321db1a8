// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests whether a multi-hop question is implicit. It is explicit if its decomposition uses only the question's words,
// their inflections and function words, and implicit if content words must be added (Geva et al. 2021, Sec. 2.1).
#pragma once

#include <mhqa/ascii.hpp>
#include <mhqa/text/inflection.hpp>
#include <mhqa/text/lower.hpp>
#include <mhqa/text/stop_words.hpp>
#include <mhqa/text/unicode.hpp>
#include <mhqa/utf8.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <ranges>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1 {

/// Calls sink(std::string_view) for each word of a text in lower case: letters, digits and apostrophes between them. A
/// hyphen separates words; `#1` is not a word.
/// Example: "Is Aristotle's #1 well-known?" gives "is", "aristotle's", "well", "known"
template <class Sink>
void for_each_lower_word(std::string_view text, Sink&& sink) {
  const std::string lower = to_lower(text);
  const auto word_at = [&lower](std::size_t at) {
    return at < lower.size() && unicode::is_word(utf8::decode(lower, at).code);
  };
  for (std::size_t at = 0; at < lower.size();) {
    std::size_t end = at;
    if (lower[at] == '#' && at + 1 < lower.size() && ascii::is_digit(lower[at + 1])) {
      for (++at; at < lower.size() && ascii::is_digit(lower[at]); ++at) {
      }
      continue;
    }
    while (word_at(end) || (end != at && end < lower.size() && lower[end] == '\'' && word_at(end + 1))) {
      end += utf8::decode(lower, end).size;
    }
    if (end == at) {
      at += utf8::decode(lower, at).size;
      continue;
    }
    sink(std::string_view{lower}.substr(at, end - at));
    at = end;
  }
}

/// Returns the content words of the steps that are not possible forms of a word in the question.
///
/// Shape:   steps are texts; the words are in lower case, in order, without repeats. Function words and references
///          never count, numbers do
/// Cost:    O(words of the steps * words of the question)
/// Source:  Geva et al. 2021, Sec. 2.1, a rule of thumb taken literally: 25 of StrategyQA's 2,290 questions add no
///          word, whereas experts call 18 of 100 explicit; 143 add at most one. Inflections and function words are
///          those of inflection.hpp and stop_words.hpp, so "may" and "US" are always function words
/// Example: "Did Aristotle use a laptop?", steps "When did Aristotle live?", "When was the laptop invented?",
///          "Is #2 before #1?" give "live", "invented"
template <std::ranges::input_range Steps = std::initializer_list<std::string_view>>
requires std::convertible_to<std::ranges::range_reference_t<Steps>, std::string_view>
[[nodiscard]] std::vector<std::string> new_content_words(std::string_view question, const Steps& steps) {
  std::vector<std::string> known, added;
  for_each_lower_word(question, [&known](std::string_view word) { known.emplace_back(word); });
  for (auto&& step : steps) {  // may be a temporary string
    for_each_lower_word(std::string_view{step}, [&](std::string_view word) {
      if (is_function_word(word)) return;
      const auto same = [word](const std::string& other) { return may_be_same_word(word, other); };
      if (std::any_of(known.begin(), known.end(), same)) return;
      if (std::find(added.begin(), added.end(), word) == added.end()) added.emplace_back(word);
    });
  }
  return added;
}

/// Returns true if the decomposition adds no content word: the question states its whole reasoning.
/// Example: is_explicit("Was Tom Cruise married to the star of Inland Empire?",
///                      {"Who is the star of Inland Empire?", "Was Tom Cruise married to #1?"})
template <std::ranges::input_range Steps = std::initializer_list<std::string_view>>
requires std::convertible_to<std::ranges::range_reference_t<Steps>, std::string_view>
[[nodiscard]] bool is_explicit(std::string_view question, const Steps& steps) {
  return new_content_words(question, steps).empty();
}

}  // namespace mhqa::inline v0_1
