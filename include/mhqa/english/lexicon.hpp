// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The classes of English words, as data: parts of speech, closed classes, and what nouns name.
//   mhqa::lexicon::standard().is("novelist", mhqa::word_class::person)  // true
#pragma once

#include <mhqa/config.hpp>
#include <mhqa/error.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1 {

/// A class of words. A word may be in several.
enum class word_class : std::uint8_t {
  noun,
  verb,  ///< the base form
  adjective,
  adverb,
  person,  ///< a noun for persons: "novelist"
  place,
  organization,
  work,  ///< a noun for what people make or show: "album"
  time,
  proper,      ///< written with a capital alone: "germany"
  determiner,  ///< also a possessive or quantity: "whose", "several"
  preposition,
  pronoun,
  auxiliary,
  question,  ///< "who", "how"
  conjunction,
  number  ///< "seven", "third"
};

/// Each class's name, in the order of word_class, as patterns use them.
inline constexpr std::array<std::string_view, 17> word_class_names{
    "noun",   "verb",       "adjective",   "adverb",  "person",    "place",    "organization", "work",  "time",
    "proper", "determiner", "preposition", "pronoun", "auxiliary", "question", "conjunction",  "number"};

/// A table of words and their classes.
///
/// Shape:   words in lower case; a word in the plural is looked up in the singular, too, if it is a noun there
/// Errors:  data_error if the packed text does not have the expected checksum
/// Cost:    O(bytes) to make; a binary search per word
/// Source:  WordNet 3.0 and a list of closed classes (scripts/generate_lexicon.py)
class lexicon {
 public:
  /// Returns the table that comes with the library, made at the first call.
  [[nodiscard]] static const lexicon& standard();

  lexicon(std::string_view packed, std::uint64_t checksum);

  /// Returns the classes of a word in lower case as bits, bit n for the class n; 0 for an unknown word.
  /// Example: (lexicon::standard().classes_of("river") & 1) == 1
  [[nodiscard]] std::uint32_t classes_of(std::string_view word) const noexcept;

  /// Returns true if a word in lower case is in a class.
  [[nodiscard]] bool is(std::string_view word, word_class which) const noexcept {
    return (classes_of(word) >> static_cast<unsigned>(which) & 1U) != 0;
  }
  /// Returns true for a word that is written in lower case within a sentence.
  [[nodiscard]] bool is_common(std::string_view word) const noexcept;

  [[nodiscard]] std::size_t size() const noexcept { return entries_.size(); }

 private:
  struct entry {
    explicit entry(std::uint32_t at) noexcept : begin{at} {}
    std::uint32_t begin;
    std::uint32_t classes = 0;
    std::uint16_t size = 0;
  };
  struct plural {
    std::string_view ending;
    std::string_view singular;
  };
  static constexpr std::array<plural, 5> plurals{
      {{"ies", "y"}, {"ches", "ch"}, {"men", "man"}, {"sses", "ss"}, {"s", ""}}};
  static constexpr std::uint32_t of_nouns = 0x1F1;  // noun, person, place, organization, work, time

  [[nodiscard]] const entry* find(std::string_view word) const noexcept;

  std::string text_;
  std::vector<entry> entries_;
};

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/english/detail/lexicon.ipp>
#endif
