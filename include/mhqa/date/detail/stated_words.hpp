// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The words of dates in English text: ordinals, weekdays, seasons, doubts. Each function reads at a place of a text and
// returns where reading ended. For stated_text.hpp alone.
#pragma once

#include <mhqa/ascii.hpp>
#include <mhqa/date/format.hpp>
#include <mhqa/date/month_name.hpp>
#include <mhqa/date/stated_date.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace mhqa {
inline namespace v0_1 {
namespace detail {

// A word or phrase and a number that it stands for.
struct word_value {
  std::string_view word;
  int value;
};

[[nodiscard]] constexpr bool is_word_byte(char c) noexcept {
  return is_digit(c) || is_letter(c);
}

// The bytes of `word` (lower case) that the text has at a place, any case, if no letter or digit follows; else 0.
[[nodiscard]] constexpr std::size_t word_at(std::string_view text, std::size_t at, std::string_view word) noexcept {
  if (text.size() - at < word.size() || ascii::to_lower(text[at]) != word[0]) return 0;
  for (std::size_t i = 1; i < word.size(); ++i) {
    if (ascii::to_lower(text[at + i]) != word[i]) return 0;
  }
  const std::size_t end = at + word.size();
  return end < text.size() && is_letter(word.back()) && is_word_byte(text[end]) ? 0 : word.size();
}

struct found_word {
  int value = 0;
  std::size_t length = 0;
};

// The second letters of some words by their first: most words of a text are told apart by two look-ups. Bit 26 is
// anything but a letter.
using letter_pairs = std::array<std::uint32_t, 26>;
[[nodiscard]] constexpr std::uint32_t second_letter(std::string_view text, std::size_t at) noexcept {
  if (at >= text.size() || !is_letter(text[at])) return 26;
  return static_cast<std::uint32_t>(ascii::to_lower(text[at]) - 'a');
}
[[nodiscard]] constexpr bool begins_like(std::string_view text, std::size_t at, const letter_pairs& pairs) noexcept {
  if (!is_letter(text[at])) return false;
  const auto first = static_cast<std::size_t>(ascii::to_lower(text[at]) - 'a');
  return (pairs[first] >> second_letter(text, at + 1) & 1U) != 0;
}
constexpr void add_letters(letter_pairs& pairs, std::string_view word) noexcept {
  const auto first = static_cast<std::size_t>(word[0] - 'a');
  pairs[first] |= 1U << second_letter(word, 1);
}
template <std::size_t N>
[[nodiscard]] constexpr letter_pairs letters_of(const std::array<word_value, N>& words) noexcept {
  letter_pairs out{};
  for (const word_value& each : words) {
    if (is_letter(each.word[0])) add_letters(out, each.word);
  }
  return out;
}

template <std::size_t N>
[[nodiscard]] constexpr found_word match_word(std::string_view text, std::size_t at,
                                              const std::array<word_value, N>& words) noexcept {
  if (at >= text.size()) return {};
  for (const word_value& each : words) {
    if (const std::size_t length = word_at(text, at, each.word); length != 0) return {each.value, length};
  }
  return {};
}

inline constexpr std::array<word_value, 31> ordinal_words{{
    {"first", 1},         {"second", 2},          {"third", 3},          {"fourth", 4},         {"fifth", 5},
    {"sixth", 6},         {"seventh", 7},         {"eighth", 8},         {"ninth", 9},          {"tenth", 10},
    {"eleventh", 11},     {"twelfth", 12},        {"thirteenth", 13},    {"fourteenth", 14},    {"fifteenth", 15},
    {"sixteenth", 16},    {"seventeenth", 17},    {"eighteenth", 18},    {"nineteenth", 19},    {"twentieth", 20},
    {"twenty-first", 21}, {"twenty-second", 22},  {"twenty-third", 23},  {"twenty-fourth", 24}, {"twenty-fifth", 25},
    {"twenty-sixth", 26}, {"twenty-seventh", 27}, {"twenty-eighth", 28}, {"twenty-ninth", 29},  {"thirtieth", 30},
    {"thirty-first", 31},
}};

inline constexpr letter_pairs ordinal_letters = letters_of(ordinal_words);

// Monday is 1.
inline constexpr std::array<word_value, 20> weekday_words{{
    {"monday", 1}, {"mon.", 1},     {"mon", 1},      {"tuesday", 2}, {"tues", 2},   {"tue", 2},    {"wednesday", 3},
    {"wed.", 3},   {"wed", 3},      {"thursday", 4}, {"thurs", 4},   {"thu", 4},    {"friday", 5}, {"fri.", 5},
    {"fri", 5},    {"saturday", 6}, {"sat.", 6},     {"sat", 6},     {"sunday", 7}, {"sun", 7},
}};

inline constexpr std::array<word_value, 5> season_words{{
    {"spring", 21},
    {"summer", 22},
    {"autumn", 23},
    {"fall", 23},
    {"winter", 24},
}};

// Values of date_doubt: the one list of such words, which lives and GEDCOM's abbreviations use too.
inline constexpr std::array<word_value, 35> doubt_words{{
    {"circa", 1},
    {"ca.", 1},
    {"ca", 1},
    {"c.", 1},
    {"c", 1},
    {"approximately", 1},
    {"approx.", 1},
    {"approx", 1},
    {"about", 1},
    {"around", 1},
    {"roughly", 1},
    {"possibly", 2},
    {"probably", 2},
    {"perhaps", 2},
    {"maybe", 2},
    {"presumably", 2},
    {"abt.", 1},
    {"abt", 1},
    {"cca.", 1},
    {"cca", 1},
    {"near", 1},
    {"est.", 1},
    {"est", 1},
    {"estimated", 1},
    {"cal.", 1},
    {"cal", 1},
    {"calculated", 1},
    {"likely", 2},
    {"supposedly", 2},
    {"allegedly", 2},
    {"reportedly", 2},
    {"reputedly", 2},
    {"traditionally", 2},
    {"apparently", 2},
    {"conjecturally", 2},
}};

// Sides of a date: -1 before, 1 after.
inline constexpr std::array<word_value, 29> side_words{{
    {"before", -1},
    {"prior to", -1},
    {"no later than", -1},
    {"not later than", -1},
    {"not after", -1},
    {"by", -1},
    {"pre-", -1},
    {"ante", -1},
    {"after", 1},
    {"no earlier than", 1},
    {"not earlier than", 1},
    {"not before", 1},
    {"post-", 1},
    {"post", 1},
    {"shortly before", -1},
    {"shortly after", 1},
    {"bef.", -1},
    {"bef", -1},
    {"aft.", 1},
    {"aft", 1},
    {"at least", 1},
    {"at the latest", -1},
    {"at the earliest", 1},
    {"sometime before", -1},
    {"sometime after", 1},
    {"some time before", -1},
    {"some time after", 1},
    {"soon before", -1},
    {"soon after", 1},
}};

// Feasts of one day, as months * 100 + days. A text may mean the days around it.
inline constexpr std::array<word_value, 9> feast_words{{
    {"epiphany", 106},
    {"candlemas", 202},
    {"lady day", 325},
    {"midsummer", 624},
    {"lammas", 801},
    {"michaelmas", 929},
    {"all saints", 1101},
    {"martinmas", 1111},
    {"christmas", 1225},
}};

// Months in French, German, Spanish and Italian, where they are not spelled as in English.
inline constexpr std::array<word_value, 62> foreign_months{{
    {"janvier", 1},
    {"janv.", 1},
    {"januar", 1},
    {"j\xC3\xA4nner", 1},
    {"enero", 1},
    {"gennaio", 1},
    {"f\xC3\xA9vrier", 2},
    {"fevrier", 2},
    {"f\xC3\xA9vr.", 2},
    {"februar", 2},
    {"febrero", 2},
    {"febbraio", 2},
    {"mars", 3},
    {"m\xC3\xA4rz", 3},
    {"marzo", 3},
    {"avril", 4},
    {"avr.", 4},
    {"abril", 4},
    {"abr.", 4},
    {"aprile", 4},
    {"mai", 5},
    {"mayo", 5},
    {"maggio", 5},
    {"juin", 6},
    {"juni", 6},
    {"junio", 6},
    {"giugno", 6},
    {"juillet", 7},
    {"juil.", 7},
    {"juli", 7},
    {"julio", 7},
    {"luglio", 7},
    {"ao\xC3\xBBt", 8},
    {"aout", 8},
    {"agosto", 8},
    {"ago.", 8},
    {"septembre", 9},
    {"septiembre", 9},
    {"setiembre", 9},
    {"settembre", 9},
    {"octobre", 10},
    {"oktober", 10},
    {"okt.", 10},
    {"octubre", 10},
    {"ottobre", 10},
    {"novembre", 11},
    {"noviembre", 11},
    {"d\xC3\xA9"
     "cembre",
     12},
    {"decembre", 12},
    {"d\xC3\xA9"
     "c.",
     12},
    {"dezember", 12},
    {"dez.", 12},
    {"diciembre", 12},
    {"dic.", 12},
    {"dicembre", 12},
    {"ene.", 1},
    {"set.", 9},
    {"ott.", 10},
    {"feber", 2},
    {"maerz", 3},
    {"juli.", 7},
    {"jaenner", 1},
}};

// A part of a year, decade or century.
enum class period_part : std::uint8_t {
  whole,
  early,
  mid,
  late,
  half_1,
  half_2,
  quarter_1,
  quarter_2,
  quarter_3,
  quarter_4
};

inline constexpr std::array<word_value, 20> part_words{{
    {"early", 1},
    {"mid-", 2},
    {"mid", 2},
    {"middle of", 2},
    {"late", 3},
    {"end of", 3},
    {"beginning of", 1},
    {"first half of", 4},
    {"1st half of", 4},
    {"second half of", 5},
    {"2nd half of", 5},
    {"first quarter of", 6},
    {"second quarter of", 7},
    {"third quarter of", 8},
    {"fourth quarter of", 9},
    {"last quarter of", 9},
    {"1st quarter of", 6},
    {"2nd quarter of", 7},
    {"3rd quarter of", 8},
    {"4th quarter of", 9},
}};

// "st", "nd", "rd", "th" after the digits of `day`, if it is the day's own; a superscript in between is not read.
[[nodiscard]] constexpr std::size_t ordinal_ending(std::string_view text, std::size_t at) noexcept {
  if (at + 2 > text.size() || (at + 2 < text.size() && is_word_byte(text[at + 2]))) return 0;
  const char a = ascii::to_lower(text[at]);
  const char b = ascii::to_lower(text[at + 1]);
  const bool known = (a == 't' && b == 'h') || (a == 'e' && b == 'r') || (a == 's' && b == 't') ||
                     (a == 'n' && b == 'd') || (a == 'r' && b == 'd');
  return known ? 2 : 0;
}

inline constexpr letter_pairs foreign_month_letters = letters_of(foreign_months);

// A month in another language at a place, with the "de" before it: "26 décembre 1896", "5 de mayo de 1900".
[[nodiscard]] constexpr month_match match_foreign_month(std::string_view text, std::size_t at) noexcept {
  const std::size_t start = at;
  if (text.substr(at, 3) == "de ") at += 3;
  if (at == start && !begins_like(text, at, foreign_month_letters)) return {};
  const found_word found = match_word(text, at, foreign_months);
  if (found.length != 0) return {found.value, at + found.length - start};
  if (at == start) return {};
  const month_match english = match_month(text.substr(at));  // "5 de abril", but also "3 de April"
  return english.month == 0 ? month_match{} : month_match{english.month, at + english.length - start};
}

// A hyphen or any dash.
[[nodiscard]] constexpr std::size_t dash_at(std::string_view text, std::size_t at) noexcept {
  if (at >= text.size()) return 0;
  if (text[at] == '-') return 1;
  if (text[at] != '\xE2' || at + 2 >= text.size()) return 0;
  const char b = text[at + 1];
  const char c = text[at + 2];
  if (b == '\x80' && c >= '\x90' && c <= '\x95') return 3;  // hyphen to horizontal bar
  return b == '\x88' && c == '\x92' ? 3 : 0;                // minus
}

}  // namespace detail
}  // namespace v0_1
}  // namespace mhqa
