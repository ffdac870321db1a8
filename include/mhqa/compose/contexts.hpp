// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Builds the context of a composed question: its supports, and the best hits for its single-hop questions without the
// intermediate answers, in a seeded order (Trivedi et al. 2022, Sec. 5, S6).
//   auto contexts = mhqa::build_contexts(pool, words, distractors, made, seed);
#pragma once

#include <mhqa/compose/composition.hpp>
#include <mhqa/compose/distractors.hpp>
#include <mhqa/compose/pool.hpp>
#include <mhqa/compose/pool_words.hpp>
#include <mhqa/parallel.hpp>
#include <mhqa/random.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace mhqa::inline v0_1 {

/// The paragraphs of the pool that may be distractors.
enum class distractor_source : std::uint8_t {
  gold,    ///< positive distractors: paragraphs of the pool's questions
  corpus,  ///< all paragraphs of the pool within the limits of length, as from a full corpus
};

/// Options for building contexts, with the paper's values.
///
/// Source: Trivedi et al. 2022, Sec. 5, S6, and Sec. 8.2, Table 7: 10 or 20 paragraphs, positive or full distractors
struct context_options {
  std::size_t paragraphs = 20;  ///< supports included
  distractor_source source = distractor_source::gold;
  std::size_t min_corpus_words = 20;   ///< limits for distractor_source::corpus,
  std::size_t max_corpus_words = 300;  ///< in words of text; both inclusive

  friend constexpr bool operator==(const context_options&, const context_options&) = default;
};

/// A paragraph of a context.
struct composed_paragraph {
  std::uint32_t paragraph = 0;  ///< position in the pool
  bool supporting = false;

  friend constexpr bool operator==(const composed_paragraph&, const composed_paragraph&) = default;
};

/// The paragraphs of one question's context.
using composed_context = std::vector<composed_paragraph>;

/// Appends the paragraphs of a corpus to those of a pool, for distractor_source::corpus.
///
/// Shape:   keeps the pool's positions; the result may repeat paragraphs, but a context never does
/// Example: pool_words words{with_corpus(pool, wikipedia)}
[[nodiscard]] single_hop_pool with_corpus(single_hop_pool pool, std::span<const context_paragraph> corpus);

/// Returns the query for distractors: the single-hop questions in the order of the steps, separated by spaces, without
/// mentions of answers that other steps need.
///
/// Source:  Trivedi et al. 2022, Sec. 5, S6
/// Example: "Who wrote Emma?", "When was Jane Austen born?" give "Who wrote Emma? When was born?"
[[nodiscard]] std::string context_query(const single_hop_pool& pool, const composition& c);

namespace detail {

// Builds contexts one after another; use one per thread.
class context_builder {
 public:
  context_builder(const single_hop_pool& pool, const pool_words& words, const distractor_search& distractors,
                  const std::vector<bool>& gold, const context_options& options)
      : pool_{pool}, words_{words}, find_{distractors.searcher()}, gold_{gold}, options_{options} {}

  // `kept` of the supports, and distractors among the paragraphs that `accept` admits.
  template <class Accept>
  [[nodiscard]] composed_context operator()(const composition& c, const std::vector<std::uint32_t>& supports,
                                            const std::vector<bool>& kept, draws random, Accept&& accept) {
    composed_context out;
    for (std::size_t i = 0; i < supports.size(); ++i) {
      if (kept[i]) out.push_back({supports[i], true});
    }
    const std::size_t room = options_.paragraphs - std::min(options_.paragraphs, out.size());
    const auto usable = [&](std::uint32_t p) {
      const auto repeats = [&](std::uint32_t s) { return std::ranges::equal(words_.text(p), words_.text(s)); };
      return is_source(p) && std::none_of(supports.begin(), supports.end(), repeats) && accept(p);
    };
    for (const std::uint32_t p : find_(context_query(pool_, c), room, supports, random, usable)) {
      out.push_back({p, false});
    }
    shuffle<composed_paragraph>(out, random);
    return out;
  }

 private:
  [[nodiscard]] bool is_source(std::uint32_t p) const;

  const single_hop_pool& pool_;
  const pool_words& words_;
  distractor_search::finder find_;
  const std::vector<bool>& gold_;
  const context_options& options_;
};

// Marks the paragraphs that belong to a question.
[[nodiscard]] std::vector<bool> gold_paragraphs(const single_hop_pool& pool);

[[nodiscard]] std::vector<std::uint32_t> supports_of(const single_hop_pool& pool, const composition& c);

}  // namespace detail

/// Builds the contexts of composed questions.
///
/// Shape:     n compositions -> n contexts of options.paragraphs paragraphs, including the supports; fewer if the pool
///            has too few possible distractors. No distractor has the text of a support or equals another. The pool is
///            that of the good single-hop questions; draws depend only on the seed and the question's id, so the result
///            is the same for any executor and order
/// Undefined: more supports than options.paragraphs: all stay
/// Cost:      one search per question
/// Source:    Trivedi et al. 2022, Sec. 5, S6
template <class E = serial_executor>
requires executor<std::remove_reference_t<E>>
[[nodiscard]] std::vector<composed_context> build_contexts(const single_hop_pool& pool, const pool_words& words,
                                                           const distractor_search& distractors,
                                                           std::span<const composition> compositions,
                                                           std::uint64_t seed, const context_options& options = {},
                                                           E&& exec = {}) {
  const std::vector<bool> gold = detail::gold_paragraphs(pool);
  std::vector<composed_context> out(compositions.size());
  for_each_chunk(exec, compositions.size(), 64, [&](std::size_t begin, std::size_t end) {
    detail::context_builder build{pool, words, distractors, gold, options};
    for (std::size_t i = begin; i < end; ++i) {
      const composition& c = compositions[i];
      const auto supports = detail::supports_of(pool, c);
      out[i] = build(c, supports, std::vector<bool>(supports.size(), true), draws{seed, id_of(pool, c), 6},
                     [](std::uint32_t) { return true; });
    }
  });
  return out;
}

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/compose/detail/contexts.ipp>
#endif
