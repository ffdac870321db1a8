// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The words of questions and paragraphs with the number of entries that have them, and what is recalled of a question
// when the entries are looked at one after the other. Internal to model/.
#pragma once

#include <mhqa/config.hpp>
#include <mhqa/model/passage.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace mhqa::inline v0_1 {

namespace detail {

// Words numbered in the order of their first occurrence, each with the number of entries that have it.
class counted_words {
 public:
  // Adds an entry and returns its distinct words, ascending.
  std::vector<std::uint32_t> add(std::string_view text);

  // Returns the distinct words of a text, ascending. Words that no entry has are left out: they are the same for every
  // entry.
  [[nodiscard]] std::vector<std::uint32_t> numbers_of(std::string_view text) const;

  // Returns the rarest words, of which at most `rarest` are looked up, each in at most `most_entries` entries.
  [[nodiscard]] std::vector<std::uint32_t> looked_up(std::vector<std::uint32_t> words) const;

  [[nodiscard]] double weight(std::uint32_t word) const {
    return std::log(1 + static_cast<double>(entries_) / static_cast<double>(counts_[word]));
  }
  [[nodiscard]] double weight_of(std::span<const std::uint32_t> words) const;
  [[nodiscard]] double shared_weight(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b) const;
  // True if the words include all of a title, so that the title cannot be the question's answer.
  [[nodiscard]] bool holds(std::span<const std::uint32_t> words, std::string_view title) const;

  static void make_set(std::vector<std::uint32_t>& words);

 private:
  static constexpr std::size_t rarest = 4, most_entries = 256;

  std::unordered_map<std::uint64_t, std::uint32_t> numbers_;
  std::vector<std::uint32_t> counts_;  // by word
  std::size_t entries_ = 0;
  passage passage_;
};

// What is recalled of one question: the best of the entries that it has seen, in their order.
class recalled {
 public:
  recalled() = default;
  recalled(const counted_words& all, std::vector<std::uint32_t> words);

  [[nodiscard]] std::span<const std::uint32_t> words() const noexcept { return words_; }
  // Looks at a question with its answer or, if `is_title`, at a paragraph with its title.
  void see(const counted_words& all, std::span<const std::uint32_t> words, std::string_view answer, bool is_title);
  [[nodiscard]] bool is_by_title() const noexcept { return similarity_ < 1.0 / 3 && titled_; }
  [[nodiscard]] const std::string& answer() const noexcept { return is_by_title() ? title_ : answer_; }
  [[nodiscard]] double similarity() const noexcept { return is_by_title() ? title_share_ / 3 : similarity_; }

 private:
  std::vector<std::uint32_t> words_;
  double all_ = 0;  // weight of words_
  double similarity_ = 0, title_share_ = 0.5;
  std::string answer_, title_;
  bool titled_ = false;
};

}  // namespace detail
}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/model/detail/counted_words.ipp>
#endif
