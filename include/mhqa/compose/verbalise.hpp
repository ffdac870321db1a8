// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Words for a composed question (MuSiQue's step S7): the concept of a verbaliser, and one that nests relative clauses
// by rule. "Who wrote Emma?", "Where was #1 born?" become "Where was the person who wrote Emma born?".
#pragma once

#include <mhqa/compose/composition.hpp>
#include <mhqa/compose/detail/fronting.hpp>
#include <mhqa/compose/detail/phrase_nesting.hpp>
#include <mhqa/compose/limits.hpp>
#include <mhqa/compose/noun_phrase.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1 {

/// The single-hop question of a step, with its paragraph; the texts are the pool's.
struct wording_hop {
  std::string_view question;
  std::string_view answer;
  std::span<const std::string_view> aliases;
  std::string_view title;
  std::string_view paragraph;

  friend bool operator==(const wording_hop& a, const wording_hop& b) noexcept {
    return a.question == b.question && a.answer == b.answer && a.title == b.title && a.paragraph == b.paragraph;
  }
};

/// The input for wording a question.
struct wording_request {
  std::string id;
  std::vector<std::string> steps;    ///< with `#n`
  std::vector<std::string> answers;  ///< of the steps
  std::vector<named_kind> kinds{};   ///< of the answers; if empty, "who" means a person
  std::vector<wording_hop> hops{};   ///< of the steps; the pool must outlive them

  friend bool operator==(const wording_request&, const wording_request&) = default;
};

/// Returns the steps of a composition.
[[nodiscard]] std::vector<wording_hop> hops_of(const single_hop_pool& pool, const composition& c);

/// Makes the request for a composition; determines the kinds of its answers by rule.
[[nodiscard]] wording_request make_wording_request(const single_hop_pool& pool, const composition& c);

/// A wording, or the reason why the rules found no words.
struct wording {
  std::string question;
  unworded why = unworded::no;
  std::size_t step = 0;      ///< the step at which the rules fail, from 1
  std::string_view doubt{};  ///< of a doubtful one, the heaviest sign (find_doubts)

  [[nodiscard]] explicit operator bool() const noexcept { return why == unworded::no; }
  friend bool operator==(const wording&, const wording&) = default;
};

/// The rows that tell which words a phrase can have and where it can be, in tables.
inline constexpr std::array<std::span<const language_row>, 3> wording_rows{naming_rows, detail::nesting_rows,
                                                                           detail::fronting_rows};

/// Words a composed question, or returns the reason why it cannot. Equal requests give equal wordings.
template <class V>
concept verbaliser = requires(V& verbalise, const wording_request& request) {
  { verbalise(request) } -> std::convertible_to<wording>;
};

/// A verbaliser that nests each step, as a noun phrase, at the next one's reference to it.
///
/// Shape:     the last step stays a question; "the" before a reference and "the" of the phrase are written once; "the
///            #1 show" becomes "the show of …", "#1's dome" "the dome of …"; "do", "are", "were", "have" agree with the
///            phrase; a relation as the last step asks in the
///            words of the table of relations. The result begins with a capital and ends
///            in a question mark. Every word is from the steps or a fixed list, or is a form of a verb of the steps
/// Undefined: no wording, with the step, if noun_phrase_of returns none, and for the other reasons of `unworded`
/// Cost:      O(text)
/// Source:    Trivedi et al. 2022, Sec. 5, S7, where people word the questions; the rules are ours
/// Example:   steps "Who wrote Emma?", "Where was #1 born?" give "Where was the person who wrote Emma born?"
struct rule_verbaliser {
  std::size_t word_limit = 36;
  std::size_t most_doubts = most_doubt_points;  ///< points of the request's hops (find_doubts)

  [[nodiscard]] wording operator()(const wording_request& request) const;

 private:
  // Adds the step i with its references replaced to the phrases, or returns the reason why it has no words.
  [[nodiscard]] static unworded nest_step(const wording_request& request, std::size_t i,
                                          std::vector<detail::nested_phrase>& phrases, std::vector<bool>& used);
  // True if a step's answer is an adjective of a people or a creed.
  [[nodiscard]] static bool is_adjective(const wording_request& request, std::size_t step);
};

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/compose/detail/verbalise.ipp>
#endif
