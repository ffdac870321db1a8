// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// What a span_net reads: the words of a question and of the paragraphs read, by their hashes, and what is known of each
// word of the paragraphs without the net.
#pragma once

#include <mhqa/model/detail/answer_view.hpp>
#include <mhqa/model/detail/context_view.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::detail {

class word_inputs {
 public:
  static constexpr std::size_t features = 28;
  static constexpr int one = 64;                       // of a feature's value
  static constexpr std::size_t most_of_question = 48;  // words

  void assign(const context_view& context, const answer_view& answers);

  /// The hash of a word in lower case, by which vectors are found.
  [[nodiscard]] static std::uint32_t hash_of(std::string_view lower) noexcept;

  [[nodiscard]] const std::vector<std::uint32_t>& question() const noexcept { return question_; }
  [[nodiscard]] const std::vector<std::uint32_t>& words() const noexcept { return words_; }
  /// Shape: values[words * features]
  [[nodiscard]] const std::vector<std::uint8_t>& values() const noexcept { return values_; }

 private:
  [[nodiscard]] std::uint32_t take(std::string_view word);

  void add(double value);

  // What the words of a sentence share.
  void read_sentence(const context_view& context, const answer_view& answers, const answer_view::sentence& s);

  void add_word(const context_view& context, const answer_view& answers, const answer_view::sentence& s,
                std::uint32_t at);

  std::string lower_;
  std::vector<std::uint64_t> keys_;    // of the question's words
  std::vector<std::uint64_t> titles_;  // words of the titles of the other paragraphs
  std::vector<std::uint32_t> question_, words_;
  std::vector<std::uint8_t> values_;
};

}  // namespace mhqa::inline v0_1::detail

#if !defined(MHQA_COMPILED)
#include <mhqa/model/detail/word_inputs.ipp>
#endif
