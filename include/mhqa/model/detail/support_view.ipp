// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of support_view.hpp.
#pragma once

#include <mhqa/model/detail/support_view.hpp>

#include <mhqa/rounded.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace mhqa::inline v0_1::detail {

MHQA_INLINE void support_view::assign_pairs(const context_view& context, const reader_weights& weights) {
  context_ = &context;
  const std::size_t n = context.candidates().size();
  first_ = second_ = 0;
  pair_share_ = margin_ = 0;
  marginal_.assign(n, n == 1 ? 1.0 : 0.0);
  if (n < 2) return;
  scores_.clear();
  double best = 0;
  for (std::size_t a = 0; a < n; ++a) {
    for (std::size_t b = a + 1; b < n; ++b) {
      context.pair_inputs(a, b, in_);
      scores_.push_back(weights.net(reader_net::pair)(in_));
      if (scores_.size() > 1 && scores_.back() <= best) continue;
      best = scores_.back();
      first_ = a;
      second_ = b;
    }
  }
  double sum = 0;
  for (double& score : scores_) sum += score = std::exp(score - best);
  std::size_t i = 0;
  for (std::size_t a = 0; a < n; ++a) {
    for (std::size_t b = a + 1; b < n; ++b, ++i) {
      marginal_[a] += scores_[i] / sum;
      marginal_[b] += scores_[i] / sum;
    }
  }
  pair_share_ = 1 / sum;
  margin_ = best;
}

MHQA_INLINE void support_view::support_inputs(std::size_t c, net_inputs& in) const {
  const context_view& all = *context_;
  const std::size_t n = all.candidates().size();
  const bool in_pair = n > 1 && (c == first_ || c == second_);
  in.clear();
  all.add_single(c, in);
  all.add_question(in);
  in.add(n == 1);
  in.add(in_pair);
  in.add(n > 1 ? marginal_[c] : 0.0);
  in.add(pair_share_);
  in.add(in_pair ? margin_ / 8 : 0.0);
  in.add(margin_ / 8);
  if (n < 2) {
    for (int i = 0; i < 12; ++i) in.add(0.0);
    return;
  }
  std::uint64_t others = 0;
  double from = 0, to = 0;
  std::uint32_t shared = 0;
  bool names = false, is_named = false;
  for (const std::size_t other : {first_, second_}) {
    if (other == c) continue;
    const context_view::paragraph& p = all[all.candidates()[other]];
    others |= p.text | p.title;
    from = std::max(from, all.link_of(c, other).share);
    to = std::max(to, all.link_of(other, c).share);
    shared = std::max(shared, all.link_of(c, other).shared);
    names = names || all.link_of(c, other).sentence != context_view::nowhere;
    is_named = is_named || all.link_of(other, c).sentence != context_view::nowhere;
  }
  const context_view::paragraph& mine = all[all.candidates()[c]];
  const std::uint64_t terms = mine.text | mine.title;
  in.add(static_cast<double>(std::min(shared, 4U)) / 4);
  in.add(names);
  in.add(is_named);
  in.add(from);
  in.add(to);
  in.add(all.share(terms & ~others));
  in.add(all.share(others));
  in.add(all.share(terms | others));
  in.add(in_pair && names);
  in.add(in_pair && is_named);
  in.add(names && mine.in_question != context_view::nowhere);
  in.add(is_named && mine.in_question == context_view::nowhere);
}

MHQA_INLINE void support_view::assign_supports(const reader_weights& weights) {
  support_.clear();
  for (std::size_t c = 0; c < context_->candidates().size(); ++c) {
    support_inputs(c, in_);
    support_.push_back(probability(weights.net(reader_net::support)(in_)));
  }
  order_.clear();
  for (std::size_t c = 0; c < support_.size(); ++c) order_.push_back(c);
  std::stable_sort(order_.begin(), order_.end(),
                   [this](std::size_t a, std::size_t b) { return support_[a] > support_[b]; });
}

MHQA_INLINE std::size_t support_view::count_to_name() const {
  constexpr std::size_t most_named = 6;
  const std::size_t n = order_.size();
  // The probabilities of 0, 1, ... supports among the candidates from `first` to before `last` in order_.
  const auto counts = [this](std::size_t first, std::size_t last) {
    std::vector<double> of{1.0};
    for (; first < last; ++first) {
      const double p = support_[order_[first]];
      of.push_back(0);
      for (std::size_t h = of.size() - 1; h > 0; --h) of[h] = rounded(of[h] * (1 - p)) + rounded(of[h - 1] * p);
      of[0] *= 1 - p;
    }
    return of;
  };
  double best = counts(0, n)[0];  // nothing is right if nothing supports
  std::size_t chosen = 0;
  for (std::size_t k = 1; k <= std::min(n, most_named); ++k) {
    const std::vector<double> named = counts(0, k), missed = counts(k, n);
    double expected = 0;
    for (std::size_t h = 1; h < named.size(); ++h) {
      for (std::size_t m = 0; m < missed.size(); ++m) {
        expected += rounded(2 * static_cast<double>(h) / static_cast<double>(k + h + m) * named[h] * missed[m]);
      }
    }
    if (expected <= best) continue;
    best = expected;
    chosen = k;
  }
  return chosen;
}

MHQA_INLINE void support_view::add_summary(double from, net_inputs& in) const {
  const context_view& all = *context_;
  double sum = 0;
  std::uint64_t terms = 0, best = 0;
  std::size_t above = 0;
  for (const std::size_t c : order_) {
    sum += support_[c];
    if (support_[c] < from) continue;
    ++above;
    const context_view::paragraph& p = all[all.candidates()[c]];
    terms |= p.text | p.title;
    best |= p.best | p.title;
  }
  const auto at = [&](std::size_t i) { return i < order_.size() ? support_[order_[i]] : 0.0; };
  const std::size_t a = order_.empty() ? 0 : order_[0], b = order_.size() < 2 ? a : order_[1];
  const bool two = order_.size() > 1;
  in.add(at(0));
  in.add(at(1));
  in.add(at(2));
  in.add(at(3));
  in.add(sum / 4);
  in.add(above == 0);
  in.add(above == 1);
  in.add(above == 2);
  in.add(all.share(terms));
  in.add(all.share(best));
  in.add(pair_share_);
  in.add(margin_ / 8);
  in.add(two && all.link_of(a, b).sentence != context_view::nowhere);
  in.add(two && all.link_of(b, a).sentence != context_view::nowhere);
  in.add(two ? std::max(all.link_of(a, b).share, all.link_of(b, a).share) : 0.0);
  all.add_question(in);
}

}  // namespace mhqa::inline v0_1::detail
