// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Whose dates a bracket gives: those of the noun before it. "son of the painter Peter Roe (1820–1890)" tells of Peter,
// "served in the Eighty-second Congress (1951–1953)" of a term, "an English poet (1820–1890)" of the subject.
#pragma once

#include <mhqa/date/detail/life_subject.hpp>
#include <mhqa/date/detail/life_text.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace mhqa::inline v0_1::detail {

enum class bracket_owner : std::uint8_t { subject, adult, rank, other };

/// What the words between a name and a bracket say of it.
///
/// Shape: a letter of `words` is a token: n a word of the subject's name, N another word with a capital, h an office
///        with one, p a noun for a person, r a relative, o "of", i another preposition, v a verb, k "known as" and its
///        like, a an article, q a pronoun in the genitive, & "and", w any other word; '*' is any number of them
struct owner_rule {
  std::string_view words;
  bracket_owner owner;
  std::string_view example;
};

// The first that fits counts; without one, the bracket is the subject's.
inline constexpr std::array<owner_rule, 19> owner_rules{{
    {"*k*", bracket_owner::subject, "Ann Roe, also known as Anna Lee (1820–1890)"},
    {"*r*", bracket_owner::other, "Ann Roe, a sister of the poet Peter Roe (1820–1890)"},
    {"*v*", bracket_owner::other, "Ann Roe, who edited the journal Mind (1876–1890)"},
    {"*po*", bracket_owner::other, "Ann Roe, queen of the Lombards (584–590)"},
    {"*wo*", bracket_owner::other, "Ann Roe, a veteran of World War I (1914–1918)"},
    {"*pi*", bracket_owner::other, "Ann Roe, a nurse in the Boer War (1899–1902)"},
    {"*wi*", bracket_owner::other, "Ann Roe, active in Paris (1850–1862)"},
    {"*oa*pN*", bracket_owner::other, "refers to the partnership of the dramatist Gilbert (1836–1911)"},
    {"*q*", bracket_owner::other, "Ann Roe, famous by her trilogy (1876–1890)"},
    {"*hi*", bracket_owner::rank, "Ann Roe, Ambassador to France (1810–1820)"},
    {"*iN", bracket_owner::other, "together with Lee (1820–1890)"},
    {"*iNN", bracket_owner::other, "together with Max Lee (1820–1890)"},
    {"i*n*", bracket_owner::subject, "Ann Roe, in later life Ann Lee Roe of Ulm (1820–1890)"},
    {"i*", bracket_owner::other, "after the Austro-Turkish War (1788–1791)"},
    {"*ho*", bracket_owner::rank, "Ann Roe, Queen of Saxony (1810–1848)"},
    {"*p", bracket_owner::adult, "Ann Roe, prime minister (1820–1824)"},
    {"*h", bracket_owner::rank, "Peter, Archbishop (1688–1708)"},
    {"hN", bracket_owner::rank, "Peter, Astronomer Royal (1765–1811)"},
    {"*", bracket_owner::subject, "Ann Roe (1820–1890)"},
}};

// Ranks that are held for life, so that the bracket of their holder gives a life.
inline constexpr auto ranks_for_life = words_of<33>(
    "archduchess archduke baron baroness baronet begum brother count countess daughter dauphin dowager duchess duke"
    " earl heir heiress infanta infante knight lady lord marchioness marquess marquis prince princess saint sir sister "
    "son"
    " viscount viscountess");

// "Archbishop", "Vice-Chancellor", "Attorney-General": a noun for a person whose rank is not held for life.
[[nodiscard]] inline bool names_office(std::string_view word) {
  return any_piece(word, '-', [](std::string_view part, std::size_t) {
    const std::string folded = fold_word(part);
    return place_of_demonym(folded).empty() && !is_listed(ranks_for_life, folded) &&
           (subject_noun_of(folded) == subject_noun::person || life_word_of(folded) == life_word::honorific ||
            (!folded.ends_with('s') && lexicon::standard().is(folded, word_class::person)));
  });
}

// Words after "known" that lead to a name.
inline constexpr auto naming_links = words_of<4>("as by simply under");

inline constexpr auto owner_prepositions = words_of<9>("against as for from into under via with without");

// The letters of words that have a class of their own.
struct part_letter {
  life_word part;
  char letter;
};

