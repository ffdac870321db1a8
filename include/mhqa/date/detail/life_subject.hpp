// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Whom a paragraph is about: the words of its title's name, where they stand, and what its first sentence says the
// title is ("was a German painter", "is a highway").
#pragma once

#include <mhqa/date/detail/life_nouns.hpp>
#include <mhqa/date/detail/life_text.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa {
inline namespace v0_1 {
namespace detail {

// The word in lower case, Latin letters without their accents: "Žagań" and "zagan" are the same name.
void append_folded(std::string& out, std::string_view word);

[[nodiscard]] bool is_regnal_number(std::string_view word) noexcept;

/// The words by which a person is called, folded and sorted.
class life_names {
 public:
  /// Adds the capitalised words of a name; particles, numerals and ranks do not tell people apart.
  void add(std::string_view name);

  void add_word(const life_token& token, std::string_view word);
  void sort();

  /// Returns true if a word, or a part of it between hyphens, is one of the names.
  [[nodiscard]] bool has(std::string_view word) const;
  /// The same for a word that may be spelled in another way: "Raajesh" and "Rajesh", "Mathilde" and "Matilda".
  [[nodiscard]] bool resembles(std::string_view word) const;
  /// The same in running text, where a relative may be named: more consonants must agree.
  [[nodiscard]] bool is_spelled_like(std::string_view word) const {
    return word.size() > 5 && any_part(word, [this](const std::string& part) { return resembles(skeleton(part), 4); });
  }
  /// Marks the places in words() at which a word stands.
  void mark(std::string_view word, std::vector<bool>& seen) const;
  /// Returns true if tokens [begin, end) are the initials of the name, at least two: "O. C." of "O. C. Hackett".
  [[nodiscard]] bool has_initials(const life_text& t, std::size_t begin, std::size_t end) const;
  [[nodiscard]] bool has(const life_text& t, std::size_t i) const {
    return t[i].kind == life_kind::word && has(t.spelled(i));
  }
  [[nodiscard]] bool empty() const noexcept { return words_.empty(); }
  [[nodiscard]] const std::vector<std::string>& words() const noexcept { return words_; }

 private:
  [[nodiscard]] bool resembles(const std::string& bones, std::size_t least) const {
    return bones.size() >= least && std::find(skeletons_.begin(), skeletons_.end(), bones) != skeletons_.end();
  }

  // "Aly" and "Ali".
  [[nodiscard]] static bool differs_in_i(std::string_view a, std::string_view b) noexcept;

  // "dibyasambandh" and "dibyasambanna": six letters, and most of the longer word.
  [[nodiscard]] static bool begins_alike(std::string_view a, std::string_view b) noexcept;

  template <class Test>
  [[nodiscard]] static bool any_part(std::string_view word, Test test) {
    std::string folded;
    for (std::size_t from = 0; from <= word.size();) {
      const std::size_t to = std::min(word.find('-', from), word.size());
      folded.clear();
      append_folded(folded, word.substr(from, to - from));
      if (test(folded)) return true;
      from = to + 1;
    }
    if (word.find('-') == std::string_view::npos) return false;
    folded.clear();  // "Terii-maeva-rua" and "Teriimaevarua"
    append_folded(folded, word);
    folded.erase(std::remove(folded.begin(), folded.end(), '-'), folded.end());
    return test(folded);
  }

  // The consonants of a folded word, doubled ones once.
  [[nodiscard]] static std::string skeleton(std::string_view folded);

  std::vector<std::string> words_;
  std::vector<std::string> skeletons_;  // of the words, once sorted
  std::string initials_;
};

/// Returns true if a sentence ends at token i: a full stop before a capital letter that is not part of an abbreviation.
[[nodiscard]] bool ends_sentence(const life_text& t, std::size_t i) noexcept;

/// The verb of the first sentence ("was"), or the end of the sentence if it has none of the four forms.
struct life_verb {
  std::size_t at = 0;
  life_word form = life_word::other;  // present, past, plural_present, plural_past or other
};

[[nodiscard]] life_verb find_main_verb(const life_text& t) noexcept;

/// Returns true if a token is a noun for a person.
[[nodiscard]] bool names_person(const life_text& t, std::size_t i);

// Words after the noun of a predicate, besides prepositions and relative clauses.
inline constexpr auto predicate_ends = words_of<23>(
    "aboard as based best built caused famous featuring for fought held known located made notable released starring"
    " that under waged with within written");

/// What "is a …" after the verb says the subject is: the last noun before a preposition, a comma or a relative clause.
///
/// Shape: "a film and television director" goes on after the "and", "a director and writer" is decided before it
[[nodiscard]] life_noun predicate_noun(const life_text& t, std::size_t verb);

/// What a title by itself says: "List of …", "… (film)", "… Brewery". A person may be named after a thing, and a period
/// in brackets ("John Hamilton (American Revolution)") says nothing.
[[nodiscard]] life_noun title_noun(std::string_view title);

/// Returns true if a title names a part of somebody's life: "Death of Ann Roe", "Biographies of Ann Roe", "Ann Roe's
/// life".
[[nodiscard]] bool names_event_of_person(std::string_view title);

/// Returns true if a title has the name of a thing in it, or of several people: "Schnell Brewery", "Harpe brothers".
[[nodiscard]] bool names_thing(std::string_view title);

}  // namespace detail
}  // namespace v0_1
}  // namespace mhqa

#if !defined(MHQA_COMPILED)
#include <mhqa/date/detail/life_subject.ipp>
#endif
