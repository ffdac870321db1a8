// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A reader without a context: it answers from other questions and paragraphs of a data set, so it shows which questions
// can be answered without reading theirs: by a question that is asked twice, by one that is nearly the same.
//   question_memory known; known.add("Who wrote Emma?", {"Jane Austen"}, 0); known.recall("Who wrote Emma?", 1).answer
#pragma once

#include <mhqa/model/detail/counted_words.hpp>
#include <mhqa/model/reader.hpp>
#include <mhqa/text/keyed_hash.hpp>
#include <mhqa/text/normalize.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace mhqa::inline v0_1 {

/// What a memory knows about a question.
struct recollection {
  std::string answer{};    ///< empty: nothing similar is known
  double similarity = 0;   ///< weighted share of the words that both have, in [0, 1]
  bool identical = false;  ///< the same question, as normalize() compares, is known of another fold

  friend bool operator==(const recollection&, const recollection&) = default;
};

/// Questions with their answers, and titles with their paragraphs, each of a fold, from which questions of other folds
/// are answered.
///
/// Shape:     the answer of the most similar question; where none shares a third of the words, by weight, the title of
///            the paragraph that has most of the question's words, if it has half of them. Ties: the first added
/// Undefined: a question without words, or whose rare words nothing else has, gets no answer
/// Cost:      recall() looks at the entries that have one of the question's four rarest words, each in at most 256
///            entries; memory for two numbers per word of an entry
class question_memory {
 public:
  /// Adds a question and its answer.
  void add(std::string_view question, std::string_view answer, std::uint32_t fold);
  /// Adds a paragraph, whose title may answer questions.
  void add_paragraph(std::string_view title, std::string_view text, std::uint32_t fold);

  /// Returns the number of questions.
  [[nodiscard]] std::size_t questions() const noexcept { return questions_; }

  /// Returns what the other folds know about a question.
  [[nodiscard]] recollection recall(std::string_view question, std::uint32_t fold) const;

 private:
  struct entry {
    std::string answer;
    std::string question;              // normalised; empty for a paragraph
    std::vector<std::uint32_t> words;  // distinct, ascending
    std::uint32_t fold;
  };

  void add(entry one, std::string_view text);
  // The entries that have one of the rarest words, ascending.
  [[nodiscard]] std::vector<std::uint32_t> candidates(std::span<const std::uint32_t> words) const;

  std::vector<entry> entries_;
  std::vector<std::vector<std::uint32_t>> having_;  // by word: the entries that have it
  std::unordered_map<std::string, std::vector<std::uint32_t>, string_hasher> same_;  // by question, normalised
  detail::counted_words words_;
  std::size_t questions_ = 0;
};

/// A reader that answers from a memory, whatever the context, without the fold of the task. The memory must outlive it.
///
/// Shape: no support and sufficiency 0; the confidence is the similarity
class memory_reader {
 public:
  explicit memory_reader(const question_memory& known) : known_{&known} {}

  [[nodiscard]] reading operator()(const reading_task& task) const;

 private:
  const question_memory* known_;
};

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/model/detail/memory_reader.ipp>
#endif
