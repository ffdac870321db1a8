// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Doubts about a composed question: signs that readers refused often, though none is a fault by itself. Each sign has
// points; a question with too many points stays unworded.
//   mhqa::find_doubts(request.hops).points > mhqa::most_doubt_points  // readers refused most of these
#pragma once

#include <mhqa/english/pattern.hpp>

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

namespace mhqa::inline v0_1 {

struct wording_hop;  // compose/verbalise.hpp

namespace detail {

// Words that say what a question asks for or count it, which its paragraph need not have.
inline constexpr std::array<std::string_view, 20> asking_words{
    "called", "city",   "country", "far",   "first", "kind", "long", "main", "man",  "name",
    "named",  "people", "person",  "place", "sort",  "term", "two",  "type", "word", "year"};

// Labels of relations whose subjects often have several.
inline constexpr std::array<std::string_view, 5> labels_of_many{"child", "member of sports team", "shares border with",
                                                                "sibling", "spouse"};

}  // namespace detail

/// Signs of a first question: no question word at its beginning, a place or a thing without a noun, or an event of
/// every year without its year.
// clang-format off
inline constexpr std::array<language_row, 4> head_doubt_rows{{
    {"head-is-statement", {"^ !@question&!@preposition", "^ @preposition !@question"},
     "The king lived in which town?", "In which town did the king live?"},
    {"head-asks-where", {"^ where"}, "Where was Ann born?", "What town was Ann born in?"},
    {"head-asks-what-did", {"^ what|who|whom did|do|does"}, "Who did Ann stay under?", "What king did Ann stay under?"},
    {"head-is-yearly", {
      "^ ~@digits|@roman ... championship|championships|draft|election|elections|final|finals|mvp|olympics|playoffs|season|tournament"},
     "Who won the NBA finals?", "Who won the NBA finals in 1998?"},
}};
// clang-format on

/// Signs of a last question: an open "what", another order, or a number without its year.
// clang-format off
inline constexpr std::array<language_row, 3> tail_doubt_rows{{
    {"tail-asks-what-verb", {"^ what @auxiliary&!@be", "^ what @be !the"},
     "What did Ann establish?", "What town did Ann establish?"},
    {"tail-is-statement", {"^ !@question&!@preposition", "^ @preposition !@question"},
     "Ulm fell in which year?", "In which year did Ulm fall?"},
    {"tail-asks-undated-number", {"^ how many|much ~@digits"},
     "How many people lived in Ulm?", "How many people lived in Ulm in 1900?"},
}};
// clang-format on

/// Signs of any step.
// clang-format off
inline constexpr std::array<language_row, 1> step_doubt_rows{{
    {"country-without-capital", {"the uk|us|usa|ussr&@plain", "united kingdom|nations|states&@plain"},
     "When did Ann come to the us?", "When did Ann come to the US?"},
}};
// clang-format on

/// A sign and its points.
struct doubt_weight {
  std::string_view name;
  std::size_t points;
};

/// The points of all signs: those of the rows, and of five that are not about one question's form.
///
/// Shape: "words-elsewhere" has its points for each 5 percent of a step's words that its paragraph lacks
inline constexpr std::array<doubt_weight, 13> doubt_weights{{
    {"head-is-statement", 4},
    {"head-asks-where", 2},
    {"head-asks-what-did", 9},
    {"head-is-yearly", 9},
    {"tail-asks-what-verb", 2},
    {"tail-is-statement", 4},
    {"tail-asks-undated-number", 4},
    {"country-without-capital", 9},
    {"words-elsewhere", 1},   // "Which king invaded Ulm?" beside a paragraph without "king" and "invaded"
    {"answer-is-long", 2},    // of doubt_lengths::answer_words
    {"steps-are-long", 6},    // of doubt_lengths::step_words
    {"step-within-step", 9},  // "the owner of the label of the singer of …"
    {"relation-of-many", 9},  // "Ann >> sibling"
}};

/// Returns the points of a sign.
///
/// Errors: data_error for an unknown name; a constant that asks for it does not compile
[[nodiscard]] constexpr std::size_t doubt_points_of(std::string_view name) {
  for (const doubt_weight& w : doubt_weights) {
    if (w.name == name) return w.points;
  }
  throw_data_error({}, "no sign has this name", errc::unknown_name);
}

/// From these lengths on there is a doubt each.
struct doubt_lengths {
  std::size_t answer_words = 7;
  std::size_t step_words = 13;  ///< on average
};

/// The points of a composed question, and its sign with the most of them; "" for none.
struct doubts_found {
  std::size_t points = 0;
  std::string_view heaviest{};

  friend constexpr bool operator==(const doubts_found&, const doubts_found&) = default;
};

/// Returns the share of a question's words that neither title nor paragraph has, in percent, rounded down. Forms of a
/// word count as the word, function words and words that only say what is asked ("name", "year") never as missing.
/// The words of a relation's label count, since its paragraph need not say it.
///
/// Cost:    O(words of the question x bytes of the paragraph)
/// Example: words_elsewhere("Which king invaded Ulm?", "Ulm", "Ulm fell in 1805.") == 66
[[nodiscard]] std::size_t words_elsewhere(std::string_view question, std::string_view title,
                                          std::string_view paragraph);

/// Returns the doubts about a composed question; none without steps.
///
/// Shape:   the single-hop questions with their answers and paragraphs, in the order of the steps. The rows do not read
///          a relation's label; steps without a paragraph have no words elsewhere
/// Cost:    O(words) for each row, and that of words_elsewhere for each step
/// Source:  readings of 844 questions (docs/measurements/compose.md)
/// Example: find_doubts of "Where was Ann born?" and "What did Ulm establish?" has 4 points
[[nodiscard]] doubts_found find_doubts(std::span<const wording_hop> steps, const doubt_lengths& from = {});

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/compose/detail/doubts.ipp>
#endif
