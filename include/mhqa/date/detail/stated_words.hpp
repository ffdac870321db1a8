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

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <type_traits>

namespace mhqa::inline v0_1::detail {

// A word or phrase and what it stands for.
template <class Value>
struct valued_word {
  std::string_view word;
  Value value;
};
using word_value = valued_word<int>;

// The bytes of `word` (lower case) that the text has at a place, any case, if no letter or digit follows; else 0.
[[nodiscard]] constexpr std::size_t word_at(std::string_view text, std::size_t at, std::string_view word) noexcept {
  if (text.size() - at < word.size() || ascii::to_lower(text[at]) != word[0]) return 0;
  for (std::size_t i = 1; i < word.size(); ++i) {
    if (ascii::to_lower(text[at + i]) != word[i]) return 0;
  }
  const std::size_t end = at + word.size();
  return end < text.size() && is_letter(word.back()) && is_word(text[end]) ? 0 : word.size();
}

// The length of `bytes` if they stand at a place, else 0.
[[nodiscard]] constexpr std::size_t match_bytes(std::string_view text, std::size_t at,
                                                std::string_view bytes) noexcept {
  return at < text.size() && text[at] == bytes[0] && text.substr(at, bytes.size()) == bytes ? bytes.size() : 0;
}

/// Calls `use(piece, place)` with the pieces of a text between separators until it returns true, which it reports.
template <class Use>
constexpr bool any_piece(std::string_view text, char separator, Use use) {
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t to = std::min(text.find(separator, from), text.size());
    if (use(text.substr(from, to - from), from)) return true;
    from = to + 1;
  }
  return false;
}

/// Words with '|' between them that have one value.
template <class Value>
struct row_of_words {
  Value value;
  std::string_view words;
};
/// The N words of the rows with their values, in order; another number of words does not compile.
template <std::size_t N, class Value = int>
[[nodiscard]] consteval std::array<valued_word<Value>, N> valued_words(
    std::initializer_list<row_of_words<Value>> rows) {
  std::array<valued_word<Value>, N> out{};
  std::size_t count = 0;
  for (const row_of_words<Value>& row : rows) {
    any_piece(row.words, '|', [&](std::string_view word, std::size_t) {
      out.at(count++) = {word, row.value};
      return false;
    });
  }
  return count == N ? out : throw count;
}

/// The words of several lists.
template <std::size_t... Sizes>
[[nodiscard]] consteval auto joined_lists(const std::array<word_value, Sizes>&... lists) {
  std::array<word_value, (Sizes + ...)> out{};
  auto at = out.begin();
  ((at = std::copy(lists.begin(), lists.end(), at)), ...);
  return out;
}

/// The N words of a text with blanks between them; another number of words does not compile.
template <std::size_t N>
[[nodiscard]] consteval std::array<std::string_view, N> words_of(std::string_view text) {
  std::array<std::string_view, N> out{};
  std::size_t count = 0;
  any_piece(text, ' ', [&](std::string_view word, std::size_t) {
    out.at(count++) = word;
    return false;
  });
  return count == N ? out : throw count;
}

/// True for a word of a sorted list.
template <std::size_t N>
[[nodiscard]] constexpr bool is_listed(const std::array<std::string_view, N>& words, std::string_view word) noexcept {
  return std::binary_search(words.begin(), words.end(), word);
}

struct found_word {
  int value = 0;
  std::size_t length = 0;
};

// The letter at a place from 0 on; 26 is anything else.
[[nodiscard, gnu::always_inline]] constexpr std::size_t letter_at(std::string_view text, std::size_t at) noexcept {
  const std::size_t letter = at < text.size() ? (static_cast<unsigned char>(text[at]) | 0x20U) - 'a' : 26U;
  return letter < 26 ? letter : 26;
}

// The words of a list by their first two letters, in their order: those of a pair begin at start[pair].
template <const auto& Words>
struct letter_index {
  std::remove_cvref_t<decltype(Words)> words{};
  std::array<std::uint16_t, 27 * 27 + 1> start{};

  static constexpr std::size_t pair(std::string_view text, std::size_t at) noexcept {
    const std::size_t first = letter_at(text, at);
    return first * 27 + (first == 26 ? 26 : letter_at(text, at + 1));  // "&May"
  }
  consteval letter_index() {
    for (const auto& each : Words) ++start[pair(each.word, 0) + 1];
    for (std::size_t i = 1; i < start.size(); ++i) start[i] = static_cast<std::uint16_t>(start[i] + start[i - 1]);
    auto next = start;
    for (const auto& each : Words) words[next[pair(each.word, 0)]++] = each;
  }
};
template <const auto& Words>
inline constexpr letter_index<Words> by_letter{};

