// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Doubts about a composed question: signs that readers refused often, though none is a fault by itself. Rows of
// patterns over its first and its last single-hop question, and two lengths.
//   mhqa::count_doubts(request.hops) > 1  // of such questions, readers accepted half
#pragma once

#include <mhqa/english/pattern.hpp>

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

namespace mhqa {
inline namespace v0_1 {

struct wording_hop;  // compose/verbalise.hpp

namespace detail {

inline constexpr std::array<std::string_view, 2> makes_statement{"^ !@question&!@preposition",
                                                                 "^ @preposition !@question"};
inline constexpr std::array<std::string_view, 1> asks_where{"^ where"};
inline constexpr std::array<std::string_view, 1> asks_what_did{"^ what|who|whom did|do|does"};
inline constexpr std::array<std::string_view, 1> has_no_name{"^ ~@name"};
inline constexpr std::array<std::string_view, 2> asks_what_verb{"^ what @auxiliary&!@be", "^ what @be !the"};
inline constexpr std::array<std::string_view, 2> asks_manner{
    "^ how !big|close|deep|far|fast|high|large|long|many|much|often|old|tall|wide", "^ why"};

}  // namespace detail

/// Signs of a first question: no question word at its beginning, a place or a thing without a noun, or no name.
inline constexpr std::array<language_row, 4> head_doubt_rows{{
    {"head-is-statement", detail::makes_statement, "The king lived in which town?", "In which town did the king live?"},
    {"head-asks-where", detail::asks_where, "Where was Ann born?", "What town was Ann born in?"},
    {"head-asks-what-did", detail::asks_what_did, "Who did Ann stay under?", "What king did Ann stay under?"},
    {"head-names-nothing", detail::has_no_name, "Who wrote the longest novel?", "Who wrote Emma?"},
}};

/// Signs of a last question: an open "what", "how" or "why".
inline constexpr std::array<language_row, 2> tail_doubt_rows{{
    {"tail-asks-what-verb", detail::asks_what_verb, "What did Ann establish?", "What town did Ann establish?"},
    {"tail-asks-manner", detail::asks_manner, "How did Ann respond?", "How many towns did Ann see?"},
}};

/// The most doubts that a question may have.
inline constexpr std::size_t all_doubts = head_doubt_rows.size() + tail_doubt_rows.size() + 2;

/// From these lengths on there is a doubt each.
struct doubt_lengths {
  std::size_t answer_words = 7;
  std::size_t step_words = 13;  ///< on average
};

/// Returns the number of doubts about a composed question, from 0 to all_doubts; 0 without steps.
///
/// Shape:   the single-hop questions with their answers, in the order of the steps. A relation's label has no doubts
/// Cost:    O(words) for each row
/// Source:  readings of 637 questions (docs/measurements/compose.md)
/// Example: count_doubts of "Where was Ann born?" and "What did Ulm establish?" == 2
[[nodiscard]] std::size_t count_doubts(std::span<const wording_hop> steps, const doubt_lengths& from = {});

}  // namespace v0_1
}  // namespace mhqa

#if !defined(MHQA_COMPILED)
#include <mhqa/compose/detail/doubts.ipp>
#endif
