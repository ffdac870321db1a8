// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of fronting.hpp.
#pragma once

#include <mhqa/compose/detail/fronting.hpp>

#include <algorithm>

namespace mhqa {
inline namespace v0_1 {
namespace detail {

MHQA_INLINE bool may_open_question(std::span<const sentence_word> words, std::size_t at) {
  constexpr std::array<std::string_view, 10> openers{"after",     "at", "before", "between",    "during",
                                                     "following", "in", "since",  "throughout", "within"};
  constexpr std::array<std::string_view, 12> pronouns{"he",  "her",  "him",   "his",  "it",   "its",
                                                      "she", "that", "their", "them", "they", "this"};
  if (at == 0 || at + 1 >= words.size() || words[at].name) return false;
  // "in power", "at a school" belong to the verb; "in 1888", "on Monday", "in the 19th century" do not.
  const bool named = std::any_of(words.begin() + static_cast<std::ptrdiff_t>(at), words.end(),
                                 [](const sentence_word& w) { return w.name; });
  const std::string& opener = words[at].core;
  const bool timed = opener == "after" || opener == "before" || opener == "during" || opener == "since";
  const bool counted = std::any_of(words.begin() + static_cast<std::ptrdiff_t>(at), words.end(),
                                   [](const sentence_word& w) { return ascii::is_digit(w.core[0]); });
  const bool dated = words[at + 1].name && (opener == "on" || (opener == "by" && counted));  // not "by Ann"
  if (!(is_one_of(opener, openers) && (named || timed)) && !dated) return false;
  if (is_preposition(words[at + 1].core) || ends_dangling(words)) return false;
  // "What was the time between … called?"
  if (opener == "between" && !words.back().name && is_past_participle(words.back().core)) return false;
  if (words[at + 1].core == "when" || words[at + 1].core == "while") return false;  // "dress in while in Rome"
  for (std::size_t i = at + 1; i < words.size(); ++i) {
    const sentence_word& w = words[i];
    if (w.name) continue;
    if (is_auxiliary(w.core) || is_one_of(w.core, relative_words) || is_one_of(w.core, pronouns)) return false;
    if (w.core == "what" || w.core == "to" || (w.mark_after && i + 1 < words.size())) return false;
  }
  return true;
}

}  // namespace detail
}  // namespace v0_1
}  // namespace mhqa