/// Returns the first word of a list for which `is` returns true, of those with the first two letters of a place.
template <const auto& Words, class Is>
[[nodiscard]] constexpr auto find_listed(std::string_view text, std::size_t at, Is is) noexcept
    -> decltype(Words.data()) {
  const auto& list = by_letter<Words>;
  const std::size_t pair = list.pair(text, at);
  for (std::size_t i = list.start[pair]; i < list.start[pair + 1]; ++i) {
    if (is(list.words[i].word)) return &list.words[i];
  }
  return nullptr;
}

/// Returns what a list says of a word in lower case, or null if the word is not in the list.
template <const auto& Words>
[[nodiscard]] constexpr auto listed_word(std::string_view lower) noexcept -> decltype(Words.data()) {
  return find_listed<Words>(lower, 0, [lower](std::string_view word) { return word == lower; });
}

/// The first word of a list that stands at a place of a text.
template <const auto& Words>
[[nodiscard]] constexpr found_word match_word(std::string_view text, std::size_t at) noexcept {
  const auto* const found =
      find_listed<Words>(text, at, [&](std::string_view word) { return word_at(text, at, word) != 0; });
  return found == nullptr ? found_word{} : found_word{found->value, found->word.size()};
}

// From 1 on.
inline constexpr auto ordinal_words = [] {
  auto words = valued_words<31>(
      {{0,
        "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth"
        "|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth|twenty-first"
        "|twenty-second|twenty-third|twenty-fourth|twenty-fifth|twenty-sixth|twenty-seventh|twenty-eighth"
        "|twenty-ninth|thirtieth|thirty-first"}});
  for (std::size_t i = 0; i < words.size(); ++i) words[i].value = static_cast<int>(i + 1);
  return words;
}();

// Monday is 1.
inline constexpr auto weekday_words = valued_words<20>({{1, "monday|mon.|mon"},
                                                        {2, "tuesday|tues|tue"},
                                                        {3, "wednesday|wed.|wed"},
                                                        {4, "thursday|thurs|thu"},
                                                        {5, "friday|fri.|fri"},
                                                        {6, "saturday|sat.|sat"},
                                                        {7, "sunday|sun"}});

// Parts of a year: those that EDTF numbers, and feasts of one day, as months * 100 + days. A text that names a feast
// may mean the days around it.
inline constexpr auto period_words = valued_words<18>({{21, "spring"},
                                                       {22, "summer"},
                                                       {23, "autumn|fall"},
                                                       {24, "winter"},
                                                       {33, "q1"},
                                                       {34, "q2"},
                                                       {35, "q3"},
                                                       {36, "q4"},
                                                       {106, "epiphany"},
                                                       {202, "candlemas"},
                                                       {325, "lady day"},
                                                       {624, "midsummer"},
                                                       {801, "lammas"},
                                                       {929, "michaelmas"},
                                                       {1101, "all saints"},
                                                       {1111, "martinmas"},
                                                       {1225, "christmas"}});

// Values of date_doubt: the list of such words, which lives and GEDCOM's abbreviations use too.
inline constexpr auto doubt_words = valued_words<46>(
    {{1,
      "circa|ca.|ca|c.|c|approximately|approx.|approx|about|around|roughly|abt.|abt|cca.|cca|near|est.|est"
      "|estimated|cal.|cal|calculated|in or about|on or about|at or about|vers|environ|um|gegen|etwa|hacia|verso il"
      "|verso"},
     {2,
      "possibly|probably|perhaps|maybe|presumably|likely|supposedly|allegedly|reportedly|reputedly"
      "|traditionally|apparently|conjecturally"}});

inline constexpr auto hijra_words = valued_words<2>({{1, "ah|a.h."}});

// Sides of a date: -1 before, 1 after.
inline constexpr auto side_words =
    valued_words<50>({{-1,
                       "before|prior to|no later than|not later than|not after|by|pre-|pre|ante-|ante|shortly before"
                       "|bef.|bef|at the latest|sometime before|some time before|soon before|in or before"
                       "|on or before|at or before|until|till|up to|avant|vor|antes de|prima del"},
                      {1,
                       "after|no earlier than|not earlier than|not before|post-|post|shortly after|aft.|aft|at least"
                       "|at the earliest|sometime after|some time after|soon after|in or after|on or after|at or after"
                       "|since|nach|apr\xC3\xA8s|despu\xC3\xA9s de|despues de|dopo il"}});

