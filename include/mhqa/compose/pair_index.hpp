// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Indexes each answer of a pool (a bridge) with the questions that it answers, the heads, and the questions that
// mention it, the tails. Linear in the pool, although the pairs of a frequent answer are quadratic (Trivedi et al.
// 2022, Sec. 5, S2).
#pragma once

#include <mhqa/compose/mentions.hpp>
#include <mhqa/compose/pool.hpp>
#include <mhqa/compose/pool_words.hpp>
#include <mhqa/parallel.hpp>
#include <mhqa/part_number.hpp>
#include <mhqa/text/normalize.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0_1 {

/// The bridges of a pool; the pool and its words must outlive it.
///
/// Shape:  bridge b < bridges() is a distinct normalised answer, in the order of the pool's questions, that at least
///         one other question mentions; heads(b) and tails(b) are positions in the pool, ascending. A question may be
///         in both, but does not form a pair with itself. With a part, only the bridges whose normalised answer the
///         part takes: each bridge of the pool is in exactly one part, and keeps its place in the order
/// Cost:   O(words); 16 bytes per question and 4 per mention. The result does not depend on the executor
/// Source: Trivedi et al. 2022, Sec. 5, S2 (i)
class pair_index {
 public:
  template <class E = serial_executor>
  requires executor<std::remove_reference_t<E>> pair_index(const single_hop_pool& pool, const pool_words& words,
                                                           E&& exec = {}, const part_number& part = {})
      : pool_{&pool}, words_{&words} {
    answers all{words};
    const std::size_t n = words.questions();
    constexpr std::size_t grain = 1U << 14U;
    std::vector<found> runs(n / grain + (n % grain != 0 ? 1 : 0));
    for_each_chunk(exec, n, grain, [&](std::size_t begin, std::size_t end) {
      finder find{all, words};
      found& out = runs[begin / grain];
      out.first = static_cast<std::uint32_t>(begin);
      for (std::size_t i = begin; i < end; i += finder::block) find(i, std::min(end, i + finder::block), out);
      out.keys.shrink_to_fit();
    });
    collect(all, std::move(runs), part);
  }

  [[nodiscard]] std::size_t bridges() const noexcept { return head_first_.size() - 1; }
  [[nodiscard]] std::span<const std::uint32_t> heads(std::size_t bridge) const noexcept {
    return std::span{heads_}.subspan(head_first_[bridge], head_first_[bridge + 1] - head_first_[bridge]);
  }
  [[nodiscard]] std::span<const std::uint32_t> tails(std::size_t bridge) const noexcept {
    return std::span{tails_}.subspan(tail_first_[bridge], tail_first_[bridge + 1] - tail_first_[bridge]);
  }
  /// Returns the number of pairs of distinct questions, before any rule.
  [[nodiscard]] std::uint64_t candidates() const noexcept { return candidates_; }

  [[nodiscard]] const single_hop_pool& pool() const noexcept { return *pool_; }
  [[nodiscard]] const pool_words& words() const noexcept { return *words_; }

 private:
  struct found {                       // the answers that a run of questions mentions
    std::uint32_t first = 0;           // question
    std::vector<std::uint32_t> keys;   // each once per question
    std::vector<std::uint32_t> after;  // by question: the end of its keys

    template <class F>  // f(key, question)
    void for_each(F&& f) const {
      std::size_t at = 0;
      for (std::size_t i = 0; i < after.size(); ++i) {
        for (; at < after[i]; ++at) f(keys[at], first + static_cast<std::uint32_t>(i));
      }
    }
  };

  // The distinct answers by their words.
  struct answers {
    struct slot {
      std::uint32_t tag = 0;
      std::uint32_t question = pool_words::unknown;  // the first with this answer
      std::uint32_t number = 0;                      // of the answer
    };
    std::vector<slot> slots;
    std::vector<std::uint64_t> lengths;  // by first word: bit n - 1 for n words, bit 63 for 64 and more
    std::size_t longest = 0;
    std::vector<std::uint32_t> number;  // by answer_key: 0, 1, … for answers with words, in the pool's order
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

  // Finds the answers that questions mention, several questions at a time, so that cache misses overlap.
  class finder {
   public:
    static constexpr std::size_t block = 16;

    finder(const answers& all, const pool_words& words) : all_{all}, words_{words} {}

