// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of bm25_search.hpp.
#pragma once

#include <mhqa/retrieval/bm25_search.hpp>

#include <mhqa/rounded.hpp>

#include <algorithm>
#include <numeric>
#include <string>

namespace mhqa::inline v0_1 {

MHQA_INLINE bm25_searcher::bm25_searcher(const bm25_view& index)
    : index_{index}, kept_((index.documents() + 63) / 64, 0), spotted_(batch), found_(2 * batch), matches_(2 * batch) {}

MHQA_INLINE std::span<const search_hit> bm25_searcher::search_terms(std::span<const term_id> terms, std::size_t k) {
  query_.assign(terms.begin(), terms.end());
  for (const term_id term : query_) {
    if (term >= index_.terms()) throw_data_error({}, "term " + std::to_string(term) + " is not in the BM25 index");
  }
  return best(k);
}

MHQA_INLINE std::span<const search_hit> bm25_searcher::best(std::size_t k, double least) {
  if (k == 0 || query_.empty()) return {};
  weigh();
  best_.start(k, least - everywhere_);
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

MHQA_INLINE void bm25_searcher::weigh() {
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

MHQA_INLINE void bm25_searcher::sum_lists() {
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

MHQA_INLINE double bm25_searcher::unread_bound() const noexcept {
  double sum = 0;
  for (const weighted& one : weighted_) sum += one.read ? 0 : one.bound;
  return sum;
}

MHQA_INLINE void bm25_searcher::bound_others(std::size_t i) {
  rest_.assign(weighted_.size() + 1, 0.0);
  for (std::size_t j = weighted_.size(); j-- > 0;) {
    rest_[j] = rest_[j + 1] + (j == i || weighted_[j].read ? 0 : weighted_[j].bound);
  }
}

MHQA_INLINE void bm25_searcher::read_repeated() {
  constexpr double worthwhile = 0.8;
  for (const std::size_t i : shortest_first_) {
    if (lists_[i].dense()) return;  // as all that follow
    const double once = rounded(weighted_[i].times * lists_[i].once_bound());
    if (!(once < worthwhile * weighted_[i].bound)) continue;
    complete_list(i, 2);
    weighted_[i].bound = once;
  }
}

MHQA_INLINE void bm25_searcher::read_list(std::size_t i) {
  complete_list(i, 1);
  weighted_[i].read = true;
}

MHQA_INLINE void bm25_searcher::complete_list(std::size_t i, std::uint8_t from) {
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

MHQA_INLINE void bm25_searcher::complete(std::size_t i, std::size_t count) {
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

MHQA_INLINE void bm25_searcher::best_hits::start(std::size_t k, double least) noexcept {
  k_ = k;
  least_ = least;
  hits_.clear();
}

MHQA_INLINE double bm25_searcher::best_hits::needed() const noexcept {
  constexpr double slack = 1 - 1e-9;
  const double least = least_ > 0 ? least_ * slack : -1.0;
  return hits_.size() < k_ ? least : std::max(least, hits_.front().score * slack);
}

MHQA_INLINE bool bm25_searcher::best_hits::add(const search_hit& hit) {
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

MHQA_INLINE std::span<search_hit> bm25_searcher::best_hits::sorted() {
  std::sort_heap(hits_.begin(), hits_.end(), better);
  return hits_;
}

}  // namespace mhqa::inline v0_1
