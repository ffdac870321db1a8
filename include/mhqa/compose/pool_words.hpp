// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The words of a pool: its questions, answers and paragraphs normalised once, as numbers of one vocabulary, and what
// tells whether two questions share a paragraph, an answer or their text (Trivedi et al. 2022, Sec. 5).
//   mhqa::pool_words words{pool};  if (mhqa::is_mentioned(words.answer(head), words.question(tail))) …
#pragma once

#include <mhqa/compose/mentions.hpp>
#include <mhqa/compose/pool.hpp>
#include <mhqa/error.hpp>
#include <mhqa/random.hpp>
#include <mhqa/retrieval/vocabulary.hpp>
#include <mhqa/text/normalize.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa {
inline namespace v0 {

namespace detail {

// Rows of numbers, one after another.
class word_rows {
 public:
  [[nodiscard]] std::size_t size() const noexcept { return first_.size() - 1; }
  [[nodiscard]] std::span<const std::uint32_t> operator[](std::size_t row) const noexcept {
    return std::span{values_}.subspan(first_[row], first_[row + 1] - first_[row]);
  }
  // `bytes` of text; what is reserved too much is never touched.
  void reserve(std::size_t rows, std::size_t bytes) {
    first_.reserve(rows + 1);
    values_.reserve(bytes / 4);
  }
  void add(std::uint32_t word) { values_.push_back(word); }
  void end_row() {
    if (values_.size() > std::numeric_limits<std::uint32_t>::max()) {
      throw_data_error({}, "pool_words: more than 2^32 - 1 words");
    }
    first_.push_back(static_cast<std::uint32_t>(values_.size()));
  }

 private:
  std::vector<std::uint32_t> values_;
  std::vector<std::uint32_t> first_{0};
};

// Numbers n things so that equal ones get the same number, in the order of their first appearance.
template <class Hash, class Equal>
[[nodiscard]] std::vector<std::uint32_t> number_equal(std::size_t n, Hash&& hash, Equal&& equal) {
  constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> slots(std::bit_ceil(n + n / 2 + 2), none), numbers(n);
  const std::size_t mask = slots.size() - 1;
  std::uint32_t next = 0;
  for (std::size_t i = 0; i < n; ++i) {
    std::size_t at = static_cast<std::size_t>(hash(i)) & mask;
    while (slots[at] != none && !equal(slots[at], i)) at = (at + 1) & mask;
    if (slots[at] == none) {
      slots[at] = static_cast<std::uint32_t>(i);
      numbers[i] = next++;
    } else {
      numbers[i] = numbers[slots[at]];
    }
  }
  return numbers;
}

// The hash of a run grows word by word.
[[nodiscard]] constexpr std::uint64_t hash_word(std::uint64_t hash, std::uint32_t word) noexcept {
  hash = (hash ^ word) * 0xD6E8FEB86659FD93U;
  return hash ^ (hash >> 32U);
}
[[nodiscard]] constexpr std::uint64_t hash_words(std::span<const std::uint32_t> words) noexcept {
  std::uint64_t hash = 0x9E3779B97F4A7C15U;
  for (const std::uint32_t word : words) hash = hash_word(hash, word);
  return hash;
}

}  // namespace detail

/// The normalised words of a pool as numbers; the pool's texts must outlive it.
///
/// Shape:  question(i), answer(i), alias(i, k): the words of question i; title(p), text(p): of paragraph p. Keys are
/// equal
///         exactly where the things are the same: question_key(i) the normalised question, paragraph_key(p) title and
///         normalised text, answer_keys(i) the normalised answer and aliases, ascending, each once
/// Errors: data_error for more than 2^32 - 2 words, answers or paragraphs, or a paragraph that the pool does not have
/// Cost:   O(bytes); 4 bytes a word, about 40 a question
/// Source: Trivedi et al. 2022, Sec. 5; the texts are compared in MuSiQue's dialect
class pool_words {
 public:
  explicit pool_words(const single_hop_pool& pool) {
    const std::size_t n = pool.questions.size();
    std::size_t answers = n, own_bytes = 0, text_bytes = 0;
    for (const single_hop& q : pool.questions) {
      answers += q.aliases.size();
      own_bytes += q.question.size() + q.answer.size();
    }
    if (answers >= detail::no_term || pool.paragraphs.size() >= detail::no_term) {
      throw_data_error({}, "pool_words: more than 2^32 - 2 answers or paragraphs");
    }
    for (const context_paragraph& p : pool.paragraphs) text_bytes += p.text.size();
    own_.reserve(2 * n, own_bytes);
    texts_.reserve(pool.paragraphs.size(), text_bytes);
    for (const single_hop& q : pool.questions) {
      if (q.paragraph >= pool.paragraphs.size()) {
        throw_data_error({}, "pool_words: question " + std::string{q.id} + " has paragraph " +
                                 std::to_string(q.paragraph) + ", the pool has " +
                                 std::to_string(pool.paragraphs.size()));
      }
      add(own_, q.question);
      add(own_, q.answer);
      for (const std::string_view alias : q.aliases) add(aliases_, alias);
      alias_first_.push_back(static_cast<std::uint32_t>(aliases_.size()));
    }
    for (const context_paragraph& p : pool.paragraphs) {
      add(titles_, p.title);
      add(texts_, p.text);
    }
    number(pool);
  }

  [[nodiscard]] std::size_t questions() const noexcept { return own_.size() / 2; }
  [[nodiscard]] std::size_t paragraphs() const noexcept { return texts_.size(); }

  [[nodiscard]] std::span<const std::uint32_t> question(std::size_t i) const noexcept { return own_[2 * i]; }
  [[nodiscard]] std::span<const std::uint32_t> answer(std::size_t i) const noexcept { return own_[2 * i + 1]; }
  /// The words of alias k of question i, k < aliases(i).
  [[nodiscard]] std::span<const std::uint32_t> alias(std::size_t i, std::size_t k) const noexcept {
    return aliases_[alias_first_[i] + k];
  }
  [[nodiscard]] std::size_t aliases(std::size_t i) const noexcept { return alias_first_[i + 1] - alias_first_[i]; }
  [[nodiscard]] std::span<const std::uint32_t> title(std::size_t paragraph) const noexcept {
    return titles_[paragraph];
  }
  [[nodiscard]] std::span<const std::uint32_t> text(std::size_t paragraph) const noexcept { return texts_[paragraph]; }

  [[nodiscard]] std::uint32_t question_key(std::size_t i) const noexcept { return question_keys_[i]; }
  [[nodiscard]] std::uint32_t paragraph_key(std::size_t paragraph) const noexcept { return paragraph_keys_[paragraph]; }
  /// The key of the paragraph of question i.
  [[nodiscard]] std::uint32_t own_paragraph_key(std::size_t i) const noexcept { return own_paragraph_keys_[i]; }
  [[nodiscard]] std::span<const std::uint32_t> answer_keys(std::size_t i) const noexcept {
    return std::span{answer_keys_}.subspan(key_first_[i], key_first_[i + 1] - key_first_[i]);
  }
  /// The key of the answer alone, without its aliases.
  [[nodiscard]] std::uint32_t answer_key(std::size_t i) const noexcept { return own_answer_keys_[i]; }

  /// How many different words there are; they are numbered from 0.
  [[nodiscard]] std::size_t vocabulary() const noexcept { return vocabulary_.size(); }
  [[nodiscard]] std::string_view word(std::uint32_t number) const noexcept { return vocabulary_.name(number); }
  /// What stands for a word that the pool does not have.
  static constexpr std::uint32_t unknown = detail::no_term;

  /// The words of another text in this vocabulary.
  [[nodiscard]] std::vector<std::uint32_t> words_of(std::string_view text) const {
    const normalized form{text};
    std::vector<std::uint32_t> out;
    for (const token& t : form.tokens()) out.push_back(vocabulary_.find(t.in(form.text())));
    return out;
  }

 private:
  void add(detail::word_rows& rows, std::string_view text) {
    form_.assign(text);
    keys_.clear();
    for (const token& t : form_.tokens()) {  // looked up together, the words' places come from memory side by side
      keys_.push_back(detail::term_key(t.in(form_.text())));
      vocabulary_.prefetch(keys_.back());
    }
    for (std::size_t i = 0; i < keys_.size(); ++i) {
      rows.add(vocabulary_.insert(form_.tokens()[i].in(form_.text()), keys_[i]).id);
    }
    rows.end_row();
  }

  void number(const single_hop_pool& pool) {
    const auto numbered = [](std::size_t n, auto row) {
      return detail::number_equal(
          n, [&](std::size_t i) { return detail::hash_words(row(i)); },
          [&](std::size_t a, std::size_t b) { return std::ranges::equal(row(a), row(b)); });
    };
    const std::size_t n = questions();
    question_keys_ = numbered(n, [this](std::size_t i) { return question(i); });
    paragraph_keys_ = detail::number_equal(
        texts_.size(),
        [&](std::size_t i) { return detail::hash_words(texts_[i]) ^ stable_hash(pool.paragraphs[i].title); },
        [&](std::size_t a, std::size_t b) {
          return std::ranges::equal(texts_[a], texts_[b]) && pool.paragraphs[a].title == pool.paragraphs[b].title;
        });
    own_paragraph_keys_.reserve(n);
    for (const single_hop& q : pool.questions) own_paragraph_keys_.push_back(paragraph_keys_[q.paragraph]);
    own_answer_keys_ =
        numbered(n + aliases_.size(), [this, n](std::size_t i) { return i < n ? answer(i) : aliases_[i - n]; });
    answer_keys_.reserve(own_answer_keys_.size());
    key_first_.reserve(n + 1);
    for (std::size_t i = 0; i < n; ++i) {
      const auto begin = static_cast<std::ptrdiff_t>(answer_keys_.size());
      answer_keys_.push_back(own_answer_keys_[i]);
      for (std::size_t k = 0; k < aliases(i); ++k) answer_keys_.push_back(own_answer_keys_[n + alias_first_[i] + k]);
      std::sort(answer_keys_.begin() + begin, answer_keys_.end());
      answer_keys_.erase(std::unique(answer_keys_.begin() + begin, answer_keys_.end()), answer_keys_.end());
      key_first_.push_back(static_cast<std::uint32_t>(answer_keys_.size()));
    }
    own_answer_keys_.resize(n);
  }

  detail::vocabulary vocabulary_;
  normalized form_;
  std::vector<std::uint64_t> keys_;  // of one text
  detail::word_rows own_;            // each question's words, and behind them its answer's: they are needed together
  detail::word_rows aliases_, titles_, texts_;
  std::vector<std::uint32_t> question_keys_, paragraph_keys_, own_answer_keys_, own_paragraph_keys_;
  std::vector<std::uint32_t> answer_keys_;
  std::vector<std::uint32_t> key_first_{0}, alias_first_{0};
};

/// Whether two questions of the pool have the same normalised text.
[[nodiscard]] inline bool same_question(const pool_words& words, std::size_t a, std::size_t b) noexcept {
  return words.question_key(a) == words.question_key(b);
}

/// Whether two questions have the same paragraph: title and normalised text.
[[nodiscard]] inline bool same_paragraph(const pool_words& words, std::size_t a, std::size_t b) noexcept {
  return words.own_paragraph_key(a) == words.own_paragraph_key(b);
}

/// Whether two questions share an answer or alias after normalising.
[[nodiscard]] inline bool same_answer(const pool_words& words, std::size_t a, std::size_t b) noexcept {
  const auto x = words.answer_keys(a), y = words.answer_keys(b);
  for (std::size_t i = 0, j = 0; i < x.size() && j < y.size();) {
    if (x[i] == y[j]) return true;
    ++(x[i] < y[j] ? i : j);
  }
  return false;
}

/// Whether the answer of question i is mentioned in the title or the text of a paragraph.
[[nodiscard]] inline bool is_answer_in(const pool_words& words, std::size_t i, std::size_t paragraph) noexcept {
  return is_mentioned(words.answer(i), words.text(paragraph)) || is_mentioned(words.answer(i), words.title(paragraph));
}

/// Whether the answer of question i or one of its aliases is.
[[nodiscard]] inline bool is_answer_or_alias_in(const pool_words& words, std::size_t i,
                                                std::size_t paragraph) noexcept {
  if (is_answer_in(words, i, paragraph)) return true;
  for (std::size_t k = 0; k < words.aliases(i); ++k) {
    const auto alias = words.alias(i, k);
    if (is_mentioned(alias, words.text(paragraph)) || is_mentioned(alias, words.title(paragraph))) return true;
  }
  return false;
}

}  // namespace v0
}  // namespace mhqa
