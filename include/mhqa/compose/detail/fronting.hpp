// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Moves an adverbial that follows a reference to the front of its question: "Who visited #1 in 1888?" becomes "In 1888,
// who visited #1?". After a clause that replaces #1, the adverbial would seem to belong to that clause.
#pragma once

#include <mhqa/ascii.hpp>
#include <mhqa/english/asked.hpp>
#include <mhqa/english/clause.hpp>
#include <mhqa/english/pattern.hpp>
#include <mhqa/english/verb_forms.hpp>
#include <mhqa/text/lower.hpp>
#include <mhqa/text/stop_words.hpp>

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1 {

namespace detail {

// clang-format off

// The words that may be a phrase of time or place, as rows.
inline constexpr std::array<language_row, 2> fronting_rows{{
    // "in power", "at a school" belong to the verb
    // not "by Ann"
    {"named-time", {"^ after|before|during|since&!@named",
      "^ at|between|following|in|throughout|within&!@named ... @named", "^ on&!@named @named",
      "^ by&!@named @digits", "^ by&!@named @named ... @digits"}, "in 1888", "in power"},
    {"unfinished-time", {"^ @any @preposition|when|while", "^ @any ... @preposition&!@named because",
      "^ between ... @participle&!@named $",  // "the time between … called"
      "^ @any ... @aux|@negated|@relative|he|her|him|his|it|its|she|that|their|them|they|this|to|what&!@named",
      "^ @any ... @stop&!@named ... @any"}, "in the year that Ann met him", "in the year of 1888"},
}};
// clang-format on

// True if the words from `at` to the end are a phrase of time or place that may open a question.
[[nodiscard]] bool may_open_question(std::span<const sentence_word> words, std::size_t at);

// Returns a question with such a phrase first, or unchanged. The phrase must follow a reference, or one or two words in
// lower case after it; the question must begin with its question word and have no relative clause before the reference,
// to which the phrase could belong, and ends_in_clause(n) be true for #n.
template <class F>
[[nodiscard]] std::string with_adverbial_first(std::string_view question, F&& ends_in_clause) {
  const std::vector<sentence_word> words = question_words(question);
  if (words.empty() || !is_question_word(words[0].core)) return std::string{question};
  for (std::size_t i = 1; i < words.size() && !is_one_of(words[i].core, relative_words); ++i) {
    if (words[i].written.size() < 2 || words[i].written[0] != '#' || words[i].mark_after) continue;
    if (!ends_in_clause(static_cast<std::size_t>(words[i].written[1] - '0'))) continue;
    std::size_t at = i + 1;
    const auto is_noun = [&](std::size_t n) {
      const std::string& w = words[n].core;
      return !words[n].name && !words[n].mark_after && !is_preposition(w) && !is_auxiliary(w) && !is_adverb(w) &&
             !is_function_word(w) && !is_finite_form(w);
    };
    while (at < words.size() && at < i + 3 && is_noun(at)) ++at;
    if (at >= words.size() || !may_open_question(words, at)) continue;
    const std::span<const sentence_word> all{words};
    std::string front = join_words(all.subspan(at)), rest = join_words(all.first(at));
    front[0] = ascii::to_upper(front[0]);
    rest[0] = ascii::to_lower(rest[0]);
    while (!front.empty() && (front.back() == ',' || front.back() == '?')) front.pop_back();
    return front + ", " + rest + '?';
  }
  return std::string{question};
}

}  // namespace detail

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/compose/detail/fronting.ipp>
#endif
