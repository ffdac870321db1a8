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
#include <mhqa/compose/undetermined.hpp>
#include <mhqa/compose/whole_name.hpp>
#include <mhqa/model/asked.hpp>
#include <mhqa/text/lower.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
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

// True if a text has a word in lower case as part of a longer name: "Project Mercury".
[[nodiscard]] inline bool in_longer_name(std::string_view text, std::string_view word) {
  const sentence_words words{text};
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].lower != word || !words[i].capital) continue;
    const auto joins = [&](std::size_t n) {
      return words[n].capital && !is_function_word(words[n].lower) && !words[n].possessive && !words[n].mark_after;
    };
    if (i > 0 && joins(i - 1) && !words[i].mark_before && words[i - 1].lower != "the") return true;
    if (i + 1 < words.size() && joins(i) && words[i + 1].capital && !words[i + 1].mark_before) return true;
  }
  return false;
}

// True for a name of one word in two articles, none of which it names, if it may mean two things: a surname, or a part
// of longer names ("Mercury" of an article on force and of one on space flight). Places, peoples and acronyms mean
// one thing everywhere.
[[nodiscard]] inline bool is_apart(const pair_candidate& p) {
  const std::string_view one = p.head_paragraph().title, other = p.tail_paragraph().title;
  if (one == other) return false;
  const sentence_words name{p.head_question().answer};
  std::size_t first = 0;
  while (first < name.size() && (name[first].lower == "the" || name[first].lower == "a")) ++first;
  if (first + 1 != name.size() || is_acronym(name[first].text)) return false;
  const std::string& word = name[first].lower;
  if (is_place_of_demonym(word) || is_one_of(word, countries_in_capitals)) return false;
  if (!place_of_demonym(word).empty() || is_creed(word)) return false;
  if (word.ends_with('s') && !place_of_demonym(std::string_view{word}.substr(0, word.size() - 1)).empty()) return false;
  const auto names = [&](std::string_view title) {
    std::string spaced = to_lower(title);
    std::replace(spaced.begin(), spaced.end(), '_', ' ');
    return contains_word(spaced, word);
  };
  if (names(one) || names(other)) return false;
  const answer_kind asked = what_is_asked(p.head_question().question).kind;
  if (asked == answer_kind::person || asked == answer_kind::place) return asked == answer_kind::person;
  return in_longer_name(p.head_paragraph().text, word) || in_longer_name(p.tail_paragraph().text, word);
}

[[nodiscard]] inline bridge_sense sense_of_bridge(const pair_candidate& p) {
  const single_hop& head = p.head_question();
  const bridge_sense sense =
      check_sense(head.question, head.answer, p.head_paragraph().text, p.tail_question().question, p.bridge());
  if (sense == bridge_sense::same && is_apart(p)) return bridge_sense::undecided;
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

/// What the head names is determined without its paragraph: no "the consortium", no "the Super Bowl" where several are
/// numbered, and no answer that changes with time.
[[nodiscard]] inline auto head_is_determined() {
  return head_rule("head-changes-with-time",
                   [](const head_candidate& c) { return !depends_on_time(c.question().question); }) &&
         head_rule("head-names-bare-thing",
                   [](const head_candidate& c) { return !names_bare_thing(c.question().question); }) &&
         head_rule("head-names-series",
                   [](const head_candidate& c) { return !names_series(c.question().question, c.paragraph().text); });
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

/// The tail asks for one fact: no "did", whose answer is yes or no, no "What is one of …?", and no "What does #1 stand
/// for?", which asks about the word.
[[nodiscard]] inline auto tail_asks_fact() {
  return rule("tail-asks-yes-no",
              [](const pair_candidate& p) {
                return what_is_asked(p.tail_question().question).kind != answer_kind::yes_no;
              }) &&
         rule("tail-fits-many",
              [](const pair_candidate& p) {
                const sentence_words words{p.tail_question().question};
                for (std::size_t i = 1; i + 1 < words.size(); ++i) {
                  if (words[i].lower == "one" && words[i + 1].lower == "of" &&
                      detail::is_form_of_be(words[i - 1].lower)) {
                    return false;
                  }
                }
                return true;
              }) &&
         rule("tail-asks-about-word", [](const pair_candidate& p) {
           const sentence_words words{p.tail_question().question};
           const std::size_t after = words.of(p.bridge()).second;
           if (after >= words.size()) return true;
           const std::string& next = words[after].lower;
           return next != "mean" && !(next == "stand" && after + 1 < words.size() && words[after + 1].lower == "for");
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
  return head_stands_alone() && head_describes_one() && head_is_definite() && head_is_determined() && same_entity() &&
         bridge_is_whole_name() && tail_stands_alone() && tail_asks_fact() && not_circular();
}

}  // namespace v0_1
}  // namespace mhqa
