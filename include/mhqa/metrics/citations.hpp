// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Citation recall and precision of answers from given verdicts of a reader or a judge, as ALCE computes them.
//   citation_totals all; all.add(statements, documents); all.recall(); all.precision();
#pragma once

#include <mhqa/metrics/sum.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace mhqa::inline v0_1 {

/// A statement of an answer, its citations, and the verdicts on them. `alone` and `without` are needed only of a
/// supported statement with two citations or more, `without` only where a citation does not suffice alone.
struct cited_statement {
  std::vector<std::size_t> citations{};        ///< documents, from 0
  std::optional<bool> supported{};             ///< all cited documents together entail the statement
  std::vector<std::optional<bool>> alone{};    ///< this document entails it
  std::vector<std::optional<bool>> without{};  ///< the other cited documents entail it
};

/// The counts of one answer.
struct citation_counts {
  std::uint64_t statements = 0;
  std::uint64_t supported = 0;  ///< by what they cite
  std::uint64_t citations = 0;
  std::uint64_t needed = 0;   ///< of supported statements, and not superfluous
  std::uint64_t outside = 0;  ///< statements that cite a document that is not there: unsupported, citations not counted

  [[nodiscard]] double recall() const noexcept {
    return statements == 0 ? 0 : static_cast<double>(supported) / static_cast<double>(statements);
  }
  [[nodiscard]] double precision() const noexcept {
    return citations == 0 ? 0 : static_cast<double>(needed) / static_cast<double>(citations);
  }
};

/// Counts the statements and citations of an answer.
///
/// Shape:  a statement is supported if it cites and all that it cites entails it. Each citation of it is needed unless
///         it does not entail the statement alone and the others do without it; of an unsupported one, none
/// Errors: data_error for a verdict that is needed and not given
/// Source: Gao et al. 2023 (ALCE), Sec. 4; compute_autoais of princeton-nlp/ALCE eval.py@5947208
[[nodiscard]] citation_counts count_citations(std::span<const cited_statement> statements,
                                              std::size_t documents = std::numeric_limits<std::size_t>::max());

/// Means over the answers that have statements; the others are counted. Mergeable.
class citation_totals {
 public:
  void add(const citation_counts& one);
  citation_totals& operator+=(const citation_totals& other);

  [[nodiscard]] std::uint64_t answers() const noexcept { return answers_; }
  /// Returns the number of answers without statements, which are in no mean.
  [[nodiscard]] std::uint64_t empty() const noexcept { return empty_; }
  [[nodiscard]] const citation_counts& counts() const noexcept { return counts_; }
  /// Undefined: 0 without answers, as precision()
  [[nodiscard]] double recall() const { return mean(recall_); }
  [[nodiscard]] double precision() const { return mean(precision_); }

 private:
  [[nodiscard]] double mean(const exact_sum& sum) const {
    return answers_ == 0 ? 0 : sum.value() / static_cast<double>(answers_);
  }

  std::uint64_t answers_ = 0, empty_ = 0;
  exact_sum recall_, precision_;
  citation_counts counts_;
};

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/metrics/detail/citations.ipp>
#endif
