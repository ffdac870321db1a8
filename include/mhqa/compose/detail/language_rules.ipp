// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of language_rules.hpp.
#pragma once

#include <mhqa/compose/language_rules.hpp>

#include <mhqa/ascii.hpp>
#include <mhqa/english/clause.hpp>
#include <mhqa/english/closed_words.hpp>
#include <mhqa/english/demonyms.hpp>
#include <mhqa/english/lexicon.hpp>
#include <mhqa/english/verb_forms.hpp>
#include <mhqa/text/lower.hpp>
#include <mhqa/text/stop_words.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace mhqa::inline v0_1::detail {

// A name that answers "which NOUN" for one of these means one thing everywhere.
inline constexpr std::array<std::string_view, 7> nouns_of_one_meaning{"company",  "continent", "country", "faith",
                                                                      "language", "religion",  "state"};

MHQA_INLINE name_place place_of_bridge(const pair_candidate& p) {
  const name_place place =
      place_of_name(p.head_question().question, p.head_paragraph().text, p.tail_question().question, p.bridge());
  if (place != name_place::undecided) return place;
  const std::string_view name = p.head_question().answer;
  const bool spelt = p.tail_paragraph().text.find(name) != std::string_view::npos;
  return spelt || p.tail_paragraph().title.find(name) != std::string_view::npos ? name_place::whole : place;
}

// Returns the capitalised words right before a name of one word in a text, in lower case, each once: "isaac" for
// "newton", "project" for "mercury". "" stands for the word alone.
[[nodiscard]] inline std::vector<std::string> words_before(std::string_view text, std::string_view word) {
  const sentence_words words{text};
  std::vector<std::string> out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].lower != word || !words[i].capital) continue;
    const sentence_word& left = words[i == 0 ? 0 : i - 1];
    const bool joins = i != 0 && left.capital && !left.possessive && !left.mark_after && !words[i].mark_before &&
                       !is_function_word(left.lower) &&
                       text.substr(left.end, words[i].begin - left.end).find('.') == std::string_view::npos;
    out.push_back(joins ? left.lower : std::string{});
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

// Nouns of which a name alone may mean another thing: "the Mississippi" a river, "Mississippi" a state.
inline constexpr std::array<std::string_view, 6> nouns_of_shared_names{"island", "lake",  "mountain",
                                                                       "ocean",  "river", "sea"};

// True if a head asks for a river or the like by a name without its noun, and nothing of the tail has that noun.
[[nodiscard]] inline bool lacks_shared_noun(const pair_candidate& p) {
  const std::string noun = what_is_asked(p.head_question().question).noun;
  if (!is_one_of(noun, nouns_of_shared_names)) return false;
  const auto has = [&](std::string_view text) { return contains_word(to_lower(text), noun); };
  return !has(p.head_question().answer) && !has(p.tail_question().question) && !has(p.tail_paragraph().title) &&
         !has(p.tail_paragraph().text);
}

// The kind of what a paragraph begins to define: of "lawyer" in "Lincoln was an American lawyer and …".
[[nodiscard]] inline std::optional<answer_kind> kind_defined(std::string_view paragraph) {
  const sentence_words words{paragraph.substr(0, paragraph.find(". "))};
  std::size_t i = 1;
  while (i < words.size() && !is_form_of_be(words[i].lower)) ++i;
  if (i + 2 >= words.size() || !is_article(words[++i].lower)) return std::nullopt;
  std::size_t noun = ++i;
  for (; i < words.size() && !is_function_word(words[i].lower); ++i) {
    noun = i;
    if (words[i].mark_after) break;
  }
  return is_function_word(words[noun].lower) ? std::nullopt : std::optional{kind_of_noun(words[noun].lower)};
}

