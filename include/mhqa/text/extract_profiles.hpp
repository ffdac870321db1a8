// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Where an answer stands in a longer text, as data: a profile is a name, the places that are tried in order and the
// published program's rules about them. text/extract.hpp applies it. find_extraction("search_r1")->least_tags == 2.
#pragma once

#include <mhqa/config.hpp>

#include <array>
#include <cstdint>
#include <string_view>

namespace mhqa {
inline namespace v0 {

/// A place where an answer may stand.
enum class answer_place : std::uint8_t {
  nowhere,            ///< ends a profile's list
  whole_text,         ///< the text itself
  tag,                ///< between the last complete <answer> and </answer>
  box,                ///< within the last \boxed{} whose braces close
  recall_box,         ///< as ReCall reads it: after the last "\boxed " up to "$", else the very last \boxed{}
  answer_line,        ///< after the last "Answer:" (any case, a word of its own), up to the end of its line
  phrase,             ///< after the last "the answer is" (any case), up to the end of its sentence or line
  first_closed_word,  ///< the first yes or no that is a word of its own, any case
  last_closed_word,   ///< the last
};

/// A published or common way to find the answer in a generation.
///
/// Source: each constant of mhqa::extractions names its program
struct extraction_profile {
  std::string_view name{};
  std::array<answer_place, 6> places{answer_place::whole_text};  ///< the first place that has an answer gives it
  std::uint32_t least_tags = 1;  ///< fewer complete pairs of <answer> tags are no answer
  std::uint32_t most_tags = 10;  ///< more opening or more closing tags are flagged as spam

  friend constexpr bool operator==(const extraction_profile&, const extraction_profile&) = default;
};

namespace extractions {

/// The text is the answer.
inline constexpr extraction_profile whole{.name = "whole"};

/// The last <answer>…</answer>.
inline constexpr extraction_profile answer_tag{.name = "answer_tag", .places = {answer_place::tag}};

/// Search-R1's qa_em.py, extract_solution: two pairs at least, as its prompt holds one.
inline constexpr extraction_profile search_r1{.name = "search_r1", .places = {answer_place::tag}, .least_tags = 2};

/// verl's search_r1_like_qa_em.py, extract_solution: one pair suffices; more than ten tags are spam.
inline constexpr extraction_profile verl{.name = "verl", .places = {answer_place::tag}};

/// ReCall's re_call.py, remove_boxed(last_boxed_only_string(text)).
inline constexpr extraction_profile recall{.name = "recall", .places = {answer_place::recall_box}};

/// The last \boxed{} with balanced braces.
inline constexpr extraction_profile boxed{.name = "boxed", .places = {answer_place::box}};

/// The line after the last "Answer:".
inline constexpr extraction_profile answer_line{.name = "answer_line", .places = {answer_place::answer_line}};

/// What follows the last "the answer is".
inline constexpr extraction_profile answer_phrase{.name = "answer_phrase", .places = {answer_place::phrase}};

/// The first whole-word yes or no; "know" and "Nobody" are neither.
inline constexpr extraction_profile yes_no{.name = "yes_no", .places = {answer_place::first_closed_word}};

/// The last whole-word yes or no.
inline constexpr extraction_profile last_yes_no{.name = "last_yes_no", .places = {answer_place::last_closed_word}};

/// Whatever there is: a tag, a box, a line, a phrase, else the text.
inline constexpr extraction_profile any{.name = "any",
                                        .places = {answer_place::tag, answer_place::box, answer_place::answer_line,
                                                   answer_place::phrase, answer_place::whole_text}};

/// Every profile above, in this order.
inline constexpr std::array all{whole,       answer_tag,    search_r1, verl,        recall, boxed,
                                answer_line, answer_phrase, yes_no,    last_yes_no, any};

}  // namespace extractions

/// The profile of that name, or null.
///
/// Example: find_extraction("verl") == &extractions::all[3]
[[nodiscard]] constexpr const extraction_profile* find_extraction(std::string_view name) noexcept {
  for (const extraction_profile& profile : extractions::all) {
    if (profile.name == name) return &profile;
  }
  return nullptr;
}

}  // namespace v0
}  // namespace mhqa
