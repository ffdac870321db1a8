// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds births and deaths in the running text of a biography: "He died at Ilkeston on 27 June 1905", "before her
// death in 1650". A clause counts only if its subject is the person: those about relatives and namesakes do not,
// and of the relative clauses only those that describe the person do ("a painter who died in 1950").
#pragma once

#include <mhqa/date/detail/life_date.hpp>
#include <mhqa/date/detail/life_subject.hpp>
#include <mhqa/date/detail/life_text.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace mhqa {
inline namespace v0_1 {
namespace detail {

enum class life_event_word : std::uint8_t { none, birth, death, baptism, burial };

/// An event of the person's life in running text.
struct life_clause {
  life_event_word event = life_event_word::none;
  placed_date date{};
};

/// What the sentences of a paragraph say.
struct life_sentences {
  std::vector<life_clause> clauses;
  bool about_person = false;      // the person is the subject of "was born", or is "he" or "she"
  bool begins_with_life = false;  // the first sentence says that the person was born or died
};

/// Whom a sentence is about, which decides who "he" or "she" is in the next one.
enum class life_topic : std::uint8_t { person, other, other_male, other_female };

/// Finds the clauses of one person; `topic` is whom the first sentence goes on about.
///
/// Cost: linear; each event is followed for at most 32 tokens
void read_life_clauses(const life_text& t, const life_names& names, life_topic topic, life_sentences& out);

}  // namespace detail
}  // namespace v0_1
}  // namespace mhqa

#if !defined(MHQA_COMPILED)
#include <mhqa/date/detail/life_clause.ipp>
#endif