inline constexpr part_letter part_letters[]{{life_word::relative, 'r'},
                                            {life_word::offspring, 'r'},
                                            {life_word::of, 'o'},
                                            {life_word::article, 'a'},
                                            {life_word::his, 'q'},
                                            {life_word::her, 'q'},
                                            {life_word::their, 'q'},
                                            {life_word::conjunction_and, '&'},
                                            {life_word::nee, 'k'},
                                            {life_word::born, 'k'},
                                            {life_word::conjunction_or, 'k'},
                                            {life_word::honorific, 'p'},
                                            {life_word::preposition, 'i'},
                                            {life_word::to, 'i'},
                                            {life_word::by, 'i'},
                                            {life_word::after, 'i'},
                                            {life_word::before, 'i'},
                                            {life_word::between, 'i'}};

// "known as", "known in the West as", "known under her stage name".
[[nodiscard]] inline bool leads_to_name(const life_text& t, std::size_t known) noexcept {
  constexpr std::size_t longest_way = 8;
  const std::size_t end = known + longest_way;
  const std::size_t k = t.find(known + 1, end, [&t](std::size_t i) {
    return !t.is(i, life_kind::word) || is_listed(naming_links, t.spelled(i));
  });
  return k < end && t.is(k, life_kind::word);
}

[[nodiscard]] inline char owner_letter(const life_text& t, const life_names& names, std::size_t i);

// The letter of a word with a capital.
[[nodiscard]] inline char letter_of_capital(const life_text& t, const life_names& names, std::size_t i) {
  const std::string_view word = t.spelled(i);
  if (names.has(word)) return 'n';
  const bool apposed = t.is_mark(i - 1, ',') && t.is(i + 1, life_word::of);  // ", Prioress of Ulm"
  const bool several = word.ends_with('s') && !word.ends_with("ss");         // "Makers of Pianos", but "Abbess of Ulm"
  const bool office = names_office(word) || (apposed && !is_listed(ranks_for_life, fold_word(word)));
  if (office && !several) return 'h';
  return t.is(i, life_word::article) ? 'a' : 'N';
}

// True for a verb: "served in", "played Kent", but not in "a retired officer".
[[nodiscard]] inline bool is_verb_of_owner(const life_text& t, const life_names& names, std::size_t i) {
  const std::string_view word = t.spelled(i);
  const bool past = word.size() > 4 && word.ends_with("ed");
  const bool finite = past || is_finite_form(word);
  if (finite && !past && !lexicon::standard().is(word, word_class::noun)) return true;
  if (finite && t.is(i + 1, life_kind::open) && !names_person(t, i)) return true;
  if (!past || !t.is(i + 1, life_kind::word)) return false;
  const char next = owner_letter(t, names, i + 1);
  return next != 'w' && next != 'p';
}

/// The letter of a token for owner_rule; '\0' for a mark.
[[nodiscard]] inline char owner_letter(const life_text& t, const life_names& names, std::size_t i) {
  if (t.is(i, life_kind::number)) return 'N';
  if (!t.is(i, life_kind::word)) return '\0';
  const std::string_view word = t.spelled(i);
  if (t.is_genitive(i) && names.has(t, i - 2)) return 'q';  // "Ann Roe's teacher"
  if (t[i].capital) return letter_of_capital(t, names, i);
  for (const part_letter& each : part_letters) {
    if (each.part == t[i].part) return each.letter;
  }
  if (is_listed(owner_prepositions, word)) return 'i';
  const bool linked = word == "known";
  if (is_listed(naming_words, word) || (linked && leads_to_name(t, i))) return 'k';
  if (linked || is_verb_of_owner(t, names, i)) return 'v';
  return names_person(t, i) ? 'p' : 'w';
}

/// Whose dates the bracket at token `open` gives, by the words before it, back to a comma or the text's beginning.
///
/// Cost: at most 64 tokens are looked at
[[nodiscard]] inline bracket_owner owner_of_bracket(const life_text& t, const life_names& names, std::size_t open) {
  constexpr std::size_t longest_way = 64;
  std::string words;
  bool verb = false, part = true;
  for (std::size_t i = open, steps = 0; i > 0 && steps < longest_way; ++steps) {
    --i;
    if (t.is(i, life_kind::close) && t[i].match < i) {
      i = t[i].match;
      continue;
    }
    if (t.is_mark(i, ',') || t.is_mark(i, ';') || t.is_mark(i, ':')) part = part && words.empty();
    const char letter = owner_letter(t, names, i);
    if (letter == '\0') continue;
    verb = verb || (letter == 'v' && t[i].part != life_word::event);
    if (part) words += letter;
  }
  std::reverse(words.begin(), words.end());
  const owner_rule& rule = first_fit(owner_rules, words);
  if (rule.owner == bracket_owner::subject && rule.words == "*" && verb) return bracket_owner::other;
  return rule.owner;
}

}  // namespace mhqa::inline v0_1::detail
