// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The occurrences of entities: each answer in its paragraph and each mention in a question, with an id, and the notes
// of a tagger and a linker on each of them, so that one spelling may have several senses.
#pragma once

#include <mhqa/compose/mentions.hpp>
#include <mhqa/compose/pair_index.hpp>
#include <mhqa/compose/pool.hpp>
#include <mhqa/error.hpp>
#include <mhqa/text/keyed_hash.hpp>
#include <mhqa/utf8.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0_1 {

/// An occurrence of an entity.
struct entity_occurrence {
  std::string id;          ///< "QUESTION@answer", or "QUESTION@8-19" with the code points of a mention
  std::string_view text;   ///< the paragraph with the answer, or the question
  mention span;            ///< of the answer or the mention, in bytes of the text
  std::uint32_t question;  ///< position in the pool
  bool is_answer;
};

/// Returns the number of code points in a text, as notes count them.
[[nodiscard]] inline std::uint32_t count_code_points(std::string_view text) noexcept {
  return static_cast<std::uint32_t>(utf8::count(text));
}

/// The occurrences that matter for pairs of a pool.
///
/// Shape:     for each question whose answer another question mentions, the answer in its paragraph; and each mention
///            once, for any number of heads with this answer. In the order of the questions, answers first
/// Undefined: if the paragraph does not contain the answer, the text is the answer itself
/// Cost:      O(distinct answers of a bridge times its tails) searches; memory per occurrence
class entity_occurrences {
 public:
  explicit entity_occurrences(const pair_index& index) {
    const single_hop_pool& pool = index.pool();
    mention_finder find;
    std::vector<std::uint32_t> answered;
    std::vector<std::pair<std::uint32_t, mention>> mentioned;
    for (std::uint32_t b = 0; b < index.bridges(); ++b) {
      const auto heads = index.heads(b), tails = index.tails(b);
      if (tails.empty() || (tails.size() == 1 && heads.size() == 1 && tails[0] == heads[0])) continue;
      std::vector<std::string_view> spellings;
      for (const std::uint32_t head : heads) {
        answered.push_back(head);
        const std::string_view answer = pool.questions[head].answer;
        if (std::find(spellings.begin(), spellings.end(), answer) == spellings.end()) spellings.push_back(answer);
      }
      for (const std::uint32_t tail : tails) {
        for (const std::string_view answer : spellings) {
          const auto found = find(answer, pool.questions[tail].question);
          if (!found.empty()) mentioned.emplace_back(tail, found.front());
        }
      }
    }
    const auto distinct = [](auto& values) {
      std::sort(values.begin(), values.end());
      values.erase(std::unique(values.begin(), values.end()), values.end());
    };
    distinct(answered);
    distinct(mentioned);
    for (const std::uint32_t q : answered) {
      const single_hop& question = pool.questions[q];
      const std::string_view text = pool.paragraphs[question.paragraph].text;
      const auto at = find_answer(question.answer, text);
      add({std::string{question.id} + "@answer", at ? text : question.answer,
           at.value_or(mention{0, static_cast<std::uint32_t>(question.answer.size())}), q, true});
    }
    for (const auto& [q, span] : mentioned) {
      const single_hop& question = pool.questions[q];
      const std::uint32_t begin = count_code_points(question.question.substr(0, span.begin));
      const std::uint32_t end = begin + count_code_points(span.in(question.question));
      add({std::string{question.id} + '@' + std::to_string(begin) + '-' + std::to_string(end), question.question, span,
           q, false});
    }
  }

  [[nodiscard]] std::span<const entity_occurrence> all() const noexcept { return all_; }

