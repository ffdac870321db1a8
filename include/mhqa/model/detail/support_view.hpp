// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Chooses the paragraphs that support a question: first the best pair, then every other paragraph beside it.
#pragma once

#include <mhqa/model/detail/context_view.hpp>
#include <mhqa/model/reader_weights.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace mhqa::inline v0_1::detail {

class support_view {
 public:
  /// Scores the pairs of candidates.
  void assign_pairs(const context_view& context, const reader_weights& weights);

  /// The inputs of reader_net::support for a candidate.
  void support_inputs(std::size_t c, net_inputs& in) const;

  /// Computes the probability of each candidate.
  void assign_supports(const reader_weights& weights);

  [[nodiscard]] const context_view& context() const noexcept { return *context_; }
  [[nodiscard]] double support(std::size_t candidate) const noexcept { return support_[candidate]; }
  /// Candidates by falling probability.
  [[nodiscard]] std::span<const std::size_t> order() const noexcept { return order_; }
  /// How many candidates of order() to name: as many as give the highest expected F1, if each supports for itself.
  [[nodiscard]] std::size_t count_to_name() const;
  [[nodiscard]] double pair_share() const noexcept { return pair_share_; }
  [[nodiscard]] double margin() const noexcept { return margin_; }

  /// Appends what reader_net::enough and reader_net::sure read of the supports.
  void add_summary(double from, net_inputs& in) const;

 private:
  const context_view* context_ = nullptr;
  std::size_t first_ = 0, second_ = 0;
  double pair_share_ = 0, margin_ = 0;
  std::vector<double> scores_, marginal_, support_;
  std::vector<std::size_t> order_;
  net_inputs in_;
};

}  // namespace mhqa::inline v0_1::detail

#if !defined(MHQA_COMPILED)
#include <mhqa/model/detail/support_view.ipp>
#endif
