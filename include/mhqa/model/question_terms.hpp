// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The words of a question to look for in a paragraph, in any of their forms: "wrote" finds "written".
#pragma once

#include <mhqa/model/passage.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1 {

/// The first 64 content words of a question, each with the stems of its possible forms.
///
/// Shape:   words with one stem are one term; terms are numbered in the question's order
/// Undefined: function words, single letters and digits, and words after the 64th term are ignored
/// Cost:    a few microseconds for a new word; find() is a bit test for nearly all words of a text
/// Example: for "Who wrote Emma?": find(stem_key("writing")) == 0, find(stem_key("emma")) == 1
class question_terms {
 public:
  void assign(std::string_view question);

  [[nodiscard]] std::size_t size() const noexcept { return count_; }
  /// Returns the term that a word is a form of, or -1.
  [[nodiscard]] int find(std::uint64_t key) const noexcept;

 private:
  void add(std::uint64_t key);

  passage words_;
  std::string lower_;
  std::vector<std::pair<std::uint64_t, int>> entries_;
  std::size_t count_ = 0;
  std::uint64_t filter_ = 0;
};

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/model/detail/question_terms.ipp>
#endif
