// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of answer_sense.hpp.
#pragma once

#include <mhqa/compose/answer_sense.hpp>

#include <mhqa/compose/whole_name.hpp>
#include <mhqa/english/asked.hpp>
#include <mhqa/english/demonyms.hpp>
#include <mhqa/english/sentence_words.hpp>
#include <mhqa/text/lower.hpp>
#include <mhqa/text/stop_words.hpp>

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>

namespace mhqa {
inline namespace v0_1 {
namespace detail {

inline constexpr std::array<std::string_view, 38> organization_nouns{
    "administration", "agency",       "army",        "assembly",   "association", "authority",  "bank",
    "board",          "church",       "commission",  "committee",  "company",     "conference", "congress",
    "corporation",    "council",      "court",       "department", "foundation",  "government", "inc",
    "institute",      "league",       "legislature", "ministry",   "movement",    "museum",     "navy",
    "network",        "organization", "panel",       "parliament", "party",       "senate",     "society",
    "supreme",        "union",        "university"};

MHQA_INLINE bool pronoun_near(std::string_view paragraph, std::string_view name) {
  constexpr std::array<std::string_view, 5> pronouns{"he", "her", "him", "his", "she"};
  for (std::size_t at = paragraph.find(name); at != std::string_view::npos; at = paragraph.find(name, at + 1)) {
    std::size_t end = paragraph.find(". ", at);
    if (end != std::string_view::npos) end = paragraph.find(". ", end + 2);
    for (const sentence_word& w :
         sentence_words{paragraph.substr(at, end == std::string_view::npos ? end : end - at)}) {
      if (is_one_of(w.lower, pronouns)) return true;
    }
  }
  return false;
}

MHQA_INLINE bool is_place_of_demonym(std::string_view word) noexcept {
  return std::any_of(demonyms.begin(), demonyms.end(),
                     [&](std::string_view entry) { return entry.substr(entry.find(' ') + 1) == word; });
}

// States whose names are of several words, some of which name organizations, too.
inline constexpr std::array<std::string_view, 16> states_of_words{
    "costa rica",           "czech republic", "dominican republic", "east germany", "el salvador",  "new zealand",
    "north korea",          "saudi arabia",   "south africa",       "south korea",  "soviet union", "sri lanka",
    "united arab emirates", "united kingdom", "united states",      "west germany"};

MHQA_INLINE bool is_team(std::string_view paragraph) {
  constexpr std::array<std::string_view, 12> of_games{"championship", "coach",   "defense",  "game",
                                                      "league",       "players", "playoffs", "quarterback",
                                                      "season",       "team",    "teams",    "tournament"};
  std::array<bool, of_games.size()> seen{};
  for (const sentence_word& w : sentence_words{paragraph}) {
    const auto at = std::find(of_games.begin(), of_games.end(), w.lower);
    if (at != of_games.end()) seen[static_cast<std::size_t>(at - of_games.begin())] = true;
  }
  return std::count(seen.begin(), seen.end(), true) >= 3;
}

// Nouns for one who holds an office: "the Presiding Officer".
inline constexpr std::array<std::string_view, 9> holders{"chancellor", "emperor",   "governor", "minister", "monarch",
                                                         "officer",    "president", "queen",    "secretary"};

// True if a paragraph has a surname at the end of a full name inside a sentence: "engine by James Watt".
[[nodiscard]] inline bool ends_full_name(std::string_view paragraph, std::string_view surname) {
  const sentence_words words{paragraph};
  for (std::size_t i = 2; i < words.size(); ++i) {
    const sentence_word& given = words[i - 1];
    if (words[i].lower != surname || !given.capital || given.possessive || given.mark_after || words[i].mark_before ||
        words[i - 2].mark_after || words[i - 2].capital || words[i - 2].lower == "the" || given.text.size() < 3 ||
        is_acronym(given.text) || is_function_word(given.lower)) {
      continue;
    }
    const bool longer = i + 1 < words.size() && words[i + 1].capital && !words[i].mark_after && !words[i].possessive;
    if (!longer) return true;
  }
  return false;
}

MHQA_INLINE bool is_country(std::string_view place) noexcept {
  constexpr std::array<std::string_view, 28> no_countries{
      "africa",      "alsace",    "arabia",     "asia",      "athens",    "babylon",       "bavaria",  "bohemia",
      "brittany",    "byzantium", "california", "caribbean", "catalonia", "corsica",       "eu",       "europe",
      "flanders",    "genoa",     "georgia",    "macedonia", "manchuria", "mediterranean", "normandy", "rome",
      "scandinavia", "sicily",    "tartary",    "venice"};
  return !is_one_of(place, no_countries) && place != "victoria" && place != "saxony" && place != "tibet";
}

}  // namespace detail

MHQA_INLINE named_kind kind_of_answer(std::string_view answer, std::string_view paragraph, std::string_view question) {
  const sentence_words words{answer};
  const std::size_t first = words.after_articles();
  if (first == words.size()) return named_kind::unknown;
  const std::size_t n = words.size() - first;
  const sentence_word& last = words[words.size() - 1];
  std::string whole;
  for (std::size_t i = first; i < words.size(); ++i) whole += (i == first ? "" : " ") + words[i].lower;
  if (detail::is_one_of(std::string_view{whole}, detail::states_of_words)) return named_kind::country;
  const auto rest = std::span{&words[first], n};
  const auto is_organization = [](const sentence_word& w) {
    return detail::is_one_of(w.lower, detail::organization_nouns);
  };
  if (std::any_of(rest.begin(), rest.end(), is_organization)) return named_kind::organization;
  const bool person_title = n > 1 && detail::is_one_of(rest[0].lower, detail::personal_titles);
  const bool who = to_lower(question).starts_with("who");
  if (who && person_title) return named_kind::person;  // "Queen Victoria"
  if (who && last.capital && detail::is_one_of(last.lower, detail::holders)) return named_kind::person;
  if (detail::is_one_of(last.lower, detail::countries_in_capitals) || detail::is_place_of_demonym(last.lower)) {
    return n == 1 && detail::is_country(last.lower) ? named_kind::country : named_kind::place;
  }
  if (!place_of_demonym(last.lower).empty()) return named_kind::people;
  if (last.lower.ends_with('s') &&
      !place_of_demonym(std::string_view{last.lower}.substr(0, last.lower.size() - 1)).empty()) {
    return named_kind::people;
  }
  if (n == 1 && detail::is_acronym(words[first].text)) return named_kind::organization;
  if (person_title) return named_kind::person;
  const bool plural = last.lower.ends_with('s') && !last.lower.ends_with("ss") && !last.lower.ends_with("us");
  const auto names = [](const sentence_word& w) {  // not "Doctor Who", nor two names
    const bool joins = detail::joins_name(w.lower);
    return joins || (w.capital && !w.mark_after && !is_function_word(w.lower));
  };
  if (!std::all_of(rest.begin(), rest.end(), names) || first != 0 || n > 4) return named_kind::unknown;
  if (plural && (n == 1 || last.lower.size() > 5)) {
    if (detail::is_team(paragraph)) return named_kind::team;
    // "Donald Davies": a surname may end in "s".
    return n == 2 && detail::pronoun_near(paragraph, last.text) ? named_kind::person : named_kind::unknown;
  }
  if (who && n >= 2 && n <= 3 && !last.lower.ends_with('s')) return named_kind::person;
  if (detail::pronoun_near(paragraph, last.text)) return named_kind::person;
  return who && n == 1 && detail::ends_full_name(paragraph, last.lower) ? named_kind::person : named_kind::unknown;
}

}  // namespace v0_1
}  // namespace mhqa
