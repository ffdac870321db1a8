// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The words of an English sentence with adjacent marks, for rules that use capitals, commas and possessives.
//   mhqa::sentence_words{"When did Watt's partner die?"}[2]  // "Watt", capital, possessive
#pragma once

#include <mhqa/config.hpp>
#include <mhqa/english/closed_words.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1 {

/// A word between white space without adjacent marks.
struct sentence_word {
  std::string text;          ///< as written, without a possessive ending
  std::string lower;         ///< in lower case
  std::string core;          ///< in lower case with its ending: "watt's"
  std::string written;       ///< as written, with adjacent marks
  std::uint32_t begin = 0;   ///< byte of its first letter
  std::uint32_t end = 0;     ///< byte after its last letter, without a possessive ending
  bool capital = false;      ///< begins with an upper-case letter, ASCII or other
  bool number = false;       ///< begins with a digit
  bool name = false;         ///< begins with a capital, a digit, `#`, a quotation mark or a non-ASCII character
  bool possessive = false;   ///< "Watt's", "Orleans'"
  bool mark_before = false;  ///< a quotation mark or bracket opens here
  bool mark_after = false;   ///< a comma, bracket, quotation mark or full stop follows
  bool quoted = false;       ///< inside double quotation marks
  bool given = false;        ///< inside the place that the constructor got
};

/// The words of one sentence.
///
/// Shape:     possessive endings are removed and recorded; "U.S." keeps its inner full stop
/// Undefined: punctuation alone is not a word; its marks belong to the previous word
/// Cost:      O(bytes)
class sentence_words {
 public:
  explicit sentence_words(std::string_view sentence);
  /// \overload With a place {begin, size} whose words are given.
  template <class Place>
  sentence_words(std::string_view sentence, const Place& m) : sentence_words{sentence} {
    for (sentence_word& w : words_) w.given = w.begin >= m.begin && w.begin < m.begin + m.size;
  }

  [[nodiscard]] std::size_t size() const noexcept { return words_.size(); }
  [[nodiscard]] bool empty() const noexcept { return words_.empty(); }
  [[nodiscard]] const sentence_word& operator[](std::size_t i) const noexcept { return words_[i]; }
  [[nodiscard]] auto begin() const noexcept { return words_.begin(); }
  [[nodiscard]] auto end() const noexcept { return words_.end(); }
  [[nodiscard]] std::vector<sentence_word> take() && noexcept { return std::move(words_); }

  /// Returns the place of the first word after articles: 1 in "the Titanic", size() if there is no other word.
  [[nodiscard]] std::size_t after_articles() const noexcept {
    const auto found = std::ranges::find_if_not(words_, is_article, &sentence_word::lower);
    return static_cast<std::size_t>(found - words_.begin());
  }

  /// Returns the words [first, last) that a place {begin, size} covers; first == last if it covers none.
  template <class Place>
  [[nodiscard]] std::pair<std::size_t, std::size_t> of(const Place& m) const noexcept {
    std::size_t first = 0;
    while (first < words_.size() && words_[first].end <= m.begin) ++first;
    std::size_t last = first;
    while (last < words_.size() && words_[last].begin < m.begin + m.size) ++last;
    return {first, last};
  }

 private:
  // Quotation marks that are open, and whether a mark opens at the present word.
  struct open_marks {
    bool quoted = false, single = false, here = false;
  };
  // Reads the marks before a word; returns where it begins.
  static std::size_t read_opening(std::string_view piece, open_marks& open) noexcept;
  // Sets what the letters of a word tell, which the marks in `behind` follow.
  static void set_text(sentence_word& w, std::string_view text, std::string_view behind, bool opens);
  static void read_closing(std::string_view behind, open_marks& open, sentence_word& w) noexcept;
  // Returns the size of a mark at this place; 0 for a letter or digit. "#", "+", "$" and "&" belong to their words.
  [[nodiscard]] static std::size_t mark_at(std::string_view s, std::size_t at) noexcept;
  [[nodiscard]] static std::size_t mark_before(std::string_view s, std::size_t end) noexcept;
  [[nodiscard]] static bool is_double_quote(std::string_view mark) noexcept {
    return mark == "\"" || mark == "\u201c" || mark == "\u201d";
  }

  std::vector<sentence_word> words_;
};

/// Returns the last word of a text that ends with a space, in lower case; "" for other texts.
/// Example: last_word("When did The ") == "the"
[[nodiscard]] std::string last_word(std::string_view text);

/// Returns the words of a question without its question mark.
/// Example: join_words(question_words("Who, in Rome, met Ann ?")) == "Who, in Rome, met Ann"
[[nodiscard]] std::vector<sentence_word> question_words(std::string_view question);

/// Joins words, as written, with single spaces.
[[nodiscard]] std::string join_words(std::span<const sentence_word> words);

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/english/detail/sentence_words.ipp>
#endif
