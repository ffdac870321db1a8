// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The wording of HieraDate's questions as data that a user can replace: phrases that identify date questions, ten
// templates of the extraction task, five of the reasoning task, ten phrases of the robustness task. Ho et al. 2022,
// Table 1; HieraDate's 1_obtain_date_ques.py, 2_wiki_generate_sub.py and 2_hotpot_generate_sub.py.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace mhqa::inline v0_1 {

/// The quantity that a date question compares.
enum class date_topic : std::uint8_t { birth, death, lifetime };

/// A phrase that asks for one of two people, and the phrase that asks for the other.
struct date_phrase {
  std::string_view phrase;
  std::string_view opposite;
  date_topic topic;
  bool least;                     ///< the earlier date or the shorter life wins
  std::string_view opposite_ask;  ///< how the other question begins if it must be composed anew
};

/// A replacement made in a question before phrases are looked up.
struct phrase_rewrite {
  std::string_view from;
  std::string_view to;
};

namespace date_words {

/// A comparison question that contains one of these is a date question.
inline constexpr std::array<std::string_view, 10> keywords{
    "born first", "who died",     "who lived longer", "born later", "who is older",
    "is younger", "born earlier", "died first",       "died later", "died earlier"};

/// "Who is younger" becomes "Who was born later". Differs: the program does this only for a capital "Who" in 2Wiki.
inline constexpr std::array<phrase_rewrite, 2> rewrites{
    {{"is younger", "was born later"}, {"is older", "was born first"}}};

/// Phrases of comparison questions, each with its opposite.
inline constexpr std::array<date_phrase, 10> phrases{{
    {"born first", "born later", date_topic::birth, true, "Who was born later"},
    {"born earlier", "born later", date_topic::birth, true, "Who was born later"},
    {"born later", "born first", date_topic::birth, false, "Who was born first"},
    {"died first", "died later", date_topic::death, true, "Who died later"},
    {"died earlier", "died later", date_topic::death, true, "Who died later"},
    {"died later", "died first", date_topic::death, false, "Who died first"},
    {"died second", "died first", date_topic::death, false, "Who died first"},
    {"died last", "died first", date_topic::death, false, "Who died first"},
    {"died more recently", "died first", date_topic::death, false, "Who died first"},
    {"lived longer", "lived shorter", date_topic::lifetime, false, "Who lived shorter"},
}};

/// Templates of extraction questions, by event.
inline constexpr std::array<std::string_view, 5> birth{
    "What is the birth date of #name?", "What's the birth date of #name?", "What is the date of birth of #name?",
    "What's the date of birth of #name?", "When was #name born?"};
inline constexpr std::array<std::string_view, 5> death{
    "What is the death date of #name?", "What's the death date of #name?", "What is the date of death of #name?",
    "What's the date of death of #name?", "When did #name die?"};

/// Phrases of questions about works and institutions, which have one date: publication or inception.
inline constexpr std::array<date_phrase, 20> work_phrases{{
    {"released first", "released later", date_topic::birth, true, "Which was released later"},
    {"released earlier", "released later", date_topic::birth, true, "Which was released later"},
    {"released more recently", "released earlier", date_topic::birth, false, "Which was released earlier"},
    {"released later", "released earlier", date_topic::birth, false, "Which was released earlier"},
    {"came out first", "came out later", date_topic::birth, true, "Which came out later"},
    {"came out earlier", "came out later", date_topic::birth, true, "Which came out later"},
    {"came out more recently", "came out earlier", date_topic::birth, false, "Which came out earlier"},
    {"came out later", "came out earlier", date_topic::birth, false, "Which came out earlier"},
    {"published first", "published later", date_topic::birth, true, "Which was published later"},
    {"published earlier", "published later", date_topic::birth, true, "Which was published later"},
    {"published later", "published earlier", date_topic::birth, false, "Which was published earlier"},
    {"established first", "established later", date_topic::birth, true, "Which was established later"},
    {"established earlier", "established later", date_topic::birth, true, "Which was established later"},
    {"established later", "established earlier", date_topic::birth, false, "Which was established earlier"},
    {"founded first", "founded later", date_topic::birth, true, "Which was founded later"},
    {"founded earlier", "founded later", date_topic::birth, true, "Which was founded later"},
    {"founded later", "founded earlier", date_topic::birth, false, "Which was founded earlier"},
    {"opened first", "opened later", date_topic::birth, true, "Which was opened later"},
    {"opened earlier", "opened later", date_topic::birth, true, "Which was opened later"},
    {"opened later", "opened earlier", date_topic::birth, false, "Which was opened earlier"},
}};
inline constexpr std::array<std::string_view, 3> publication{"What is the publication date of #name?",
                                                             "When was #name released?", "When did #name come out?"};
inline constexpr std::array<std::string_view, 3> inception{"What is the date of inception of #name?",
                                                           "When was #name established?", "When was #name founded?"};

/// Phrases of questions that choose a film by a date of its director or producer. They need no rewrite.
inline constexpr std::array<date_phrase, 10> bridge_phrases{{
    {"older than the other", "younger than the other", date_topic::birth, true, "Whose maker is younger"},
    {"younger than the other", "older than the other", date_topic::birth, false, "Whose maker is older"},
    {"is older", "is younger", date_topic::birth, true, "Whose maker is younger"},
    {"is younger", "is older", date_topic::birth, false, "Whose maker is older"},
    {"born first", "born later", date_topic::birth, true, "Whose maker was born later"},
    {"born earlier", "born later", date_topic::birth, true, "Whose maker was born later"},
    {"born later", "born first", date_topic::birth, false, "Whose maker was born first"},
    {"died first", "died later", date_topic::death, true, "Whose maker died later"},
    {"died earlier", "died later", date_topic::death, true, "Whose maker died later"},
    {"died later", "died first", date_topic::death, false, "Whose maker died first"},
}};

}  // namespace date_words

