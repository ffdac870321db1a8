// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Mechanical faults of finished questions: "Which the person who", "held in in China", "album 's profession". A wording
// with such a fault is refused, not repaired.
//   mhqa::find_sentence_fault("Which the person who won did Ann meet?")  // "phrase-after-question-word"
#pragma once

#include <mhqa/ascii.hpp>
#include <mhqa/english/pattern.hpp>
#include <mhqa/english/sentence_words.hpp>

#include <array>
#include <cstddef>
#include <string_view>

namespace mhqa::inline v0_1 {

/// The faults, as rows over the words of a finished question.
// clang-format off
inline constexpr std::array<language_row, 11> sentence_fault_rows{{
    {"phrase-after-question-word", {"^ which|what|whose the|a|an&!@name", "how many|much the",
      "^ what|which @adjective&!@name @noun&!@name the&!@name @noun",
      "^ what|which the @name is|was|are|were|did|has"},
     "Which the person who won did Ann meet?", "Which person who won did Ann meet?"},
    {"word-twice", {"!that|had&!@name =&!@name",
      "a|an|and|are|at|between|by|did|does|for|from|his|in|is|it|its|of|on|or|the|to|was|were|who|with&!@name =&!@name"},
     "What was held in in China?", "What came in on a ship?"},
    {"prepositions-side-by-side", {"of|in|to|at|from|by|for|with due to", "of of|in|at|by|for|to|on|with&!@name",
      "in of|by|at", "at of|in", "to of|in|by"}, "What is the capital of in Asia?", "What is he known for in Asia?"},
    {"article-without-noun", {"the @superlative&!most|least is|was|are|were @participle&!@name @noun&!@name",
      "the|a|an&!@name is|are|was|were|did|does|has|of|to|in|that|the|a|an|his|her|its|this|on|at|and|or|when|where&!@name",
      "the|a|an&!@name $"}, "When did the of Rome fall?", "When did The Who play?"},
    {"bare-possessive", {"s&!@name"}, "What is the album 's label?", "What is the album's label?"},
    {"verbs-side-by-side", {
      "born|based|buried|headquartered|located|situated is|was born|based|buried|headquartered|located|situated",
      "@preposition is|was|are|were $", "is|was|are|were|did|does|do|has&!@name is|was|are|were|did|does|do&!@name",
      "did|does @auxiliary"}, "Where is was Ann born?", "Where was Ann?"},
    {"number-of-verb", {"^ who|what|where|when are|were|do|have the @noun&!@plural&!people|police $",
      "@question was|has|does the @plural&@noun&!@name&!headquarters|means|news|series|species of|that|who",
      "the person|place|organization were|are|have", "the people was|is|has",
      "the @noun&!@plural&!@name&!people|police that|which are|were|have&!@name"},
     "Who met the people was Ann?", "Who met the people who came?"},
    {"determiner-before-phrase", {"his|her|its|their|this|each|every|another|some|no the|a|an&!@name",
      "the name|term|title|word the|a|an&!@name", "day the|a|an&!@name",
      "that|where|which @adjective&!@adverb&!@name&!@plural @auxiliary @noun&!@name"},
     "When did his the team win?", "When did the team win?"},
    {"lacks-question", {"^ that"}, "That won it?", "What won it?"},
    {"number-of", {"the two|three|four|five|six|seven|eight|nine|ten of"},
     "Who was in the eight of the cup times?", "Who won two of the cups?"},
    {"lacks-comma", {"what|when|where|which|who according to"},
     "Where according to Ann is it?", "Where is it, according to Ann?"},
}};
// clang-format on

/// Returns the name of the first fault of a finished question; "" for none. Besides the rows: "reference-left" for
/// text like `#1`, "relation-left" for ` >> `, "mark-inside" for a question mark inside.
///
/// Cost:    O(words) for each pattern
/// Example: find_sentence_fault("What was held in in China?") == "word-twice"
[[nodiscard]] inline std::string_view find_sentence_fault(std::string_view question) {
  static const row_matcher rows{sentence_fault_rows};
  if (question.find(" >> ") != std::string_view::npos) return "relation-left";
  for (std::size_t at = question.find('#'); at != std::string_view::npos; at = question.find('#', at + 1)) {
    if (at + 1 < question.size() && ascii::is_digit(question[at + 1]) && (at == 0 || question[at - 1] == ' ')) {
      return "reference-left";
    }
  }
  constexpr std::string_view wide_mark{"\xEF\xBC\x9F"};  // a question mark of East Asian texts
  if (question.find(wide_mark) != std::string_view::npos) return "mark-inside";
  const std::size_t mark = question.find('?');
  if (mark != std::string_view::npos && mark + 1 < question.size() && question[mark + 1] == ' ') return "mark-inside";
  const std::size_t row = rows.first(sentence_words{question});
  return row == sentence_fault_rows.size() ? std::string_view{} : sentence_fault_rows[row].name;
}

}  // namespace mhqa::inline v0_1
