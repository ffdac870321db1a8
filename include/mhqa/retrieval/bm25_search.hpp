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
#include <mhqa/rounded.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa {
inline namespace v0_1 {

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
  explicit bm25_searcher(const bm25_view& index)
      : index_{index},
        kept_((index.documents() + 63) / 64, 0),
        spotted_(batch),
        found_(2 * batch),
        matches_(2 * batch) {}

  /// Returns the best k documents for the query's terms, best first; ties by document number.
  ///
  /// Shape:    a term counts once per occurrence in the query; fewer than k hits if fewer documents contain a term of
  ///           positive weight. Valid until the next call
  /// Units:    the model's score; the order of the query's terms does not matter
  /// Errors:   data_error for a term that is not in the index
  /// Cost:     at most O(postings of the terms), usually far less; no allocation once warm
  [[nodiscard]] std::span<const search_hit> search_terms(std::span<const term_id> terms, std::size_t k) {
    query_.assign(terms.begin(), terms.end());
    for (const term_id term : query_) {
      if (term >= index_.terms()) throw_data_error({}, "term " + std::to_string(term) + " is not in the BM25 index");
    }
    return best(k);
  }

  /// \overload The terms that the analyzer finds in a query; terms that no document contains are ignored.
  ///
  /// Errors: data_error for another analyzer than the index was built with, if both have an analyzer_key()
  template <class Query, class A>
  requires analyzer<A, Query>
  [[nodiscard]] std::span<const search_hit> search(const Query& query, std::size_t k, A& analyze) {
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
    return best(k);
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

  [[nodiscard]] std::span<const search_hit> best(std::size_t k) {
    if (k == 0 || query_.empty()) return {};
    weigh();
    best_.start(k);
    if (lists_.size() < long_query) {
      read_repeated();
      for (const std::size_t i : shortest_first_) {
        if (unread_bound() < best_.needed()) break;
        read_list(i);
      }
    } else {
      sum_lists();
    }
    for (const std::uint32_t document : marked_) kept_[document / 64] = 0;
    marked_.clear();
    const std::span<search_hit> found = best_.sorted();
    for (search_hit& hit : found) hit.score += everywhere_;
    return found;
  }

  static bool better(const search_hit& a, const search_hit& b) noexcept {
    return a.score != b.score ? a.score > b.score : a.document < b.document;
  }

  /// Sorts the distinct terms, strongest first: every document's score is summed in this order.
  void weigh() {
    std::sort(query_.begin(), query_.end());
    weighted_.clear();
    lists_.clear();
    everywhere_ = 0;
    for (std::size_t i = 0, end = 0; i < query_.size(); i = end) {
      while (end < query_.size() && query_[end] == query_[i]) ++end;
      const auto times = static_cast<double>(end - i);
      everywhere_ += rounded(times * double{index_.absent_weight(query_[i])});
      const double bound = rounded(times * double{index_.bound(query_[i])});
      if (bound > 0) weighted_.push_back({query_[i], times, bound, false});
    }
    std::sort(weighted_.begin(), weighted_.end(), [](const weighted& a, const weighted& b) {
      return a.bound != b.bound ? a.bound > b.bound : a.term < b.term;
    });
    for (const weighted& one : weighted_) lists_.push_back(index_.postings(one.term));
    shortest_first_.resize(weighted_.size());
    std::iota(shortest_first_.begin(), shortest_first_.end(), std::size_t{0});
    std::sort(shortest_first_.begin(), shortest_first_.end(), [this](std::size_t a, std::size_t b) {
      return lists_[a].size() != lists_[b].size() ? lists_[a].size() < lists_[b].size() : a < b;
    });
  }

  /// Sums whole lists, in the order of every score. Bounds exclude little where there are many terms, and looking each
  /// document up in every list takes the square of their number.
  void sum_lists() {
    sums_.resize(index_.documents());
    for (std::size_t i = 0; i < lists_.size(); ++i) {
      const posting_list& list = lists_[i];
      list.for_each([&](std::uint32_t document, float weight) {
        const double own = rounded(weighted_[i].times * double{weight});
        std::uint64_t& word = kept_[document / 64];
        const std::uint64_t bit = std::uint64_t{1} << (document % 64U);
        if ((word & bit) == 0) {
          word |= bit;
          marked_.push_back(document);
          sums_[document] = 0;
        }
        sums_[document] += own;
      });
    }
    for (const std::uint32_t document : marked_) best_.add({document, sums_[document]});
  }

  /// Returns a bound of the scores of documents that are not complete.
  [[nodiscard]] double unread_bound() const noexcept {
    double sum = 0;
    for (const weighted& one : weighted_) sum += one.read ? 0 : one.bound;
    return sum;
  }

  /// Sums the bounds of the unread terms from each on, without term i.
  void bound_others(std::size_t i) {
    rest_.assign(weighted_.size() + 1, 0.0);
    for (std::size_t j = weighted_.size(); j-- > 0;) {
      rest_[j] = rest_[j + 1] + (j == i || weighted_[j].read ? 0 : weighted_[j].bound);
    }
  }

  /// Completes the documents in which a term occurs twice or more, one term after another, and lowers the term's bound
  /// to that of the others. Leaves out lists whose bound would hardly fall, and frequent terms, which have many of
  /// them.
  void read_repeated() {
    constexpr double worthwhile = 0.8;
    for (const std::size_t i : shortest_first_) {
      if (lists_[i].dense()) return;  // as all that follow
      const double once = rounded(weighted_[i].times * lists_[i].once_bound());
      if (!(once < worthwhile * weighted_[i].bound)) continue;
      complete_list(i, 2);
      weighted_[i].bound = once;
    }
  }

  /// Completes the documents of a list that can be among the best. Those that an earlier list has are complete, and
  /// those of read_repeated(); should one be met again, its sum without the read lists is not above its score, so it
  /// cannot rise.
  void read_list(std::size_t i) {
    complete_list(i, 1);
    weighted_[i].read = true;
  }

  /// Completes the documents of list i that can be among the best and in which the term occurs `from` times or more.
  void complete_list(std::size_t i, std::uint8_t from) {
    const posting_list& list = lists_[i];
    const double times = weighted_[i].times, bound = weighted_[i].bound;
    bound_others(i);
    const double rest = rest_[0];
    double needed = best_.needed();
    const auto least_count = [&] { return std::max(from, list.least_count((needed - rest) / times)); };
    std::uint8_t least = least_count();
    std::size_t spotted = 0, count = 0;
    detail::list_match* const spots = spotted_.data();
    candidate* const found = found_.data();
    const auto weigh_spotted = [&] {
      for (std::size_t s = 0; s < spotted; ++s) {
        const std::uint32_t document = spots[s].number;
        const double own = rounded(times * double{list.weight_at(document, spots[s].place)});
        found[count] = {document, 0, own};
        count += own + rest >= needed ? 1U : 0U;
      }
      spotted = 0;
    };
    list.for_each_place_if([&](float most) { return std::min(rounded(times * double{most}), bound) + rest >= needed; },
                           [&](std::uint32_t document, std::uint32_t place) {
                             list.prefetch_length(document);
                             spots[spotted] = {document, place};
                             if (++spotted < batch) return;
                             weigh_spotted();
                             if (count < batch) return;
                             complete(i, count);
                             count = 0;
                             needed = best_.needed();
                             least = least_count();
                           },
                           least);
    weigh_spotted();
    complete(i, count);
  }

  /// Adds the unread lists to the first `count` candidates of list i, one list after another in the order in which
  /// every score is summed, and keeps the best.
  void complete(std::size_t i, std::size_t count) {
    const double needed = best_.needed();
    candidate* const found = found_.data();
    for (std::size_t j = 0; j < weighted_.size() && count != 0; ++j) {
      if (weighted_[j].read) continue;
      if (j == i) {
        for (std::size_t c = 0; c < count; ++c) {
          found[c].score += found[c].own;
          found[c].own = 0;
        }
        continue;
      }
      const double times = weighted_[j].times, rest = rest_[j + 1];
      const posting_list& list = lists_[j];
      const std::size_t matches = list.match(
          std::span{found, count}, [](const candidate& one) { return one.document; }, matches_.data());
      for (std::size_t m = 0; m < matches; ++m) {
        candidate& one = found[matches_[m].number];
        one.score += rounded(times * double{list.weight_at(one.document, matches_[m].place)});
      }
      std::size_t left = 0;
      for (std::size_t c = 0; c < count; ++c) {
        const candidate one = found[c];
        found[left] = one;
        left += one.score + one.own + rest >= needed ? 1U : 0U;
      }
      count = left;
    }
    for (std::size_t c = 0; c < count; ++c) {
      const search_hit hit{found[c].document, found[c].score};
      std::uint64_t& word = kept_[hit.document / 64];
      const std::uint64_t bit = std::uint64_t{1} << (hit.document % 64U);
      if ((word & bit) != 0 || !best_.add(hit)) continue;
      word |= bit;
      marked_.push_back(hit.document);
    }
  }

  /// The k best of the hits added since start(k).
  class best_hits {
   public:
    void start(std::size_t k) noexcept {
      k_ = k;
      hits_.clear();
    }
    /// No hit has a sum below this, in any order of summation; lower than every sum while there are fewer than k hits.
    [[nodiscard]] double needed() const noexcept {
      constexpr double slack = 1 - 1e-9;
      return hits_.size() < k_ ? -1.0 : hits_.front().score * slack;
    }
    /// Returns false if k others are better.
    bool add(const search_hit& hit) {
      if (hits_.size() < k_) {
        hits_.push_back(hit);
      } else if (better(hit, hits_.front())) {
        std::pop_heap(hits_.begin(), hits_.end(), better);
        hits_.back() = hit;
      } else {
        return false;
      }
      std::push_heap(hits_.begin(), hits_.end(), better);
      return true;
    }
    [[nodiscard]] std::span<search_hit> sorted() {
      std::sort_heap(hits_.begin(), hits_.end(), better);
      return hits_;
    }

   private:
    std::size_t k_ = 0;
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

}  // namespace v0_1
}  // namespace mhqa
