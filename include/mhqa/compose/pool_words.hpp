// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The words of a pool: questions, answers and paragraphs normalised once, as numbers of one vocabulary, with keys that
// show whether two questions share a paragraph, an answer or their text (Trivedi et al. 2022, Sec. 5).
//   mhqa::pool_words words{pool};  if (mhqa::is_mentioned(words.answer(head), words.question(tail))) …
#pragma once

#include <mhqa/compose/detail/word_rows.hpp>
#include <mhqa/compose/pool.hpp>
#include <mhqa/retrieval/vocabulary.hpp>
#include <mhqa/text/normalize.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1 {

namespace detail {

// Numbers the words of texts in the order of their first occurrence. Texts are looked ahead, several at a time, so that
// the memory of their words arrives while others are normalised.
class word_reader {
 public:
  // Normalises a text, whose words take() gives.
  void look_ahead(std::string_view text);

  // Calls give(number) for each word of the first text that is not taken.
  template <class Give>
  void take(Give&& give) {
    for (const std::size_t end = ends_[taken_]; next_ < end; ++next_) {
      const seen_word& word = ahead_[next_];
      give(words_.insert(std::string_view{bytes_}.substr(word.begin, word.size), word.key).id);
    }
    if (++taken_ < ends_.size()) return;
    bytes_.clear();
    ahead_.clear();
    ends_.clear();
    next_ = taken_ = 0;
  }
  void take_row(word_rows& to);

  [[nodiscard]] term_names finish() && { return term_names{std::move(words_)}; }

 private:
  struct seen_word {
    std::uint64_t key;
    std::size_t begin;  // in bytes_
    std::size_t size;
  };

  vocabulary words_;
  normalized form_;
  std::string bytes_;  // the normalised texts that are looked ahead
  std::vector<seen_word> ahead_;
  std::vector<std::size_t> ends_;     // of each text in ahead_
  std::size_t next_ = 0, taken_ = 0;  // in ahead_, in ends_
};

}  // namespace detail

/// The normalised words of a pool as numbers. The pool's texts must outlive it.
///
/// Shape:  question(i), answer(i), alias(i, k): the words of question i; title(p), text(p): of paragraph p. Keys are
///         equal exactly if the items are: question_key(i) is that of the normalised question, paragraph_key(p) of
///         title and normalised text, answer_keys(i) of the normalised answer and aliases, sorted, without repeats
/// Errors: data_error for more than 2^32 - 2 words, answers or paragraphs, or a paragraph that is not in the pool
/// Cost:   O(bytes); 4 bytes per word, equal answers and titles stored once, and about 20 per question; while it is
///         made, 12 to 24 more per question
/// Source: Trivedi et al. 2022, Sec. 5; the texts are compared in MuSiQue's dialect
class pool_words {
 public:
  explicit pool_words(const single_hop_pool& pool);

  [[nodiscard]] std::size_t questions() const noexcept { return own_.size() - 1; }
  [[nodiscard]] std::size_t paragraphs() const noexcept { return texts_.size(); }

  [[nodiscard]] std::span<const std::uint32_t> question(std::size_t i) const noexcept {
    return std::span{question_words_}.subspan(own_[i].begin, own_[i + 1].begin - own_[i].begin);
  }
  [[nodiscard]] std::span<const std::uint32_t> answer(std::size_t i) const noexcept { return phrases_[own_[i].answer]; }
  /// Returns the words of alias k of question i, k < aliases(i).
  [[nodiscard]] std::span<const std::uint32_t> alias(std::size_t i, std::size_t k) const noexcept {
    return phrases_[alias_keys_[alias_first_[i] + k]];
  }
  [[nodiscard]] std::size_t aliases(std::size_t i) const noexcept {
    return alias_first_.empty() ? 0 : alias_first_[i + 1] - alias_first_[i];
  }
  [[nodiscard]] std::span<const std::uint32_t> title(std::size_t paragraph) const noexcept {
    return phrases_[titles_[paragraph]];
  }
  [[nodiscard]] std::span<const std::uint32_t> text(std::size_t paragraph) const noexcept { return texts_[paragraph]; }

