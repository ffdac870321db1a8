// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of clause.hpp.
#pragma once

#include <mhqa/english/clause.hpp>

#include <mhqa/english/asked.hpp>
#include <mhqa/english/verb_forms.hpp>
#include <mhqa/text/lower.hpp>
#include <mhqa/text/split.hpp>
#include <mhqa/text/stop_words.hpp>

#include <algorithm>
#include <utility>

namespace mhqa {
inline namespace v0_1 {

MHQA_INLINE std::vector<clause_word> clause_words(std::string_view question) {
  while (!question.empty() && (question.back() == '?' || question.back() == ' ' || question.back() == '.')) {
    const std::string_view last = question.substr(question.rfind(' ') + 1);
    if (question.back() == '.' && last.find('.') + 1 < last.size()) break;  // "the U.S."
    question.remove_suffix(1);
  }
  std::vector<clause_word> out;
  split_whitespace(question, [&](std::string_view word) {
    constexpr std::string_view marks{"\"'()[],;:!?"};
    clause_word w{std::string{word}, {}, false, false};
    const std::size_t first = word.find_first_not_of(marks);
    if (first == std::string_view::npos) {
      if (!out.empty()) out.back().text += ' ' + std::string{word};
      return;
    }
    const std::size_t last = word.find_last_not_of(marks);
    w.core = to_lower(word.substr(first, last + 1 - first));
    const auto c = static_cast<unsigned char>(word[first]);
    w.name = (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '#' || c >= 0x80 || word.front() == '"';
    w.stop = last + 1 < word.size() && word[last + 1] != '\'';
    out.push_back(std::move(w));
  });
  return out;
}

MHQA_INLINE std::string join_words(std::span<const clause_word> words) {
  std::string out;
  for (const clause_word& word : words) {
    if (!out.empty()) out += ' ';
    out += word.text;
  }
  return out;
}

namespace detail {

inline constexpr std::array<std::string_view, 56> prepositions{
    "unlike",  "via",        "alongside", "amid",    "concerning", "following", "including", "regarding",
    "until",   "about",      "above",     "across",  "after",      "against",   "along",     "among",
    "around",  "as",         "at",        "before",  "behind",     "below",     "beneath",   "beside",
    "besides", "between",    "beyond",    "by",      "despite",    "down",      "during",    "except",
    "for",     "from",       "in",        "inside",  "into",       "like",      "near",      "of",
    "off",     "on",         "onto",      "outside", "over",       "past",      "per",       "since",
    "through", "throughout", "to",        "toward",  "towards",    "under",     "upon",      "with"};

inline constexpr std::array<std::string_view, 33> determiners{
    "a",    "all",  "an",   "another", "any",   "both", "each",  "every", "few", "her",     "his",
    "its",  "many", "more", "most",    "much",  "my",   "no",    "other", "our", "several", "some",
    "such", "that", "the",  "their",   "these", "this", "those", "three", "two", "whose",   "your"};

MHQA_INLINE bool opens_clause(const clause_word& w) noexcept {
  return !w.name && is_one_of(w.core, relative_words);
}

MHQA_INLINE bool is_preposition(std::string_view w) noexcept {
  return is_one_of(w, prepositions) || w == "within" || w == "without";
}

MHQA_INLINE bool is_determiner(std::string_view w) noexcept {
  return is_one_of(w, determiners);
}

MHQA_INLINE bool is_form_of_be(std::string_view w) noexcept {
  return w == "is" || w == "was" || w == "are" || w == "were";
}

MHQA_INLINE bool is_do(std::string_view w) noexcept {
  return w == "did" || w == "does" || w == "do";
}

MHQA_INLINE bool is_have(std::string_view w) noexcept {
  return w == "has" || w == "have" || w == "had";
}

MHQA_INLINE bool is_negated(std::string_view w) noexcept {
  return w.ends_with("n't") || w.ends_with("n\u2019t");
}

MHQA_INLINE bool is_auxiliary(std::string_view w) noexcept {
  return is_one_of(w, verbs) || is_negated(w);
}

MHQA_INLINE bool is_modal(std::string_view w) noexcept {
  return is_one_of(
      w, std::array<std::string_view, 9>{"can", "could", "may", "might", "must", "shall", "should", "will", "would"});
}

MHQA_INLINE bool is_adverb(std::string_view w) noexcept {
  constexpr std::array<std::string_view, 20> adverbs{
      "also", "always", "currently", "ever", "first",      "just", "largely", "mainly", "most",    "never",
      "not",  "often",  "once",      "only", "originally", "soon", "still",   "then",   "usually", "widely"};
  constexpr std::array<std::string_view, 12> others{"anomaly", "apply",    "assembly", "butterfly", "comply", "early",
                                                    "family",  "monopoly", "multiply", "rally",     "reply",  "supply"};
  return is_one_of(w, adverbs) || (w.size() > 4 && w.ends_with("ly") && !is_one_of(w, others));
}

MHQA_INLINE bool is_possessive(const clause_word& w) noexcept {
  return w.text.ends_with("'s") || w.text.ends_with("s'") || w.text.ends_with("\u2019s");
}

MHQA_INLINE bool may_follow_noun(std::span<const clause_word> words, std::size_t at) noexcept {
  const clause_word& before = words[at - 1];
  return !words[at].name && !is_determiner(before.core) && !is_preposition(before.core) && !is_possessive(before) &&
         before.core != "and" && before.core != "or";
}

MHQA_INLINE bool ends_dangling(std::span<const clause_word> words) noexcept {
  return !words.empty() && is_preposition(words.back().core);
}

// Returns the place of the verb after a subject that begins at 0; fits(word) tells which words may be the verb. Of two
// neighbours at the end the second is the verb if the clause lacks its object: "the area that the broadcast covered".
template <class F>
[[nodiscard]] std::size_t find_verb(std::span<const clause_word> words, F&& fits, bool ends_in_verb = false) {
  constexpr std::array<std::string_view, 9> before_verb{"be",   "come", "give", "go",  "have",
                                                        "help", "let",  "make", "take"};
  if (words.size() < 2) return no_position;
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (opens_clause(words[i])) return no_position;  // a clause inside the subject
    if (!fits(words[i].core) || !may_follow_noun(words, i)) continue;
    // "the state pass", "the fleet attack": either of two neighbours may be the verb.
    const bool two = i + 1 < words.size() && !words[i + 1].name && fits(words[i + 1].core) &&
                     !is_function_word(words[i + 1].core) && !words[i].stop;
    if (two && !is_one_of(words[i].core, before_verb)) {
      if (ends_in_verb && i + 2 == words.size()) continue;
      return no_position;
    }
    std::size_t verb = i;
    while (verb > 1 && is_adverb(words[verb - 1].core) && words[verb - 1].core != "most") --verb;
    const bool degree = verb != i && verb > 1 && !words[verb - 1].name && words[verb - 1].core == "most";
    return degree ? verb - 1 : verb;  // "most commonly used"
  }
  return no_position;
}

[[nodiscard]] inline std::size_t find_base_verb(std::span<const clause_word> words, bool lacks_object = false) {
  return find_verb(
      words, [](std::string_view w) { return is_verb(w); }, lacks_object);
}

MHQA_INLINE std::size_t find_participle(std::span<const clause_word> words) {
  const auto fits = [](std::string_view w) {
    return is_past_participle(w) || is_one_of(w, predicate_adjectives) ||
           (w.ends_with("ing") && is_present_participle(w));
  };
  const std::size_t at = find_verb(words, fits);
  if (at == no_position) return at;
  // "a full-scale working engine invented": which of two is the verb?
  std::size_t verb = at;
  while (verb < words.size() && !fits(words[verb].core)) ++verb;
  for (std::size_t i = verb + 1; i < words.size() && !words[i - 1].stop; ++i) {
    if (is_preposition(words[i].core) || opens_clause(words[i])) break;
    if (fits(words[i].core) && !words[i].name && i > verb + 1) return no_position;
  }
  return at;
}

}  // namespace detail

MHQA_INLINE std::optional<std::string> without_inversion(std::span<const clause_word> words, bool places,
                                                         bool lacks_object) {
  if (words.size() < 2) return std::nullopt;
  const std::string& auxiliary = words[0].core;
  const auto rest = words.subspan(1);
  const auto with = [&](std::size_t verb, const std::string& changed, std::size_t from) {
    std::string out = join_words(rest.first(verb));
    if (!changed.empty()) out += ' ' + changed;
    if (from < rest.size()) out += ' ' + join_words(rest.subspan(from));
    return out;
  };
  if (detail::is_do(auxiliary)) {
    const std::size_t at = detail::find_base_verb(rest, lacks_object);
    if (at == detail::no_position) return std::nullopt;
    std::size_t verb = at;  // adverbs may precede it
    while (verb < rest.size() && detail::is_adverb(rest[verb].core) && !is_verb(rest[verb].core)) ++verb;
    if (verb == rest.size()) return std::nullopt;
    for (std::size_t i = at; i < verb; ++i) {
      if (rest[i].core == "not") return with(at, words[0].text, at);
    }
    const auto form = auxiliary == "did"    ? past_tense(rest[verb].core)
                      : auxiliary == "does" ? third_person(rest[verb].core)
                                            : std::optional<std::string>{rest[verb].core};
    if (!form) return std::nullopt;
    std::string changed = join_words(rest.subspan(at, verb - at));
    if (!changed.empty()) changed += ' ';
    changed += *form + rest[verb].text.substr(std::min(rest[verb].text.size(), rest[verb].core.size()));
    return with(at, changed, verb + 1);
  }
  if (detail::is_modal(auxiliary)) {
    const std::size_t at = detail::find_base_verb(rest);
    return at == detail::no_position ? std::nullopt : std::optional{with(at, words[0].text, at)};
  }
  if (!detail::is_have(auxiliary) && !detail::is_form_of_be(auxiliary)) return std::nullopt;
  // "was the film not successful": the subject ends before "not".
  for (std::size_t i = 1; i + 1 < rest.size(); ++i) {
    if (detail::opens_clause(rest[i]) || rest[i].stop) break;
    if (rest[i].core == "not" && detail::may_follow_noun(rest, i)) return with(i, words[0].text, i);
  }
  const std::size_t at = detail::find_participle(rest);
  if (at != detail::no_position) return with(at, words[0].text, at);
  if (!detail::is_form_of_be(auxiliary) || !places) return std::nullopt;
  // "is NAME", "is the source of NAME": nothing follows the subject.
  for (const clause_word& w : rest) {
    if (detail::opens_clause(w)) return std::nullopt;
  }
  for (const clause_word& w : rest) {  // a verb at an uncertain place
    if (!w.name && (is_past_participle(w.core) || w.core.ends_with("ed"))) return std::nullopt;
  }
  std::size_t names = 0;
  while (names < rest.size() && (rest[names].name || (names == 0 && rest[names].core == "the"))) ++names;
  if (names == 0 || (names == 1 && !rest[0].name)) names = rest.size();
  if (names < rest.size() && (rest[names].core == "of" || rest[names].core == "and" ||
                              !(is_function_word(rest[names].core) || detail::is_preposition(rest[names].core)))) {
    names = rest.size();
  }
  return with(names, words[0].text, names);
}

}  // namespace v0_1
}  // namespace mhqa
