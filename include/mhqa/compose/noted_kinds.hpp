// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Passes a tagger's notes on answers to the verbaliser, so that "who" becomes a person, a people or an organization
// where the texts alone do not tell.
//   for (std::size_t i = 0; i < requests.size(); ++i) note_kinds(notes, graphs.items[i], requests[i]);
#pragma once

#include <mhqa/compose/answer_sense.hpp>
#include <mhqa/compose/composition.hpp>
#include <mhqa/compose/occurrences.hpp>
#include <mhqa/compose/verbalise.hpp>

#include <cstddef>

namespace mhqa::inline v0_1 {

/// Replaces the kinds of answers in a wording request by those of the notes, where a note has a kind.
///
/// Requires: the request is that of the composition
/// Cost:     O(steps)
/// Example:  with a note ORG on "Denver", "Who won the cup?" becomes "the organization that won the cup"
inline void note_kinds(const occurrence_notes& notes, const composition& c, wording_request& request) {
  const auto steps = c.steps();
  request.kinds.resize(steps.size(), named_kind::unknown);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const occurrence_note* const note = notes.find(notes.places().answer_of(steps[i]));
    const named_kind kind = note == nullptr ? named_kind::unknown : kind_of_type(note->type);
    const bool known = kind == named_kind::place && request.kinds[i] == named_kind::country;
    if (kind != named_kind::unknown && !known) request.kinds[i] = kind;
  }
}

}  // namespace mhqa::inline v0_1
