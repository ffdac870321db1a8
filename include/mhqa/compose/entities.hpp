// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The entities that bridges name: concepts of a tagger, a searcher and a linker, simple ones that need no model, and
// notes of an external program (spaCy, BLINK, ReFinED, …) by mention (Trivedi et al. 2022, Sec. 5, S2).
#pragma once

#include <mhqa/compose/pool.hpp>
#include <mhqa/text/keyed_hash.hpp>
#include <mhqa/text/normalize.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>

namespace mhqa::inline v0_1 {

/// A mention at its place: in a question, or an answer in its paragraph.
struct entity_place {
  std::string_view mention;
  std::string_view text;  ///< the question or the paragraph; the mention itself if the paragraph lacks the answer
  std::size_t begin = 0;  ///< of the mention, in bytes of the text

  friend bool operator==(const entity_place&, const entity_place&) = default;
};

namespace detail {

template <class T>
concept tags_names = requires(const T& tag, std::string_view mention, std::string_view sentence) {
  { tag(mention, sentence) } -> std::convertible_to<std::string_view>;
};
template <class T>
concept names_places = requires(const T& name, const entity_place& place) {
  { name(place) } -> std::convertible_to<std::string_view>;
};
template <class L>
concept links_names = requires(const L& link, std::string_view mention) {
  { link(mention) } -> std::convertible_to<std::string_view>;
};

}  // namespace detail

/// tag(mention, sentence) or tag(entity_place) returns the type of the entity that a mention names in its sentence; ""
/// for none. The sentence is the question with the mention or the paragraph with the answer.
template <class T>
concept entity_tagger = detail::tags_names<T> || detail::names_places<T>;

/// search(mention) returns the name of the first hit, link(mention) that of the linked entity; "" for none. One concept
/// serves both, because only equality of names matters. A callable that takes an entity_place sees the context, so that
/// "Victoria" may be a queen in one text and a state in another.
template <class L>
concept entity_linker = detail::links_names<L> || detail::names_places<L>;

namespace detail {

// Capitalised words that only date or count something.
inline constexpr std::array<std::string_view, 60> counting_words{
    "ad",      "april",    "august",   "bc",       "bce",    "billion", "ce",        "century", "december",  "eight",
    "eighth",  "eleven",   "fall",     "february", "fifth",  "fifty",   "first",     "five",    "four",      "fourth",
    "friday",  "half",     "hundred",  "january",  "july",   "june",    "march",     "may",     "million",   "monday",
    "nine",    "ninth",    "november", "october",  "one",    "percent", "saturday",  "second",  "september", "seven",
    "seventh", "six",      "sixth",    "spring",   "summer", "sunday",  "ten",       "tenth",   "third",     "thousand",
    "three",   "thursday", "tuesday",  "twelve",   "twenty", "two",     "wednesday", "winter",  "year",      "zero"};

}  // namespace detail

/// Treats text written like a name as an entity: the first word after an article is capitalised or has a digit, and
/// some capitalised word is not a month, weekday or number. In a sentence without capitals, every text except dates
/// and numbers.
///
/// Shape:   "entity" or ""
/// Source:  stands in for spaCy's tagger, which the paper used
/// Example: "the Battle of Hastings", "Apollo 11" and "U.S." are entities; "May 1945", "Three", "20 million" and "a
///          monk" are not
struct capitals_tagger {
  [[nodiscard]] std::string_view operator()(std::string_view mention, std::string_view sentence) const;

 private:
  [[nodiscard]] static bool has_capital(std::string_view text);
  // Returns the first character that is not punctuation.
  [[nodiscard]] static std::string_view first_letter(std::string_view word);
};

/// Links a mention to its own normalised text.
/// Example: exact_linker{}("The Emma!") == "emma"
struct exact_linker {
  [[nodiscard]] std::string operator()(std::string_view mention) const { return normalize(mention); }
};

/// Searches the titles of a pool's paragraphs.
///
/// Shape:   the title that equals the mention after normalisation, also without a bracketed suffix; "" if several
///          distinct titles do (two people with one name); the normalised mention if none does
/// Cost:    O(bytes of the titles) once, with copies; one look-up per mention
/// Example: with the titles "Lincoln (film)" and "Lincoln (city)", "Lincoln" gives ""; with only the first, that one
class title_index {
 public:
  explicit title_index(const single_hop_pool& pool);

  [[nodiscard]] std::string operator()(std::string_view mention) const;

 private:
  void add(std::string_view name, std::string_view title);

  std::unordered_map<std::string, std::string, string_hasher> titles_;
};

/// An external program's note on a mention.
struct entity_note {
  std::string type;  ///< "" if it is not an entity
  std::string link;  ///< "" if it links to nothing

  friend bool operator==(const entity_note&, const entity_note&) = default;
};

/// An external program's notes by mention.
///
/// Shape:   looks a mention up as written, then by its normalised text; a mention without a note is not an entity and
///          has no link
/// Example: entity_notes notes; notes.add("Jane Austen", {"PERSON", "Q36322"}); bridge_is_entity(notes.tagger())
class entity_notes {
 public:
  /// Adds a note. Returns false, and keeps the old note, if the mention has a different one.
  bool add(std::string_view mention, entity_note note);
  [[nodiscard]] const entity_note* find(std::string_view mention) const;
  [[nodiscard]] std::size_t size() const noexcept { return notes_.size(); }

  /// Return taggers and linkers that use these notes, which must outlive them.
  [[nodiscard]] auto tagger() const& noexcept {
    return [this](std::string_view mention, std::string_view) -> std::string_view {
      const entity_note* const note = find(mention);
      return note == nullptr ? std::string_view{} : note->type;
    };
  }
  [[nodiscard]] auto linker() const& noexcept {
    return [this](std::string_view mention) -> std::string_view {
      const entity_note* const note = find(mention);
      return note == nullptr ? std::string_view{} : note->link;
    };
  }
  void tagger() const&& = delete;
  void linker() const&& = delete;

 private:
  // The key of a mention as written. Normalised texts have no quotation mark, so the two kinds of keys cannot collide.
  [[nodiscard]] static std::string key(std::string_view mention) { return "\"" + std::string{mention}; }

  std::unordered_map<std::string, entity_note, string_hasher> notes_;
};

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/compose/detail/entities.ipp>
#endif