  [[nodiscard]] std::uint32_t question_key(std::size_t i) const noexcept { return question_keys_[i]; }
  [[nodiscard]] std::uint32_t paragraph_key(std::size_t paragraph) const noexcept { return paragraph_keys_[paragraph]; }
  /// Returns the key of the paragraph of question i.
  [[nodiscard]] std::uint32_t own_paragraph_key(std::size_t i) const noexcept { return own_[i].paragraph; }
  [[nodiscard]] std::span<const std::uint32_t> answer_keys(std::size_t i) const noexcept;
  /// Returns the key of the answer without its aliases.
  [[nodiscard]] std::uint32_t answer_key(std::size_t i) const noexcept { return own_[i].answer; }
  /// Returns the number of distinct answers without aliases. Their keys are 0, 1, …, in the pool's order.
  [[nodiscard]] std::uint32_t distinct_answers() const noexcept { return distinct_answers_; }
  /// Returns the words of the answers with this key.
  [[nodiscard]] std::span<const std::uint32_t> words_of_answer(std::uint32_t key) const noexcept {
    return phrases_[key];
  }

  /// Returns the place of question i: single_hop_pool::place().
  [[nodiscard]] std::uint32_t place(std::uint32_t i) const noexcept { return places_.empty() ? i : places_[i]; }

  /// Prefetches what question(i), answer_key(i) and own_paragraph_key(i) read first; then the words.
  void prefetch(std::size_t i) const noexcept { detail::fetch(&own_[i]); }
  void prefetch_words(std::size_t i) const noexcept { detail::fetch(question_words_.data() + own_[i].begin); }
  /// Prefetches what words_of_answer(key) reads first; then the words.
  void prefetch_answer(std::uint32_t key) const noexcept { phrases_.prefetch(key); }
  void prefetch_answer_words(std::uint32_t key) const noexcept { phrases_.prefetch_values(key); }

  /// Returns the number of distinct words; they are numbered from 0.
  [[nodiscard]] std::size_t vocabulary() const noexcept { return vocabulary_.size(); }
  [[nodiscard]] std::string_view word(std::uint32_t number) const noexcept { return vocabulary_.name(number); }
  /// The number of any word that is not in the pool.
  static constexpr std::uint32_t unknown = detail::no_term;

  /// Returns the words of another text in this vocabulary.
  [[nodiscard]] std::vector<std::uint32_t> words_of(std::string_view text) const;

 private:
  static constexpr std::size_t block = 32;  // texts whose words are compared together

  struct own_place {          // of a question
    std::uint32_t begin;      // of its words
    std::uint32_t answer;     // key
    std::uint32_t paragraph;  // key
  };

  void add_questions(const single_hop_pool& pool, detail::word_reader& read);

  void add_aliases(const detail::word_rows& all);

  void add_paragraphs(const single_hop_pool& pool, detail::word_reader& read);

  detail::term_names vocabulary_;
  std::vector<std::uint32_t> places_;
  std::vector<own_place> own_;  // by question, and the end
  std::vector<std::uint32_t> question_words_;
  detail::distinct_rows phrases_;  // answers, then other aliases, then other titles
  std::uint32_t distinct_answers_ = 0;
  std::vector<std::uint32_t> titles_;  // of phrases
  detail::word_rows texts_;
  detail::equal_numbers question_keys_, paragraph_keys_;
  std::vector<std::uint32_t> alias_keys_, answer_keys_, key_first_, alias_first_;  // empty in a pool without aliases
};

/// Returns the first question with each answer, by the answer's key.
[[nodiscard]] std::vector<std::uint32_t> first_with_answer(const pool_words& words);

/// Returns true if two questions of the pool have the same normalised text.
[[nodiscard]] bool same_question(const pool_words& words, std::size_t a, std::size_t b) noexcept;

/// Returns true if two questions have the same paragraph: title and normalised text.
[[nodiscard]] bool same_paragraph(const pool_words& words, std::size_t a, std::size_t b) noexcept;

/// Returns true if two questions share an answer or alias after normalisation.
[[nodiscard]] bool same_answer(const pool_words& words, std::size_t a, std::size_t b) noexcept;

/// Returns true if the title or the text of a paragraph mentions the answer of question i.
[[nodiscard]] bool is_answer_in(const pool_words& words, std::size_t i, std::size_t paragraph) noexcept;

/// Returns true if it mentions the answer of question i or one of its aliases.
[[nodiscard]] bool is_answer_or_alias_in(const pool_words& words, std::size_t i, std::size_t paragraph) noexcept;

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/compose/detail/pool_words.ipp>
#endif
