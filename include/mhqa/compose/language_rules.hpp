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
#include <mhqa/compose/pool.hpp>
#include <mhqa/compose/stands_alone.hpp>
#include <mhqa/compose/undetermined.hpp>
#include <mhqa/compose/whole_name.hpp>
#include <mhqa/english/asked.hpp>
#include <mhqa/english/pattern.hpp>
#include <mhqa/english/sentence_words.hpp>
#include <mhqa/graph/references.hpp>

#include <array>
#include <cstdint>
#include <string_view>

namespace mhqa::inline v0_1 {

/// What heads and tails say, as rows; `@given` words are the bridge.
// clang-format off
inline constexpr std::array<language_row, 8> language_rows{{
    {"tail-fits-many", {"^ give|list|mention|name|tell a|an|any|one|some|two|three|four|five",
      "^ what|which|who @be some|several|two|three", "name one|two|three|some|any of|@plural", "@be one of",
      "^ @any @be one @any", "^ @any @any @be one @any",
      "^ what are !@capital&!@possessive&!@digits&!@determiner&!@ing ... !@participle&!@preposition $",
      "^ what @be a|an|another ... !called|for|named $", "^ what|which @any @be @comparative ... than",
      "^ what|which @any @any @be @comparative ... than"},
     "What is one of the mills?", "What is a mill of Ann called?"},
    {"tail-asks-definition", {"^ what|where|who @be @given+ $", "^ what|where|who @be the&!@given @given+ $"},
     "Who is Ann?", "Who is near Ann?"},
    {"tail-asks-about-word", {"known as @given", "etymology|meaning|pronunciation|spelling of @given", "@given mean",
      "@given&@stop ... mean $", "@given stand for"}, "What does Ann stand for?", "What does Ann stand on?"},
    {"counts-in-game", {"^ how ~@capital|@digits|@quoted&!@given ... did"},
     "How many passes did Ann throw?", "How many passes did Ann throw in 1901?"},
    {"asks-thought", {
      "^ what @be aim|belief|concern|effect|example|focus|goal|idea|interest|issue|objective|problem|purpose|reason|result|subject|theme|topic @any",
      "^ what @be @any !@function* aim|belief|concern|effect|example|focus|goal|idea|interest|issue|objective|problem|purpose|reason|result|subject|theme|topic"},
     "What was the focus of the Red Cross?", "What was the cross of focus?"},
    {"asks-name", {"^ when|where|which|who|whom", "^ what !@aux&!@finite @any"}, "What man helped Ann?", "What is it?"},
    {"asks-who", {"^ who"}, "Who lived there?", "Where was Ann?"},
    {"acts-himself", {"^ @any ~@capital&!@given ... @given ... he|herself|himself|his|she&!@given"},
     "Why did Ann hurt herself?", "Why did Ann hurt Carl himself?"},
}};

/// What an answer of a tail may not be, as rows.
inline constexpr std::array<language_row, 3> answer_rows{{
    {"vague-answer", {"^ few|hundreds|less|little|lots|many|more|most|several|some|thousands $", "^ a few|lot $",
      "^ many|numerous|several|some|various&!@quoted @any", "^ her|his|its|their&!@capital @any"}, "several", "twelve"},
    {"answer-is-clause", {"^ although|because|how|if|when|while @any ... @any", "^ @base&!@capital a|an|the @any"},
     "when the war began", "the war"},
    {"answer-is-nobody", {"^ !@capital&!@digits&!@es&!@noun $"}, "uninhabited", "trappers"},
}};
// clang-format on

/// The rows, in their order.
enum class language_sign : std::uint8_t { fits_many, definition, about_word, game, thought, name, who, himself };
static_assert(language_rows.size() == static_cast<std::size_t>(language_sign::himself) + 1);

/// Returns true if a row fires on a question, whose given words are a mention.
/// Example: says("What is one of the mills?", language_sign::fits_many)
[[nodiscard]] inline bool says(std::string_view question, language_sign sign, mention given = {}) {
  static const row_matcher rows{language_rows};
  return rows.fires(static_cast<std::size_t>(sign), sentence_words{question, given});
}

/// Returns true if an answer tells nothing exact, or not what its question asks for: "several" and the like, a clause
/// for a name, "uninhabited" for "Who lived there?".
[[nodiscard]] inline bool is_no_answer(std::string_view question, std::string_view answer) {
  static const row_matcher rows{answer_rows};
  constexpr std::size_t vague = row_number(answer_rows, "vague-answer"),
                        clause = row_number(answer_rows, "answer-is-clause"),
                        nobody = row_number(answer_rows, "answer-is-nobody");
  const sentence_words words{answer};
  return rows.fires(vague, words) || (rows.fires(clause, words) && says(question, language_sign::name)) ||
         (rows.fires(nobody, words) && says(question, language_sign::who));
}

namespace detail {

// A rule over what heads or tails say in English. A relation's label is no English, so relations pass.
template <class F>
[[nodiscard]] auto head_says(std::string_view name, F test) {
  return head_rule(name, [test](const head_candidate& c) { return find_relation(c.question().question) || test(c); });
}
template <class F>
[[nodiscard]] auto tail_says(std::string_view name, F test) {
  return rule(name, [test](const pair_candidate& p) { return find_relation(p.tail_question().question) || test(p); });
}

[[nodiscard]] inline auto tail_lacks(std::string_view name, language_sign sign) {
  return tail_says(name,
                   [sign](const pair_candidate& p) { return !says(p.tail_question().question, sign, p.bridge()); });
}

[[nodiscard]] inline auto head_without(std::string_view name, question_gap gap) {
  return head_says(name, [gap](const head_candidate& c) { return find_gap(c.question().question) != gap; });
}

// Without capitals, the spelling of the tail's own paragraph tells that a mention is a name.
[[nodiscard]] name_place place_of_bridge(const pair_candidate& p);

[[nodiscard]] bridge_sense sense_of_bridge(const pair_candidate& p);

// True if a text has all the words of a name, in any order, outside `except`. A word of a longer name ("Tesla Electric
// Light" for "Tesla", "New World" for "New France") does not count.
[[nodiscard]] bool has_all_words(const sentence_words& text, std::string_view name, mention except = {});

// True if a text has the words of a phrase in their order, without the phrase's first article.
[[nodiscard]] bool contains_phrase(std::string_view text, std::string_view phrase);

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
         detail::head_without("head-asks-definition", question_gap::definition) &&
         detail::head_says("head-asks-thought", [](const head_candidate& c) {
           return !says(c.question().question, language_sign::thought);
         });
}

/// What the head names is determined without its paragraph: no "the consortium", no "the Super Bowl" where several are
/// numbered, and no answer that changes with time.
[[nodiscard]] inline auto head_is_determined() {
  return detail::head_says("head-changes-with-time",
                           [](const head_candidate& c) { return !depends_on_time(c.question().question); }) &&
         detail::head_says("head-names-bare-thing",
                           [](const head_candidate& c) { return !names_bare_thing(c.question().question); }) &&
         detail::head_says("head-names-series", [](const head_candidate& c) {
           return !names_series(c.question().question, c.paragraph().text);
         });
}

/// The head does not contain its own answer, which its phrase would show: "Who won the dispute of Sky and ABC?".
[[nodiscard]] inline auto head_hides_answer() {
  return head_rule("head-names-answer", [](const head_candidate& c) {
    return !detail::contains_phrase(c.question().question, c.question().answer);
  });
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
  return detail::tail_says("tail-depends-on-paragraph", [](const pair_candidate& p) {
    const std::string_view question = p.tail_question().question;
    return find_gap(question, p.bridge(), false) == question_gap::none &&
           !(says(question, language_sign::game, p.bridge()) && detail::is_team(p.tail_paragraph().text));
  });
}

/// The tail asks for one fact: no "did", whose answer is yes or no, no "What is one of …?", no "What is #1?", no
/// answer such as "several", and no "What does #1 stand for?", which asks about the word.
[[nodiscard]] inline auto tail_asks_fact() {
  return detail::tail_says("tail-asks-yes-no",
                           [](const pair_candidate& p) {
                             return what_is_asked(p.tail_question().question).kind != answer_kind::yes_no;
                           }) &&
         detail::tail_lacks("tail-fits-many", language_sign::fits_many) &&
         detail::tail_lacks("tail-asks-definition", language_sign::definition) &&
         rule("tail-answer-vague",
              [](const pair_candidate& p) {
                const single_hop& tail = p.tail_question();
                return !is_no_answer(tail.question, tail.answer);
              }) &&
         detail::tail_lacks("tail-asks-about-word", language_sign::about_word);
}

/// What the tail names is determined without its paragraph: no "the consortium", no "the Super Bowl" where several are
/// numbered, even if it is the bridge, and no answer that changes with time.
[[nodiscard]] inline auto tail_is_determined() {
  return detail::tail_says("tail-changes-with-time",
                           [](const pair_candidate& p) { return !depends_on_time(p.tail_question().question); }) &&
         detail::tail_says(
             "tail-names-bare-thing",
             [](const pair_candidate& p) { return !names_bare_thing(p.tail_question().question, p.bridge()); }) &&
         detail::tail_says("tail-names-series", [](const pair_candidate& p) {
           return !names_series(p.tail_question().question, p.tail_paragraph().text);
         });
}

/// The tail does not contain the bridge a second time ("What were Tesla's father's plans for #1?").
[[nodiscard]] inline auto bridge_is_hidden() {
  return rule("tail-names-bridge", [](const pair_candidate& p) {
    return !detail::has_all_words(sentence_words{p.tail_question().question}, p.head_question().answer, p.bridge());
  });
}

/// The tail asks for something that neither the head nor the bridge tells, and does not repeat the head.
[[nodiscard]] inline auto not_circular() {
  return rule("tail-answer-given",
              [](const pair_candidate& p) {
                return !tail_answer_is_given(p.head_question().question, p.head_question().answer,
                                             p.tail_question().answer);
              }) &&
         detail::tail_says("tail-repeats-head", [](const pair_candidate& p) {
           return !tail_repeats_head(p.head_question().question, p.tail_question().question, p.bridge());
         });
}

/// All rules above, those over heads first.
///
/// Cost:    O(words) per pair, and O(bytes) of the head's paragraph
/// Source:  Trivedi et al. 2022, Sec. 5, S2, where annotators decided; docs/compose.md measures these rules on labelled
///          pairs
[[nodiscard]] inline auto language_rules() {
  return head_stands_alone() && head_describes_one() && head_is_definite() && head_is_determined() &&
         head_hides_answer() && bridge_is_hidden() && same_entity() && bridge_is_whole_name() && tail_stands_alone() &&
         tail_asks_fact() && not_circular() && tail_is_determined();
}

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/compose/detail/language_rules.ipp>
#endif
