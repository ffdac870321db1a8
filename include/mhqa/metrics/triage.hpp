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
#include <mhqa/text/split.hpp>
#include <mhqa/text/surface_forms.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0_1 {

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

  void assign(std::string_view text) {
    form.assign(text, normalizations::squad);
    joined.clear();
    initials.clear();
    skeleton.clear();
    words.clear();
    all.clear();
    proper = true;
    titled = false;
    acronym = false;
    plain.clear();
    plain.reserve(form.text().size() + form.tokens().size());  // the views into it stay valid
    for (const token& one : form.tokens()) {
      const std::string_view word = one.in(form.text());
      joined += word;
      initials += word.front();
      titled = titled || std::binary_search(titles.begin(), titles.end(), word);
      const auto number = std::find_if(std::begin(number_words), std::end(number_words),
                                       [&](const auto& pair) { return pair.first == word; });
      const std::size_t begin = plain.size();
      for (const char c : word) {
        if (ascii::is_graphic(c)) plain += c;
      }
      const std::string_view ascii_only = std::string_view{plain}.substr(begin);
      if (ascii_only.empty()) continue;
      all.push_back(number == std::end(number_words) ? ascii_only : number->second);
      const bool weak = std::find(std::begin(weak_words), std::end(weak_words), word) != std::end(weak_words);
      if (!weak) words.push_back(all.back());
    }
    read_characters(text);
    split_whitespace(text, [&](std::string_view word) { proper = proper && !ascii::is_lower(word.front()); });
    const auto any = [&](auto&& test) { return std::any_of(text.begin(), text.end(), test); };
    lower = !any([](char c) { return ascii::is_upper(c); });
    const bool begins_as_date = !all.empty() && std::find(std::begin(small_month_names), std::end(small_month_names),
                                                          all.front()) != std::end(small_month_names);
    const bool counts = !all.empty() && ascii::is_digit(all.front().front());
    const bool has_number = counts || (any(ascii::is_digit) && (lower || begins_as_date));
    look = has_number ? text_look::number : lower ? text_look::common : text_look::name;
    acronym = !lower && skeleton.size() <= 6 && form.tokens().size() == 1 && !any(ascii::is_lower);
    if (acronym) look = text_look::name;
    closed = form.text() == "yes" || form.text() == "no";
  }

 private:
  void read_characters(std::string_view text) {
    digits.clear();
    foreign = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
      const char c = text[i];
      if (ascii::is_letter(c) || ascii::is_digit(c)) skeleton += ascii::to_lower(c);
      if (ascii::is_digit(c)) {
        digits += c;
      } else if (!digits.empty() && digits.back() != ' ' && c != ',') {
        digits += ' ';
      }
      if (static_cast<unsigned char>(c) > 0x7F) ++foreign;
    }
    if (digits.ends_with(' ')) digits.pop_back();
  }
};

/// True for a word of a span of years, in which another number may lie: century, 1960s.
[[nodiscard]] inline bool is_span_of_years(std::string_view word) noexcept {
  constexpr std::array<std::string_view, 4> spans{"centuries", "century", "decade", "decades"};
  return std::find(spans.begin(), spans.end(), word) != spans.end() ||
         (word.size() > 1 && word.back() == 's' && ascii::is_digit(word[word.size() - 2]));
}

/// True if few edits (one, two in words of six letters) turn one word into the other.
[[nodiscard]] inline bool is_near_spelling(std::string_view a, std::string_view b) {
  const std::size_t most = std::min(a.size(), b.size()) >= 6 ? 2 : 1;
  if (std::min(a.size(), b.size()) < 4 || std::max(a.size(), b.size()) > 64) return false;
  std::array<std::size_t, 65> row{};
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t before = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t edited = std::min({row[j] + 1, row[j + 1] + 1, before + (a[i] == b[j] ? 0 : 1)});
      before = std::exchange(row[j + 1], edited);
    }
  }
  return row[b.size()] <= most;
}

/// True if two words may be forms of one: equal, or they begin with the same letters (four, or three of a short word),
/// or a few edits apart.
[[nodiscard]] inline bool may_be_one_word(std::string_view a, std::string_view b) {
  if (a == b) return true;
  const std::size_t begin = std::min({std::size_t{4}, a.size(), b.size()});
  return (begin >= 3 && a.substr(0, begin) == b.substr(0, begin)) || is_near_spelling(a, b);
}

/// True if two different texts have something in common by which they may mean the same.
[[nodiscard]] inline bool have_common_parts(const triage_text& a, const triage_text& b) {
  for (const std::string_view one : a.words) {
    for (const std::string_view other : b.words) {
      if (may_be_one_word(one, other)) return true;
    }
  }
  const auto within = [](std::string_view part, std::string_view whole) {
    return !part.empty() && whole.find(part) != std::string_view::npos;
  };
  return a.initials == b.joined || b.initials == a.joined || within(a.joined, b.joined) || within(b.joined, a.joined);
}