// True for a name of one word in two articles, none of which it names, if it may mean two things: the end of a longer
// name in one paragraph that the other does not have ("Mercury" after "Project"), or what the tail's paragraph defines
// as a person where the head asks for none, or the reverse. Places, peoples, religions and acronyms mean one thing
// everywhere.
[[nodiscard]] inline bool is_apart(const pair_candidate& p) {
  const std::string_view one = p.head_paragraph().title, other = p.tail_paragraph().title;
  if (one == other) return false;
  const sentence_words name{p.head_question().answer};
  const std::size_t first = name.after_articles();
  if (first + 1 != name.size() || is_acronym(name[first].text)) return false;
  const std::string& word = name[first].lower;
  const auto asked = what_is_asked(p.head_question().question);
  const auto names = [&](std::string_view title) {
    std::string spaced = to_lower(title);
    std::replace(spaced.begin(), spaced.end(), '_', ' ');
    return contains_word(spaced, word);
  };
  if (!asked.noun.empty() && names(other)) {  // "Which guard …? Jordan." beside "Jordan is a country"
    const auto defined = kind_defined(p.tail_paragraph().text);
    if (defined && (*defined == answer_kind::person) != (asked.kind == answer_kind::person)) return true;
  }
  if (is_place_of_demonym(word) || is_one_of(word, countries_in_capitals)) return false;
  if (!place_of_demonym(word).empty() || is_creed(word) || lexicon::standard().is(word, word_class::proper)) {
    return false;
  }
  if (names(one) || names(other)) return false;
  if (is_one_of(asked.noun, nouns_of_one_meaning) && asked.kind != answer_kind::place) return false;
  const auto of_head = words_before(p.head_paragraph().text, word),
             of_tail = words_before(p.tail_paragraph().text, word);
  if (asked.kind == answer_kind::place) return false;  // a place is one place everywhere
  const auto longer = [](const std::vector<std::string>& all) { return !all.empty() && !all.back().empty(); };
  // A surname that one of the paragraphs does not have is nobody's in particular.
  if (asked.kind == answer_kind::person && (of_head.empty() || of_tail.empty())) return true;
  if (!longer(of_head) && !longer(of_tail)) return false;
  return std::none_of(of_head.begin(), of_head.end(), [&](const std::string& before) {
    return !before.empty() && std::binary_search(of_tail.begin(), of_tail.end(), before);
  });
}

// The names that follow a name and a comma, in lower case, each once: "pennsylvania" for "Columbia County" in "in
// Columbia County, Pennsylvania, in 1900". A list ("Ulm, Bonn and Rome") has none.
[[nodiscard]] inline std::vector<std::string> containers_of(std::string_view text, std::string_view name) {
  std::vector<std::string> out;
  for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
    std::string_view after = text.substr(at + name.size());
    if (!after.starts_with(", ")) continue;
    after.remove_prefix(2);
    const sentence_words words{after.substr(0, 80)};
    std::size_t end = 0;
    while (end < words.size() && words[end].capital && !words[end].possessive) {
      if (words[end++].mark_after) break;
    }
    if (end == 0) continue;
    const std::string_view rest = after.substr(words[end - 1].end);
    const bool list = (end < words.size() && is_coordinator(words[end].lower)) ||
                      (rest.starts_with(", ") && rest.size() > 2 && ascii::is_upper(rest[2]));
    if (!list) out.push_back(to_lower(after.substr(0, words[end - 1].end)));
  }
  std::sort(out.begin(), out.end());
  return out;
}

// True if a place is in one land in the head's paragraph and in another in the tail's: "Columbia County, Pennsylvania"
// and "Columbia County, Oregon".
[[nodiscard]] inline bool is_in_other_land(const pair_candidate& p) {
  const std::string_view name = p.head_question().answer;
  const auto one = containers_of(p.head_paragraph().text, name), other = containers_of(p.tail_paragraph().text, name);
  return !one.empty() && !other.empty() && std::none_of(one.begin(), one.end(), [&](const std::string& land) {
    return std::binary_search(other.begin(), other.end(), land);
  });
}