    void operator()(std::size_t begin, std::size_t end, found& out) {
      for (std::size_t i = begin; i < end; ++i) {
        for (const std::uint32_t word : words_.question(i)) detail::fetch(all_.lengths.data() + word);
      }
      runs_.clear();
      for (std::size_t i = begin; i < end; ++i) add_runs(i);
      for (const run& r : runs_) {
        const auto& slot = all_.slots[all_.place(r.hash)];
        if (slot.tag == static_cast<std::uint32_t>(r.hash)) words_.prefetch(slot.question);
      }
      for (const run& r : runs_) {
        const auto& slot = all_.slots[all_.place(r.hash)];
        if (slot.tag == static_cast<std::uint32_t>(r.hash) && slot.question != pool_words::unknown) {
          words_.prefetch_words(slot.question);
        }
      }
      std::size_t at = 0;
      for (std::size_t i = begin; i < end; ++i) {
        const std::size_t before = out.keys.size();
        for (; at < runs_.size() && runs_[at].question == i; ++at) {
          const run& r = runs_[at];
          const std::uint32_t key = all_.lookup(words_, words_.question(i).subspan(r.begin, r.size), r.hash);
          if (key != pool_words::unknown) out.keys.push_back(key);
        }
        const auto mine = out.keys.begin() + static_cast<std::ptrdiff_t>(before);
        if (out.keys.size() - before > 1) {
          std::sort(mine, out.keys.end());
          out.keys.erase(std::unique(mine, out.keys.end()), out.keys.end());
        }
        out.after.push_back(static_cast<std::uint32_t>(out.keys.size()));
      }
    }

   private:
    struct run {  // of a question's words, as long as some answer with the same first word
      std::uint32_t question;
      std::uint32_t begin;
      std::uint32_t size;
      std::uint64_t hash;
    };

    void add_runs(std::size_t i) {
      const auto text = words_.question(i);
      for (std::size_t begin = 0; begin < text.size(); ++begin) {
        const std::uint64_t mask = all_.lengths[text[begin]];
        if (mask == 0) continue;
        const std::size_t most = std::min(
            (mask >> 63U) != 0 ? all_.longest : static_cast<std::size_t>(std::bit_width(mask)), text.size() - begin);
        std::uint64_t hash = detail::hash_words({});
        for (std::size_t n = 1; n <= most; ++n) {
          hash = detail::hash_word(hash, text[begin + n - 1]);
          if (((mask >> (std::min<std::size_t>(n, 64) - 1)) & 1U) == 0) continue;
          detail::fetch(&all_.slots[all_.place(hash)]);
          runs_.push_back(
              {static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(n), hash});
        }
      }
    }

    const answers& all_;
    const pool_words& words_;
    std::vector<run> runs_;
  };

  void collect(const answers& all, std::vector<found> runs, const part_number& part) {
    const std::size_t n = words_->questions();
    std::vector<std::uint32_t> tails(all.size, 0), own(all.size, 0);
    const auto key_of = [&](std::size_t i) { return all.number[words_->answer_key(i)]; };
    for (const found& run : runs) {
      run.for_each([&](std::uint32_t key, std::uint32_t tail) {
        ++tails[key];
        own[key] += key_of(tail) == key ? 1U : 0U;
      });
    }
    // An answer is a bridge if a question other than its only head mentions it.
    std::vector<std::uint32_t> heads(all.size, 0), bridge(all.size, pool_words::unknown);
    std::vector<std::uint32_t> first(part.count == 1 ? 0 : all.size);  // question with this answer
    for (std::uint32_t i = 0; i < n; ++i) {
      if (key_of(i) == pool_words::unknown) continue;
      if (++heads[key_of(i)] == 1 && part.count != 1) first[key_of(i)] = i;
    }
    for (std::uint32_t key = 0; key < all.size; ++key) {
      const std::uint64_t pairs = std::uint64_t{heads[key]} * tails[key] - own[key];
      if (pairs == 0) continue;
      if (part.count != 1 && !part.takes(normalize(pool_->questions[first[key]].answer))) continue;
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
    for (found& run : runs) {
      run.for_each([&](std::uint32_t key, std::uint32_t tail) {
        if (const std::uint32_t b = bridge[key]; b != pool_words::unknown) tails_[next[b]++] = tail;
      });
      run = {};
    }
  }

  const single_hop_pool* pool_;
  const pool_words* words_;
  std::vector<std::uint32_t> heads_, tails_;
  std::vector<std::uint64_t> head_first_{0}, tail_first_{0};
  std::uint64_t candidates_ = 0;
};

}  // namespace v0_1
}  // namespace mhqa
