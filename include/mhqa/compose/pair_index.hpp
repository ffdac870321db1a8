// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Indexes each answer of a pool (a bridge) with the questions that it answers, the heads, and the questions that
// mention it, the tails. Linear in the pool, although the pairs of a frequent answer are quadratic (Trivedi et al.
// 2022, Sec. 5, S2).
#pragma once

#include <mhqa/compose/divided_bridges.hpp>
#include <mhqa/compose/pool.hpp>
#include <mhqa/compose/pool_words.hpp>
#include <mhqa/parallel.hpp>
#include <mhqa/part_number.hpp>
#include <mhqa/text/normalize.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

namespace mhqa::inline v0_1 {

/// The bridges of a pool; the pool and its words must outlive it.
///
/// Shape:  bridge b < bridges() is a distinct normalised answer, in the order of the pool's questions, that at least
///         one other question mentions; heads(b) and tails(b) are positions in the pool, ascending. A question may be
///         in both, but does not form a pair with itself. With a part, only the bridges that have candidates for it:
///         a bridge of up to `undivided` candidates falls to the part that takes its normalised answer. The candidates
///         of others are divided by the ids of their heads, or of their tails if there are more of these. `known` has
///         the divided bridges of a whole pool, if this is a part of it
/// Cost:   O(words); 4 bytes per question and per mention, 12 per bridge; while it is made, 5 more per mention and
///         about 20 per distinct answer. The result does not depend on the executor
/// Source: Trivedi et al. 2022, Sec. 5, S2 (i)
class pair_index {
 public:
  template <class E = serial_executor>
  requires executor<std::remove_reference_t<E>> pair_index(const single_hop_pool& pool, const pool_words& words,
                                                           E&& exec = {}, const part_number& part = {},
                                                           const divided_bridges& known = {})
      : pool_{&pool}, words_{&words}, known_{known} {
    collect(find(words, exec), part);
  }

  [[nodiscard]] std::size_t bridges() const noexcept { return head_first_.size() - 1; }
  [[nodiscard]] std::span<const std::uint32_t> heads(std::size_t bridge) const noexcept {
    return std::span{heads_}.subspan(head_first_[bridge], head_first_[bridge + 1] - head_first_[bridge]);
  }
  [[nodiscard]] std::span<const std::uint32_t> tails(std::size_t bridge) const noexcept {
    return std::span{tails_}.subspan(tail_first_[bridge], tail_first_[bridge + 1] - tail_first_[bridge]);
  }
  /// Returns the number of pairs of distinct questions that the part takes, before any rule.
  [[nodiscard]] std::uint64_t candidates() const noexcept { return candidates_; }

  /// The most heads times tails of a bridge that falls to one part.
  static constexpr std::uint64_t undivided = 4096;
  [[nodiscard]] bool is_divided(std::size_t bridge) const noexcept { return divides_ && divided_[bridge]; }
  /// Returns true if the part takes the candidate of heads(bridge)[head] and tails(bridge)[tail].
  [[nodiscard]] bool takes(std::size_t bridge, std::size_t head, std::size_t tail) const noexcept {
    return elsewhere_.empty() ||
           !(elsewhere_[head_first_[bridge] + head] || elsewhere_[heads_.size() + tail_first_[bridge] + tail]);
  }

  [[nodiscard]] const single_hop_pool& pool() const noexcept { return *pool_; }
  [[nodiscard]] const pool_words& words() const noexcept { return *words_; }

 private:
  // The answers that consecutive questions mention.
  struct found {
    static constexpr std::uint8_t more = 255;  // continues in the next count

    std::vector<std::uint32_t> keys;   // each once per question
    std::vector<std::uint8_t> counts;  // of keys, by question

    void end_question(std::size_t size);
    void append(const found& other);
    void clear() noexcept;
    template <class F>  // f(key, question)
    void for_each(F&& f) const {
      std::uint32_t question = 0;
      std::size_t at = 0;
      for (const std::uint8_t count : counts) {
        for (const std::size_t end = at + count; at < end; ++at) f(keys[at], question);
        question += count != more ? 1U : 0U;
      }
    }
  };