/// True if `full` is the person `short_name` with middle names: Ronald Reagan, Ronald Wilson Reagan.
[[nodiscard]] inline bool is_fuller_name(const triage_text& short_name, const triage_text& full) {
  return short_name.all.size() == 2 && full.all.size() > 2 && full.all.size() <= 6 && short_name.proper &&
         full.proper && short_name.look == text_look::name && full.look == text_look::name && !short_name.titled &&
         !full.titled && short_name.all.front() == full.all.front() && short_name.all.back() == full.all.back();
}

/// True if `counted` is the number `alone` and then words in lower case: 40, 40 members.
[[nodiscard]] inline bool is_number_with_unit(const triage_text& alone, const triage_text& counted) {
  const auto has_digit = [](std::string_view word) { return std::any_of(word.begin(), word.end(), ascii::is_digit); };
  return alone.all.size() == 1 && counted.all.size() > 1 && counted.all.size() <= 4 && counted.lower &&
         has_digit(alone.all.front()) && alone.all.front() == counted.all.front() &&
         std::none_of(counted.all.begin() + 1, counted.all.end(), has_digit);
}

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
[[nodiscard]] inline std::size_t find_words(std::string_view text, std::string_view words) {
  for (std::size_t at = text.find(words); at != text.npos; at = text.find(words, at + 1)) {
    const std::size_t end = at + words.size();
    if ((at == 0 || text[at - 1] == ' ') && (end == text.size() || text[end] == ' ')) return at;
  }
  return text.npos;
}

/// True if the question names both with "or" or "and" between them: "Which is older, A or B?"
[[nodiscard]] inline bool are_choices(std::string_view question, const triage_text& a, const triage_text& b) {
  std::string_view one = a.form.text(), other = b.form.text();
  if (one.empty() || other.empty()) return false;
  std::size_t first = find_words(question, one), second = find_words(question, other);
  if (first == question.npos || second == question.npos) return false;
  if (second < first) {
    std::swap(first, second);
    std::swap(one, other);
  }
  const std::size_t end = first + one.size();
  if (second < end) return false;  // one is part of the other
  const std::string_view between = question.substr(end, second - end);
  return find_words(between, "or") != between.npos || find_words(between, "and") != between.npos;
}

/// Texts of more words are sentences, which can say a thing in other words.
inline constexpr std::size_t most_name_words = 6;

/// True if neither text is a sentence, and each is a name or a number.
[[nodiscard]] inline bool are_named(const triage_text& a, const triage_text& b) noexcept {
  return a.all.size() <= most_name_words && b.all.size() <= most_name_words && a.look != text_look::common &&
         b.look != text_look::common;
}

[[nodiscard]] inline triage_class triage(std::string_view question, const triage_text& said, const triage_text& gold) {
  if (said.form.empty()) return gold.form.empty() ? triage_class::unsure : triage_class::wrong;
  if (is_same_answer(said, gold)) return triage_class::right;
  if ((said.closed && gold.closed) || are_choices(question, said, gold)) return triage_class::wrong;
  if (have_common_parts(said, gold)) return triage_class::unsure;
  if (said.closed != gold.closed) {  // a name for a yes, and a yes for a name
    const triage_text& other = said.closed ? gold : said;
    return other.all.size() <= 3 && other.words.size() == other.all.size() && other.look != text_look::common
               ? triage_class::wrong
               : triage_class::unsure;
  }
  if (!are_named(said, gold)) return triage_class::unsure;
  if (said.look != gold.look) return triage_class::wrong;
  if (said.look == text_look::number) {
    const auto is_vague = [](const triage_text& t) {
      return std::any_of(t.all.begin(), t.all.end(), is_span_of_years);
    };
    return is_vague(said) || is_vague(gold) ? triage_class::unsure : triage_class::wrong;
  }
  const bool may_be_renamed =
      (said.words.size() == 1 && gold.words.size() == 1) || said.titled || gold.titled || said.acronym || gold.acronym;
  return may_be_renamed ? triage_class::unsure : triage_class::wrong;
}

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
[[nodiscard]] inline triage_class triage(std::string_view question, std::string_view prediction,
                                         std::span<const std::string_view> golds) {
  detail::triage_text said, gold;
  said.assign(prediction);
  const normalized asked{question, normalizations::squad};
  triage_class out = golds.empty() ? triage_class::unsure : triage_class::wrong;
  for (const std::string_view one : golds) {
    gold.assign(one);
    const triage_class now = detail::triage(asked.text(), said, gold);
    if (now == triage_class::right) return now;
    if (now == triage_class::unsure) out = now;
  }
  return out;
}

}  // namespace v0_1
}  // namespace mhqa
