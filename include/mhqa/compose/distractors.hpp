// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds distractors, paragraphs that seem to answer a question but do not support it: the best BM25 hits among the
// paragraphs of a pool (Trivedi et al. 2022, Sec. 5, S3 and S6).
//   mhqa::distractor_search all{pool, words};  auto find = all.searcher();  find(query, 9, supports, random);
#pragma once

#include <mhqa/compose/pool.hpp>
#include <mhqa/compose/pool_words.hpp>
#include <mhqa/parallel.hpp>
#include <mhqa/random.hpp>
#include <mhqa/retrieval/analyzer.hpp>
#include <mhqa/retrieval/bm25_build.hpp>
#include <mhqa/retrieval/bm25_index.hpp>
#include <mhqa/retrieval/bm25_model.hpp>
#include <mhqa/retrieval/bm25_search.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

namespace mhqa::inline v0_1 {

/// Analyzes the title and text of a paragraph, or a query, into words without English stop words.
class paragraph_analyzer {
 public:
  [[nodiscard]] constexpr std::uint64_t key() const noexcept { return terms_.key(); }
  template <class Sink>
  void operator()(const context_paragraph& paragraph, Sink&& sink) {
    terms_(paragraph.title, sink);
    terms_(paragraph.text, sink);
  }
  template <class Sink>
  void operator()(std::string_view query, Sink&& sink) {
    terms_(query, sink);
  }

 private:
  without_terms<musique_analyzer> terms_{musique_analyzer{}};
};

/// An index over a pool's paragraphs, without duplicates. Pool and words must outlive it.
///
/// Cost: that of build_bm25; searcher() allocates the memory of one thread
class distractor_search {
 public:
  template <class E = serial_executor>
  requires executor<std::remove_reference_t<E>> distractor_search(const single_hop_pool& pool, const pool_words& words,
                                                                  E&& exec = {},
                                                                  const bm25_model& model = bm25_models::lucene)
      : words_{&words}, index_{build_bm25(pool.paragraphs, model, paragraph_analyzer{}, exec)} {}

  /// Searches repeatedly; use one per thread.
  class finder {
   public:
    explicit finder(const distractor_search& all)
        : words_{all.words_}, search_{all.index_.view()}, paragraphs_{all.words_->paragraphs()} {}

    /// Returns at most k distinct paragraphs, best first, without those in `never`.
    ///
    /// Shape:   if fewer share a word with the query, `random` draws from the others; fewer than k if `accept` rejects
    ///          too many or the pool is too small
    /// Example: find("Who wrote?", 9, std::array{support}, random)
    template <std::predicate<std::uint32_t> Accept>
    [[nodiscard]] std::vector<std::uint32_t> operator()(std::string_view query, std::size_t k,
                                                        std::span<const std::uint32_t> never, draws& random,
                                                        Accept&& accept) {
      k = std::min(k, paragraphs_);
      std::vector<std::uint32_t> out;
      const auto take = [&](std::uint32_t p) {
        const auto same = [&](std::uint32_t other) { return words_->paragraph_key(p) == words_->paragraph_key(other); };
        if (std::any_of(never.begin(), never.end(), same) || std::any_of(out.begin(), out.end(), same)) return;
        if (accept(p)) out.push_back(p);
      };
      for (std::size_t wide = 2 * k + never.size(); out.size() < k; wide *= 4) {
        const auto hits = search_.search(query, std::min(wide, paragraphs_), analyze_);
        out.clear();
        for (const search_hit& hit : hits) {
          if (out.size() == k) break;
          take(hit.document);
        }
        if (hits.size() < wide) break;
      }
      if (out.size() < k) {  // walks over all paragraphs from a random start by a random step
        const std::uint64_t start = random.below(paragraphs_);
        std::uint64_t step = 1 + random.below(std::max<std::uint64_t>(paragraphs_, 2) - 1);
        while (std::gcd(step, std::uint64_t{paragraphs_}) != 1) ++step;
        for (std::uint64_t i = 0, at = start; i < paragraphs_ && out.size() < k; ++i, at = (at + step) % paragraphs_) {
          take(static_cast<std::uint32_t>(at));
        }
      }
      return out;
    }
    [[nodiscard]] std::vector<std::uint32_t> operator()(std::string_view query, std::size_t k,
                                                        std::span<const std::uint32_t> never, draws& random) {
      return (*this)(query, k, never, random, [](std::uint32_t) { return true; });
    }

   private:
    const pool_words* words_;
    bm25_searcher search_;
    paragraph_analyzer analyze_;
    std::size_t paragraphs_;
  };

  [[nodiscard]] finder searcher() const& { return finder{*this}; }
  finder searcher() const&& = delete;  // the result refers to the index
  [[nodiscard]] const bm25_view& index() const& noexcept { return index_.view(); }
  const bm25_view& index() const&& = delete;

 private:
  const pool_words* words_;
  bm25_index index_;
};

}  // namespace mhqa::inline v0_1
