// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A question_memory that holds the questions that are asked instead of those that are known: the known questions and
// paragraphs are read twice, one after the other, and forgotten.
//   for (…) known.count(text);  known.ask(question, fold);  for (…) known.see(question, answer, fold);  known.recall(0)
#pragma once

#include <mhqa/config.hpp>
#include <mhqa/model/memory_reader.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace mhqa::inline v0_1 {

/// Recalls questions from a stream.
///
/// Shape: recall(i) equals question_memory::recall() of the i-th question that was asked, if the memory has the same
///        questions and paragraphs in the same order. Count everything before the first ask(); ask everything before
///        the first see(); see everything, in the order in which it was counted, before the first recall()
/// Cost:  about 40 bytes for each distinct word, and about 200 for each question that is asked
class streamed_memory {
 public:
  /// Counts the words of a known question, or of the text of a known paragraph.
  void count(std::string_view text) { static_cast<void>(words_.add(text)); }

  void ask(std::string_view question, std::uint32_t fold);
  /// Forgets the questions that were asked, but not the words.
  void clear();

  void see(std::string_view question, std::string_view answer, std::uint32_t fold);
  void see_paragraph(std::string_view title, std::string_view text, std::uint32_t fold);

  [[nodiscard]] recollection recall(std::size_t i) const;

 private:
  struct asked {
    detail::recalled best;
    std::uint32_t fold;
    bool identical = false;
    std::string same{};           // the answer of an identical question
    std::uint64_t last_seen = 0;  // the entry, from 1
  };

  void see(std::string_view text, std::string_view answer, std::uint32_t fold, bool is_title);

  detail::counted_words words_;
  std::vector<asked> asked_;
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> by_word_;            // questions that look a word up
  std::unordered_map<std::string, std::vector<std::uint32_t>, string_hasher> same_;  // by question, normalised
  std::uint64_t seen_ = 0;
};

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/model/detail/streamed_memory.ipp>
#endif
