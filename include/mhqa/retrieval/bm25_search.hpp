// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds the k best documents of a BM25 index. Terms are added from the strongest to the weakest; once the rest cannot
// lift a new document into the best k, only the candidates are looked up in the long lists (MaxScore; Turtle and Flood
// 1995). The result equals that of exhaustive scoring, to the bit.
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/retrieval/analyzer.hpp>
#include <mhqa/retrieval/bm25_index.hpp>
#include <mhqa/rounded.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
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

/// Searches one index repeatedly; uses 12 bytes per document. Use one per thread.
class bm25_searcher {
 public:
  /// The bytes that the view refers to must outlive the searcher.
  explicit bm25_searcher(const bm25_view& index)
      : index_{index}, scores_(index.documents(), 0.0), touched_(index.documents() + 1) {}

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
  template <class Query, class A>
  requires analyzer<A, Query>
  [[nodiscard]] std::span<const search_hit> search(const Query& query, std::size_t k, A& analyze) {
    query_.clear();
    for_each_term(analyze, query, [this](std::string_view term) {
      if (const auto id = index_.find(term)) query_.push_back(*id);
    });
    return best(k);
  }

 private:
  struct weighted {
    term_id term;
    double times;
    double bound;
  };

  [[nodiscard]] std::span<const search_hit> best(std::size_t k) {
    hits_.clear();
    if (k == 0 || query_.empty()) return {};
    weigh();
    const std::size_t added = add_lists(k);
    collect(added, k);
    if (added < weighted_.size()) complete(added, k);
    const std::size_t count = std::min(k, hits_.size());
    std::partial_sort(hits_.begin(), hits_.begin() + static_cast<std::ptrdiff_t>(count), hits_.end(), better);
    for (std::size_t i = 0; i < count; ++i) hits_[i].score += everywhere_;
    return std::span<const search_hit>{hits_}.first(count);
  }

  static bool better(const search_hit& a, const search_hit& b) noexcept {
    return a.score != b.score ? a.score > b.score : a.document < b.document;
  }

  /// Sorts the distinct terms, strongest first: every document's score is summed in this order.
  void weigh() {
    std::sort(query_.begin(), query_.end());
    weighted_.clear();
    everywhere_ = 0;
    for (std::size_t i = 0, end = 0; i < query_.size(); i = end) {
      while (end < query_.size() && query_[end] == query_[i]) ++end;
      const auto times = static_cast<double>(end - i);
      everywhere_ += rounded(times * double{index_.absent_weight(query_[i])});
      const double bound = rounded(times * double{index_.bound(query_[i])});
      if (bound > 0) weighted_.push_back({query_[i], times, bound});
    }
    std::sort(weighted_.begin(), weighted_.end(), [](const weighted& a, const weighted& b) {
      return a.bound != b.bound ? a.bound > b.bound : a.term < b.term;
    });
    rest_.assign(weighted_.size() + 1, 0.0);
    constexpr double slack = 1 + 1e-9;  // covers the rounding of any order of summation
    for (std::size_t i = weighted_.size(); i-- > 0;) rest_[i] = rest_[i + 1] + weighted_[i].bound * slack;
  }

  /// Adds whole lists until the rest cannot matter to an untouched document; returns the number of lists added.
  std::size_t add_lists(std::size_t k) {
    double* const scores = scores_.data();
    std::uint32_t* const touched = touched_.data();
    for (std::size_t i = 0; i < weighted_.size(); ++i) {
      const std::span<const posting> list = index_.postings(weighted_[i].term).all();
      heap_.start(k);
      // Finding the threshold costs about as much as adding as many postings.
      if (touched_count_ >= k && touched_count_ <= list.size()) {
        for (std::size_t t = 0; t < touched_count_; ++t) heap_.push(scores[touched[t]]);
        if (rest_[i] < heap_.threshold()) return i;
        heap_.start(k);
      }
      const double times = weighted_[i].times;
      std::size_t count = touched_count_;
      for (const auto [document, weight] : list) {
        const double score = scores[document];
        touched[count] = document;
        count += score == 0 ? 1U : 0U;
        scores[document] = score + rounded(times * double{weight});
      }
      touched_count_ = count;
    }
    return weighted_.size();
  }

  /// Makes candidates of the touched documents that can still be among the best k, and clears the scores.
  void collect(std::size_t added, std::size_t k) {
    const bool all_added = added == weighted_.size();  // otherwise the heap holds the threshold already
    if (all_added) heap_.start(k);
    for (std::size_t t = 0; t < touched_count_; ++t) {
      const std::uint32_t document = touched_[t];
      const double score = scores_[document];
      scores_[document] = 0;
      if (score + rest_[added] < heap_.threshold()) continue;
      if (all_added) heap_.push(score);
      hits_.push_back({document, score});
    }
    touched_count_ = 0;
  }

  /// Adds the lists from `from` on to the candidates. The k best so far come first: their final minimum rules out most
  /// others after one list.
  void complete(std::size_t from, std::size_t k) {
    lists_.clear();
    for (std::size_t i = from; i < weighted_.size(); ++i) lists_.push_back(index_.postings(weighted_[i].term));
    const auto others = hits_.begin() + static_cast<std::ptrdiff_t>(k);
    std::nth_element(hits_.begin(), others - 1, hits_.end(), better);
    double needed = std::numeric_limits<double>::infinity();
    for (auto hit = hits_.begin(); hit != others; ++hit) {
      for (std::size_t i = from; i < weighted_.size(); ++i) add(*hit, i, from);
      needed = std::min(needed, hit->score);
    }
    const auto hopeless = [&](search_hit& hit) {
      for (std::size_t i = from; i < weighted_.size(); ++i) {
        if (hit.score + rest_[i] < needed) return true;
        add(hit, i, from);
      }
      return hit.score < needed;
    };
    auto kept = others;
    for (auto hit = others; hit != hits_.end(); ++hit) {
      if (!hopeless(*hit)) *kept++ = *hit;
    }
    hits_.erase(kept, hits_.end());
  }

  void add(search_hit& hit, std::size_t i, std::size_t from) const noexcept {
    hit.score += rounded(weighted_[i].times * double{lists_[i - from].weight_of(hit.document)});
  }

  /// The k largest of the scores pushed since start(k).
  class largest {
   public:
    void start(std::size_t k) noexcept {
      k_ = k;
      scores_.clear();
    }
    /// The k-th largest score; below any score while there are fewer than k.
    [[nodiscard]] double threshold() const noexcept { return scores_.size() < k_ ? -1.0 : scores_.front(); }
    void push(double score) {
      if (scores_.size() < k_) {
        scores_.push_back(score);
        std::push_heap(scores_.begin(), scores_.end(), std::greater<>{});
      } else if (score > scores_.front()) {
        std::pop_heap(scores_.begin(), scores_.end(), std::greater<>{});
        scores_.back() = score;
        std::push_heap(scores_.begin(), scores_.end(), std::greater<>{});
      }
    }

   private:
    std::size_t k_ = 0;
    std::vector<double> scores_;
  };

  bm25_view index_;
  std::vector<double> scores_;          // by document; 0 if untouched
  std::vector<std::uint32_t> touched_;  // the first touched_count_ are the documents with a score
  std::size_t touched_count_ = 0;
  std::vector<term_id> query_;
  std::vector<weighted> weighted_;
  std::vector<posting_list> lists_;
  std::vector<double> rest_;  // rest_[i]: upper bound of the sum of the terms from i on
  double everywhere_ = 0;     // the terms' sum in a document without any of them
  largest heap_;
  std::vector<search_hit> hits_;
};

}  // namespace v0_1
}  // namespace mhqa
