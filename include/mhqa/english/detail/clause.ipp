// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of clause.hpp.
#pragma once

#include <mhqa/english/clause.hpp>

#include <mhqa/english/asked.hpp>
#include <mhqa/english/lexicon.hpp>
#include <mhqa/english/verb_forms.hpp>
#include <mhqa/text/lower.hpp>
#include <mhqa/text/split.hpp>
#include <mhqa/text/stop_words.hpp>

#include <algorithm>
#include <utility>

namespace mhqa::inline v0_1 {

namespace detail {

MHQA_INLINE bool opens_clause(const sentence_word& w) noexcept {
  return !w.name && is_one_of(w.core, relative_words);
}

MHQA_INLINE bool is_negated(std::string_view w) noexcept {
  return !contracted_not.ending_of(w).empty();
}

MHQA_INLINE bool is_auxiliary(std::string_view w) noexcept {
  return is_one_of(w, verbs) || is_negated(w);
}

MHQA_INLINE bool is_verb_form(const sentence_word& w) {
  return !w.name && (is_auxiliary(w.core) || is_verb(w.core) || is_finite_form(w.core) || is_past_participle(w.core) ||
                     is_present_participle(w.core));
}

MHQA_INLINE bool is_adverb(std::string_view w) noexcept {
  constexpr std::array<std::string_view, 21> adverbs{
      "also", "always", "currently", "ever", "first",      "just", "largely", "last", "mainly",  "most",  "never",
      "not",  "often",  "once",      "only", "originally", "soon", "still",   "then", "usually", "widely"};
  constexpr std::array<std::string_view, 12> others{"anomaly", "apply",    "assembly", "butterfly", "comply", "early",
                                                    "family",  "monopoly", "multiply", "rally",     "reply",  "supply"};
  return is_one_of(w, adverbs) || (w.size() > 4 && w.ends_with("ly") && !is_one_of(w, others));
}

MHQA_INLINE bool is_possessive(const sentence_word& w) noexcept {
  return !possessives.ending_of(w.written).empty();
}

MHQA_INLINE bool may_follow_noun(std::span<const sentence_word> words, std::size_t at) noexcept {
  const sentence_word& before = words[at - 1];
  return !words[at].name && !is_determiner(before.core) && !is_preposition(before.core) && !is_possessive(before) &&
         !is_coordinator(before.core);
}

MHQA_INLINE bool ends_dangling(std::span<const sentence_word> words) noexcept {
  return !words.empty() && is_preposition(words.back().core);
}

MHQA_INLINE bool is_part_of(std::span<const sentence_word> words) {
  return words.size() == 2 && is_genitive(words[1].core) && !words[0].name &&
         lexicon::standard().is(words[0].core, word_class::noun);
}

// Returns the place of the verb after a subject that begins at 0; fits(word) tells which words may be the verb. Of two
// neighbours at the end the second is the verb if the clause lacks its object: "the area that the broadcast covered".
template <class F>
[[nodiscard]] std::size_t find_verb(std::span<const sentence_word> words, F&& fits, bool ends_in_verb = false) {
  constexpr std::array<std::string_view, 9> before_verb{"be",   "come", "give", "go",  "have",
                                                        "help", "let",  "make", "take"};
  if (words.size() < 2) return no_position;
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (opens_clause(words[i])) return no_position;  // a clause inside the subject
    if (!fits(words[i].core) || !may_follow_noun(words, i)) continue;
    // "the state pass", "the fleet attack": either of two neighbours may be the verb.
    const bool two = i + 1 < words.size() && !words[i + 1].name && fits(words[i + 1].core) &&
                     !is_function_word(words[i + 1].core) && !words[i].mark_after;
    if (two && !is_one_of(words[i].core, before_verb)) {
      if (ends_in_verb && i + 2 == words.size()) continue;
      return no_position;
    }
    std::size_t verb = i;
    while (verb > 1 && is_adverb(words[verb - 1].core) && !is_degree(words[verb - 1].core)) --verb;
    const bool degree = verb != i && verb > 1 && !words[verb - 1].name && is_degree(words[verb - 1].core);
    return degree ? verb - 1 : verb;  // "most commonly used"
  }
  return no_position;
}

[[nodiscard]] inline std::size_t find_base_verb(std::span<const sentence_word> words, bool lacks_object = false) {
  return find_verb(
      words, [](std::string_view w) { return is_verb(w); }, lacks_object);
}

MHQA_INLINE std::size_t find_participle(std::span<const sentence_word> words) {
  const auto fits = [](std::string_view w) {
    return is_past_participle(w) || is_one_of(w, predicate_adjectives) ||
           (w.ends_with("ing") && is_present_participle(w));
  };
  const std::size_t at = find_verb(words, fits);
  if (at == no_position) return at;
  // "a full-scale working engine invented": which of two is the verb?
  std::size_t verb = at;
  while (verb < words.size() && !fits(words[verb].core)) ++verb;
  for (std::size_t i = verb + 1; i < words.size() && !words[i - 1].mark_after; ++i) {
    if (is_preposition(words[i].core) || opens_clause(words[i])) break;
    if (fits(words[i].core) && !words[i].name && i > verb + 1) return no_position;
  }
  return at;
}

// The words after an auxiliary with `changed` in place of those from `verb` to
// `from`.
[[nodiscard]] inline std::string with_verb(std::span<const sentence_word> rest, std::size_t verb,
                                           const std::string& changed, std::size_t from) {
  std::string out = join_words(rest.first(verb));
  if (!changed.empty()) out += ' ' + changed;
  if (from < rest.size()) out += ' ' + join_words(rest.subspan(from));
  return out;
}

// "the Rhine rises" from "the Rhine rise" after "does".
[[nodiscard]] inline std::optional<std::string> without_do(const sentence_word& auxiliary,
                                                           std::span<const sentence_word> rest, bool lacks_object) {
  const std::size_t at = find_base_verb(rest, lacks_object);
  if (at == no_position) return std::nullopt;
  std::size_t verb = at;  // adverbs may precede it
  while (verb < rest.size() && is_adverb(rest[verb].core) && !is_verb(rest[verb].core)) ++verb;
  if (verb == rest.size()) return std::nullopt;
  const std::span<const sentence_word> adverbs = rest.subspan(at, verb - at);
  const bool negated =
      std::any_of(adverbs.begin(), adverbs.end(), [](const sentence_word& w) { return is_negation(w.core); });
  if (negated) return with_verb(rest, at, auxiliary.written, at);
  constexpr std::array<std::pair<std::string_view, std::optional<std::string> (*)(std::string_view)>, 3> forms{
      {{"did", past_tense},
       {"do", [](std::string_view w) { return std::optional{std::string{w}}; }},
       {"does", third_person}}};
  const auto form = std::find_if(forms.begin(), forms.end(), [&](const auto& f) { return f.first == auxiliary.core; });
  std::string changed = join_words(adverbs);
  const auto add = [&](const sentence_word& base) {
    const auto verb_form = form->second(base.core);
    if (!changed.empty()) changed += ' ';
    if (verb_form) changed += *verb_form + base.written.substr(std::min(base.written.size(), base.core.size()));
    return verb_form.has_value();
  };
  if (!add(rest[verb])) return std::nullopt;
  const auto second = rest.subspan(verb + 1);
  if (second.size() > 1 && is_coordinator(second[0].core) && !rest[verb].mark_after && is_verb(second[1].core)) {
    changed += ' ' + second[0].written;  // "did Ann study or work"
    if (!add(second[1])) return std::nullopt;
    verb += 2;
  }
  return with_verb(rest, at, changed, verb + 1);
}

// Returns where the subject of a form of "be" ends if only a place or nothing
// follows it: "the source of NAME"; nothing if it has a clause or a verb.
[[nodiscard]] inline std::optional<std::size_t> end_of_placed(std::span<const sentence_word> rest) {
  const auto uncertain = [](const sentence_word& w) {
    return opens_clause(w) || (!w.name && (is_past_participle(w.core) || w.core.ends_with("ed")));
  };
  if (std::any_of(rest.begin(), rest.end(), uncertain)) return std::nullopt;
  std::size_t names = 0;
  while (names < rest.size() && (rest[names].name || (names == 0 && is_definite(rest[names].core)))) ++names;
  if (names == 0 || (names == 1 && !rest[0].name) || names == rest.size()) return rest.size();
  if (is_part_of(rest.subspan(names))) return names;
  // "Mickey's Safari in Letterland from": the last preposition lacks its noun
  const auto name = [](const sentence_word& w) { return w.name; };
  const bool inner = rest.size() > names + 2 && is_preposition(rest[names].core) && ends_dangling(rest) &&
                     std::all_of(rest.begin() + static_cast<std::ptrdiff_t>(names) + 1, rest.end() - 1, name);
  if (inner) return rest.size() - 1;
  if (is_coordinator(rest[names].core) && !is_addition(rest[names].core)) return std::nullopt;
  const std::string& next = rest[names].core;
  const bool ends = !is_genitive(next) && !is_addition(next) && (is_function_word(next) || is_preposition(next));
  return ends ? names : rest.size();
}

// "the town was built" from "the town built" after "was".
[[nodiscard]] inline std::optional<std::string> without_be(const sentence_word& auxiliary,
                                                           std::span<const sentence_word> rest, bool places) {
  // "was the film not successful": the subject ends before "not".
  for (std::size_t i = 1; i + 1 < rest.size() && !opens_clause(rest[i]) && !rest[i].mark_after; ++i) {
    if (is_negation(rest[i].core) && may_follow_noun(rest, i)) return with_verb(rest, i, auxiliary.written, i);
  }
  if (const std::size_t at = find_participle(rest); at != no_position) {
    return with_verb(rest, at, auxiliary.written, at);
  }
  if (!is_form_of_be(auxiliary.core) || !places) return std::nullopt;
  const auto end = end_of_placed(rest);
  return end ? std::optional{with_verb(rest, *end, auxiliary.written, *end)} : std::nullopt;
}

}  // namespace detail

MHQA_INLINE std::optional<std::string> without_inversion(std::span<const sentence_word> words, bool places,
                                                         bool lacks_object) {
  if (words.size() < 2) return std::nullopt;
  const sentence_word& auxiliary = words[0];
  const auto rest = words.subspan(1);
  if (detail::is_do(auxiliary.core)) return detail::without_do(auxiliary, rest, lacks_object);
  if (detail::is_modal(auxiliary.core)) {
    const std::size_t at = detail::find_base_verb(rest);
    return at == detail::no_position ? std::nullopt : std::optional{detail::with_verb(rest, at, auxiliary.written, at)};
  }
  const bool known = detail::is_have(auxiliary.core) || detail::is_form_of_be(auxiliary.core);
  return known ? detail::without_be(auxiliary, rest, places) : std::nullopt;
}

}  // namespace mhqa::inline v0_1
