// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Rules of language over pairs: the bridge is a whole name and means one thing in both questions, each question can be
// understood without its paragraph, and the tail asks for something new. They need no model.
//   auto rules = mhqa::composable(pool) && mhqa::language_rules();
#pragma once

#include <mhqa/compose/answer_sense.hpp>
#include <mhqa/compose/bridge_sense.hpp>
#include <mhqa/compose/circularity.hpp>
#include <mhqa/compose/pair_rules.hpp>
#include <mhqa/compose/stands_alone.hpp>
#include <mhqa/compose/whole_name.hpp>

#include <string_view>

namespace mhqa {
inline namespace v0_1 {

namespace detail {

[[nodiscard]] inline auto head_without(std::string_view name, question_gap gap) {
  return head_rule(name, [gap](const head_candidate& c) { return find_gap(c.question().question) != gap; });
}

[[nodiscard]] inline name_place place_of_bridge(const pair_candidate& p) {
  return place_of_name(p.head_question().question, p.head_paragraph().text, p.tail_question().question, p.bridge());
}

[[nodiscard]] inline bridge_sense sense_of_bridge(const pair_candidate& p) {
  const single_hop& head = p.head_question();
  const bridge_sense sense =
      check_sense(head.question, head.answer, p.head_paragraph().text, p.tail_question().question, p.bridge());
  // "What Queen …" and "Victoria" in a paragraph about a state.
  const bool titled = sense == bridge_sense::same && head.answer.find(' ') == std::string_view::npos &&
                      is_one_of(what_is_asked(head.question).noun, personal_titles);
  return titled && !pronoun_near(p.tail_paragraph().text, head.answer) ? bridge_sense::undecided : sense;
}

[[nodiscard]] inline auto bridge_without(std::string_view name, bridge_sense sense) {
  return rule(name, [sense](const pair_candidate& p) { return sense_of_bridge(p) != sense; });
}

}  // namespace detail

/// The head can be understood without its paragraph: no "this drive", "he", "the game".
[[nodiscard]] inline auto head_stands_alone() {
  return detail::head_without("head-depends-on-paragraph", question_gap::reference);
}

/// The head describes one thing: no "one of the …", "an example of …", "what kind of …".
[[nodiscard]] inline auto head_describes_one() {
  return detail::head_without("head-fits-many", question_gap::many) &&
         detail::head_without("head-asks-kind", question_gap::kind);
}

/// The head is definite: it contains a name or number or is long, and is more than "Who is NAME?".
[[nodiscard]] inline auto head_is_definite() {
  return detail::head_without("head-without-name", question_gap::no_name) &&
         detail::head_without("head-asks-definition", question_gap::definition);
}

/// The mention is not part of a longer name with another meaning.
[[nodiscard]] inline auto bridge_is_whole_name() {
  return rule("part-of-name", [](const pair_candidate& p) { return detail::place_of_bridge(p) != name_place::part; }) &&
         rule("name-undecided",
              [](const pair_candidate& p) { return detail::place_of_bridge(p) != name_place::undecided; });
}

/// Answer and mention mean the same thing, as far as their texts decide; a separate rule, "sense-undecided", refuses
/// the undecided ones.
[[nodiscard]] inline auto same_entity() {
  return detail::bridge_without("head-asks-no-entity", bridge_sense::no_entity) &&
         detail::bridge_without("another-spelling", bridge_sense::spelling) &&
         detail::bridge_without("person-or-place", bridge_sense::place) &&
         detail::bridge_without("mention-is-adjective", bridge_sense::adjective) &&
         detail::bridge_without("sense-undecided", bridge_sense::undecided);
}

/// The tail can be understood without its paragraph once its bridge is known.
[[nodiscard]] inline auto tail_stands_alone() {
  return rule("tail-depends-on-paragraph", [](const pair_candidate& p) {
    return find_gap(p.tail_question().question, p.bridge(), false) == question_gap::none;
  });
}

/// The tail asks for something that neither the head nor the bridge tells, and does not repeat the head.
[[nodiscard]] inline auto not_circular() {
  return rule("tail-answer-given",
              [](const pair_candidate& p) {
                return !tail_answer_is_given(p.head_question().question, p.head_question().answer,
                                             p.tail_question().answer);
              }) &&
         rule("tail-repeats-head", [](const pair_candidate& p) {
           return !tail_repeats_head(p.head_question().question, p.tail_question().question, p.bridge());
         });
}

/// All rules above, those over heads first.
///
/// Cost:    O(words) per pair, and O(bytes) of the head's paragraph
/// Source:  Trivedi et al. 2022, Sec. 5, S2, where annotators decided; docs/compose.md measures these rules on labelled
///          pairs
[[nodiscard]] inline auto language_rules() {
  return head_stands_alone() && head_describes_one() && head_is_definite() && same_entity() && bridge_is_whole_name() &&
         tail_stands_alone() && not_circular();
}

}  // namespace v0_1
}  // namespace mhqa
