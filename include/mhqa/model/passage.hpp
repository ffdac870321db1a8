// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Splits text into words and sentences for rule-based readers; each word has a key that most of its forms share.
// passage{text}.words()[0].in(text)
#pragma once

#include <mhqa/config.hpp>
#include <mhqa/random.hpp>
#include <mhqa/text/inflection.hpp>
#include <mhqa/text/unicode.hpp>
#include <mhqa/utf8.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1 {

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
  word = without_owner(word);
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

  void assign(std::string_view text);

  [[nodiscard]] std::span<const passage_word> words() const noexcept { return words_; }
  [[nodiscard]] std::span<const passage_sentence> sentences() const noexcept { return sentences_; }

 private:
  [[nodiscard]] static bool is_letter_or_digit(char32_t c) noexcept;
  [[nodiscard]] static bool is_small(char32_t c) noexcept;
  [[nodiscard]] static bool is_capital(char32_t c) noexcept { return unicode::detail::lookup(c).to_lower != 0; }

  // A mark joins a word if it is between letters or between digits.
  [[nodiscard]] static bool joins_word(std::string_view text, std::size_t at, const utf8::character& mark) noexcept;

  [[nodiscard]] passage_word take_word(std::string_view text, std::size_t begin);

  [[nodiscard]] bool ends_sentence(std::string_view text, std::size_t at) const noexcept;

  std::vector<passage_word> words_;
  std::vector<passage_sentence> sentences_;
};

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/model/detail/passage.ipp>
#endif