// "What county …?" and "the city of #1": places of one name, but of two kinds.
[[nodiscard]] inline bool is_place_of_other_kind(const pair_candidate& p) {
  constexpr std::array<std::string_view, 9> kinds{"borough", "city",     "country", "county", "island",
                                                  "nation",  "province", "state",   "town"};
  const std::string asked = what_is_asked(p.head_question().question).noun;
  const sentence_words tail{p.tail_question().question};
  const std::size_t from = tail.of(p.bridge()).first;
  return from > 1 && is_one_of(asked, kinds) && is_genitive(tail[from - 1].lower) &&
         is_one_of(tail[from - 2].lower, kinds) && tail[from - 2].lower != asked;
}

MHQA_INLINE bridge_sense sense_of_bridge(const pair_candidate& p) {
  const single_hop& head = p.head_question();
  const bridge_sense sense =
      check_sense(head.question, head.answer, p.head_paragraph().text, p.tail_question().question, p.bridge());
  if (sense == bridge_sense::same &&
      (is_apart(p) || lacks_shared_noun(p) || is_in_other_land(p) || is_place_of_other_kind(p))) {
    return bridge_sense::undecided;
  }
  // "What show …?" and "Why does Doctor Who's … himself …?": the show, and its hero of the same name.
  constexpr std::array<std::string_view, 8> works{"book", "film", "game", "movie", "program", "series", "show", "song"};
  if (sense == bridge_sense::same && is_one_of(what_is_asked(head.question).noun, works) &&
      says(p.tail_question().question, language_sign::himself, p.bridge())) {
    return bridge_sense::undecided;
  }
  // "What Queen …" and "Victoria" in a paragraph about a state.
  const bool titled = sense == bridge_sense::same && head.answer.find(' ') == std::string_view::npos &&
                      is_one_of(what_is_asked(head.question).noun, personal_titles);
  return titled && !pronoun_near(p.tail_paragraph().text, head.answer) ? bridge_sense::undecided : sense;
}

MHQA_INLINE bool has_all_words(const sentence_words& text, std::string_view name, mention except) {
  const sentence_words wanted{name};
  const auto is_wanted = [&](std::string_view lower) {
    return std::any_of(wanted.begin(), wanted.end(), [&](const sentence_word& w) { return w.lower == lower; });
  };
  const auto extends = [&](std::size_t i) {
    return text[i].capital && !is_function_word(text[i].lower) && !is_wanted(text[i].lower);
  };
  const auto in_longer = [&](std::size_t i) {
    const bool left = i > 1 && extends(i - 1) && !text[i - 1].mark_after && !text[i - 1].possessive;
    const bool right = i + 1 < text.size() && extends(i + 1) && !text[i].mark_after && !text[i].possessive;
    return left || right;
  };
  std::size_t words = 0;
  for (const sentence_word& w : wanted) {
    if (is_function_word(w.lower)) continue;
    if (w.lower.size() < 3) return false;
    ++words;
    bool found = false;
    for (std::size_t i = 0; i < text.size() && !found; ++i) {
      const sentence_word& other = text[i];
      const bool replaced = except.size != 0 && other.begin >= except.begin && other.begin < except.begin + except.size;
      found = !replaced && other.lower == w.lower && !in_longer(i);
    }
    if (!found) return false;
  }
  return words != 0;
}

MHQA_INLINE bool contains_phrase(std::string_view text, std::string_view phrase) {
  const sentence_words words{text}, wanted{phrase};
  std::size_t first = 0;
  while (first < wanted.size() && is_one_of(wanted[first].lower, std::array<std::string_view, 3>{"a", "an", "the"})) {
    ++first;
  }
  const std::size_t n = wanted.size() - first;
  if (n == 0) return false;
  for (std::size_t i = 0; i + n <= words.size(); ++i) {
    std::size_t same = 0;
    while (same < n && words[i + same].lower == wanted[first + same].lower) ++same;
    if (same == n) return true;
  }
  return false;
}

}  // namespace mhqa::inline v0_1::detail
