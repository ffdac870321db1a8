// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Plans the requests that show which pairs need both questions: heads without context, tails without the answer that
// they mention, in folds for training and testing (Trivedi et al. 2022, Sec. 5, S3).
//   auto plan = mhqa::plan_connection(pool, words, pairs, seed);  // any model answers plan.heads and plan.tails
#pragma once

#include <mhqa/compose/connection_limits.hpp>
#include <mhqa/compose/distractors.hpp>
#include <mhqa/compose/pool.hpp>
#include <mhqa/compose/pool_words.hpp>
#include <mhqa/compose/requests.hpp>
#include <mhqa/error.hpp>
#include <mhqa/parallel.hpp>
#include <mhqa/random.hpp>

#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

namespace mhqa::inline v0_1 {

/// A tail with the mentions of one answer masked: the key of a verdict.
struct masked_tail {
  std::uint32_t tail = 0;
  std::uint32_t answer = 0;  ///< pool_words::answer_key of the head

  friend constexpr bool operator==(const masked_tail&, const masked_tail&) = default;
  friend constexpr auto operator<=>(const masked_tail&, const masked_tail&) = default;
};

/// The requests to models.
///
/// Shape: heads[i] asks the question of some pair's head without context; tails[i] asks masks[i], with its own
///        paragraph among distractors. Both ascend, without repeats. Of an answer's spellings, that of the pool's first
///        question with the answer is masked
struct connection_plan {
  std::vector<reading_request> heads;
  std::vector<reading_request> tails;
  std::vector<masked_tail> masks;  ///< by tail request

  friend bool operator==(const connection_plan&, const connection_plan&) = default;
};

/// The use of a fold in one round of cross-validation.
enum class fold_use : std::uint8_t { train, validate, test };

/// Returns the use of a fold: of five, the round's own is for testing, the next for validation, three for training.
/// Requires: fold < folds, round < folds
/// Example: use_of_fold(0, 4, 5) == fold_use::validate
[[nodiscard]] constexpr fold_use use_of_fold(std::uint32_t fold, std::uint32_t round, std::uint32_t folds) noexcept {
  MHQA_EXPECTS(fold < folds && round < folds,
               "mhqa::use_of_fold: expected a fold and a round below the number of folds");
  if (fold == round) return fold_use::test;
  return fold == (round + 1) % folds ? fold_use::validate : fold_use::train;
}

namespace detail {

// Returns the folds, whose sizes differ by at most one, of n questions.
[[nodiscard]] std::vector<std::uint32_t> folds_of(std::size_t n, std::uint32_t folds, std::uint64_t seed,
                                                  std::string_view purpose);

// Returns the questions of the heads, ascending, without repeats; the masks of the tails likewise.
[[nodiscard]] std::vector<std::uint32_t> heads_of(std::span<const question_pair> pairs);
[[nodiscard]] std::vector<masked_tail> masks_of(const pool_words& words, std::span<const question_pair> pairs);

// Returns the requests about them, without folds and contexts. `answer` is the one that is masked.
[[nodiscard]] reading_request head_request(const single_hop_pool& pool, std::uint32_t head);
[[nodiscard]] reading_request tail_request(const single_hop_pool& pool, std::uint32_t tail, std::string_view answer);

// Assigns folds, whose sizes differ by at most one, to the distinct questions of the requests; all masks of one
// question share a fold.
void assign_folds(std::span<reading_request> requests, std::uint32_t folds, std::uint64_t seed,
                  std::string_view purpose);

}  // namespace detail

/// Plans the requests that decide which of these pairs are connected; contexts(plan) fills in the context of each of
/// plan.tails, whose id, question and text are known, as are plan.masks.
///
/// Shape:   pairs in any order -> one head request per distinct head, one tail request per distinct (tail, answer)
/// Errors:  data_error for fewer than three folds
/// Differs: masks of one question share a fold, so no model is tested on a question that it was trained on
template <std::invocable<connection_plan&> Contexts, class E = serial_executor>
requires executor<std::remove_reference_t<E>>
[[nodiscard]] connection_plan plan_connection_with(const single_hop_pool& pool, const pool_words& words,
                                                   std::span<const question_pair> pairs, std::uint64_t seed,
                                                   const connection_limits& limits, Contexts&& contexts,
                                                   E&& exec = {}) {
  if (limits.folds < 3) throw_data_error({}, "plan_connection: expected at least 3 folds");
  connection_plan plan;
  if (limits.heads) {
    for (const std::uint32_t h : detail::heads_of(pairs)) plan.heads.push_back(detail::head_request(pool, h));
    detail::assign_folds(plan.heads, limits.folds, seed, "connection heads");
  }
  if (!limits.tails) return plan;
  plan.masks = detail::masks_of(words, pairs);
  plan.tails.resize(plan.masks.size());
  const std::vector<std::uint32_t> first = first_with_answer(words);
  for_each_chunk(exec, plan.masks.size(), 256, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const masked_tail& m = plan.masks[i];
      plan.tails[i] = detail::tail_request(pool, m.tail, pool.questions[first[m.answer]].answer);
    }
  });
  contexts(plan);
  detail::assign_folds(plan.tails, limits.folds, seed, "connection tails");
  return plan;
}

/// Plans the requests that decide which of these pairs are connected.
///
/// Shape:   as plan_connection_with(). Distractors are the best hits for the masked question among the pool's
///          paragraphs, without the tail's own; if too few share a word with it, others, drawn by the seed, fill the
///          rest. Paragraphs are in seeded order
/// Errors:  data_error for fewer than three folds
/// Cost:    one search per tail; the result does not depend on the executor
/// Source:  Trivedi et al. 2022, Sec. 5, S3
template <class E = serial_executor>
requires executor<std::remove_reference_t<E>>
[[nodiscard]] connection_plan plan_connection(const single_hop_pool& pool, const pool_words& words,
                                              std::span<const question_pair> pairs, std::uint64_t seed,
                                              const connection_limits& limits = {}, E&& exec = {}) {
  const auto contexts = [&](connection_plan& plan) {
    const distractor_search distractors{pool, words, exec};
    for_each_chunk(exec, plan.tails.size(), 256, [&](std::size_t begin, std::size_t end) {
      auto search = distractors.searcher();
      for (std::size_t i = begin; i < end; ++i) {
        reading_request& r = plan.tails[i];
        const std::uint32_t& own = pool.questions[r.question].paragraph;
        draws random{seed, r.id};
        r.context = search(r.text, limits.distractors, std::span{&own, 1}, random);
        r.context.push_back(own);
        shuffle<std::uint32_t>(r.context, random);
      }
    });
  };
  return plan_connection_with(pool, words, pairs, seed, limits, contexts, exec);
}

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/compose/detail/connection_plan.ipp>
#endif