// Months that need no capital: those of French, German, Spanish, Italian, Portuguese and Dutch, where they are not
// spelled as in English, and English ones that are no other word.
inline constexpr auto foreign_months =
    valued_words<89>({{1, "janvier|janv.|januar|jänner|enero|gennaio|ene.|jaenner|january|janeiro|januari"},
                      {2, "février|fevrier|févr.|februar|febrero|febbraio|feber|february|fevereiro|februari"},
                      {3, "mars|märz|marzo|maerz|março|maart"},
                      {4, "avril|avr.|abril|abr.|aprile|april"},
                      {5, "mai|mayo|maggio|maio|mei"},
                      {6, "juin|juni|junio|giugno|june|junho"},
                      {7, "juillet|juil.|juli|julio|luglio|juli.|july|julho"},
                      {8, "août|aout|agosto|ago.|august|augustus"},
                      {9, "septembre|septiembre|setiembre|settembre|setembro|set.|september|sept.|sept"},
                      {10, "octobre|oktober|okt.|octubre|ottobre|ott.|october|outubro"},
                      {11, "novembre|noviembre|november|novembro"},
                      {12, "décembre|decembre|déc.|dezember|dez.|diciembre|dic.|dicembre|december|dezembro"}});

// Such months that need a day: those that are other names with a capital ("Mars 2020"), and other words.
inline constexpr auto names_like_months = valued_words<6>({{1, "mars|mayo|avril|julio"}, {2, "ago.|set."}});

// Months in Roman numbers: "3.V.1801".
inline constexpr auto roman_months = [] {
  auto words = valued_words<12>({{0, "i|ii|iii|iv|v|vi|vii|viii|ix|x|xi|xii"}});
  for (std::size_t i = 0; i < words.size(); ++i) words[i].value = static_cast<int>(i + 1);
  return words;
}();

/// A part of a year, a decade or a century: pieces `first` to `last` of so many equal ones.
///
/// Shape: `code` is its number within a year in EDTF; days `from` to `to` are those of a month, 0 where a month has no
///        such part. Thirds are approximate
struct period_part {
  int pieces, first, last;
  std::uint8_t code, from, to;

  [[nodiscard]] constexpr bool is_vague() const noexcept { return pieces == 3; }
};

// The whole, and then the parts that part_words number.
inline constexpr std::array<period_part, 12> period_parts{{{1, 0, 1, 0, 1, 31},
                                                           {3, 0, 1, 37, 1, 10},
                                                           {3, 1, 2, 38, 11, 20},
                                                           {3, 2, 3, 39, 21, 31},
                                                           {2, 0, 1, 40, 1, 15},
                                                           {2, 1, 2, 41, 16, 31},
                                                           {4, 0, 1, 33, 0, 0},
                                                           {4, 1, 2, 34, 0, 0},
                                                           {4, 2, 3, 35, 0, 0},
                                                           {4, 3, 4, 36, 0, 0},
                                                           {10, 0, 1, 0, 0, 0},
                                                           {10, 9, 10, 0, 0, 0}}};

inline constexpr auto part_words =
    valued_words<36>({{1, "early|beginning of|first third of|1st third of"},
                      {2, "mid-|mid|middle of|second third of|2nd third of|middle third of"},
                      {3, "late|end of|last third of|final third of|3rd third of"},
                      {4, "first half of|1st half of"},
                      {5, "second half of|2nd half of|last half of|latter half of"},
                      {6, "first quarter of|1st quarter of"},
                      {7, "second quarter of|2nd quarter of"},
                      {8, "third quarter of|3rd quarter of"},
                      {9, "fourth quarter of|last quarter of|4th quarter of|final quarter of"},
                      {10, "first decade of|1st decade of"},
                      {11, "last decade of|final decade of"},
                      {-1, "turn of"}});  // no part of it

inline constexpr auto ordinal_endings = valued_words<8>({{1, "st|nd|rd|th|er|d|\xC2\xBA|\xC2\xB0"}});

// The length of the ending of an ordinal after its digits: "1st", "1er", "22d". A superscript in between is not read.
[[nodiscard]] constexpr std::size_t ordinal_ending(std::string_view text, std::size_t at) noexcept {
  const std::size_t length = match_word<ordinal_endings>(text, at).length;
  if (length != 0 && text[at] == '\xC2') return text[at - 1] == '1' && (at < 2 || !is_digit(text[at - 2])) ? length : 0;
  return length == 1 && text[at - 1] != '2' && text[at - 1] != '3' ? 0 : length;
}

// A month that needs no capital at a place, with the "de" before it: "26 décembre 1896", "5 de mayo de 1900".
[[nodiscard]] constexpr month_match match_foreign_month(std::string_view text, std::size_t at) noexcept {
  const std::size_t start = at;
  if (at < text.size() && text[at] == 'd' && text.substr(at, 3) == "de ") at += 3;
  const found_word found = match_word<foreign_months>(text, at);
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

}  // namespace mhqa::inline v0_1::detail
