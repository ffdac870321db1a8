// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of asked.hpp.
#pragma once

#include <mhqa/english/asked.hpp>

#include <mhqa/english/clause.hpp>
#include <mhqa/english/lexicon.hpp>
#include <mhqa/english/relations.hpp>
#include <mhqa/text/lower.hpp>
#include <mhqa/text/stop_words.hpp>

#include <span>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1 {
namespace detail {

inline constexpr std::array<std::string_view, 12> date_nouns{
    "birthday", "century", "date", "dates", "day", "days", "decade", "era", "month", "period", "season", "time"};

inline constexpr std::array<std::string_view, 2> year_nouns{"year", "years"};

inline constexpr std::array<std::string_view, 39> place_nouns{
    "airport",    "area",      "birthplace", "borough",      "capital",  "cities",     "city",      "coast",
    "continent",  "countries", "country",    "county",       "district", "island",     "lake",      "location",
    "mountain",   "nation",    "ocean",      "peninsula",    "place",    "port",       "province",  "region",
    "river",      "sea",       "state",      "states",       "street",   "suburb",     "territory", "town",
    "university", "village",   "ward",       "neighborhood", "strait",   "settlement", "kingdom"};

inline constexpr std::array<std::string_view, 8> number_nouns{"amount",     "attendance", "number", "percent",
                                                              "percentage", "population", "rank",   "score"};

inline constexpr std::array<std::string_view, 33> named_nouns{
    "agency",   "album",     "army",     "award",      "band",  "bank",    "battle",    "book",         "church",
    "college",  "committee", "company",  "conference", "event", "film",    "group",     "institution",  "language",
    "law",      "league",    "magazine", "museum",     "name",  "network", "newspaper", "organization", "party",
    "religion", "school",    "song",     "station",    "team",  "war"};

inline constexpr std::array<std::string_view, 20> quantity_words{
    "big",  "close", "deep",  "far", "fast",    "heavy", "high",  "hot",  "large", "late",
    "long", "near",  "often", "old", "quickly", "size",  "small", "soon", "tall",  "wide"};

// "modern" is a noun for persons, too, but mostly an adjective.
[[nodiscard]] inline bool is_noun_of_people(std::string_view noun) noexcept {
  const lexicon& words = lexicon::standard();
  return words.is(noun, word_class::person) && !words.is(noun, word_class::adjective);
}

MHQA_INLINE answer_kind kind_of_noun(std::string_view noun) noexcept {
  if (is_one_of(noun, year_nouns)) return answer_kind::year;
  if (is_one_of(noun, date_nouns)) return answer_kind::date;
  if (is_one_of(noun, place_nouns)) return answer_kind::place;
  if (is_one_of(noun, number_nouns)) return answer_kind::number;
  if (is_noun_of_people(noun)) return answer_kind::person;
  return answer_kind::thing;
}

// Question words that tell the kind of the answer by themselves.
inline constexpr std::array<std::pair<std::string_view, answer_kind>, 6> telling_words{{{"when", answer_kind::date},
                                                                                        {"where", answer_kind::place},
                                                                                        {"who", answer_kind::person},
                                                                                        {"whom", answer_kind::person},
                                                                                        {"whose", answer_kind::person},
                                                                                        {"why", answer_kind::reason}}};

// The runs of letters, digits and `>` of a text in lower case.
[[nodiscard]] inline std::vector<std::string_view> letter_runs(const std::string& lower) {
  const auto is_part = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '>' || (static_cast<unsigned char>(c) & 0x80U) != 0;
  };
  std::vector<std::string_view> words;
  for (auto begin = lower.begin(), end = begin; begin != lower.end(); begin = end) {
    begin = std::find_if(begin, lower.end(), is_part);
    end = std::find_if_not(begin, lower.end(), is_part);
    if (begin != end) words.emplace_back(&*begin, static_cast<std::size_t>(end - begin));
  }
  return words;
}

// What "how", followed by these words, asks for.
[[nodiscard]] inline asked_for asked_by_how(std::span<const std::string_view> after) {
  constexpr std::array<std::string_view, 2> counting{"many", "much"};
  if (!is_one_of(after[0], counting)) {
    return {is_one_of(after[0], quantity_words) ? answer_kind::quantity : answer_kind::thing, {}};
  }
  const bool noun = after.size() > 1 && !is_function_word(after[1]);
  return {answer_kind::number, noun ? std::string{after[1]} : std::string{}};
}

// What "what", "which" or ">>" at `at` asks for. In "what Dutch city …" the
// noun is before the verb; in "what is the name of the city …" it is after.
[[nodiscard]] inline asked_for asked_by_noun(std::span<const std::string_view> words, std::size_t at) {
  constexpr std::array<std::string_view, 2> no_nouns{"kind", "type"};
  constexpr word_list naming{"name"};
  constexpr std::array<std::pair<std::string_view, std::string_view>, 2> of_time{
      {{"modern", "day"}, {"present", "day"}}};
  asked_for out;
  bool past_verb = false;
  for (++at; at < words.size(); ++at) {
    const std::string_view w = words[at];
    const bool is_verb = is_one_of(w, verbs);
    if (is_verb && (past_verb || !out.noun.empty() || !is_form_of_be(w))) break;
    past_verb = past_verb || is_verb;
    if (std::find(of_time.begin(), of_time.end(), std::pair{words[at - 1], w}) != of_time.end()) continue;
    out.named = out.named || naming(w);
    if (is_verb || naming(w) || is_one_of(w, no_nouns)) continue;
    if (is_function_word(w)) {
      if (!out.noun.empty()) break;
      continue;
    }
    const answer_kind kind = kind_of_noun(w);
    const bool may_be_verb = w.ends_with("ed") || (w.ends_with('s') && !out.noun.ends_with('s'));
    if (!out.noun.empty() && kind == answer_kind::thing && (past_verb || may_be_verb)) break;
    out.noun = w;
    out.kind = kind;
    out.named = kind == answer_kind::thing && (out.named || is_one_of(w, named_nouns));
    if (kind != answer_kind::thing) break;
  }
  return out;
}

}  // namespace detail

MHQA_INLINE asked_for what_is_asked(std::string_view question) {
  if (const std::size_t mark = question.find(" >> "); mark != std::string_view::npos) {
    if (const auto words = find_relation_words(question.substr(mark + 4))) {
      constexpr std::array<answer_kind, 6> kinds{answer_kind::thing, answer_kind::person, answer_kind::thing,
                                                 answer_kind::place, answer_kind::thing,  answer_kind::date};
      return {kinds[static_cast<std::size_t>(words->answer)], std::string{noun_of_phrase(words->phrase)}, false};
    }
  }
  constexpr std::array<std::string_view, 3> before_noun{">>", "what", "which"};
  const std::string lower = to_lower(question);
  const std::vector<std::string_view> words = detail::letter_runs(lower);
  for (std::size_t at = 0; at < words.size(); ++at) {
    const std::string_view w = words[at];
    const auto told = std::find_if(detail::telling_words.begin(), detail::telling_words.end(),
                                   [&](const auto& row) { return row.first == w; });
    if (told != detail::telling_words.end()) return {told->second, {}};
    if (detail::is_one_of(w, before_noun)) return detail::asked_by_noun(words, at);
    if (detail::asks_for_degree(w) && at + 1 < words.size())
      return detail::asked_by_how(std::span{words}.subspan(at + 1));
  }
  const bool verb_first = !words.empty() && detail::is_one_of(words.front(), detail::verbs);
  return {verb_first ? answer_kind::yes_no : answer_kind::thing, {}};
}

}  // namespace mhqa::inline v0_1
