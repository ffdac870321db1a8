// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests whether a single-hop question can be understood without its paragraph: "Who scored on this drive?" and "Which
// city is one of the largest?" cannot become hops.
#pragma once

#include <mhqa/compose/pool.hpp>
#include <mhqa/english/pattern.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace mhqa::inline v0_1 {

/// The reasons why a question does not stand alone.
enum class question_gap : std::uint8_t {
  none,
  reference,  ///< "this drive", "did he", "the previous game", "in the article", "the game"
  many,       ///< "one of the …", "an example of …": the description fits many things
  no_name,    ///< no name, number or quotation, and fewer than six words of content
  kind,       ///< "what kind of …": the answer is a description
  definition  ///< "Who was Tesla?": the answer describes a name in the question
};

/// Returns "", "reference", "many", "no-name", "kind" or "definition".
[[nodiscard]] constexpr std::string_view to_string(question_gap gap) noexcept {
  constexpr std::array<std::string_view, 6> names{"", "reference", "many", "no-name", "kind", "definition"};
  return names[static_cast<std::size_t>(gap)];
}

/// What a question lacks, and what makes one thing of a description without a name, as rows.
// clang-format off
inline constexpr std::array<language_row, 14> stands_alone_rows{{
    {"points-to-paragraph", {"^ this|these|those @noun|@adjective|@participle", "here&!@name $",
      "here&!@name is|are|was|to|in"}, "This failed revolution led to what?", "What revolution failed?"},
    {"pronoun-of-paragraph", {"this|these|those|aforementioned|latter&@plain", "such&@plain !as",
      "such|former&@plain $", "-@referent|who|whose|which he|him|she|her|his&@plain",
      "-@referent @aux he|him|she|it|them|they&@plain",
      "-@referent|@content|who|whose|which it|its|their|them|they&@plain",
      "her|his|its|their&@plain @small !@capital",  // "his 4 passes", not "his 95 Theses"
      "@given ... also&!@capital", "also&!@capital ... @given"},
     "Where did he die?", "When Tesla died, what did he own?"},
    {"besides-paragraph", {"else !than", "else $", "what|which earlier|later|subsequent !than", "^ @any @aux other",
      "a|an @measure", "at the time $", "at the time&@stop",
      "after|at|by|during|from|in|on that !@capital&!@function", "the following|next|previous&!@capital @any",
      "the last&!@capital !decades|ice|name|sermon|words|years"},
     "Who else did Tesla meet?", "Who else than Edison did Tesla meet?"},
    // "did the game mean"
    {"thing-of-paragraph", {"the !@capital&!@function* @context&!@capital $",
      "the !@capital&!@function* @context&!@capital&@stop|@possessive",
      "the !@capital&!@function* @document&!@capital !of|that|which|between|where&!@capital",
      "the !@capital&!@function* @context&!@capital @function|@aux|@ed&!of|that|which|between|where&!@capital",
      "@aux the @context&!@capital @base&!of|that|which|between|where&!@capital"},
     "Who ran in the fourth quarter?", "Who is the author of Emma?"},
    {"asks-other", {"^ what|which other ~besides|than|except|and"},
     "What other event worried Ohio?", "What other event than war worried Ohio?"},
    {"asks-kind", {"what|which category|class|form|kind|kinds|sort|style|type|types of", "what|which sport|sports"},
     "What kind of team are the Rams?", "What team is kind?"},
    {"asks-for-any", {"^ give|list|mention|name|tell a|an|any|one|some|two|three|four|five",
      "^ what|which|who is|are|was|were some|several|two|three",
      "^ what|which are|were @plural&!@name&@noun in|of|for|to", "name one|two|three|some|any of|@plural"},
     "Mention one river of Ohio.", "Name the river of Ohio."},
    {"fits-many", {"one of", "@be|name|what|which one",
      "example|examples|few|include|includes|including|several|some|various&!@quoted", "what|who|which @be a|an",
      "^ what|which !@be+ @be a|an", "name a|an|two|three", "a|@be part of", "such as",
      "^ ~@superlative|only|first @any @any @be based|found|included|located|part|situated",
      "^ ~@superlative|only|first @any @any @any @be based|found|included|located|part|situated",
      "^ ~@superlative|only|first ... @comparative ... than", "^ ~besides|than|except|and ... what|which other @any"},
     "Which city is located in Ohio?", "What is the only river longer than the Rhine?"},
    {"describes-others", {"^ ~@digits|only ... who @be @ing&!@capital&!during", "^ ~@digits|only ... who @aux not",
      "^ ~@digits|only ... who @negated !@capital&!@determiner",
      "^ ~@digits|only ... what|which !@aux&!@negated&!@capital&!@relative&!@preposition* @be @ing&!@capital&!during",
      "^ ~@digits|only ... what|which !@aux&!@negated&!@capital&!@relative&!@preposition* @aux not",
      "^ ~@digits|only ... what|which !@aux&!@negated&!@capital&!@relative&!@preposition* @negated !@capital&!@determiner"},
     "Who did not agree with Edison?", "What country does Edison not like?"},
    // a year tells when, not which
    {"has-any-object", {"^ ~@referent&!@year ~@superlative|only|first ... had|has|have a|an&!@capital",
      "^ ~@referent&!@year ~@superlative|only|first who @finite&!@aux a|an&!@capital",
      "^ ~@superlative|only|first|@digits ... remain|remained|remains a|an",
      "^ ~@superlative|only|first|@digits who|what|which !@aux&!@finite* became|becomes a|an",
      "^ ~@superlative|only|first what|which|who @noun* has|have|had !@name&!@determiner&@adjective !@name&@noun"},
     "Who received a bid in 1915?", "Who received a bid for Ohio?"},
    // "the 2015 NFL MVP" is a holder
    {"asks-for-definition", {"^ what|where @be @capital|@digits|the&!@possessive+ $",
      "^ who @be @capital|@digits&!@possessive+ $",
      "^ who @be the @capital&!@possessive @capital|@digits|the&!@possessive* $"},
     "Who was Nikola Tesla?", "Who was the 2015 NFL MVP?"},
    {"tells-maker", {
      "^ who coined|conceived|described|devised|discovered|figured|formulated|invented|plotted|postulated|proposed|wrote ~her|his|it|its|their|them|they"},
     "Who wrote that imperialism is a stage of capitalism?", "Who wrote it?"},
    {"tells-extreme", {"^ ~her|his|it|its|their|them|they ... the @superlative"},
     "Which is the largest city not connected to a highway?", "What is most of it?"},
    {"tells-first", {"^ who first described|discovered|invented|proposed ~her|his|it|its|their|them|they",
      "first ... to @base", "@superlative|first ... in the world&!@possessive"},
     "What was the first craft to orbit a comet?", "Who is the world's second?"},
}};
// clang-format on

/// Returns the reason why a question does not stand alone, if any.
///
/// Shape:   `given` is a mention that a head will replace: it counts as a name, and pronouns after it may refer to it.
///          Reasons about the answer (many, no-name, kind, definition) apply only to heads
/// Cost:    O(words)
/// Example: find_gap("Who scored on this drive?") == question_gap::reference
[[nodiscard]] question_gap find_gap(std::string_view question, mention given = {}, bool head = true);

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/compose/detail/stands_alone.ipp>
#endif
