// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Which questions mention which answers: for every answer of a pool (a bridge) the questions that it answers, the
// heads, and the questions that mention it, the tails. Linear in the pool, though the pairs of a popular answer are
// quadratic (Trivedi et al. 2022, Sec. 5, S2).
#pragma once

#include <mhqa/compose/mentions.hpp>
#include <mhqa/compose/pool.hpp>
#include <mhqa/compose/pool_words.hpp>
#include <mhqa/parallel.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

namespace mhqa {
inline namespace v0 {

/// The bridges of a pool; the pool and its words must outlive it.
///
/// Shape:  bridge b < bridges() is a different normalised answer, in the order of the pool's questions, that at least
///         one other question mentions; heads(b) and tails(b) are positions in the pool, ascending. A question may be
///         among both; it is no pair with itself
/// Cost:   O(words); 16 bytes a question and 4 a mention. The result does not depend on the executor
/// Source: Trivedi et al. 2022, Sec. 5, S2 (i)
class pair_index {
 public:
  template <class E = serial_executor>
  requires executor<std::remove_reference_t<E>> pair_index(const single_hop_pool& pool, const pool_words& words,
                                                           E&& exec = {})
      : pool_{&pool}, words_{&words} {
    answers all{words};
    const std::size_t n = words.questions();
    constexpr std::size_t grain = 1U << 14U;
    std::vector<std::vector<found>> runs(n / grain + (n % grain != 0 ? 1 : 0));
    for_each_chunk(exec, n, grain, [&](std::size_t begin, std::size_t end) {
      std::vector<found>& out = runs[begin / grain];
      for (std::size_t i = begin; i < end; ++i) all.find(words, static_cast<std::uint32_t>(i), out);
    });
    collect(all, runs);
  }

  [[nodiscard]] std::size_t bridges() const noexcept { return head_first_.size() - 1; }
  [[nodiscard]] std::span<const std::uint32_t> heads(std::size_t bridge) const noexcept {
    return std::span{heads_}.subspan(head_first_[bridge], head_first_[bridge + 1] - head_first_[bridge]);
  }
  [[nodiscard]] std::span<const std::uint32_t> tails(std::size_t bridge) const noexcept {
    return std::span{tails_}.subspan(tail_first_[bridge], tail_first_[bridge + 1] - tail_first_[bridge]);
  }
  /// How many pairs of two different questions there are in all, before any rule.
  [[nodiscard]] std::uint64_t candidates() const noexcept { return candidates_; }

  [[nodiscard]] const single_hop_pool& pool() const noexcept { return *pool_; }
  [[nodiscard]] const pool_words& words() const noexcept { return *words_; }

 private:
  struct found {  // answer `key` is mentioned in question `tail`
    std::uint32_t key;
    std::uint32_t tail;
  };

  // The different answers by their words.
  struct answers {
    struct slot {
      std::uint32_t tag = 0;
      std::uint32_t question = pool_words::unknown;  // the first that has the answer
      std::uint32_t number = 0;                      // of the answer
    };
    std::vector<slot> slots;
    std::vector<std::uint64_t> lengths;  // by first word: bit n - 1 for n words, bit 63 for 64 and more
    std::size_t longest = 0;
    std::vector<std::uint32_t> number;  // by answer_key: 0, 1, … for those with words, in the pool's order
    std::uint32_t size = 0;

    explicit answers(const pool_words& words) : lengths(words.vocabulary(), 0) {
      std::uint32_t keys = 0;
      for (std::size_t i = 0; i < words.questions(); ++i) keys = std::max(keys, words.answer_key(i) + 1);
      number.assign(keys, pool_words::unknown);
      for (std::size_t i = 0; i < words.questions(); ++i) {
        std::uint32_t& known = number[words.answer_key(i)];
        if (known == pool_words::unknown && !words.answer(i).empty()) known = size++;
      }
      slots.resize(std::bit_ceil(std::size_t{size} * 2 + 2));
      std::uint32_t next = 0;
      for (std::uint32_t i = 0; i < words.questions(); ++i) {
        if (words.answer(i).empty() || number[words.answer_key(i)] != next) continue;
        const auto answer = words.answer(i);
        lengths[answer[0]] |= std::uint64_t{1} << (std::min<std::size_t>(answer.size(), 64) - 1);
        longest = std::max(longest, answer.size());
        const std::uint64_t hash = detail::hash_words(answer);
        std::size_t at = place(hash);
        while (slots[at].question != pool_words::unknown) at = (at + 1) & (slots.size() - 1);
        slots[at] = {static_cast<std::uint32_t>(hash), i, next++};
      }
    }

    [[nodiscard]] std::size_t place(std::uint64_t hash) const noexcept {
      return static_cast<std::size_t>(hash >> 20U) & (slots.size() - 1);
    }

    // The answers that question `tail` mentions, each once.
    void find(const pool_words& words, std::uint32_t tail, std::vector<found>& out) const {
      const auto text = words.question(tail);
      const std::size_t before = out.size();
      for (std::size_t begin = 0; begin < text.size(); ++begin) {
        const std::uint64_t mask = lengths[text[begin]];
        if (mask == 0) continue;
        const std::size_t most = std::min((mask >> 63U) != 0 ? longest : static_cast<std::size_t>(std::bit_width(mask)),
                                          text.size() - begin);
        std::uint64_t hash = detail::hash_words({});
        for (std::size_t n = 1; n <= most; ++n) {
          hash = detail::hash_word(hash, text[begin + n - 1]);
          if (((mask >> (std::min<std::size_t>(n, 64) - 1)) & 1U) == 0) continue;
          const std::uint32_t key = lookup(words, text.subspan(begin, n), hash);
          if (key != pool_words::unknown) out.push_back({key, tail});
        }
      }
      if (out.size() - before < 2) return;
      const auto mine = out.begin() + static_cast<std::ptrdiff_t>(before);
      std::ranges::sort(mine, out.end(), {}, &found::key);
      out.erase(std::unique(mine, out.end(), [](const found& a, const found& b) { return a.key == b.key; }), out.end());
    }

    [[nodiscard]] std::uint32_t lookup(const pool_words& words, std::span<const std::uint32_t> run,
                                       std::uint64_t hash) const {
      for (std::size_t at = place(hash);; at = (at + 1) & (slots.size() - 1)) {
        const slot& s = slots[at];
        if (s.question == pool_words::unknown) return pool_words::unknown;
        if (s.tag == static_cast<std::uint32_t>(hash) && std::ranges::equal(words.answer(s.question), run)) {
          return s.number;
        }
      }
    }
  };

  void collect(const answers& all, const std::vector<std::vector<found>>& runs) {
    const std::size_t n = words_->questions();
    std::vector<std::uint32_t> tails(all.size, 0), own(all.size, 0);
    const auto key_of = [&](std::size_t i) { return all.number[words_->answer_key(i)]; };
    for (const auto& run : runs) {
      for (const found& f : run) {
        ++tails[f.key];
        own[f.key] += key_of(f.tail) == f.key ? 1U : 0U;
      }
    }
    // An answer is a bridge if a question mentions it that is not its only head.
    std::vector<std::uint32_t> heads(all.size, 0), bridge(all.size, pool_words::unknown);
    for (std::size_t i = 0; i < n; ++i) {
      if (key_of(i) != pool_words::unknown) ++heads[key_of(i)];
    }
    for (std::uint32_t key = 0; key < all.size; ++key) {
      const std::uint64_t pairs = std::uint64_t{heads[key]} * tails[key] - own[key];
      if (pairs == 0) continue;
      bridge[key] = static_cast<std::uint32_t>(bridges());
      candidates_ += pairs;
      head_first_.push_back(head_first_.back() + heads[key]);
      tail_first_.push_back(tail_first_.back() + tails[key]);
    }
    heads_.resize(head_first_.back());
    tails_.resize(tail_first_.back());
    std::vector<std::uint64_t> next(head_first_.begin(), head_first_.end());
    for (std::uint32_t i = 0; i < n; ++i) {
      if (key_of(i) == pool_words::unknown) continue;
      if (const std::uint32_t b = bridge[key_of(i)]; b != pool_words::unknown) heads_[next[b]++] = i;
    }
    next.assign(tail_first_.begin(), tail_first_.end());
    for (const auto& run : runs) {
      for (const found& f : run) {
        if (const std::uint32_t b = bridge[f.key]; b != pool_words::unknown) tails_[next[b]++] = f.tail;
      }
    }
  }

  const single_hop_pool* pool_;
  const pool_words* words_;
  std::vector<std::uint32_t> heads_, tails_;
  std::vector<std::uint64_t> head_first_{0}, tail_first_{0};
  std::uint64_t candidates_ = 0;
};

}  // namespace v0
}  // namespace mhqa
