// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The words of a pool: questions, answers and paragraphs normalised once, as numbers of one vocabulary, with keys that
// show whether two questions share a paragraph, an answer or their text (Trivedi et al. 2022, Sec. 5).
//   mhqa::pool_words words{pool};  if (mhqa::is_mentioned(words.answer(head), words.question(tail))) …
#pragma once

#include <mhqa/compose/mentions.hpp>
#include <mhqa/compose/pool.hpp>
#include <mhqa/error.hpp>
#include <mhqa/random.hpp>
#include <mhqa/retrieval/vocabulary.hpp>
#include <mhqa/text/normalize.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa {
inline namespace v0_1 {

namespace detail {

inline void fetch([[maybe_unused]] const void* from) noexcept {
#if defined(__GNUC__)
  __builtin_prefetch(from);
#endif
}

// Rows of numbers, concatenated.
class word_rows {
 public:
  [[nodiscard]] std::size_t size() const noexcept { return first_.size() - 1; }
  [[nodiscard]] std::span<const std::uint32_t> operator[](std::size_t row) const noexcept {
    return std::span{values_}.subspan(first_[row], first_[row + 1] - first_[row]);
  }
  // Reserves for `bytes` of text; unused memory is never touched.
  void reserve(std::size_t rows, std::size_t bytes) {
    first_.reserve(rows + 1);
    values_.reserve(bytes / 4);
  }
  // Prefetches what operator[] reads first; after that, the row.
  void prefetch(std::size_t row) const noexcept { fetch(first_.data() + row); }
  void prefetch_values(std::size_t row) const noexcept { fetch(values_.data() + first_[row]); }
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

struct number_slot {
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
  std::uint32_t thing = none;
  std::uint32_t tag = 0;
};

// Numbers n items so that equal ones get the same number, in order of first occurrence. `fetch_row(i, step)` prefetches
// an item in two steps, because most of the time is spent on cache misses.
template <class Hash, class Equal, class FetchRow>
[[nodiscard]] std::vector<std::uint32_t> number_equal(std::size_t n, Hash&& hash, Equal&& equal, FetchRow&& fetch_row) {
  constexpr std::uint32_t none = number_slot::none;
  std::vector<number_slot> slots(std::bit_ceil(n + n / 2 + 2));
  std::vector<std::uint32_t> numbers(n);
  const std::size_t mask = slots.size() - 1;
  constexpr std::size_t block = 32;
  std::array<std::uint64_t, block> hashes;
  std::uint32_t next = 0;
  for (std::size_t begin = 0; begin < n; begin += block) {
    const std::size_t size = std::min(block, n - begin);
    for (std::size_t k = 0; k < size; ++k) {
      hashes[k] = hash(begin + k);
      fetch(&slots[static_cast<std::size_t>(hashes[k]) & mask]);
    }
    for (int step = 0; step < 2; ++step) {
      for (std::size_t k = 0; k < size; ++k) {
        const number_slot& s = slots[static_cast<std::size_t>(hashes[k]) & mask];
        if (s.thing != none && s.tag == static_cast<std::uint32_t>(hashes[k] >> 32U)) fetch_row(s.thing, step);
      }
    }
    for (std::size_t k = 0; k < size; ++k) {
      const std::size_t i = begin + k;
      const auto tag = static_cast<std::uint32_t>(hashes[k] >> 32U);
      std::size_t at = static_cast<std::size_t>(hashes[k]) & mask;
      while (slots[at].thing != none && (slots[at].tag != tag || !equal(slots[at].thing, i))) at = (at + 1) & mask;
      if (slots[at].thing == none) {
        slots[at] = {static_cast<std::uint32_t>(i), tag};
        numbers[i] = next++;
      } else {
        numbers[i] = numbers[slots[at].thing];
      }
    }
  }
  return numbers;
}

// Extends the hash of a run of words by one word.
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

/// The normalised words of a pool as numbers. The pool's texts must outlive it.
///
/// Shape:  question(i), answer(i), alias(i, k): the words of question i; title(p), text(p): of paragraph p. Keys are
///         equal exactly if the items are: question_key(i) is that of the normalised question, paragraph_key(p) of
///         title and normalised text, answer_keys(i) of the normalised answer and aliases, sorted, without repeats
/// Errors: data_error for more than 2^32 - 2 words, answers or paragraphs, or a paragraph that is not in the pool
/// Cost:   O(bytes); 4 bytes per word, about 40 per question
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
    if (answers != n) alias_first_.push_back(0);
    texts_.reserve(pool.paragraphs.size(), text_bytes);
    for (const single_hop& q : pool.questions) {
      if (q.paragraph >= pool.paragraphs.size()) {
        throw_data_error({}, "pool_words: question " + std::string{q.id} + " has paragraph " +
                                 std::to_string(q.paragraph) + ", the pool has " +
                                 std::to_string(pool.paragraphs.size()));
      }
      add(own_, q.question);
      add(own_, q.answer);
      if (answers == n) continue;
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
  /// Returns the words of alias k of question i, k < aliases(i).
  [[nodiscard]] std::span<const std::uint32_t> alias(std::size_t i, std::size_t k) const noexcept {
    return aliases_[alias_first_[i] + k];
  }
  [[nodiscard]] std::size_t aliases(std::size_t i) const noexcept {
    return alias_first_.empty() ? 0 : alias_first_[i + 1] - alias_first_[i];
  }
  [[nodiscard]] std::span<const std::uint32_t> title(std::size_t paragraph) const noexcept {
    return titles_[paragraph];
  }
  [[nodiscard]] std::span<const std::uint32_t> text(std::size_t paragraph) const noexcept { return texts_[paragraph]; }

  [[nodiscard]] std::uint32_t question_key(std::size_t i) const noexcept { return question_keys_[i]; }
  [[nodiscard]] std::uint32_t paragraph_key(std::size_t paragraph) const noexcept { return paragraph_keys_[paragraph]; }
  /// Returns the key of the paragraph of question i.
  [[nodiscard]] std::uint32_t own_paragraph_key(std::size_t i) const noexcept { return own_paragraph_keys_[i]; }
  [[nodiscard]] std::span<const std::uint32_t> answer_keys(std::size_t i) const noexcept {
    if (key_first_.empty()) return {&own_answer_keys_[i], 1};
    return std::span{answer_keys_}.subspan(key_first_[i], key_first_[i + 1] - key_first_[i]);
  }
  /// Returns the key of the answer without its aliases.
  [[nodiscard]] std::uint32_t answer_key(std::size_t i) const noexcept { return own_answer_keys_[i]; }

  /// Prefetches what question(i), answer(i) and own_paragraph_key(i) read first; then the words.
  void prefetch(std::size_t i) const noexcept {
    own_.prefetch(2 * i);
    detail::fetch(own_paragraph_keys_.data() + i);
  }
  void prefetch_words(std::size_t i) const noexcept { own_.prefetch_values(2 * i); }

  /// Returns the number of distinct words; they are numbered from 0.
  [[nodiscard]] std::size_t vocabulary() const noexcept { return vocabulary_.size(); }
  [[nodiscard]] std::string_view word(std::uint32_t number) const noexcept { return vocabulary_.name(number); }
  /// The number of any word that is not in the pool.
  static constexpr std::uint32_t unknown = detail::no_term;

  /// Returns the words of another text in this vocabulary.
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
    for (const token& t : form_.tokens()) {  // looked up together, so that cache misses overlap
      keys_.push_back(detail::term_key(t.in(form_.text())));
      vocabulary_.prefetch(keys_.back());
    }
    for (std::size_t i = 0; i < keys_.size(); ++i) {
      rows.add(vocabulary_.insert(form_.tokens()[i].in(form_.text()), keys_[i]).id);
    }
    rows.end_row();
  }

  void number(const single_hop_pool& pool) {
    const auto numbered = [](const detail::word_rows& rows, std::size_t n, auto row_of) {
      return detail::number_equal(
          n, [&](std::size_t i) { return detail::hash_words(rows[row_of(i)]); },
          [&](std::size_t a, std::size_t b) { return std::ranges::equal(rows[row_of(a)], rows[row_of(b)]); },
          [&](std::size_t i, int step) { step == 0 ? rows.prefetch(row_of(i)) : rows.prefetch_values(row_of(i)); });
    };
    const std::size_t n = questions();
    question_keys_ = numbered(own_, n, [](std::size_t i) { return 2 * i; });
    paragraph_keys_ = detail::number_equal(
        texts_.size(),
        [&](std::size_t i) { return detail::hash_words(texts_[i]) ^ stable_hash(pool.paragraphs[i].title); },
        [&](std::size_t a, std::size_t b) {
          return std::ranges::equal(texts_[a], texts_[b]) && pool.paragraphs[a].title == pool.paragraphs[b].title;
        },
        [&](std::size_t i, int step) { step == 0 ? texts_.prefetch(i) : texts_.prefetch_values(i); });
    own_paragraph_keys_.reserve(n);
    for (const single_hop& q : pool.questions) own_paragraph_keys_.push_back(paragraph_keys_[q.paragraph]);
    if (aliases_.size() == 0) {  // each question's only key is its answer's
      own_answer_keys_ = numbered(own_, n, [](std::size_t i) { return 2 * i + 1; });
      return;
    }
    const auto answer_row = [this, n](std::size_t i) { return i < n ? answer(i) : aliases_[i - n]; };
    own_answer_keys_ = detail::number_equal(
        n + aliases_.size(), [&](std::size_t i) { return detail::hash_words(answer_row(i)); },
        [&](std::size_t a, std::size_t b) { return std::ranges::equal(answer_row(a), answer_row(b)); },
        [](std::size_t, int) {});
    answer_keys_.reserve(own_answer_keys_.size());
    key_first_.reserve(n + 1);
    key_first_.push_back(0);
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
  detail::word_rows own_;            // each question's words, then its answer's, which are used together
  detail::word_rows aliases_, titles_, texts_;
  std::vector<std::uint32_t> question_keys_, paragraph_keys_, own_answer_keys_, own_paragraph_keys_;
  std::vector<std::uint32_t> answer_keys_, key_first_, alias_first_;  // empty in a pool without aliases
};

/// Returns true if two questions of the pool have the same normalised text.
[[nodiscard]] inline bool same_question(const pool_words& words, std::size_t a, std::size_t b) noexcept {
  return words.question_key(a) == words.question_key(b);
}

/// Returns true if two questions have the same paragraph: title and normalised text.
[[nodiscard]] inline bool same_paragraph(const pool_words& words, std::size_t a, std::size_t b) noexcept {
  return words.own_paragraph_key(a) == words.own_paragraph_key(b);
}

/// Returns true if two questions share an answer or alias after normalisation.
[[nodiscard]] inline bool same_answer(const pool_words& words, std::size_t a, std::size_t b) noexcept {
  const auto x = words.answer_keys(a), y = words.answer_keys(b);
  for (std::size_t i = 0, j = 0; i < x.size() && j < y.size();) {
    if (x[i] == y[j]) return true;
    ++(x[i] < y[j] ? i : j);
  }
  return false;
}

/// Returns true if the title or the text of a paragraph mentions the answer of question i.
[[nodiscard]] inline bool is_answer_in(const pool_words& words, std::size_t i, std::size_t paragraph) noexcept {
  return is_mentioned(words.answer(i), words.text(paragraph)) || is_mentioned(words.answer(i), words.title(paragraph));
}

/// Returns true if it mentions the answer of question i or one of its aliases.
[[nodiscard]] inline bool is_answer_or_alias_in(const pool_words& words, std::size_t i,
                                                std::size_t paragraph) noexcept {
  if (is_answer_in(words, i, paragraph)) return true;
  for (std::size_t k = 0; k < words.aliases(i); ++k) {
    const auto alias = words.alias(i, k);
    if (is_mentioned(alias, words.text(paragraph)) || is_mentioned(alias, words.title(paragraph))) return true;
  }
  return false;
}

}  // namespace v0_1
}  // namespace mhqa