  // The distinct answers by their words.
  struct answers {
    detail::item_table table;            // of keys
    std::vector<std::uint64_t> lengths;  // by first word: bit n - 1 for n words, bit 63 for 64 and more
    std::size_t longest = 0;

    explicit answers(const pool_words& words);
  };

  // Finds the answers that questions mention, several questions at a time, so that cache misses overlap.
  class finder {
   public:
    static constexpr std::size_t block = 16;

    finder(const answers& all, const pool_words& words) : all_{all}, words_{words} {}

    void operator()(std::size_t begin, std::size_t end, found& out);

   private:
    struct run {  // of a question's words, as long as some answer with the same first word
      std::uint32_t question;
      std::uint32_t begin;
      std::uint32_t size;
      std::uint64_t hash;
    };

    void add_runs(std::size_t i);

    const answers& all_;
    const pool_words& words_;
    std::vector<run> runs_;
  };

  template <class E>
  [[nodiscard]] static found find(const pool_words& words, E& exec) {
    constexpr std::size_t grain = 1U << 14U;
    const std::size_t n = words.questions(), round = std::max<std::size_t>(exec.concurrency(), 1) * 8 * grain;
    const answers all{words};
    found out;
    out.keys.reserve(2 * n);  // unused memory is never touched
    out.counts.reserve(n + n / 8);
    std::vector<found> runs(round / grain);  // reused, so that the threads hold little memory
    for (std::size_t begin = 0; begin < n; begin += round) {
      const std::size_t size = std::min(round, n - begin);
      for_each_chunk(exec, size, grain, [&](std::size_t from, std::size_t to) {
        finder look{all, words};
        found& run = runs[from / grain];
        run.clear();
        for (std::size_t i = from; i < to; i += finder::block) {
          look(begin + i, begin + std::min(to, i + finder::block), run);
        }
      });
      for (std::size_t from = 0; from < size; from += grain) out.append(runs[from / grain]);
    }
    return out;
  }

  void collect(found mentioned, const part_number& part);

  // Returns by which side a bridge is divided, if the whole pool says so.
  [[nodiscard]] std::optional<bool> known_by_tail(std::uint32_t answer) const;

  // Marks what the larger bridges leave to other parts, and counts what they leave to this one.
  void divide(const part_number& part);

  struct uses {  // of an answer
    std::uint32_t heads = 0;
    std::uint32_t tails = 0;
    std::uint32_t both = 0;  // questions that have the answer and mention it
  };

  [[nodiscard]] std::vector<uses> count_uses(const found& mentioned) const;

  // Returns the number of each answer's bridge, and `unknown` for an answer that is not a bridge. An answer is a bridge
  // if it has a head and a tail that are different questions.
  [[nodiscard]] std::vector<std::uint32_t> number_bridges(const std::vector<uses>& all, const part_number& part);

  // Groups questions by bridge; each(add) calls add(bridge, question) for all of them.
  template <class Place, class Each>
  static void fill(std::vector<std::uint32_t>& questions, std::vector<Place>& first, Each&& each) {
    questions.resize(first.back());
    each([&](std::uint32_t bridge, std::uint32_t question) { questions[first[bridge]++] = question; });
    first.pop_back();  // each entry has become the next one
    first.insert(first.begin(), 0);
  }

  const single_hop_pool* pool_;
  const pool_words* words_;
  divided_bridges known_;
  std::vector<bool> divided_;  // by bridge; empty without parts
  std::vector<std::uint32_t> heads_, tails_;
  std::vector<std::uint32_t> head_first_{0};  // a question is a head of one bridge at most
  std::vector<std::uint64_t> tail_first_{0};
  std::vector<bool> elsewhere_;  // heads, then tails, of other parts; empty without a divided bridge
  std::uint64_t candidates_ = 0;
  bool divides_ = false;
};

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/compose/detail/pair_index.ipp>
#endif
