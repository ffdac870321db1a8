// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Other orders of a step's words, in which a phrase can take the place of a reference: "in #3 history" as "in the
// history of #3", "of #1 and Chad" as "of Chad and #1".
//   mhqa::step_with_open_reference("Who has the most hits in #3 history?")
#pragma once

#include <mhqa/english/rewriting.hpp>

#include <array>
#include <string>
#include <string_view>

namespace mhqa::inline v0_1 {

/// The orders, as rows. A phrase cannot stand before a noun, and nothing that is not its own should follow it.
inline constexpr std::array<rewriting_row, 15> step_form_rows{{
    {"history", "in|of|from|during|throughout @reference history|season|culture|law|politics|society|territory $",
     "$1 the $3 of $2", "Who has the most hits in #3 history?", "Who has the most hits in the history of #3?"},
    {"downtown", "downtown @reference", "the center of $2", "When did downtown #3 thrive?",
     "When did the center of #3 thrive?"},
    {"along-with", "^ who along with @name+ @finite&!@name", "along with $5, who $6",
     "Who along with Russia supported #3?", "along with Russia, who supported #3?"},
    {"draft", "the @year @reference !@name&@noun $", "the $2 $4 of $3", "Who was second in the 1999 #3 draft?",
     "Who was second in the 1999 draft of #3?"},
    {"most", "the fewest|least|most @reference @noun&@plural&!@name", "the $2 $4 of $3",
     "What team has the most #1 titles?", "What team has the most titles of #1?"},
    {"name-first", "@preposition|@base&!@name @reference and @name&!@reference&!her|his|its|my|our|their+ $",
     "$1 $4 and $2", "What lies to the north of #1 and Chad?", "What lies to the north of Chad and #1?"},
    {"thing-first",
     "@preposition @reference and the ~@reference|@preposition|@auxiliary|@question|@participle|@finite ... $",
     "$1 $4 $6 and $2", "What lies to the north of #1 and the Gulf?", "What lies to the north of the Gulf and #1?"},
    {"preposition-once", "^ in what|which ... in $", "in $3 $4", "In what two editions was #1 sold in?",
     "in what two editions was #1 sold?"},
    {"plural-noun",
     "@preposition @reference "
     "albums|citizens|fans|forces|members|players|residents|songs|streets|troops|voters $",
     "$1 the $3 of $2", "Who were most of #1 residents?", "Who were most of the residents of #1?"},
    {"start-of", "^ when do|does @reference end|start the @adjective&!@name* season|semester|term|year $",
     "when is the $5 of the $7 $8 of $4", "When does #3 start the regular season?",
     "when is the start of the regular season of #3?"},
    {"event-of", "^ when is the @reference !@name&!@preposition|@auxiliary|@question|@participle+ being held|played $",
     "when is the $6 of $5", "When is the #3 all-star game being played?", "when is the all-star game of #3?"},
    {"last-time", "^ when was the first|last time the* @reference", "when was the $5 $6 that $7 $8",
     "When was the last time #1 beat #2?", "when was the last time that #1 beat #2?"},
    {"superlative-plural",
     "^ @superlative&!@name&!most ~@auxiliary|@question !@name&@noun|@base !@name&@noun&@es in|of",
     "what are the $2 $4 $5 $6", "longest home runs in #3", "what are the longest home runs in #3"},
    {"superlative-noun", "^ @superlative&!@name&!most ~@auxiliary|@question !@name&@noun&!@es in|of",
     "what is the $2 $4 $5", "longest streak in #3", "what is the longest streak in #3"},
    {"superlative-nouns",
     "^ @superlative&!@name&!most ~@auxiliary|@question !@name&@noun|@base !@name&@noun&!@es in|of",
     "what is the $2 $4 $5 $6", "longest win streak in #3", "what is the longest win streak in #3"},
}};

/// Returns a step in an order in which its references can be replaced by phrases; unchanged if no row applies.
///
/// Cost:    O(words) for each row
/// Example: step_with_open_reference("What team has the most #1 titles?") == "What team has the most titles of #1?"
[[nodiscard]] inline std::string step_with_open_reference(std::string_view step) {
  static const rewriter rows{step_form_rows};
  return rows.rewrite(step);
}

}  // namespace mhqa::inline v0_1
