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

#include <string>

namespace mhqa {
inline namespace v0_1 {
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
  constexpr std::array<std::string_view, 2> languages{"language", "languages"};
  constexpr std::array<std::string_view, 12> peoples{"civilization", "culture",  "ethnicity", "group",
                                                     "groups",       "people",   "peoples",   "race",
                                                     "settlers",     "soldiers", "tribe",     "tribes"};
  const sentence_words words{question};
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& w = words[i].lower;
    if (w == "who" || w == "whom") return adjective_role::people;
    if (w != "what" && w != "which") continue;
    for (std::size_t j = i + 1; j < words.size() && j < i + 7; ++j) {
      if (is_one_of(words[j].lower, languages)) return adjective_role::language;
      if (is_one_of(words[j].lower, creeds)) return adjective_role::creed;
      if (is_one_of(words[j].lower, peoples)) return adjective_role::people;
    }
    break;
  }
  return adjective_role::other;
}

}  // namespace detail

MHQA_INLINE bridge_sense check_sense(std::string_view asking, std::string_view answer, std::string_view paragraph,
                                     std::string_view question, mention m) {
  const asked_for asked = what_is_asked(asking);
  switch (asked.kind) {
    case answer_kind::number:
    case answer_kind::quantity:
    case answer_kind::reason:
    case answer_kind::yes_no:
    case answer_kind::date:
    case answer_kind::year:
      return bridge_sense::no_entity;
    default:
      break;
  }
  const sentence_words name{answer};
  if (name.empty() || name.size() > 8) return bridge_sense::no_entity;
  for (const sentence_word& w : name) {
    if (detail::is_one_of(w.lower, detail::verbs)) return bridge_sense::no_entity;
  }
  const std::string_view written = m.in(question);
  const auto is_acronym = [](std::string_view text) {
    for (const std::string_view article : {"the ", "The ", "a ", "an "}) {
      if (text.starts_with(article)) return detail::is_acronym(text.substr(article.size()));
    }
    return detail::is_acronym(text);
  };
  // "HAMAS" and "Hamas": a long acronym is also written as a word; "LI" and "Li" are two things.
  const bool as_word = answer.size() > 4 && to_lower(answer) == to_lower(written);
  if ((is_acronym(answer) != is_acronym(written) && !as_word) ||
      detail::name_symbols(answer) != detail::name_symbols(written)) {
    return bridge_sense::spelling;
  }
  std::size_t first = 0;
  while (first < name.size() && (name[first].lower == "the" || name[first].lower == "a" || name[first].lower == "an"))
    ++first;
  if (first == name.size()) return bridge_sense::no_entity;
  const bool single = first + 1 == name.size();
  const std::string& head_word = name[name.size() - 1].lower;
  if (single) {
    if (name[first].text.size() == 1) return bridge_sense::undecided;
    if (is_function_word(head_word) && !detail::is_acronym(answer)) return bridge_sense::no_entity;
    if (name[first].capital && detail::contains_word(paragraph, head_word)) return bridge_sense::no_entity;
  }
  bool direction = true;
  for (std::size_t i = first; i < name.size(); ++i)
    direction = direction && detail::is_one_of(name[i].lower, detail::directions);
  if (direction) return bridge_sense::undecided;

  const sentence_words words{question};
  const auto [from, to] = words.of(m);
  constexpr std::array<std::string_view, 7> local{"across", "in", "inside", "into", "near", "throughout", "within"};
  const bool country = detail::is_place_of_demonym(head_word) && detail::is_country(head_word);  // "Who … ally with?"
  if (asked.kind == answer_kind::person && single && !country && from > 0 && !is_acronym(answer) &&
      words[from].lower != "the" && !words[to - 1].possessive && detail::is_one_of(words[from - 1].lower, local) &&
      (to == words.size() || !words[to].capital)) {
    return bridge_sense::place;
  }
  const bool demonym = !place_of_demonym(head_word).empty(), creed = is_creed(head_word);
  if (!demonym && !creed) return bridge_sense::same;
  const detail::adjective_role role = detail::role_asked(asking);
  const auto at = [&](std::size_t i) {
    return i < words.size() ? std::string_view{words[i].lower} : std::string_view{};
  };
  const bool noun_follows = to < words.size() && !words[to - 1].mark_after && !is_function_word(at(to)) &&
                            !detail::is_one_of(at(to), detail::verbs) && !words[to - 1].possessive;
  if (role == detail::adjective_role::language) {
    constexpr std::array<std::string_view, 12> of_language{"alphabet",    "grammar",  "language", "lectures",
                                                           "name",        "speakers", "term",     "text",
                                                           "translation", "version",  "word",     "words"};
    const bool in_language =
        from > 0 && (at(from - 1) == "in" || at(from - 1) == "into" || at(from - 1) == "from") && !noun_follows;
    if (in_language) return bridge_sense::same;
    for (std::size_t i = to; noun_follows && i < words.size() && i < to + 2; ++i) {
      if (detail::is_one_of(at(i), of_language)) return bridge_sense::same;
    }
    return bridge_sense::adjective;
  }
  if (role == detail::adjective_role::creed) return creed ? bridge_sense::same : bridge_sense::adjective;
  if (noun_follows) return bridge_sense::adjective;
  // "speak German", "unlike English": without an article and not in the plural, a language
  const bool article = at(from) == "the" || (from > 0 && at(from - 1) == "the");
  if (role == detail::adjective_role::people && demonym && !article && !head_word.ends_with('s') &&
      !words[to - 1].lower.ends_with('s')) {
    return bridge_sense::adjective;
  }
  if (from > 0 && (at(from - 1) == "in" || at(from - 1) == "into") && at(from) != "the") return bridge_sense::adjective;
  return role == detail::adjective_role::people ? bridge_sense::same : bridge_sense::adjective;
}

}  // namespace v0_1
}  // namespace mhqa
