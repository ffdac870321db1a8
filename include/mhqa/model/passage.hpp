// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Splits text into words and sentences for rule-based readers; each word has a key that most of its forms share.
// passage{text}.words()[0].in(text)
#pragma once

#include <mhqa/config.hpp>
#include <mhqa/random.hpp>
#include <mhqa/text/unicode.hpp>
#include <mhqa/utf8.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace mhqa {
inline namespace v0_1 {

/// A word and its position.
struct passage_word {
  std::uint64_t key{};    ///< of the word's stem
  std::uint32_t begin{};  ///< bytes of the text
  std::uint32_t size{};
  bool capital{};   ///< begins with a letter that has a lower case
  bool number{};    ///< begins with a digit
  bool detached{};  ///< preceded by something other than a space, a hyphen or an apostrophe

  [[nodiscard]] constexpr std::uint32_t end() const noexcept { return begin + size; }
  [[nodiscard]] constexpr std::string_view in(std::string_view text) const noexcept { return text.substr(begin, size); }

  friend constexpr bool operator==(const passage_word&, const passage_word&) = default;
};

/// The words of one sentence: positions in passage::words.
struct passage_sentence {
  std::uint32_t first{};
  std::uint32_t last{};  ///< one past the end

  friend constexpr bool operator==(const passage_sentence&, const passage_sentence&) = default;
};

/// Returns the part that the forms of a word share: lower-case ASCII without 's, -ing, -ed, -es, -s, -ly, a final e or
/// y, and the second of two equal consonants before such an ending. The result need not be a word.
///
/// Shape:   the result points into `word`
/// Example: stem("cities") == stem("city"), stem("running") == stem("runs"), stem("is") == "is"
[[nodiscard]] constexpr std::string_view stem(std::string_view word) noexcept {
  constexpr std::array<std::string_view, 6> endings{"ing", "ies", "ied", "ed", "es", "ly"};
  if (word.ends_with("'s")) word.remove_suffix(2);
  if (word.empty()) return word;
  bool cut = false;
  const char last = word.back();
  for (const std::string_view ending : endings) {
    if (ending.back() != last || word.size() < ending.size() + 3 || !word.ends_with(ending)) continue;
    word.remove_suffix(ending.size());
    cut = true;
    break;
  }
  if (!cut && word.size() > 3 && word.ends_with('s') && !word.ends_with("ss")) word.remove_suffix(1);
  if (cut && word.size() > 3 && word[word.size() - 1] == word[word.size() - 2]) word.remove_suffix(1);
  if (word.size() > 3 && (word.ends_with('e') || word.ends_with('y'))) word.remove_suffix(1);
  return word;
}

/// Returns the key of a lower-case word. Equal stems have equal keys.
[[nodiscard]] constexpr std::uint64_t stem_key(std::string_view word) noexcept {
  return stable_hash(stem(word));
}

/// A text split into words and sentences. Call assign() for each text; it keeps its memory.
///
/// Shape:     a word is a run of letters, digits and marks that join them: "don't", "1,250", "3.5", "U.S"; hyphens
///            separate. A sentence ends in . ! or ? if the next word does not begin with a lower-case letter, except
///            after an initial, an abbreviation or a title ("J. Doe", "Dr. Doe", "U.S. Army")
/// Requires:  the text is shorter than 4 GiB
/// Undefined: a text without letters and digits has no words and no sentences
/// Cost:      O(bytes); memory is reused by the next assign()
class passage {
 public:
  passage() = default;
  explicit passage(std::string_view text) { assign(text); }

  void assign(std::string_view text) {
    words_.clear();
    sentences_.clear();
    std::uint32_t first = 0;  // of the sentence
    bool ended = false, detached = true;
    for (std::size_t at = 0; at < text.size();) {
      const utf8::character c = utf8::decode(text, at);
      if (!is_letter_or_digit(c.code)) {
        const bool joins = c.code == '-' || c.code == '\'' || c.code == U'\u2019' || c.code == U'\u2013';
        if (!joins && !unicode::is_space(c.code)) detached = true;
        if (c.code == '.' || c.code == '!' || c.code == '?') ended = ended || ends_sentence(text, at);
        at += c.size;
        continue;
      }
      passage_word word = take_word(text, at);
      word.detached = detached;
      if (ended && !is_small(c.code)) {
        sentences_.push_back({first, static_cast<std::uint32_t>(words_.size())});
        first = static_cast<std::uint32_t>(words_.size());
      }
      words_.push_back(word);
      ended = detached = false;
      at = word.end();
    }
    if (first < words_.size()) sentences_.push_back({first, static_cast<std::uint32_t>(words_.size())});
  }

  [[nodiscard]] std::span<const passage_word> words() const noexcept { return words_; }
  [[nodiscard]] std::span<const passage_sentence> sentences() const noexcept { return sentences_; }

 private:
  [[nodiscard]] static bool is_letter_or_digit(char32_t c) noexcept {
    if (c < 0x80) return (c >= '0' && c <= '9') || ((c | 0x20U) >= 'a' && (c | 0x20U) <= 'z');
    return unicode::is_word(c);
  }
  [[nodiscard]] static bool is_small(char32_t c) noexcept {
    if (c < 0x80) return c >= 'a' && c <= 'z';
    return unicode::is_cased(c) && !is_capital(c);
  }
  [[nodiscard]] static bool is_capital(char32_t c) noexcept { return unicode::detail::lookup(c).to_lower != 0; }

  // A mark joins a word if it is between letters or between digits.
  [[nodiscard]] static bool joins_word(std::string_view text, std::size_t at, const utf8::character& mark) noexcept {
    const char32_t before = utf8::detail::decode_before(text.data(), text.data() + at).code;
    const char32_t after = utf8::decode(text, at + mark.size).code;
    const auto digit = [](char32_t c) { return c >= '0' && c <= '9'; };
    if (mark.code == '\'' || mark.code == U'\u2019') return !digit(before) && is_letter_or_digit(after);
    if (mark.code == ',') return digit(before) && digit(after);
    if (mark.code != '.') return false;
    return (digit(before) && digit(after)) || (is_capital(before) && is_capital(after));
  }

  [[nodiscard]] passage_word take_word(std::string_view text, std::size_t begin) {
    std::array<char, 32> lower{};  // longer words are keyed by their first letters
    std::size_t size = 0, at = begin;
    for (utf8::character c = utf8::decode(text, at); c.size != 0; c = utf8::decode(text, at)) {
      if (!is_letter_or_digit(c.code) && !joins_word(text, at, c)) break;
      const char32_t lowered = c.code == U'\u2019' ? U'\'' : unicode::lower(c.code).first;
      if (size + 4 <= lower.size())
        size = static_cast<std::size_t>(utf8::encode(lowered, lower.data() + size) - lower.data());
      at += c.size;
    }
    const char32_t head = utf8::decode(text, begin).code;
    return {stem_key({lower.data(), size}),
            static_cast<std::uint32_t>(begin),
            static_cast<std::uint32_t>(at - begin),
            is_capital(head),
            head >= '0' && head <= '9',
            false};
  }

  [[nodiscard]] bool ends_sentence(std::string_view text, std::size_t at) const noexcept {
    constexpr std::array<std::string_view, 17> titles{"Capt", "Col", "Dr", "Ft",   "Gen", "Jr", "Lt", "Mr", "Mrs",
                                                      "Ms",   "Mt",  "No", "Prof", "Rev", "Sr", "St", "vs"};
    if (text[at] != '.' || words_.empty() || words_.back().end() != at) return true;
    const std::string_view before = words_.back().in(text);
    if (words_.back().capital && (before.size() == 1 || before.find('.') != std::string_view::npos)) return false;
    return !std::binary_search(titles.begin(), titles.end(), before);
  }

  std::vector<passage_word> words_;
  std::vector<passage_sentence> sentences_;
};

}  // namespace v0_1
}  // namespace mhqa
