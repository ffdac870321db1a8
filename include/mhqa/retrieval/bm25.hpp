// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// BM25: build an index over documents, save its bytes, validate loaded bytes, and search many queries at once.
//   auto index = mhqa::build_bm25(paragraphs);
//   auto hits = mhqa::search_bm25(index, queries, 10);
#pragma once

#include <mhqa/parallel.hpp>
#include <mhqa/retrieval/analyzer.hpp>
#include <mhqa/retrieval/bm25_build.hpp>
#include <mhqa/retrieval/bm25_index.hpp>
#include <mhqa/retrieval/bm25_model.hpp>
#include <mhqa/retrieval/bm25_search.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <ranges>
#include <type_traits>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1 {

/// The hits of each query, as search_bm25() returns them; reads like a vector of vectors.
class query_hits {
 public:
  query_hits() = default;
  explicit query_hits(std::vector<std::vector<search_hit>> hits) noexcept : hits_{std::move(hits)} {}

  [[nodiscard]] std::size_t size() const noexcept { return hits_.size(); }
  [[nodiscard]] bool empty() const noexcept { return hits_.empty(); }
  [[nodiscard]] auto begin() const noexcept { return hits_.begin(); }
  [[nodiscard]] auto end() const noexcept { return hits_.end(); }
  [[nodiscard]] const std::vector<search_hit>& operator[](std::size_t query) const& noexcept { return hits_[query]; }
  /// \overload By value, so that `for (const auto& hit : search_bm25(index, queries, 10)[0])` keeps what it visits.
  [[nodiscard]] std::vector<search_hit> operator[](std::size_t query) && noexcept { return std::move(hits_[query]); }

  friend bool operator==(const query_hits&, const query_hits&) = default;

 private:
  std::vector<std::vector<search_hit>> hits_;
};

/// Returns the best k documents of each query.
///
/// Shape:   m queries -> m lists of at most k hits, equal to bm25_searcher's for every executor
/// Errors:  exceptions of the analyzer propagate
/// Cost:    12 bytes of memory per document and thread
/// Example: search_bm25(index, std::vector<std::string>{"red fox"}, 10)[0][0].document
template <indexed_range Queries, class A = musique_analyzer, class E = serial_executor>
requires analyzer<A, std::ranges::range_value_t<Queries>> && executor<std::remove_reference_t<E>>
[[nodiscard]] query_hits search_bm25(const bm25_view& index, const Queries& queries, std::size_t k,
                                     const A& analyze = {}, E&& exec = {}) {
  const auto count = static_cast<std::size_t>(std::ranges::size(queries));
  std::vector<std::vector<search_hit>> out(count);
  const std::size_t tasks = std::min(count, std::max<std::size_t>(exec.concurrency(), 1));
  std::atomic<std::size_t> next{0};
  exec.for_each(tasks, [&](std::size_t) {
    bm25_searcher searcher{index};
    A mine = analyze;
    using difference = std::ranges::range_difference_t<Queries>;
    // Queries differ in cost by orders of magnitude, so each task takes a few at a time.
    constexpr std::size_t share = 16;
    for (std::size_t begin = next.fetch_add(share); begin < count; begin = next.fetch_add(share)) {
      for (std::size_t q = begin; q < std::min(begin + share, count); ++q) {
        const auto hits = searcher.search(std::ranges::begin(queries)[static_cast<difference>(q)], k, mine);
        out[q].assign(hits.begin(), hits.end());
      }
    }
  });
  return query_hits{std::move(out)};
}

}  // namespace mhqa::inline v0_1
