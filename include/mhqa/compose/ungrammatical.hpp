// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Grammatical mistakes of single-hop questions that annotators wrote in a hurry, as rows of patterns over word forms
// and order, without a tagger: "Why did they introduced it?", "What was the the result?".
#pragma once

#include <mhqa/english/pattern.hpp>
#include <mhqa/english/sentence_words.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace mhqa::inline v0_1 {

/// The mistakes, as rows.
// clang-format off
inline constexpr std::array<language_row, 7> grammar_rows{{
    {"wrong-article", {"a|an|the&!@name are|at|did|does|from|has|have|is|of|than|to|was|were|with&!@name",
      "a|an|the&!@name a|an|the&!@name", "from|in|of world&@possessive",
      "by|from|in|of|to uk|us|usa|ussr&@capital @function|@aux", "by|from|in|of|to uk|us|usa|ussr&@capital $",
      "a|an|the&!@name @small in",  // "In the 487 in Ohio": a number counts something
      "a&!@name @vowel&!@name&!@function", "an&!@name @consonant&!@name&!@function"},
     "Who built an motor?", "Who built a motor?"},
    {"word-written-twice", {
      "a|an|and|are|at|between|by|did|for|from|his|is|it|its|of|or|the|to|was|were|what|with&!@name =&!@name"},
     "What was the the result?", "What was the result?"},
    {"inflected-twice", {"does the|a @name+ @noun&!@plural @finite&@es&!@noun&!@base",
      "did the|a @noun&!@name @finite&!@base&!@es&!@participle&!@noun&!@name",  // "did the war became"
      "!@name did @name|the|and+ @finite&!@base&!@es&!@name ~@base&!@name",
      "!@name does @name|the|and+ @finite&@es&!@base&!@name !@base ~@base&!@name"},
     "When did Tesla moved to Ohio?", "When did Tesla move to Ohio?"},
    {"confused-words", {"fewer|greater|less|more|other|rather then",
      "^ who&@possessive !@name&!@function&!@participle&!@ing&!@adverb&!@preposition&!@ly",
      "!@name who&@possessive !@name&!@function&!@participle&!@ing&!@adverb&!@preposition&!@ly",
      "the @plural&!@name @superlative", "@preposition @ordinal&@digits century&@stop",
      "@preposition @ordinal&@digits century $", "a|what roll in", "capitol of",
      "is|are|was|were|been|be|least|most effected by",
      "what|which @place&!@name is|was the !@place&@noun&!@name where", "^ how man|may", "the most what|type"},
     "Is it more then one?", "Is it more than one?"},
    {"singular-before-plural", {
      "how|recently|what|when|where|why does|has|is|was the|@possessive @plural&!@name&!@function&!means|series|species|news|headquarters|always|crossroads @function|@preposition|@participle|@name&!@possessive&!@finite&!is|was|are|were|did|does|do|has|have|had",
      "how|recently|what|when|where|why does|has|is|was the|@possessive @plural&!@name&!@function&!means|series|species|news|headquarters|always|crossroads $",
      "how|recently|what|when|where|why does|has|is|was the|@possessive !@name&!@function&!@preposition&!@participle&!@possessive&!@plural+ @plural&!@name&!@function&!means|series|species|news|headquarters|always|crossroads @function|@preposition|@participle|@name&!@possessive&!@finite&!is|was|are|were|did|does|do|has|have|had",
      "how|recently|what|when|where|why does|has|is|was the|@possessive !@name&!@function&!@preposition&!@participle&!@possessive&!@plural+ @plural&!@name&!@function&!means|series|species|news|headquarters|always|crossroads $",
      "@possessive&!@name&!@function are|has|have|is|was|were"},
     "When has the homes been restored?", "When have the homes been restored?"},
    {"two-prepositions", {"^ in|on where", "^ where ... at $",
      "^ @preposition what|which|whom ... about|against|for|with @preposition",
      "^ against|at|by|for|from|in|of|on|to|with what|which|whom ... @preposition $"},
     "Against what country was it superior over?", "What country did she live in?"},
    {"verb-misplaced", {"^ @preposition what|which @noun&!@name the|a|an",
      "^ @preposition what|which @noun&!@name @capital+ was|were|is|are|had|has",
      "^ how many ~@auxiliary @noun|@capital&!@plural* @plural&@noun in|on|at the|@capital @capital* $"},
     "In what year the war began?", "In what year did the war begin?"},
}};
// clang-format on

/// Returns the row of the first mistake of a question that word forms show; grammar_rows.size() for none.
///
/// Shape:     bit n of left_out leaves out row n. A quotation may break any rule, so the text from the first quotation
///            mark on is not read
/// Undefined: most other mistakes; questions about words that are such mistakes
/// Cost:      O(words) for each pattern
/// Example:   grammar_rows[find_mistake("What was the the result?")].name == "word-written-twice"
[[nodiscard]] inline std::size_t find_mistake(std::string_view question, std::uint64_t left_out = 0) {
  static const row_matcher rows{grammar_rows};
  return rows.first(sentence_words{question.substr(0, question.find('"'))}, left_out);
}

/// Returns true if a question has a mistake.
/// Example: is_ungrammatical("Why did Tesla moved?")
[[nodiscard]] inline bool is_ungrammatical(std::string_view question) {
  return find_mistake(question) != grammar_rows.size();
}

}  // namespace mhqa::inline v0_1
