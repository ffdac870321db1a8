// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Statistics of a set in HieraDate's layout: the counts of Ho et al. 2022, Table 2, the two types of questions, and the
// paragraphs that give an age away.
#pragma once

#include <mhqa/datasets/hieradate.hpp>
#include <mhqa/metrics/report.hpp>

#include <cstdint>
#include <vector>

namespace mhqa::inline v0_1::hieradate {

/// Counts of questions in one or several parts of a set; merges with +=.
///
/// Shape:  probing questions with an empty text do not count. Paragraphs are those in the contexts of combined
///         questions: an age stated there need not be calculated
/// Cost:   linear in the text of the combined questions' contexts
/// Source: Ho et al. 2022, Table 2 and Appendix B.2, where people checked the findings of the rule: 22.1 % of the main
///         questions are combined, and 13 of the 248 paragraphs of the test set's 124 combined questions state an age
struct statistics {
  std::uint64_t main = 0;
  std::uint64_t combined = 0;
  std::uint64_t comparison = 0;
  std::uint64_t extraction = 0;
  std::uint64_t reasoning = 0;
  std::uint64_t robustness = 0;
  std::uint64_t combined_paragraphs = 0;
  std::uint64_t combined_paragraphs_with_age = 0;

  void add(const record& r);

  statistics& operator+=(const statistics& other) noexcept;

  /// Returns the counts in a fixed order.
  [[nodiscard]] std::vector<named_count> named() const;

  friend constexpr bool operator==(const statistics&, const statistics&) = default;
};

}  // namespace mhqa::inline v0_1::hieradate

#if !defined(MHQA_COMPILED)
#include <mhqa/datasets/detail/hieradate_statistics.ipp>
#endif
