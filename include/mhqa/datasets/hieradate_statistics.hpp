// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Statistics of a set in HieraDate's layout: the counts of Ho et al. 2022, Table 2, the two types of questions, and the
// paragraphs that give an age away.
#pragma once

#include <mhqa/datasets/hieradate.hpp>
#include <mhqa/metrics/report.hpp>
#include <mhqa/probe/date_person.hpp>

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

namespace mhqa {
inline namespace v0_1 {
namespace hieradate {

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

  void add(const record& r) {
    ++main;
    ++(r.combined ? combined : comparison);
    for (const extraction_question& q : r.extraction) extraction += q.question.empty() ? 0U : 1U;
    for (const reasoning_question& q : r.reasoning) reasoning += q.question.empty() ? 0U : 1U;
    robustness += r.robust_question.empty() ? 0U : 1U;
    if (!r.combined) return;
    combined_paragraphs += r.context.size();
    for (const titled_paragraph& p : r.context) {
      combined_paragraphs_with_age += std::any_of(p.sentences.begin(), p.sentences.end(), mentions_age) ? 1U : 0U;
    }
  }

  statistics& operator+=(const statistics& other) noexcept {
    main += other.main;
    combined += other.combined;
    comparison += other.comparison;
    extraction += other.extraction;
    reasoning += other.reasoning;
    robustness += other.robustness;
    combined_paragraphs += other.combined_paragraphs;
    combined_paragraphs_with_age += other.combined_paragraphs_with_age;
    return *this;
  }

  /// Returns the counts in a fixed order.
  [[nodiscard]] std::vector<named_count> named() const {
    return {{"main", main},
            {"extraction", extraction},
            {"reasoning", reasoning},
            {"robustness", robustness},
            {"combined", combined},
            {"comparison", comparison},
            {"paragraphs of combined", combined_paragraphs},
            {"paragraphs of combined with age", combined_paragraphs_with_age}};
  }

  friend constexpr bool operator==(const statistics&, const statistics&) = default;
};

}  // namespace hieradate
}  // namespace v0_1
}  // namespace mhqa