/// The whole wording of the generator. Each member can be replaced; the viewed strings must outlive it.
///
/// Example: date_templates mine; mine.birth = my_templates;
struct date_templates {
  std::span<const std::string_view> keywords = date_words::keywords;
  std::span<const phrase_rewrite> rewrites = date_words::rewrites;
  std::span<const date_phrase> phrases = date_words::phrases;  ///< the first phrase found in a question decides
  std::span<const std::string_view> birth = date_words::birth;
  std::span<const std::string_view> death = date_words::death;
  std::string_view before = "Does #date1 come before #date2?";
  std::string_view after = "Does #date1 come after #date2?";
  std::string_view age = "How old was #name when they died?";
  std::string_view younger = "Is a #age1 person younger than a #age2 person?";
  std::string_view older = "Is a #age1 person older than a #age2 person?";
  std::string_view full_age = "#years-year-#months-month-#days-day-old";
  std::string_view year_age = "#years-year-old";
  std::string_view lifetime = "Who lived longer, #name1 or #name2?";  ///< form of a converted comparison question
  std::string_view anew = "#ask, #name1 or #name2?";                  ///< with date_phrase::opposite_ask
};

/// Returns the wording for questions about works (`inception` false) or institutions (true).
[[nodiscard]] date_templates work_templates(bool inception);

/// Returns the wording for questions that choose a film by a date of its maker.
[[nodiscard]] date_templates bridge_templates();

/// A field of a template and its replacement.
using template_field = std::pair<std::string_view, std::string_view>;

/// Fills in a template. If two fields match at a place, the first given wins.
///
/// Example: fill_template("When was #name born?", {{"#name", "Ross Story"}})
[[nodiscard]] std::string fill_template(std::string_view text, std::initializer_list<template_field> fields);

/// Returns the text of a field of a filled-in template, or nothing if the text does not match the template. Ignores the
/// case of ASCII letters.
///
/// Requires: the field occurs at most once in the template
/// Example:  read_template("When was Ross Story born?", "When was #name born?", "#name")  // "Ross Story"
[[nodiscard]] std::optional<std::string_view> read_template(std::string_view text, std::string_view form,
                                                            std::string_view field) noexcept;

/// Returns true if a question is about dates.
///
/// Shape:  contains a keyword, in any case; the data set's type must be "comparison"
/// Source: HieraDate, 1_obtain_date_ques.py
[[nodiscard]] bool is_date_question(std::string_view type, std::string_view question,
                                    const date_templates& words = {}) noexcept;

/// Returns the question after the first rewrite that applies, once.
///
/// Source: HieraDate, 2_wiki_generate_sub.py
[[nodiscard]] std::string rewrite_question(std::string_view question, const date_templates& words = {});

/// Returns the phrase by which a question asks, or null.
[[nodiscard]] const date_phrase* find_phrase(std::string_view question, const date_templates& words = {}) noexcept;

/// Returns the question whose answer is the other person.
///
/// Shape:   replaces the phrase; "Was A or B born first?" and "Who was born first out of A and B" are composed anew
/// Source:  HieraDate, 2_wiki_generate_sub.py, "For Robustness level"
/// Differs: the program takes the names of a question composed anew from a set, whose order varies from run to run;
///          here they keep their order. Phrases that it looks for only with a capital are found in any case
/// Example: "Was A or B born first?" -> "Who was born later, A or B?"
[[nodiscard]] std::string opposite_question(std::string_view question, const date_phrase& phrase,
                                            std::string_view first_name, std::string_view second_name,
                                            const date_templates& words = {});

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/probe/detail/date_templates.ipp>
#endif
