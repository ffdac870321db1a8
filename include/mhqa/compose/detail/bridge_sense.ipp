// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of bridge_sense.hpp.
#pragma once

#include <mhqa/compose/bridge_sense.hpp>

#include <mhqa/compose/answer_sense.hpp>
#include <mhqa/compose/whole_name.hpp>
#include <mhqa/english/demonyms.hpp>
#include <mhqa/english/sentence_words.hpp>
#include <mhqa/text/lower.hpp>
#include <mhqa/text/stop_words.hpp>

#include <algorithm>
#include <string>

namespace mhqa::inline v0_1 {
namespace detail {

// Symbols that distinguish names: "Sky+", "#P".
[[nodiscard]] inline std::string name_symbols(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view{"#+&@*/=%$"}.find(c) != std::string_view::npos) out += c;
  }
  return out;
}

MHQA_INLINE bool contains_word(std::string_view text, std::string_view word) noexcept {
  const auto letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (static_cast<unsigned char>(c) & 0x80U) != 0 || c == '-';
  };
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !letter(text[at - 1])) && (end == text.size() || !letter(text[end]))) return true;
  }
  return false;
}

// What a question asks for if its answer is spelled like an adjective.
enum class adjective_role : std::uint8_t { other, language, creed, people };

[[nodiscard]] inline adjective_role role_asked(std::string_view question) {
  constexpr std::array<std::string_view, 5> creeds{"church", "denomination", "faith", "religion", "religions"};
  constexpr std::array<std::string_view, 12> peoples{"civilization", "culture",  "ethnicity", "group",
                                                     "groups",       "people",   "peoples",   "race",
                                                     "settlers",     "soldiers", "tribe",     "tribes"};
  const sentence_words words{question};
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& w = words[i].lower;
    if (asks_for_agent(w)) return adjective_role::people;
    if (!asks_for_noun(w)) continue;
    for (std::size_t j = i + 1; j < words.size() && j < i + 7; ++j) {
      if (is_language_noun(words[j].lower)) return adjective_role::language;
      if (is_one_of(words[j].lower, creeds)) return adjective_role::creed;
      if (is_one_of(words[j].lower, peoples)) return adjective_role::people;
    }
    break;
  }
  return adjective_role::other;
}

// True if an answer is no name: "Ten", "Students" beside "the students", a whole sentence.
[[nodiscard]] inline bool names_no_entity(answer_kind asked, const sentence_words& name, std::size_t first,
                                          std::string_view paragraph) {
  if (asked != answer_kind::thing && asked != answer_kind::person && asked != answer_kind::place) return true;
  if (first == name.size() || name.size() > 8) return true;
  const bool verb =
      std::any_of(name.begin(), name.end(), [](const sentence_word& w) { return is_one_of(w.lower, verbs); });
  const sentence_word& last = name[name.size() - 1];
  const bool function = is_function_word(last.lower) && !is_acronym(last.text);
  return verb || (first + 1 == name.size() && last.text.size() > 1 &&
                  (function || (last.capital && contains_word(paragraph, last.lower))));
}

[[nodiscard]] inline bool is_acronym_after_article(std::string_view text) {
  for (const std::string_view article : {"the ", "The ", "a ", "an "}) {
    if (text.starts_with(article)) return is_acronym(text.substr(article.size()));
  }
  return is_acronym(text);
}

// "HAMAS" and "Hamas": a long acronym is also written as a word; "LI" and "Li" are two things.
[[nodiscard]] inline bool is_spelt_otherwise(std::string_view answer, std::string_view written) {
  const bool as_word = answer.size() > 4 && to_lower(answer) == to_lower(written);
  return (is_acronym_after_article(answer) != is_acronym_after_article(written) && !as_word) ||
         name_symbols(answer) != name_symbols(written);
}

}  // namespace detail

MHQA_INLINE bridge_sense check_sense(std::string_view asking, std::string_view answer, std::string_view paragraph,
                                     std::string_view question, mention m) {
  static const row_matcher rows{bridge_rows};
  const answer_kind asked = what_is_asked(asking).kind;
  const sentence_words name{answer}, words{question, m};
  const std::size_t first = name.after_articles();
  if (detail::names_no_entity(asked, name, first, paragraph)) return bridge_sense::no_entity;
  const std::string_view written = m.in(question);
  if (detail::is_spelt_otherwise(answer, written)) return bridge_sense::spelling;
  const bool single = first + 1 == name.size();
  if ((single && name[first].text.size() == 1) ||
      std::all_of(name.begin() + static_cast<std::ptrdiff_t>(first), name.end(),
                  [](const sentence_word& w) { return detail::is_one_of(w.lower, detail::directions); })) {
    return bridge_sense::undecided;
  }
  enum : std::size_t { in_place, in_language, of_language, noun_follows, after_article };
  const std::string& head_word = name[name.size() - 1].lower;
  const bool country = detail::is_place_of_demonym(head_word) && detail::is_country(head_word);  // "Who … ally with?"
  if (asked == answer_kind::person && single && !country && !detail::is_acronym_after_article(answer) &&
      rows.fires(in_place, words)) {
    return bridge_sense::place;
  }
  const bool demonym = !place_of_demonym(head_word).empty(), creed = is_creed(head_word);
  if (!demonym && !creed) return bridge_sense::same;
  const detail::adjective_role role = detail::role_asked(asking);
  const auto same_if = [](bool same) { return same ? bridge_sense::same : bridge_sense::adjective; };
  if (role == detail::adjective_role::creed) return same_if(creed);
  const bool noun = rows.fires(noun_follows, words);
  if (role == detail::adjective_role::language) {
    return same_if((!noun && rows.fires(in_language, words)) || rows.fires(of_language, words));
  }
  // "speak German", "unlike English": without an article and not in the plural, a language
  const bool many = head_word.ends_with('s') || written.ends_with('s') || rows.fires(after_article, words);
  return same_if(role == detail::adjective_role::people && !noun && (!demonym || many));
}

}  // namespace mhqa::inline v0_1