  /// Returns the position of an id in all(), if it exists.
  [[nodiscard]] std::optional<std::uint32_t> find(std::string_view id) const {
    const auto at = by_id_.find(std::string{id});
    return at == by_id_.end() ? std::nullopt : std::optional{at->second};
  }
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
    [[nodiscard]] std::size_t operator()(const key& k) const noexcept {
      return ((std::size_t{k.question} * 0x9E3779B97F4A7C15U) ^ (std::size_t{k.begin} << 20U) ^ k.size) *
             0x100000001b3U;
    }
  };

  void add(entity_occurrence o) {
    const auto number = static_cast<std::uint32_t>(all_.size());
    by_id_.emplace(o.id, number);
    by_place_.emplace(o.is_answer ? key{o.question, 0, 0} : key{o.question, o.span.begin, o.span.size}, number);
    all_.push_back(std::move(o));
  }
  [[nodiscard]] std::optional<std::uint32_t> at(const key& k) const {
    const auto found = by_place_.find(k);
    return found == by_place_.end() ? std::nullopt : std::optional{found->second};
  }

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
  [[nodiscard]] std::string problem_with(std::string_view id, const occurrence_note& note) const {
    const auto number = places_->find(id);
    if (!number) return "expected the id of an occurrence in requests/entities.jsonl, found \"" + std::string{id} + '"';
    const std::uint32_t size = count_code_points(places_->all()[*number].text);
    const auto shown = [](const occurrence_note& n) {
      return '[' + std::to_string(n.begin) + ", " + std::to_string(n.end) + ')';
    };
    if (note.begin >= note.end || note.end > size) {
      return "expected a span inside of the text's " + std::to_string(size) + " code points, found " + shown(note);
    }
    for (const occurrence_note& other : notes_[*number]) {
      if (note.begin >= other.end || other.begin >= note.end) continue;
      const bool same = note.begin == other.begin && note.end == other.end;
      return same ? "expected one note for a span, found another for " + shown(note)
                  : "expected spans that do not overlap, found " + shown(note) + " and " + shown(other);
    }
    return {};
  }

  /// Adds a note.
  ///
  /// Errors: data_error with the id and the problem, if problem_with() finds one
  void add(std::string_view id, occurrence_note note) {
    const std::string problem = problem_with(id, note);
    if (!problem.empty()) throw_data_error({.id = std::string{id}}, problem);
    notes_[*places_->find(id)].push_back(std::move(note));
    ++size_;
  }

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] const entity_occurrences& places() const noexcept { return *places_; }

  /// Returns the note on an occurrence, or null.
  [[nodiscard]] const occurrence_note* find(std::optional<std::uint32_t> occurrence) const {
    if (!occurrence) return nullptr;
    const auto [begin, end] = span_of(*occurrence);
    const occurrence_note* best = nullptr;
    std::uint32_t most = 0;
    for (const occurrence_note& note : notes_[*occurrence]) {
      const std::uint32_t from = std::max(begin, note.begin), to = std::min(end, note.end);
      if (from >= to || to - from <= most) continue;
      most = to - from;
      best = &note;
    }
    return best;
  }

  /// Returns the span of an occurrence in code points.
  [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> span_of(std::uint32_t occurrence) const {
    const entity_occurrence& o = places_->all()[occurrence];
    const std::uint32_t begin = count_code_points(o.text.substr(0, o.span.begin));
    return {begin, begin + count_code_points(o.span.in(o.text))};
  }

  /// Returns the text that a note spans.
  [[nodiscard]] std::string_view text_of(std::uint32_t occurrence, const occurrence_note& note) const {
    const std::string_view text = places_->all()[occurrence].text;
    std::size_t begin = text.size(), end = text.size();
    std::uint32_t n = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
      if (utf8::is_continuation(text[at])) continue;
      if (n == note.begin) begin = at;
      if (n == note.end) {
        end = at;
        break;
      }
      ++n;
    }
    return text.substr(begin, end - begin);
  }

 private:
  const entity_occurrences* places_;
  std::vector<std::vector<occurrence_note>> notes_;
  std::size_t size_ = 0;
};

}  // namespace v0_1
}  // namespace mhqa
