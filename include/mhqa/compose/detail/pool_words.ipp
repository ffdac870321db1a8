// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of pool_words.hpp.
#pragma once

#include <mhqa/compose/pool_words.hpp>

#include <mhqa/compose/mentions.hpp>
#include <mhqa/error.hpp>
#include <mhqa/random.hpp>

#include <algorithm>

namespace mhqa::inline v0_1 {
namespace detail {

MHQA_INLINE void word_reader::look_ahead(std::string_view text) {
  form_.assign(text);
  const std::size_t begin = bytes_.size();
  bytes_ += form_.text();
  for (const token& t : form_.tokens()) {
    const std::uint64_t key = term_key(t.in(form_.text()));
    words_.prefetch(key);
    ahead_.push_back({key, begin + t.begin, t.size});
  }
  ends_.push_back(ahead_.size());
}

MHQA_INLINE void word_reader::take_row(word_rows& to) {
  take([&](std::uint32_t word) { to.add(word); });
  to.end_row();
}

}  // namespace detail

MHQA_INLINE pool_words::pool_words(const single_hop_pool& pool) : places_{pool.places} {
  if (pool.paragraphs.size() >= detail::no_term) {
    throw_data_error({}, "pool_words: more than 2^32 - 2 answers or paragraphs");
  }
  detail::word_reader read;
  add_questions(pool, read);
  const auto fetch_question = [this](std::size_t i, int step) {
    step == 0 ? detail::fetch(&own_[i]) : detail::fetch(question_words_.data() + own_[i].begin);
  };
  question_keys_ = detail::equal_numbers::among(
      questions(), [this](std::size_t i) { return detail::hash_words(question(i)); },
      [this](std::size_t a, std::size_t b) { return std::ranges::equal(question(a), question(b)); }, fetch_question);
  add_paragraphs(pool, read);
  vocabulary_ = std::move(read).finish();
}

MHQA_INLINE std::span<const std::uint32_t> pool_words::answer_keys(std::size_t i) const noexcept {
  if (key_first_.empty()) return {&own_[i].answer, 1};
  return std::span{answer_keys_}.subspan(key_first_[i], key_first_[i + 1] - key_first_[i]);
}

MHQA_INLINE std::vector<std::uint32_t> pool_words::words_of(std::string_view text) const {
  const normalized form{text};
  std::vector<std::uint32_t> out;
  for (const token& t : form.tokens()) out.push_back(vocabulary_.find(t.in(form.text())));
  return out;
}

MHQA_INLINE void pool_words::add_questions(const single_hop_pool& pool, detail::word_reader& read) {
  const std::size_t n = pool.questions.size();
  std::size_t answers = n, question_bytes = 0, answer_bytes = 0;
  for (const single_hop& q : pool.questions) {
    answers += q.aliases.size();
    question_bytes += q.question.size();
    answer_bytes += q.answer.size();
  }
  if (answers >= detail::no_term) throw_data_error({}, "pool_words: more than 2^32 - 2 answers or paragraphs");
  // Unused memory is never touched.
  own_.reserve(n + 1);
  question_words_.reserve(question_bytes / 4);
  phrases_.reserve(n, answer_bytes);
  if (answers != n) alias_first_.push_back(0);
  detail::word_rows some, aliases;  // the answers of a block of questions; the aliases of all
  for (std::size_t begin = 0; begin < n; begin += block) {
    some.clear();
    const auto together = std::span{pool.questions}.subspan(begin, std::min(block, n - begin));
    for (const single_hop& q : together) {
      if (q.paragraph >= pool.paragraphs.size()) {
        throw_data_error({}, "pool_words: question " + std::string{q.id} + " has paragraph " +
                                 std::to_string(q.paragraph) + ", the pool has " +
                                 std::to_string(pool.paragraphs.size()));
      }
      read.look_ahead(q.question);
      read.look_ahead(q.answer);
      for (const std::string_view alias : q.aliases) read.look_ahead(alias);
    }
    for (const single_hop& q : together) {
      own_.push_back({detail::end_of_row(question_words_), 0, q.paragraph});
      read.take([&](std::uint32_t word) { question_words_.push_back(word); });
      read.take_row(some);
      if (answers == n) continue;
      for (std::size_t k = 0; k < q.aliases.size(); ++k) read.take_row(aliases);
      alias_first_.push_back(static_cast<std::uint32_t>(aliases.size()));
    }
    phrases_.add(some, [&, at = begin](std::uint32_t key) mutable { own_[at++].answer = key; });
  }
  own_.push_back({detail::end_of_row(question_words_), 0, 0});
  distinct_answers_ = static_cast<std::uint32_t>(phrases_.size());
  if (answers != n) add_aliases(aliases);
}

MHQA_INLINE void pool_words::add_aliases(const detail::word_rows& all) {
  alias_keys_.reserve(all.size());
  phrases_.add(all, [&](std::uint32_t key) { alias_keys_.push_back(key); });
  answer_keys_.reserve(questions() + all.size());
  key_first_.reserve(questions() + 1);
  key_first_.push_back(0);
  for (std::size_t i = 0; i < questions(); ++i) {
    const auto begin = static_cast<std::ptrdiff_t>(answer_keys_.size());
    answer_keys_.push_back(answer_key(i));
    for (std::size_t k = 0; k < aliases(i); ++k) answer_keys_.push_back(alias_keys_[alias_first_[i] + k]);
    std::sort(answer_keys_.begin() + begin, answer_keys_.end());
    answer_keys_.erase(std::unique(answer_keys_.begin() + begin, answer_keys_.end()), answer_keys_.end());
    key_first_.push_back(static_cast<std::uint32_t>(answer_keys_.size()));
  }
}

MHQA_INLINE void pool_words::add_paragraphs(const single_hop_pool& pool, detail::word_reader& read) {
  const std::size_t n = pool.paragraphs.size();
  std::size_t bytes = 0;
  for (const context_paragraph& p : pool.paragraphs) bytes += p.text.size();
  titles_.reserve(n);
  texts_.reserve(n, bytes);
  detail::word_rows some;  // the titles of a block of paragraphs
  for (std::size_t begin = 0; begin < n; begin += block) {
    some.clear();
    const auto together = std::span{pool.paragraphs}.subspan(begin, std::min(block, n - begin));
    for (const context_paragraph& p : together) {
      read.look_ahead(p.title);
      read.look_ahead(p.text);
    }
    for (std::size_t k = 0; k < together.size(); ++k) {
      read.take_row(some);
      read.take_row(texts_);
    }
    phrases_.add(some, [this](std::uint32_t key) { titles_.push_back(key); });
  }
  phrases_.finish();
  paragraph_keys_ = detail::equal_numbers::among(
      n, [&](std::size_t i) { return detail::hash_words(texts_[i]) ^ stable_hash(pool.paragraphs[i].title); },
      [&](std::size_t a, std::size_t b) {
        return std::ranges::equal(texts_[a], texts_[b]) && pool.paragraphs[a].title == pool.paragraphs[b].title;
      },
      [&](std::size_t i, int step) { step == 0 ? texts_.prefetch(i) : texts_.prefetch_values(i); });
  for (own_place& q : std::span{own_}.first(questions())) q.paragraph = paragraph_keys_[q.paragraph];
}

MHQA_INLINE std::vector<std::uint32_t> first_with_answer(const pool_words& words) {
  std::vector<std::uint32_t> out(words.distinct_answers());
  for (std::size_t i = words.questions(); i-- > 0;) out[words.answer_key(i)] = static_cast<std::uint32_t>(i);
  return out;
}

MHQA_INLINE bool same_question(const pool_words& words, std::size_t a, std::size_t b) noexcept {
  return words.question_key(a) == words.question_key(b);
}

MHQA_INLINE bool same_paragraph(const pool_words& words, std::size_t a, std::size_t b) noexcept {
  return words.own_paragraph_key(a) == words.own_paragraph_key(b);
}

MHQA_INLINE bool same_answer(const pool_words& words, std::size_t a, std::size_t b) noexcept {
  const auto x = words.answer_keys(a), y = words.answer_keys(b);
  for (std::size_t i = 0, j = 0; i < x.size() && j < y.size();) {
    if (x[i] == y[j]) return true;
    ++(x[i] < y[j] ? i : j);
  }
  return false;
}

MHQA_INLINE bool is_answer_in(const pool_words& words, std::size_t i, std::size_t paragraph) noexcept {
  return is_mentioned(words.answer(i), words.text(paragraph)) || is_mentioned(words.answer(i), words.title(paragraph));
}

MHQA_INLINE bool is_answer_or_alias_in(const pool_words& words, std::size_t i, std::size_t paragraph) noexcept {
  if (is_answer_in(words, i, paragraph)) return true;
  for (std::size_t k = 0; k < words.aliases(i); ++k) {
    const auto alias = words.alias(i, k);
    if (is_mentioned(alias, words.text(paragraph)) || is_mentioned(alias, words.title(paragraph))) return true;
  }
  return false;
}

}  // namespace mhqa::inline v0_1
