// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of whole_name.hpp.
#pragma once

#include <mhqa/compose/whole_name.hpp>

#include <mhqa/english/asked.hpp>
#include <mhqa/text/stop_words.hpp>

#include <algorithm>
#include <cstddef>
#include <string>

namespace mhqa::inline v0_1 {
namespace detail {

inline constexpr std::array<std::string_view, 22> institution_nouns{
    "academy", "act",     "agency",   "association", "bank",     "church",    "co",      "college",
    "company", "council", "festival", "group",       "hospital", "institute", "library", "ministry",
    "museum",  "party",   "school",   "society",     "union",    "university"};

// Nouns whose names may go on with "on": "the Conference on Weights and Measures".
inline constexpr std::array<std::string_view, 8> assemblies{"act",        "commission", "committee", "conference",
                                                            "convention", "council",    "institute", "treaty"};

MHQA_INLINE bool is_acronym(std::string_view text) noexcept {
  std::size_t upper = 0;
  for (const char c : text) {
    if (c >= 'a' && c <= 'z') return false;
    upper += c >= 'A' && c <= 'Z' ? 1U : 0U;
  }
  return upper >= 2;
}

[[nodiscard]] inline bool is_part_of_name(const sentence_words& words, std::size_t i) {
  return words[i].capital && (i != 0 || !may_open_sentence(words[i]));
}

// True if a mark separates a word from the next.
[[nodiscard]] inline bool is_cut_after(const sentence_words& words, std::size_t i) noexcept {
  return words[i].mark_after || words[i + 1].mark_before;
}

// The first word of a name that has the word at `first`: "University" of "University of the X".
[[nodiscard]] inline std::size_t first_of_name(const sentence_words& words, std::size_t first) {
  // "central Africa" is a different place in any capitalisation.
  if (first > 0 && !is_cut_after(words, first - 1) && is_one_of(words[first - 1].lower, directions)) --first;
  while (first > 0 && !is_cut_after(words, first - 1) && !words[first - 1].possessive) {
    const std::size_t left = first - 1;
    if (is_part_of_name(words, left)) {
      first = left;
      continue;
    }
    const std::size_t join = is_definite(words[left].lower) && left > 0 ? left - 1 : left;
    const bool joins = is_genitive(words[join].lower) || (join == left && is_one_of(words[left].lower, name_joins));
    if (join == 0 || !joins || is_cut_after(words, join - 1) || !is_part_of_name(words, join - 1) ||
        words[join - 1].possessive ||
        (is_genitive(words[join].lower) && is_acronym(words[join - 1].text))) {  // "the GDP of Warsaw"
      break;
    }
    first = join - 1;
  }
  return first;
}

// The end of the name that goes on after its word `last`: by a capital, a number, "of Rome", "and Fine Arts"; `last` if
// none does.
[[nodiscard]] inline std::size_t next_of_name(const sentence_words& words, std::size_t last) {
  constexpr word_list takes_article{"for", "of"};
  constexpr word_list about{"on"};
  const auto capital = [&](std::size_t i) { return i < words.size() && words[i].capital; };
  const sentence_word& w = words[last + 1];
  const bool year = w.number && w.text.size() == 4;
  if ((w.capital && !is_plain_function_word(w.lower)) || (w.number && !year && !words[last].number) || is_roman(w)) {
    return last + 1;
  }
  if (words[last].possessive) return last;
  const bool skips = takes_article(w.lower) && last + 2 < words.size() && is_definite(words[last + 2].lower);
  const std::size_t next = last + (skips ? 3 : 2);
  const bool joins = joins_name(w.lower) || (about(w.lower) && is_one_of(words[last].lower, assemblies));
  // "Gregory the Illuminator", but not "sold Ann the Red Mill"
  const bool epithet = is_definite(w.lower) && !capital(next + 1);
  if ((joins || epithet) && capital(next) && !is_cut_after(words, last + 1)) return next;
  const bool adds = is_addition(w.lower) && capital(last + 2) && capital(last + 3);
  return adds && is_one_of(words[last + 3].lower, institution_nouns) ? last + 3 : last;
}

[[nodiscard]] inline std::size_t last_of_name(const sentence_words& words, std::size_t last) {
  while (last + 1 < words.size() && !is_cut_after(words, last)) {
    const std::size_t next = next_of_name(words, last);
    if (next == last) break;
    last = next;
  }
  return last;
}

}  // namespace detail

MHQA_INLINE name_around find_name(const sentence_words& words, mention m) {
  const auto [from, to] = words.of(m);
  if (from == to) return {m, false, false};
  const auto at = [&](std::size_t i) { return words.begin() + static_cast<std::ptrdiff_t>(i); };
  const std::size_t core = detail::is_definite(words[from].lower) && from + 1 < to ? from + 1 : from;
  std::size_t first = detail::first_of_name(words, core), last = detail::last_of_name(words, to - 1);
  name_around out;
  out.cased = std::any_of(at(from), at(to), [](const sentence_word& w) { return w.capital || w.number; });
  out.title_only = first < core && last + 1 == to && std::all_of(at(first), at(core), [](const sentence_word& w) {
                     return detail::is_one_of(w.lower, detail::personal_titles);
                   });
  if (words[from].quoted) {  // Inside a quotation the name is the whole quotation.
    while (first > 0 && words[first].quoted && words[first - 1].quoted && !words[first].mark_before) --first;
    while (last + 1 < words.size() && words[last].quoted && words[last + 1].quoted) ++last;
  }
  const std::uint32_t begin = first < core ? words[first].begin : m.begin;
  out.span = {begin, (last + 1 > to ? words[last].end : m.begin + m.size) - begin};
  return out;
}

MHQA_INLINE name_place place_of_name(std::string_view asking, std::string_view paragraph, std::string_view question,
                                     mention m) {
  const sentence_words words{question};
  const name_around name = find_name(words, m);
  if (name.span.size <= m.size) return name.cased ? name_place::whole : name_place::undecided;
  const asked_for asked = what_is_asked(asking);
  if (name.title_only && asked.kind == answer_kind::person) return name_place::whole;
  const std::string longer = to_lower(name.span.in(question)), mine = to_lower(m.in(question));
  if (!asked.noun.empty()) {
    const auto [from, to] = words.of(name.span);
    const auto [first, last] = words.of(m);
    for (std::size_t i = from; i < to; ++i) {
      if ((i < first || i >= last) && words[i].lower == asked.noun && !detail::is_genitive(asked.noun))
        return name_place::whole;
    }
  }
  const std::string text = to_lower(paragraph);
  const auto count = [&](std::string_view what) {
    std::size_t n = 0;
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++n;
    return n;
  };
  const std::size_t inside = count(longer), all = count(mine);
  const bool surname = asked.kind == answer_kind::person && longer.ends_with(mine) && inside != 0;
  return surname || (inside != 0 && inside == all) ? name_place::whole : name_place::part;
}

}  // namespace mhqa::inline v0_1
