// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The occurrences of entities: each answer in its paragraph and each mention in a question, with an id, and the notes
// of a tagger and a linker on each of them, so that one spelling may have several senses.
#pragma once

#include <mhqa/compose/pair_index.hpp>
#include <mhqa/compose/pool.hpp>
#include <mhqa/text/keyed_hash.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1 {

/// An occurrence of an entity.
struct entity_occurrence {
  std::string id;          ///< "QUESTION@answer", or "QUESTION@8-19" with the code points of a mention
  std::string_view text;   ///< the paragraph with the answer, or the question
  mention span;            ///< of the answer or the mention, in bytes of the text
  std::uint32_t question;  ///< position in the pool
  bool is_answer;
};

/// Returns the number of code points in a text, as notes count them.
[[nodiscard]] std::uint32_t count_code_points(std::string_view text) noexcept;

/// The occurrences that matter for pairs of a pool.
///
/// Shape:     for each question whose answer another question mentions, the answer in its paragraph; and each mention
///            once, for any number of heads with this answer. In the order of the questions, answers first
/// Undefined: if the paragraph does not contain the answer, the text is the answer itself
/// Cost:      O(distinct answers of a bridge times its tails) searches; memory per occurrence
class entity_occurrences {
 public:
  explicit entity_occurrences(const pair_index& index);

  [[nodiscard]] std::span<const entity_occurrence> all() const noexcept { return all_; }

  /// Returns the position of an id in all(), if it exists.
  [[nodiscard]] std::optional<std::uint32_t> find(std::string_view id) const;
  /// Returns the position of a question's answer.
  [[nodiscard]] std::optional<std::uint32_t> answer_of(std::uint32_t question) const { return at({question, 0, 0}); }
  /// Returns the position of a mention in a question.
  [[nodiscard]] std::optional<std::uint32_t> mention_in(std::uint32_t question, mention m) const {
    return at({question, m.begin, m.size});
  }

 private:
  struct key {
    std::uint32_t question, begin, size;
    friend bool operator==(const key&, const key&) = default;
  };
  struct key_hash {
    [[nodiscard]] std::size_t operator()(const key& k) const noexcept;
  };

  void add(entity_occurrence o);
  [[nodiscard]] std::optional<std::uint32_t> at(const key& k) const;

  std::vector<entity_occurrence> all_;
  std::unordered_map<std::string, std::uint32_t, string_hasher> by_id_;
  std::unordered_map<key, std::uint32_t, key_hash> by_place_;
};

/// An external program's note on an occurrence.
struct occurrence_note {
  std::uint32_t begin = 0;  ///< start of the whole entity, in code points of the occurrence's text
  std::uint32_t end = 0;    ///< after its last code point
  std::string type;         ///< "" if it is not an entity
  std::string link;         ///< "" if it links to nothing

  friend bool operator==(const occurrence_note&, const occurrence_note&) = default;
};

/// Notes on occurrences.
///
/// Shape:   an id may have several notes, if they do not overlap; the one that covers most of the occurrence counts
/// Example: notes.add("5726@8-19", {8, 19, "PERSON", "Q36322"})
class occurrence_notes {
 public:
  /// The occurrences must outlive the notes.
  explicit occurrence_notes(const entity_occurrences& places) : places_{&places}, notes_(places.all().size()) {}

  /// Describes the problem of a note: an unknown id, a span that is empty or out of range, a second note for one span,
  /// or a note that overlaps another. "" means that the note is right.
  [[nodiscard]] std::string problem_with(std::string_view id, const occurrence_note& note) const;

  /// Adds a note.
  ///
  /// Errors: data_error with the id and the problem, if problem_with() finds one
  void add(std::string_view id, occurrence_note note);

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] const entity_occurrences& places() const noexcept { return *places_; }

  /// Returns the note on an occurrence, or null.
  [[nodiscard]] const occurrence_note* find(std::optional<std::uint32_t> occurrence) const;

  /// Returns the span of an occurrence in code points.
  [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> span_of(std::uint32_t occurrence) const;

  /// Returns the text that a note spans.
  [[nodiscard]] std::string_view text_of(std::uint32_t occurrence, const occurrence_note& note) const;

 private:
  const entity_occurrences* places_;
  std::vector<std::vector<occurrence_note>> notes_;
  std::size_t size_ = 0;
};

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/compose/detail/occurrences.ipp>
#endif
