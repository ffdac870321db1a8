// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Sorts answers before a judge sees them: the same texts are right, answers that share nothing with a gold are wrong,
// and the rest is for a person or a model to decide.
//   triage("Who?", "President Obama", std::array<std::string_view, 1>{"Barack Obama"}) == triage_class::unsure
#pragma once

#include <mhqa/ascii.hpp>
#include <mhqa/text/guess_answer.hpp>
#include <mhqa/text/normalize.hpp>
#include <mhqa/text/unicode_forms.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1 {

/// What rules can say of an answer.
enum class triage_class : std::uint8_t {
  right,  ///< the same text as a gold but for articles, punctuation, accents, middle names or a unit
  wrong,  ///< blank, the other of yes and no, another choice of the question, or another name or number than every gold
  unsure,  ///< a judge has to decide
};

namespace detail {

/// What can be seen of a text without understanding it.
enum class text_look : std::uint8_t { number, name, common };

/// Words of persons who are also known by other names.
inline constexpr std::array<std::string_view, 24> titles{
    "baron",    "bishop",  "caliph", "count", "countess", "dame",     "duke", "earl",
    "emperor",  "empress", "king",   "lady",  "lord",     "marquess", "pope", "prince",
    "princess", "queen",   "saint",  "sir",   "st",       "sultan",   "tsar", "viscount"};

/// A text in the forms that triage compares.
struct triage_text {
  normalized form;
  std::string joined, initials;         ///< all words without spaces; their first characters
  std::string plain;                    ///< the words without bytes beyond ASCII, which models drop
  std::string skeleton;                 ///< the ASCII letters and digits, in lower case
  std::string digits;                   ///< each run of digits; a comma in a number is no break
  std::size_t foreign = 0;              ///< bytes beyond ASCII
  std::vector<std::string_view> words;  ///< without words such as "of"; numbers as digits
  std::vector<std::string_view> all;    ///< all words; numbers as digits
  text_look look = text_look::common;
  bool closed = false;  ///< yes or no
  bool proper = false;  ///< every word begins with a capital or a mark
  bool lower = false;   ///< no capital
  bool titled = false;
  bool acronym = false;  ///< one word of up to six capitals and digits: MI6

  void assign(std::string_view text);

 private:
  void read_characters(std::string_view text);
};

/// True for a word of a span of years, in which another number may lie: century, 1960s.
[[nodiscard]] inline bool is_span_of_years(std::string_view word) noexcept {
  constexpr std::array<std::string_view, 4> spans{"centuries", "century", "decade", "decades"};
  return std::find(spans.begin(), spans.end(), word) != spans.end() ||
         (word.size() > 1 && word.back() == 's' && ascii::is_digit(word[word.size() - 2]));
}

/// True if few edits (one, two in words of six letters) turn one word into the other.
[[nodiscard]] bool is_near_spelling(std::string_view a, std::string_view b);

/// True if two words may be forms of one: equal, or they begin with the same letters (four, or three of a short word),
/// or a few edits apart.
[[nodiscard]] inline bool may_be_one_word(std::string_view a, std::string_view b) {
  if (a == b) return true;
  const std::size_t begin = std::min({std::size_t{4}, a.size(), b.size()});
  return (begin >= 3 && a.substr(0, begin) == b.substr(0, begin)) || is_near_spelling(a, b);
}

/// The most pairs of words of two texts that have_common_parts() compares; no short answers have more.
inline constexpr std::size_t most_compared_words = 100'000;

/// True if two different texts have something in common by which they may mean the same; texts of more pairs of words
/// than most_compared_words are not compared, and may.
[[nodiscard]] bool have_common_parts(const triage_text& a, const triage_text& b);

/// True if `full` is the person `short_name` with middle names: Ronald Reagan, Ronald Wilson Reagan.
[[nodiscard]] inline bool is_fuller_name(const triage_text& short_name, const triage_text& full) {
  return short_name.all.size() == 2 && full.all.size() > 2 && full.all.size() <= 6 && short_name.proper &&
         full.proper && short_name.look == text_look::name && full.look == text_look::name && !short_name.titled &&
         !full.titled && short_name.all.front() == full.all.front() && short_name.all.back() == full.all.back();
}

/// True if `counted` is the number `alone` and then words in lower case: 40, 40 members.
[[nodiscard]] bool is_number_with_unit(const triage_text& alone, const triage_text& counted);

/// True if the same letters and digits are left without marks and without the few accented letters that a model drops.
[[nodiscard]] inline bool is_same_skeleton(const triage_text& a, const triage_text& b) {
  const std::size_t few = a.skeleton.size() / 2;
  return a.skeleton.size() >= 3 && a.skeleton == b.skeleton && std::min(a.foreign, b.foreign) == 0 &&
         std::max(a.foreign, b.foreign) <= few;
}

/// True if the texts mean the same. 3.7 and 37 do not, although normalisation leaves the same text of them.
[[nodiscard]] inline bool is_same_answer(const triage_text& a, const triage_text& b) {
  return ((a.form == b.form || is_same_skeleton(a, b)) && a.digits == b.digits) || is_fuller_name(a, b) ||
         is_fuller_name(b, a) || is_number_with_unit(a, b) || is_number_with_unit(b, a);
}

/// Returns where the words of a text stand in another; npos if they do not.
[[nodiscard]] std::size_t find_words(std::string_view text, std::string_view words);

/// True if the question names both with "or" or "and" between them: "Which is older, A or B?"
[[nodiscard]] bool are_choices(std::string_view question, const triage_text& a, const triage_text& b);

/// Texts of more words are sentences, which can say a thing in other words.
inline constexpr std::size_t most_name_words = 6;

/// True if neither text is a sentence, and each is a name or a number.
[[nodiscard]] inline bool are_named(const triage_text& a, const triage_text& b) noexcept {
  return a.all.size() <= most_name_words && b.all.size() <= most_name_words && a.look != text_look::common &&
         b.look != text_look::common;
}

[[nodiscard]] triage_class triage(std::string_view question, const triage_text& said, const triage_text& gold);

}  // namespace detail

/// Decides the answers that rules can decide.
///
/// Shape:     right if the answer is the same as any gold; wrong if it is wrong beside every gold; otherwise unsure. A
///            name or a number is wrong beside another that shares no word, no beginning or near spelling of a word, no
///            initials and no letters in a row. Never called wrong: texts without capitals and digits, texts of over
///            six words, and, unless the question offers both, single words, acronyms and titles, which may be other
///            names of one thing. The question may be ""
/// Undefined: no golds -> unsure; a blank answer to a blank gold -> unsure
/// Cost:      O(bytes of the answer times bytes of a gold) for each gold, and the question's bytes
/// Example:   triage("Who wrote Emma?", "Mark Twain", std::array<std::string_view, 1>{"Jane Austen"})  // wrong
[[nodiscard]] triage_class triage(std::string_view question, std::string_view prediction,
                                  std::span<const std::string_view> golds);

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/metrics/detail/triage.ipp>
#endif
