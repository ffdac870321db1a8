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

namespace mhqa {
inline namespace v0_1 {
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

[[nodiscard]] inline bool is_roman_numeral(std::string_view word) noexcept {
  return !word.empty() && word.find_first_not_of("IVXLC") == std::string_view::npos;
}

}  // namespace detail

MHQA_INLINE name_around find_name(const sentence_words& words, mention m) {
  const auto [from, to] = words.of(m);
  if (from == to) return {m, false, false};
  const auto is_name = [&](std::size_t i) {
    const sentence_word& w = words[i];
    if (i == 0 && detail::may_open_sentence(w)) return false;
    return w.capital && !(is_function_word(w.lower) && w.lower != "us" && w.lower != "may" && i == 0);
  };
  const auto apart = [&](std::size_t left) { return words[left].mark_after || words[left + 1].mark_before; };
  std::size_t first = from, last = to - 1;
  bool cased = false;
  for (std::size_t i = from; i < to; ++i) cased = cased || words[i].capital || words[i].number;
  if (words[first].lower == "the" && first < last) ++first;
  const std::size_t core = first;

  // "central Africa" is a different place in any capitalisation.
  const bool directed =
      first > 0 && !apart(first - 1) && first == core && detail::is_one_of(words[first - 1].lower, detail::directions);
  if (directed) --first;
  while (first > 0 && !apart(first - 1)) {
    const std::size_t left = first - 1;
    const sentence_word& w = words[left];
    if (w.possessive) break;
    if (is_name(left)) {
      first = left;
      continue;
    }
    std::size_t noun = left;  // "University of the X"
    if (w.lower == "the" && noun > 0) --noun;
    if (noun == 0 || noun > left) break;
    const bool joins = words[noun].lower == "of" || (noun == left && detail::is_one_of(w.lower, detail::name_joins));
    if (!joins || apart(noun - 1) || !is_name(noun - 1) || words[noun - 1].possessive) break;
    if (words[noun].lower == "of" && detail::is_acronym(words[noun - 1].text)) break;  // "the GDP of Warsaw"
    if (noun != left && apart(noun)) break;
    first = noun - 1;
  }
  while (last + 1 < words.size() && !apart(last)) {
    const sentence_word& w = words[last + 1];
    const bool year = w.number && w.text.size() == 4;
    if ((w.capital && !(is_function_word(w.lower) && w.lower != "us")) || (w.number && !year && !words[last].number) ||
        (detail::is_roman_numeral(w.text) && w.lower != "i")) {
      ++last;
      continue;
    }
    if (words[last].possessive) break;
    std::size_t next = last + 2;
    if ((w.lower == "of" || w.lower == "for") && next < words.size() && words[next].lower == "the") ++next;
    const bool on = w.lower == "on" && detail::is_one_of(words[last].lower, detail::assemblies);
    const bool of = w.lower == "of" || on || detail::is_one_of(w.lower, detail::name_joins);
    if (of && next < words.size() && words[next].capital && !apart(last + 1)) {
      last = next;
      continue;
    }
    if (w.lower == "and" && last + 3 < words.size() && words[last + 2].capital && words[last + 3].capital &&
        detail::is_one_of(words[last + 3].lower, detail::institution_nouns)) {
      last += 3;
      continue;
    }
    break;
  }
  name_around out;
  out.cased = cased;
  bool titles = first < core && last + 1 == to;
  for (std::size_t i = first; i < core; ++i)
    titles = titles && detail::is_one_of(words[i].lower, detail::personal_titles);
  out.title_only = titles;
  // Inside a quotation the name is the whole quotation.
  if (words[from].quoted || words[from].mark_before) {
    std::size_t a = from, b = to - 1;
    while (a > 0 && words[a].quoted && words[a - 1].quoted && !words[a].mark_before) --a;
    while (b + 1 < words.size() && words[b].quoted && words[b + 1].quoted) ++b;
    if (words[from].quoted) {
      first = std::min(first, a);
      last = std::max(last, b);
    }
  }
  const std::uint32_t begin = first < core ? words[first].begin : std::min(m.begin, words[first].begin);
  const std::uint32_t end = last + 1 > to ? words[last].end : m.begin + m.size;
  out.span = {begin, end - begin};
  if (out.span.begin > m.begin) out.span = {m.begin, end - m.begin};
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
      if ((i < first || i >= last) && words[i].lower == asked.noun && asked.noun != "of") return name_place::whole;
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

}  // namespace v0_1
}  // namespace mhqa
