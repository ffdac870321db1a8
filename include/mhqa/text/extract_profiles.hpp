// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Describes where the answer is in a longer text: a profile has a name, the places to try in order, and the published
// program's limits. text/extract.hpp applies it. find_extraction("search_r1")->least_tags == 2.
#pragma once

#include <mhqa/config.hpp>
#include <mhqa/find.hpp>

#include <array>
#include <cstdint>
#include <string_view>

namespace mhqa::inline v0_1 {

/// A place where an answer may be.
enum class answer_place : std::uint8_t {
  nowhere,            ///< marks the end of a profile's list
  whole_text,         ///< the whole text
  tag,                ///< between the last complete <answer> and </answer>, or tags of the profile's name
  box,                ///< in the last \boxed{} with balanced braces
  recall_box,         ///< as in ReCall: from the last "\boxed " to "$", otherwise in the last \boxed{}
  json,               ///< the value of the last "answer" or "final_answer" of a JSON object, fenced or not
  answer_line,        ///< after the last "Answer:" (whole word, any case, ASCII or full-width colon)
  phrase,             ///< after the last "the answer is" or its like, to the end of the sentence
  final_label,        ///< after the last "Final answer:" or "the final answer is"
  first_closed_word,  ///< the first whole-word yes or no, any case
  last_closed_word,   ///< the last whole-word yes or no
};

/// A way to find the answer in a generation, published or common.
///
/// Source: each constant in mhqa::extractions names its program
struct extraction_profile {
  std::string_view name{};
  std::array<answer_place, 8> places{answer_place::whole_text};  ///< the first place with an answer wins
  std::uint32_t least_tags = 1;     ///< with fewer complete pairs of tags there is no answer
  std::uint32_t most_tags = 10;     ///< more opening or more closing tags are flagged as spam
  bool exact = false;               ///< a published rule: an empty place is an answer, and LaTeX stays as it is
  std::string_view tag = "answer";  ///< the name of the tags, and of the member of a JSON object

  friend constexpr bool operator==(const extraction_profile&, const extraction_profile&) = default;
};

namespace extractions {

/// The whole text is the answer.
inline constexpr extraction_profile whole{.name = "whole"};

/// The last <answer>…</answer>.
inline constexpr extraction_profile answer_tag{.name = "answer_tag", .places = {answer_place::tag}};

/// Search-R1's qa_em.py, extract_solution: needs two pairs, because its prompt contains one.
inline constexpr extraction_profile search_r1{
    .name = "search_r1", .places = {answer_place::tag}, .least_tags = 2, .exact = true};

/// verl's search_r1_like_qa_em.py, extract_solution: one pair suffices; more than ten tags are spam.
inline constexpr extraction_profile verl{.name = "verl", .places = {answer_place::tag}, .exact = true};

/// ReCall's re_call.py, remove_boxed(last_boxed_only_string(text)).
inline constexpr extraction_profile recall{.name = "recall", .places = {answer_place::recall_box}, .exact = true};

/// The last \boxed{} with balanced braces.
inline constexpr extraction_profile boxed{.name = "boxed", .places = {answer_place::box}};

/// The line after the last "Answer:".
inline constexpr extraction_profile answer_line{.name = "answer_line", .places = {answer_place::answer_line}};

/// The text after the last "the answer is".
inline constexpr extraction_profile answer_phrase{.name = "answer_phrase", .places = {answer_place::phrase}};

/// The text after the last "Final answer:" or "the final answer is".
inline constexpr extraction_profile final_answer{.name = "final_answer", .places = {answer_place::final_label}};

/// The last "answer" or "final_answer" of a JSON object.
inline constexpr extraction_profile json_answer{.name = "json_answer", .places = {answer_place::json}};

/// The first whole-word yes or no; "know" and "Nobody" are neither.
inline constexpr extraction_profile yes_no{.name = "yes_no", .places = {answer_place::first_closed_word}};

/// The last whole-word yes or no.
inline constexpr extraction_profile last_yes_no{.name = "last_yes_no", .places = {answer_place::last_closed_word}};

/// The first that exists: tag, box, JSON, line, phrase, whole text.
inline constexpr extraction_profile any{
    .name = "any",
    .places = {answer_place::tag, answer_place::box, answer_place::json, answer_place::answer_line,
               answer_place::phrase, answer_place::whole_text}};

/// Every profile above, in this order.
inline constexpr std::array all{whole,         answer_tag,   search_r1,   verl,   recall,      boxed, answer_line,
                                answer_phrase, final_answer, json_answer, yes_no, last_yes_no, any};

}  // namespace extractions

/// Lets find<extraction_profile>("verl") look profiles up.
template <>
struct named_values<extraction_profile> {
  static constexpr std::string_view kind = "extraction profile";
  static constexpr const auto& all = extractions::all;
};

/// Older name of find<extraction_profile>(name).
[[nodiscard]] constexpr const extraction_profile* find_extraction(std::string_view name) noexcept {
  return find<extraction_profile>(name);
}

}  // namespace mhqa::inline v0_1
