// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Decides by capitals, hyphens, possessives and prepositions whether a mention is a whole name in its context or a part
// of a longer one: "Victoria" is a part in "the Victoria and Albert Museum".
#pragma once

#include <mhqa/compose/pool.hpp>
#include <mhqa/english/asked.hpp>
#include <mhqa/english/sentence_words.hpp>
#include <mhqa/text/stop_words.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace mhqa {
inline namespace v0_1 {

namespace detail {

inline constexpr std::array<std::string_view, 27> personal_titles{
    "baron",     "bishop", "cardinal", "chancellor", "count", "dr",    "duke",    "emperor", "empress",
    "general",   "judge",  "king",     "lady",       "lord",  "mr",    "mrs",     "ms",      "pope",
    "president", "prince", "princess", "professor",  "queen", "saint", "senator", "sir",     "st"};
inline constexpr std::array<std::string_view, 16> name_joins{"al", "bin", "da", "de",  "del", "della", "der", "des",
                                                             "di", "du",  "el", "ibn", "la",  "le",    "van", "von"};
inline constexpr std::array<std::string_view, 22> institution_nouns{
    "academy", "act",     "agency",   "association", "bank",     "church",    "co",      "college",
    "company", "council", "festival", "group",       "hospital", "institute", "library", "ministry",
    "museum",  "party",   "school",   "society",     "union",    "university"};
inline constexpr std::array<std::string_view, 17> directions{
    "central",  "east",      "eastern", "greater",   "lower",    "mid",       "middle", "north", "northeast",
    "northern", "northwest", "south",   "southeast", "southern", "southwest", "upper",  "west"};

// Nouns whose names may go on with "on": "the Conference on Weights and Measures".
inline constexpr std::array<std::string_view, 8> assemblies{"act",        "commission", "committee", "conference",
                                                            "convention", "council",    "institute", "treaty"};

// True for two or more letters, all upper case.
[[nodiscard]] inline bool is_acronym(std::string_view text) noexcept {
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

// Capitalised words that begin a sentence without being names: question words, prepositions, auxiliaries, adverbs.
[[nodiscard]] inline bool may_open_sentence(const sentence_word& word) noexcept {
  constexpr std::array<std::string_view, 24> more{
      "according", "approximately", "aside", "based", "besides", "compared",  "currently", "early",
      "following", "given",         "late",  "name",  "prior",   "regarding", "roughly",   "shortly",
      "today",     "together",      "two",   "upon",  "usually", "using",     "what's",    "who's"};
  return is_function_word(word.lower) || is_one_of(word.lower, more) || is_one_of(word.lower, verbs);
}

}  // namespace detail

/// The name around a mention.
struct name_around {
  mention span{};           ///< the mention, or the longer name
  bool title_only = false;  ///< the name only adds a personal title: "President Kennedy"
  bool cased = true;        ///< false if the mention has no capital, so that nothing is certain

  friend bool operator==(const name_around&, const name_around&) = default;
};

/// Returns the longest name that contains a mention.
///
/// Shape:     adjacent capitalised words and numbers; "of", "de", "van" … join them; "and" joins if a capitalised noun
///            for an institution follows; a year does not; a comma or another mark ends a name. A possessive ends it
///            unless a capital follows. A mention inside a longer quotation is a part of all of it
/// Undefined: at the beginning of a sentence, a function word, a verb or an adverb is not a name
/// Cost:      O(words)
/// Example:   "Chicago" in "When was the University of Chicago founded?" gives "University of Chicago"
[[nodiscard]] inline name_around find_name(const sentence_words& words, mention m) {
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

/// Whether a mention is its whole name.
enum class name_place : std::uint8_t {
  whole,
  part,      ///< of a longer name
  undecided  ///< no capital shows where the name ends
};

/// Returns how a mention of an answer is used in a question, given the question that the answer belongs to.
///
/// Shape:   a longer name still denotes the answer in four cases: it only adds a personal title and the head asks for a
///          person; it adds the noun that the head asks for ("What cycle …?", "Rankine", "the Rankine Cycle"); the
///          answer's paragraph has the longer name and never the mention alone; or it has the longer name and the
///          mention is a person's surname
/// Example: place_of_name("Who was it?", "Tesla met Rankine.", "Who described the Rankine Cycle?", {18, 7}) is part
[[nodiscard]] inline name_place place_of_name(std::string_view asking, std::string_view paragraph,
                                              std::string_view question, mention m) {
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
