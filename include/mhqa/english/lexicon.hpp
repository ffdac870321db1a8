// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The classes of English words, as data: parts of speech, closed classes, and what nouns name.
//   mhqa::lexicon::standard().is("novelist", mhqa::word_class::person)  // true
#pragma once

#include <mhqa/config.hpp>
#include <mhqa/english/lexicon_data.hpp>
#include <mhqa/error.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa {
inline namespace v0_1 {

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
  [[nodiscard]] static const lexicon& standard() {
    static const lexicon words{detail::lexicon_data, detail::lexicon_checksum};
    return words;
  }

  lexicon(std::string_view packed, std::uint64_t checksum) {
    std::uint64_t sum = 0xCBF29CE484222325U;
    for (const char c : packed) sum = (sum ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
    if (sum != checksum) throw_data_error({}, "lexicon: the table of words does not have the expected checksum");
    constexpr std::string_view letters{"NVJRPLOWTQDESXHGM"};
    std::string word;
    for (std::size_t at = 0; at < packed.size();) {
      word.resize(static_cast<std::size_t>(packed[at++] - '0'));
      while (at < packed.size() && (packed[at] == '-' || packed[at] == '\'' || packed[at] >= 'a')) word += packed[at++];
      entry& made = entries_.emplace_back(static_cast<std::uint32_t>(text_.size()));
      text_ += word;
      made.size = static_cast<std::uint16_t>(word.size());
      for (; at < packed.size() && packed[at] >= 'A' && packed[at] <= 'Z'; ++at) {
        made.classes |= std::uint32_t{1} << letters.find(packed[at]);
      }
    }
  }

  /// Returns the classes of a word in lower case as bits, bit n for the class n; 0 for an unknown word.
  /// Example: (lexicon::standard().classes_of("river") & 1) == 1
  [[nodiscard]] std::uint32_t classes_of(std::string_view word) const noexcept {
    if (const entry* const found = find(word)) return found->classes;
    for (const auto& [ending, back] : plurals) {
      if (word.size() < ending.size() + 3 || !word.ends_with(ending)) continue;
      std::array<char, 32> singular{};
      const std::size_t size = word.size() - ending.size();
      if (size + back.size() > singular.size()) return 0;
      std::copy_n(word.begin(), size, singular.begin());
      std::copy(back.begin(), back.end(), singular.begin() + static_cast<std::ptrdiff_t>(size));
      const entry* const found = find({singular.data(), size + back.size()});
      if (found != nullptr && (found->classes & of_nouns) != 0) return found->classes & of_nouns;
    }
    return 0;
  }

  /// Returns true if a word in lower case is in a class.
  [[nodiscard]] bool is(std::string_view word, word_class which) const noexcept {
    return (classes_of(word) >> static_cast<unsigned>(which) & 1U) != 0;
  }
  /// Returns true for a word that is written in lower case within a sentence.
  [[nodiscard]] bool is_common(std::string_view word) const noexcept {
    const std::uint32_t classes = classes_of(word);
    return classes != 0 && (classes >> static_cast<unsigned>(word_class::proper) & 1U) == 0;
  }

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

  [[nodiscard]] const entry* find(std::string_view word) const noexcept {
    const auto in = [this](const entry& e) { return std::string_view{text_}.substr(e.begin, e.size); };
    const auto at = std::lower_bound(entries_.begin(), entries_.end(), word,
                                     [&](const entry& e, std::string_view wanted) { return in(e) < wanted; });
    return at != entries_.end() && in(*at) == word ? &*at : nullptr;
  }

  std::string text_;
  std::vector<entry> entries_;
};

}  // namespace v0_1
}  // namespace mhqa
