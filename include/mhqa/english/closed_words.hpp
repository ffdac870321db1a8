// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Closed classes of English words. Each is a list that tests a word in lower case, so that rules ask what a word does,
// not which word it is.
//   mhqa::is_article("the")  // true
#pragma once

#include <mhqa/config.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

namespace mhqa::inline v0_1 {

namespace detail {

// Words in lower case, as a test of a word.
template <std::size_t N>
struct word_list {
  template <class... W>
  explicit constexpr word_list(W... w) noexcept : words{w...} {}

  [[nodiscard]] constexpr bool operator()(std::string_view word) const noexcept {
    if constexpr (N > 4) return std::find(words.begin(), words.end(), word) != words.end();
    return [&]<std::size_t... At>(std::index_sequence<At...>) {
      return ((word == words[At]) || ...);
    }
    (std::make_index_sequence<N>{});  // the compiler knows the sizes
  }
  // The first of them with which a word ends; "" for none.
  [[nodiscard]] constexpr std::string_view ending_of(std::string_view word) const noexcept {
    const auto found = std::find_if(words.begin(), words.end(), [&](std::string_view w) { return word.ends_with(w); });
    return found == words.end() ? std::string_view{} : *found;
  }

  std::array<std::string_view, N> words;
};
template <class... W>
word_list(W...) -> word_list<sizeof...(W)>;

// clang-format off
inline constexpr word_list is_definite{"the"};
inline constexpr word_list is_genitive{"of"};
inline constexpr word_list is_coordinator{"and", "or"};
inline constexpr word_list is_addition{"and"};
inline constexpr word_list is_negation{"not"};
inline constexpr word_list is_degree{"most"};           // before an adjective or a noun, not a verb
inline constexpr word_list is_complementizer{"that"};
inline constexpr word_list asks_for_noun{"what", "which"};
inline constexpr word_list asks_for_agent{"who", "whom"};
inline constexpr word_list asks_for_time{"when"};
inline constexpr word_list asks_for_place{"where"};
inline constexpr word_list asks_for_degree{"how"};
inline constexpr word_list is_question_word{"how", "what", "when", "where", "which", "who", "whom", "whose", "why"};
inline constexpr word_list is_counting{"many", "what", "which"};   // before a noun whose number or name is asked for
inline constexpr word_list is_form_of_be{"are", "is", "was", "were"};
inline constexpr word_list is_do{"did", "do", "does"};
inline constexpr word_list is_have{"had", "has", "have"};
inline constexpr word_list is_modal{"can", "could", "may", "might", "must", "shall", "should", "will", "would"};
inline constexpr word_list is_determiner{
    "a", "all", "an", "another", "any", "both", "each", "every", "few", "her", "his", "its", "many", "more", "most", "much",
    "my", "no", "other", "our", "several", "some", "such", "that", "the", "their", "these", "this", "those", "three", "two",
    "whose", "your"};
inline constexpr word_list is_preposition{
    "unlike", "via", "alongside", "amid", "concerning", "following", "including", "regarding", "until", "about", "above",
    "across", "after", "against", "along", "among", "around", "as", "at", "before", "behind", "below", "beneath", "beside",
    "besides", "between", "beyond", "by", "despite", "down", "during", "except", "for", "from", "in", "inside", "into", "like",
    "near", "of", "off", "on", "onto", "outside", "over", "past", "per", "since", "through", "throughout", "to", "toward",
    "towards", "under", "upon", "with", "within", "without"};
inline constexpr word_list is_plural_head{"people"};  // "the people who": the noun of a phrase for several
inline constexpr word_list is_language_noun{"language", "languages"};
inline constexpr word_list is_placed{"based", "born", "buried", "headquartered", "located", "situated"};
inline constexpr word_list contracted_not{"n't", "n\u2019t"};
inline constexpr word_list possessives{"'s", "\u2019s", "s'"};
// clang-format on

// "'s" of a word that ends in it, with either apostrophe; "" for others.
[[nodiscard]] constexpr std::string_view owner_ending(std::string_view word) noexcept {
  constexpr word_list endings{"'s", "\u2019s"};
  return endings.ending_of(word);
}

// The bytes of the mark of an owner, with which a text ends: 2 for "Watt's", 1 for "Orleans'".
[[nodiscard]] constexpr std::size_t owner_mark(std::string_view text) noexcept {
  constexpr word_list marks{"'s", "\u2019s", "'"};
  return marks.ending_of(text).size();
}

}  // namespace detail

/// Returns true for "a", "an" and "the".
inline constexpr detail::word_list is_article{"a", "an", "the"};

}  // namespace mhqa::inline v0_1
