// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds the k best documents of a BM25 index. Lists are read from the shortest to the longest until the rest cannot
// lift a new document into the best k (MaxScore; Turtle and Flood 1995), without the blocks whose largest weight is too
// low (Ding and Suel 2011). Documents in which a rarer term occurs twice or more come first, as the others' bounds are
// lower without them. Long queries are summed list by list. The result equals that of exhaustive scoring, to the bit.
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/retrieval/analyzer.hpp>
#include <mhqa/retrieval/bm25_index.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1 {

/// A document and its score.
struct search_hit {
  std::uint32_t document;
  double score;

  friend constexpr bool operator==(const search_hit&, const search_hit&) = default;
};

/// Searches one index repeatedly; uses a bit per document, and 8 bytes once a query has 256 terms. Use one per thread.
class bm25_searcher {
 public:
  /// The bytes that the view refers to must outlive the searcher.
  explicit bm25_searcher(const bm25_view& index);

  /// Returns the best k documents for the query's terms, best first; ties by document number.
  ///
  /// Shape:    a term counts once per occurrence in the query; fewer than k hits if fewer documents contain a term of
  ///           positive weight. Valid until the next call
  /// Units:    the model's score; the order of the query's terms does not matter
  /// Errors:   data_error for a term that is not in the index
  /// Cost:     at most O(postings of the terms), usually far less; no allocation once warm
  [[nodiscard]] std::span<const search_hit> search_terms(std::span<const term_id> terms, std::size_t k);

  /// \overload The terms that the analyzer finds in a query; terms that no document contains are ignored.
  ///
  /// Shape:  documents whose score is below `least` may be left out
  /// Errors: data_error for another analyzer than the index was built with, if both have an analyzer_key()
  template <class Query, class A>
  requires analyzer<A, Query>
  [[nodiscard]] std::span<const search_hit> search(const Query& query, std::size_t k, A& analyze, double least = 0) {
    const std::uint64_t key = analyzer_key(analyze);
    if (key != 0 && index_.analyzer() != 0 && key != index_.analyzer()) {
      throw_data_error({}, "expected the analyzer that the BM25 index was built with, found another", errc::mismatch);
    }
    query_.clear();
    asked_ = 0;
    for_each_term(analyze, query, [this](std::string_view term) {
      ++asked_;
      if (const auto id = index_.find(term)) query_.push_back(*id);
    });
    known_ = query_.size();
    return best(k, least);
  }

  /// The terms of the last query that was searched with an analyzer, and how many of them the index has.
  [[nodiscard]] std::size_t terms_of_query() const noexcept { return asked_; }
  [[nodiscard]] std::size_t known_terms_of_query() const noexcept { return known_; }

 private:
  struct weighted {
    term_id term;
    double times;
    double bound;  // of the weights in documents that are not complete
    bool read;     // all documents of the list are complete, or cannot be among the best
  };

  /// A document of a list: the sum of the lists before it, and its weight there until that is added.
  struct candidate {
    std::uint32_t document;
    double score;
    double own;
  };

  [[nodiscard]] std::span<const search_hit> best(std::size_t k, double least = 0);

  static bool better(const search_hit& a, const search_hit& b) noexcept {
    return a.score != b.score ? a.score > b.score : a.document < b.document;
  }

  /// Sorts the distinct terms, strongest first: every document's score is summed in this order.
  void weigh();

  /// Sums whole lists, in the order of every score. Bounds exclude little where there are many terms, and looking each
  /// document up in every list takes the square of their number.
  void sum_lists();

  /// Returns a bound of the scores of documents that are not complete.
  [[nodiscard]] double unread_bound() const noexcept;

  /// Sums the bounds of the unread terms from each on, without term i.
  void bound_others(std::size_t i);

  /// Completes the documents in which a term occurs twice or more, one term after another, and lowers the term's bound
  /// to that of the others. Leaves out lists whose bound would hardly fall, and frequent terms, which have many of
  /// them.
  void read_repeated();

  /// Completes the documents of a list that can be among the best. Those that an earlier list has are complete, and
  /// those of read_repeated(); should one be met again, its sum without the read lists is not above its score, so it
  /// cannot rise.
  void read_list(std::size_t i);

  /// Completes the documents of list i that can be among the best and in which the term occurs `from` times or more.
  void complete_list(std::size_t i, std::uint8_t from);

  /// Adds the unread lists to the first `count` candidates of list i, one list after another in the order in which
  /// every score is summed, and keeps the best.
  void complete(std::size_t i, std::size_t count);

  /// The k best of the hits added since start(k).
  class best_hits {
   public:
    /// Sums below `least` need not be added.
    void start(std::size_t k, double least) noexcept;
    /// No hit has a sum below this, in any order of summation. While there are fewer than k hits, it is lower than
    /// every sum that is to be added.
    [[nodiscard]] double needed() const noexcept;
    /// Returns false if k others are better.
    bool add(const search_hit& hit);
    [[nodiscard]] std::span<search_hit> sorted();

   private:
    std::size_t k_ = 0;
    double least_ = 0;
    std::vector<search_hit> hits_;  // a heap, the worst first
  };

  static constexpr std::size_t batch = 256;
  static constexpr std::size_t long_query = 256;  // terms that documents contain

  bm25_view index_;
  std::vector<std::uint64_t> kept_;    // a bit for each document that was among the best
  std::vector<std::uint32_t> marked_;  // those documents
  std::vector<double> sums_;           // of each document, for long queries
  std::vector<term_id> query_;
  std::size_t asked_ = 0, known_ = 0;
  std::vector<weighted> weighted_;
  std::vector<posting_list> lists_;
  std::vector<std::size_t> shortest_first_;
  std::vector<double> rest_;  // see bound_others()
  double everywhere_ = 0;     // the terms' sum in a document without any of them
  best_hits best_;
  std::vector<detail::list_match> spotted_;  // documents of a list, whose weights are on their way into the cache
  std::vector<candidate> found_;
  std::vector<detail::list_match> matches_;
};

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/retrieval/detail/bm25_search.ipp>
#endif
