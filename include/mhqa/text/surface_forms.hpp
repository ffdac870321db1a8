// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The spellings of a gold answer that NeMo Gym's HotpotQA reward looks for in an answer, and the answer that it reads
// from JSON in a generation. surface_forms("the 1,000 men") also has "1,000 men" and "the 1000 men".
#pragma once

#include <mhqa/text/extract_places.hpp>
#include <mhqa/text/lower.hpp>
#include <mhqa/text/split.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1 {
namespace detail {

/// Number words and their figures.
inline constexpr std::pair<std::string_view, std::string_view> number_words[] = {
    {"one", "1"},           {"two", "2"},          {"three", "3"},          {"four", "4"},      {"five", "5"},
    {"six", "6"},           {"seven", "7"},        {"eight", "8"},          {"nine", "9"},      {"ten", "10"},
    {"eleven", "11"},       {"twelve", "12"},      {"thirteen", "13"},      {"fourteen", "14"}, {"fifteen", "15"},
    {"sixteen", "16"},      {"seventeen", "17"},   {"eighteen", "18"},      {"nineteen", "19"}, {"twenty", "20"},
    {"first", "1st"},       {"second", "2nd"},     {"third", "3rd"},        {"fourth", "4th"},  {"fifth", "5th"},
    {"nineteenth", "19th"}, {"twentieth", "20th"}, {"twenty-first", "21st"}};

inline constexpr std::string_view weak_words[] = {
    "the", "a",   "an",    "of", "in",   "on",   "at",   "for",  "and",  "or",    "to",   "by",  "is",
    "was", "are", "were",  "be", "been", "with", "from", "that", "this", "it",    "its",  "his", "her",
    "my",  "our", "their", "no", "not",  "but",  "if",   "as",   "into", "about", "than", "then"};

inline constexpr std::string_view lead_articles[] = {"the ", "a ", "an "};

[[nodiscard]] inline bool is_ascii(std::string_view text) noexcept {
  const char* const end = text.data() + text.size();
  return end_of_ascii(text.data(), end) == end;
}

/// Collapses white space to single spaces and strips it.
[[nodiscard]] inline std::string single_spaced(std::string_view text) {
  std::string out;
  split_whitespace(text, [&](std::string_view word) {
    if (!out.empty()) out += ' ';
    out += word;
  });
  return out;
}

/// Lower case, with typographic spaces, hyphens and quotes made plain: spellings are compared in this form.
[[nodiscard]] std::string plain_form(std::string_view text);

/// Returns a bit for each byte of a text, modulo 64: a text can only contain one whose bits it has.
[[nodiscard]] constexpr std::uint64_t byte_bits(std::string_view text) noexcept {
  std::uint64_t out = 0;
  for (const char c : text) out |= std::uint64_t{1} << (static_cast<unsigned char>(c) % 64U);
  return out;
}

[[nodiscard]] std::string without_parentheses(std::string_view text);

/// Repeatedly deletes commas between a digit and three digits.
[[nodiscard]] std::string without_number_commas(std::string_view text);

/// Deletes each full stop that is not next to a digit.
[[nodiscard]] std::string without_dots(std::string_view text);

[[nodiscard]] std::string replaced(std::string_view text, std::string_view from, std::string_view to);

/// Returns true if the text begins with an article and a space, in any case.
[[nodiscard]] constexpr bool leads_with(std::string_view text, std::string_view article) noexcept {
  return stands_at(text, 0, article);
}

}  // namespace detail

/// Returns the spellings of a gold answer, without repeats.
///
/// Cost:   O(bytes)
/// Source: normalize_gt of NVIDIA-NeMo/Gym, resources_servers/hotpotqa_qa/scoring.py
[[nodiscard]] std::vector<std::string> surface_forms(std::string_view gold);

/// Returns true if a gold answer is too long, or is a name of too many words, for a substring search.
///
/// Source: _should_remove of the same file
[[nodiscard]] bool is_unfit_for_substrings(std::string_view gold);

/// Returns true if a spelling is in an answer, both in plain form, by the stricter test: short spellings must be whole
/// words, and in long answers near the beginning.
///
/// Source: is_correct_strict of the same file
[[nodiscard]] bool stands_firmly(std::string_view answer, std::size_t answer_length, std::string_view form);

/// Returns the answer that a generation has in JSON, in a code block or in braces, tried from last to first; otherwise
/// the generation itself.
///
/// Cost:   O(bytes)
/// Source: parse_generation of the same file
[[nodiscard]] std::string json_answer(std::string_view generation);

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/text/detail/surface_forms.ipp>
#endif
