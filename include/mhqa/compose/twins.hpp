// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Unanswerable twins: the same question over paragraphs that do not mention the answer to one of its steps. Together
// with the answerable questions they make up MuSiQue-Full (Trivedi et al. 2022, Sec. 5, S8).
//   auto twins = mhqa::build_twins(pool, words, distractors, made, seed);
#pragma once

#include <mhqa/compose/composition.hpp>
#include <mhqa/compose/contexts.hpp>
#include <mhqa/compose/distractors.hpp>
#include <mhqa/compose/pool.hpp>
#include <mhqa/compose/pool_words.hpp>
#include <mhqa/parallel.hpp>
#include <mhqa/random.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1 {

/// The context that makes a question unanswerable.
struct unanswerable_twin {
  composed_context context;  ///< kept supports stay marked as supporting
  std::uint32_t step = 0;    ///< the step whose answer no paragraph mentions, from 0
  bool first = false;        ///< true if the twin precedes the answerable question

  friend bool operator==(const unanswerable_twin&, const unanswerable_twin&) = default;
};

namespace detail {

// Draws the step whose answer is hidden, and which of the two questions is first.
inline void draw_twin(const composition& c, draws& random, unanswerable_twin& twin) {
  twin.step = static_cast<std::uint32_t>(random.below(c.steps().size()));
  twin.first = random.below(2) == 1;
}

}  // namespace detail

/// Builds the unanswerable twins of composed questions.
///
/// Shape:     n compositions -> n twins, built like build_contexts from the same query and options, but without the
///            sampled step's support and any paragraph, other steps' supports included, that mentions its answer or an
///            alias. The step is drawn uniformly; draws depend only on the seed and the question's id
/// Undefined: if too few paragraphs lack the answer, the context is smaller
/// Cost:      one search per question
/// Source:    Trivedi et al. 2022, Sec. 5, S8
template <class E = serial_executor>
requires executor<std::remove_reference_t<E>>
[[nodiscard]] std::vector<unanswerable_twin> build_twins(const single_hop_pool& pool, const pool_words& words,
                                                         const distractor_search& distractors,
                                                         std::span<const composition> compositions, std::uint64_t seed,
                                                         const context_options& options = {}, E&& exec = {}) {
  const std::vector<bool> gold = detail::gold_paragraphs(pool);
  std::vector<unanswerable_twin> out(compositions.size());
  for_each_chunk(exec, compositions.size(), 64, [&](std::size_t begin, std::size_t end) {
    detail::context_builder build{pool, words, distractors, gold, options};
    for (std::size_t i = begin; i < end; ++i) {
      const composition& c = compositions[i];
      draws random{seed, id_of(pool, c), 8};
      unanswerable_twin& twin = out[i];
      detail::draw_twin(c, random, twin);
      const std::uint32_t hidden = c.questions[twin.step];
      const auto silent = [&](std::uint32_t p) { return !is_answer_or_alias_in(words, hidden, p); };
      const auto supports = detail::supports_of(pool, c);
      std::vector<bool> kept;
      for (std::size_t s = 0; s < supports.size(); ++s) kept.push_back(s != twin.step && silent(supports[s]));
      twin.context = build(c, supports, kept, random, silent);
    }
  });
  return out;
}

}  // namespace mhqa::inline v0_1
