// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Rules over pairs that use a tagger's and a linker's notes on occurrences: answer and mention are entities of one type
// and, if both are linked, with one link; the mention is the whole entity; the answer is of the kind that the question
// asks for.
//   auto rules = mhqa::tail_answer_unseen() && mhqa::distinct_paragraphs() && mhqa::noted_entities(notes);
#pragma once

#include <mhqa/compose/answer_sense.hpp>
#include <mhqa/compose/entities.hpp>
#include <mhqa/compose/language_rules.hpp>
#include <mhqa/compose/occurrences.hpp>
#include <mhqa/compose/pair_rules.hpp>
#include <mhqa/english/asked.hpp>
#include <mhqa/text/normalize.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace mhqa::inline v0_1 {

/// Returns true if a tagger's type denotes dates or amounts, in OntoNotes' or CoNLL's spelling.
/// Example: is_amount_type("CARDINAL"), !is_amount_type("PERSON")
[[nodiscard]] constexpr bool is_amount_type(std::string_view type) noexcept {
  constexpr std::array<std::string_view, 7> amounts{"CARDINAL", "DATE",     "MONEY", "ORDINAL",
                                                    "PERCENT",  "QUANTITY", "TIME"};
  return std::find(amounts.begin(), amounts.end(), type) != amounts.end();
}

namespace detail {

struct noted_pair {
  const occurrence_note* answer;
  const occurrence_note* mention;
  std::uint32_t answer_place, mention_place;
};

[[nodiscard]] inline noted_pair notes_of(const occurrence_notes& notes, const pair_candidate& p) {
  const auto answer = notes.places().answer_of(p.head), mention = notes.places().mention_in(p.tail, p.bridge());
  return {notes.find(answer), notes.find(mention), answer.value_or(0), mention.value_or(0)};
}

// True if no note says that the mention is a part of a longer name, which the answer is not.
[[nodiscard]] inline bool mentions_whole_entity(const occurrence_notes& all, const pair_candidate& p) {
  const auto [answer, mention, a, m] = notes_of(all, p);
  if (mention == nullptr) return true;
  const std::string entity_text = normalize(all.text_of(m, *mention)), own = normalize(p.mentioned());
  if (entity_text.size() <= own.size()) return true;
  if (answer == nullptr) return false;
  return normalize(all.text_of(a, *answer)) == entity_text || (!answer->link.empty() && answer->link == mention->link);
}

}  // namespace detail

/// Returns the rules that use notes. The notes must outlive them.
///
/// Shape:   "answer-is-no-entity": the answer's note has no type or one of dates and amounts; without a note,
///          capitals decide. "another-entity-type": both have notes, of different types. "another-link": both have
///          links, which differ. "part-of-entity": the mention's note spans more than the mention, and is not the
///          answer's name. "answer-not-asked-for": the question asks for a person and the note says place, or vice
///          versa. If a side has no note, only language_rules() decide
/// Source:  Trivedi et al. 2022, Sec. 5, S2
/// Example: noted_entities(notes) && language_rules()
[[nodiscard]] inline auto noted_entities(const occurrence_notes& notes) {
  const auto* const all = &notes;
  const auto entity = head_rule("answer-is-no-entity", [all](const head_candidate& c) {
    const occurrence_note* const note = all->find(all->places().answer_of(c.head));
    if (note != nullptr) return !note->type.empty() && !is_amount_type(note->type);
    return !capitals_tagger{}(c.question().answer, c.paragraph().text).empty();
  });
  const auto asked = head_rule("answer-not-asked-for", [all](const head_candidate& c) {
    const occurrence_note* const note = all->find(all->places().answer_of(c.head));
    if (note == nullptr) return true;
    const answer_kind kind = what_is_asked(c.question().question).kind;
    const named_kind said = kind_of_type(note->type);
    const bool noun = !what_is_asked(c.question().question).noun.empty();
    if (kind == answer_kind::person && noun) return said != named_kind::place;
    return kind != answer_kind::place || said != named_kind::person;
  });
  const auto type = rule("another-entity-type", [all](const pair_candidate& p) {
    const auto [answer, mention, a, m] = detail::notes_of(*all, p);
    if (mention != nullptr && (mention->type.empty() || is_amount_type(mention->type))) return false;
    return answer == nullptr || mention == nullptr || answer->type == mention->type;
  });
  const auto link = rule("another-link", [all](const pair_candidate& p) {
    const auto [answer, mention, a, m] = detail::notes_of(*all, p);
    return answer == nullptr || mention == nullptr || answer->link.empty() || mention->link.empty() ||
           answer->link == mention->link;
  });
  const auto whole =
      rule("part-of-entity", [all](const pair_candidate& p) { return detail::mentions_whole_entity(*all, p); });
  return entity && asked && type && link && whole;
}

}  // namespace mhqa::inline v0_1
