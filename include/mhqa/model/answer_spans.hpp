// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds the parts of a sentence that could answer a question (names, dates, numbers, quotations, phrases and clauses)
// by capitals, digits and function words.
#pragma once

#include <mhqa/date/find.hpp>
#include <mhqa/english/asked.hpp>
#include <mhqa/model/passage.hpp>
#include <mhqa/model/question_terms.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1 {

/// The evidence by which a span was found.
enum class span_kind : std::uint8_t {
  name,    ///< a run of capitalised words: "Jane Austen", "University of Oxford", "World War 2"
  date,    ///< as find_all() finds them
  year,    ///< a date without day and month, or the year of a fuller one
  number,  ///< digits or number words, with the next word if the question asks for a quantity
  quoted,  ///< a phrase after an opening quotation mark
  phrase,  ///< content words that are not in the question, except the noun that it asks for
  clause   ///< from "because", "due", "for", "since", "so" or "to" to the next punctuation mark
};

/// A candidate: the words [first, last) of a sentence.
struct answer_span {
  std::size_t first = 0;
  std::size_t last = 0;
  span_kind kind = span_kind::phrase;

  friend constexpr bool operator==(const answer_span&, const answer_span&) = default;
};

/// The candidates of one sentence. Call assign() for each sentence; it keeps its memory.
///
/// Requires: the arguments of assign() stay valid until the next assign() or the destructor
class sentence_spans {
 public:
  /// `words` are the words of one sentence of `text`.
  void assign(std::string_view text, std::span<const passage_word> words, const question_terms& terms);

  [[nodiscard]] std::span<const passage_word> words() const noexcept { return words_; }
  /// Returns the question's term that this word is a form of, or -1.
  [[nodiscard]] int term(std::size_t word) const noexcept { return facts_[word].term; }
  [[nodiscard]] bool is_function(std::size_t word) const noexcept { return facts_[word].function; }

  /// Calls sink(answer_span) for each span; spans of different kinds overlap.
  ///
  /// Shape: if the question asks for a year, years replace dates; clauses come only if it asks for a reason
  /// Cost:  linear in the sentence
  template <class Sink>
  void for_each(const asked_for& asked, Sink&& sink) const {
    names(sink);
    dates(asked.kind == answer_kind::year, sink);
    numbers(asked.kind == answer_kind::quantity, sink);
    phrases(asked.noun.empty() ? 0 : stem_key(asked.noun), sink);
    if (asked.kind == answer_kind::reason) clauses(sink);
  }

 private:
  struct facts {
    int term;
    bool function, joins, number, no_noun;
  };

  [[nodiscard]] static bool joins_names(std::string_view lower) noexcept;
  [[nodiscard]] static bool spells_number(std::string_view lower) noexcept;

  [[nodiscard]] bool starts_name(std::size_t i) const noexcept { return words_[i].capital && !facts_[i].function; }

  template <class Sink>
  void names(Sink& sink) const {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      if (!starts_name(i)) continue;
      std::size_t end = i + 1;
      for (std::size_t j = end; j < words_.size(); ++j) {
        const bool initial = words_[j - 1].size == 1 && words_[j].begin <= words_[j - 1].end() + 2;
        if (words_[j].detached && !initial) break;
        if (starts_name(j) || (words_[j].number && j == end)) {
          end = j + 1;
        } else if (!facts_[j].joins || j >= end + 2) {
          break;
        }
      }
      sink(answer_span{i, end, span_kind::name});
      i = end - 1;
    }
  }

  template <class Sink>
  void dates(bool years, Sink& sink) const {
    if (words_.empty()) return;
    const std::size_t begin = words_.front().begin;
    for (const found_date& date : find_all(text_.substr(begin, words_.back().end() - begin))) {
      const auto [i, end] = words_between(begin + date.position, begin + date.position + date.length);
      if (i == end) continue;
      sink(answer_span{i, end, years ? span_kind::year : span_kind::date});
      if (years && end > i + 1) sink(answer_span{end - 1, end, span_kind::year});
    }
  }

  template <class Sink>
  void numbers(bool with_unit, Sink& sink) const {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      if (!words_[i].number && !facts_[i].number) continue;
      std::size_t end = i + 1;
      while (end < words_.size() && facts_[end].number && !words_[end].detached) ++end;
      const bool unit = with_unit && end < words_.size() && !words_[end].detached;
      sink(answer_span{i, unit ? end + 1 : end, span_kind::number});
      i = end - 1;
    }
  }

  template <class Sink>
  void phrases(std::uint64_t noun, Sink& sink) const {
    const auto inside = [&](std::size_t j) {
      return !facts_[j].function && !facts_[j].no_noun && (facts_[j].term < 0 || words_[j].key == noun);
    };
    for (std::size_t i = 0; i < words_.size(); ++i) {
      if (!inside(i)) continue;
      std::size_t end = i + 1;
      while (end < words_.size() && !words_[end].detached && inside(end)) ++end;
      const bool quoted = words_[i].begin > 0 && text_[words_[i].begin - 1] == '"';
      sink(answer_span{i, end, quoted ? span_kind::quoted : span_kind::phrase});
      i = end - 1;
    }
  }

  template <class Sink>
  void clauses(Sink& sink) const {
    constexpr std::array<std::string_view, 6> openers{"because", "due", "for", "since", "so", "to"};
    std::size_t end = 0;  // of the words up to the next mark
    for (std::size_t i = 0; i + 1 < words_.size(); ++i) {
      if (!std::binary_search(openers.begin(), openers.end(), words_[i].in(text_))) continue;
      end = std::max(end, i + 1);
      while (end < words_.size() && !words_[end].detached) ++end;
      sink(answer_span{i, end, span_kind::clause});
    }
  }

  // Returns the words that begin in bytes [from, to).
  [[nodiscard]] std::pair<std::size_t, std::size_t> words_between(std::size_t from, std::size_t to) const;

  std::string_view text_;
  std::span<const passage_word> words_;
  std::vector<facts> facts_;
  std::string lower_;
};

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/model/detail/answer_spans.ipp>
#endif
