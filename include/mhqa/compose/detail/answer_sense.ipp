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
#include <mhqa/english/truecase.hpp>
#include <mhqa/text/lower.hpp>
#include <mhqa/text/stop_words.hpp>

#include <cstddef>
#include <span>
#include <string>

namespace mhqa::inline v0_1 {
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
        words[i - 2].mark_after || words[i - 2].capital || is_definite(words[i - 2].lower) || given.text.size() < 3 ||
        is_acronym(given.text) || is_function_word(given.lower)) {
      continue;
    }
    const bool longer = i + 1 < words.size() && words[i + 1].capital && !words[i].mark_after && !words[i].possessive;
    if (!longer) return true;
  }
  return false;
}

MHQA_INLINE bool is_country(std::string_view place) noexcept {
  constexpr std::array<std::string_view, 31> no_countries{
      "africa",   "alsace",      "arabia",     "asia",      "athens",    "babylon",       "bavaria",  "bohemia",
      "brittany", "byzantium",   "california", "caribbean", "catalonia", "corsica",       "eu",       "europe",
      "flanders", "genoa",       "georgia",    "macedonia", "manchuria", "mediterranean", "normandy", "rome",
      "saxony",   "scandinavia", "sicily",     "tartary",   "tibet",     "venice",        "victoria"};
  return !is_one_of(place, no_countries);
}

// What is known about an answer of at least one word besides articles.
struct judged_answer {
  std::span<const sentence_word> words;  // without articles at the beginning
  bool article;
  std::string_view paragraph;
  bool who;     // the question begins with "who"
  bool plays;   // and asks who played or won games
  bool titled;  // "Queen Victoria"
  bool plural;  // the last word looks like one

  [[nodiscard]] const sentence_word& last() const noexcept { return words.back(); }
  [[nodiscard]] bool single() const noexcept { return words.size() == 1; }
  [[nodiscard]] bool has_pronoun() const { return pronoun_near(paragraph, last().text); }
  [[nodiscard]] bool is_known_place() const {
    return is_one_of(last().lower, countries_in_capitals) || is_place_of_demonym(last().lower);
  }
};

[[nodiscard]] inline std::string joined_lower(std::span<const sentence_word> words) {
  std::string out;
  for (const sentence_word& w : words) out += (out.empty() ? "" : " ") + w.lower;
  return out;
}

// True for "German", "Germans".
[[nodiscard]] inline bool names_people(std::string_view word) {
  return !place_of_demonym(word).empty() ||
         (word.ends_with('s') && !place_of_demonym(word.substr(0, word.size() - 1)).empty());
}

// True for words that may be a name: not "Doctor Who", nor two names.
[[nodiscard]] inline bool may_be_name(const judged_answer& a) {
  return !a.article && a.words.size() < 5 && std::all_of(a.words.begin(), a.words.end(), [](const sentence_word& w) {
    return joins_name(w.lower) || (w.capital && !w.mark_after && !is_function_word(w.lower));
  });
}

// "the New York Yankees", but not "the other boys".
[[nodiscard]] inline bool is_cased(const judged_answer& a) {
  return std::ranges::all_of(a.words, &sentence_word::capital);
}

struct kind_row {
  named_kind kind;
  bool (*fits)(const judged_answer&);
};
// The first row that fits decides.
inline constexpr std::array<kind_row, 17> answer_kinds{{
    {named_kind::country,
     [](const judged_answer& a) { return is_one_of(std::string_view{joined_lower(a.words)}, states_of_words); }},
    {named_kind::organization,
     [](const judged_answer& a) {
       return std::any_of(a.words.begin(), a.words.end(),
                          [](const sentence_word& w) { return is_one_of(w.lower, organization_nouns); });
     }},
    {named_kind::person, [](const judged_answer& a) { return a.who && a.titled; }},
    {named_kind::person,
     [](const judged_answer& a) { return a.who && a.last().capital && is_one_of(a.last().lower, holders); }},
    {named_kind::country,
     [](const judged_answer& a) { return a.is_known_place() && a.single() && is_country(a.last().lower); }},
    {named_kind::place, [](const judged_answer& a) { return a.is_known_place(); }},
    {named_kind::people, [](const judged_answer& a) { return names_people(a.last().lower); }},
    {named_kind::organization,
     [](const judged_answer& a) { return a.single() && is_acronym(a.last().text) && !lacks_case(a.paragraph); }},
    {named_kind::person, [](const judged_answer& a) { return a.titled; }},
    {named_kind::team, [](const judged_answer& a) { return a.plays && a.article && a.plural && is_cased(a); }},
    {named_kind::unknown, [](const judged_answer& a) { return !may_be_name(a); }},
    {named_kind::team, [](const judged_answer& a) { return a.plural && is_team(a.paragraph); }},
    // "Donald Davies": a surname may end in "s".
    {named_kind::person, [](const judged_answer& a) { return a.plural && a.words.size() == 2 && a.has_pronoun(); }},
    {named_kind::unknown, [](const judged_answer& a) { return a.plural; }},
    {named_kind::person,
     [](const judged_answer& a) {
       return a.who && !a.single() && a.words.size() < 4 && !a.last().lower.ends_with('s');
     }},
    {named_kind::person, [](const judged_answer& a) { return a.has_pronoun(); }},
    {named_kind::person,
     [](const judged_answer& a) { return a.who && a.single() && ends_full_name(a.paragraph, a.last().lower); }},
}};

}  // namespace detail

MHQA_INLINE named_kind kind_of_answer(std::string_view answer, std::string_view paragraph, std::string_view question) {
  constexpr detail::word_list asks_for_person{"who", "whom", "whose"};
  static const row_matcher rows{naming_rows};
  constexpr std::size_t plays = row_number(naming_rows, "plays-games");
  const sentence_words words{answer};
  const std::size_t first = words.after_articles(), n = words.size() - first;
  if (n == 0) return named_kind::unknown;
  const std::string& last = words[words.size() - 1].lower;
  const bool plural =
      last.ends_with('s') && !last.ends_with("ss") && !last.ends_with("us") && (n == 1 || last.size() > 5);
  const detail::judged_answer facts{std::span{&words[first], n},
                                    first != 0,
                                    paragraph,
                                    asks_for_person(to_lower(question.substr(0, question.find_first_of(" '")))),
                                    rows.fires(plays, sentence_words{question}),
                                    n > 1 && detail::is_one_of(words[first].lower, detail::personal_titles),
                                    plural};
  const auto row = std::find_if(detail::answer_kinds.begin(), detail::answer_kinds.end(),
                                [&](const detail::kind_row& r) { return r.fits(facts); });
  return row == detail::answer_kinds.end() ? named_kind::unknown : row->kind;
}

}  // namespace mhqa::inline v0_1
