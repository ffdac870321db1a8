// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Human score, upper bound and agreement on a set in MuSiQue's layout, of several people's answers and supports to the
// same questions (Trivedi et al. 2022, Sec. 6, Table 3).
//   human_performance people{7}; people.add(gold, annotations); people.result().answer_f1.upper_bound
#pragma once

#include <mhqa/datasets/musique.hpp>
#include <mhqa/metrics/answer.hpp>
#include <mhqa/metrics/dialect.hpp>
#include <mhqa/metrics/overlap.hpp>
#include <mhqa/metrics/sum.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace mhqa::inline v0_1 {

/// One person's answer to a question.
struct human_annotation {
  std::string answer;
  std::vector<std::int64_t> support{};  ///< `idx` of paragraphs, in any order
  bool answer_only = false;             ///< the person named no support
};

/// The three columns of the paper's Table 3 for one number.
struct human_column {
  double score = 0;
  double upper_bound = 0;
  double agreement = 0;

  friend bool operator==(const human_column&, const human_column&) = default;
};

/// The means over the questions, as fractions of 1.
struct human_table {
  std::uint64_t questions = 0;
  human_column answer_f1, answer_em;
  std::optional<human_column> support_f1{};  ///< empty if a person's answer to a question came alone

  friend bool operator==(const human_table&, const human_table&) = default;
};

/// Adds up questions with the annotations of several people.
///
/// Shape:   answers are equal if they normalise to the same words, supports as sets; ties for the most frequent
///          annotation, and the annotation that is scored against the others, are drawn from (seed, id). Unanswerable
///          questions are left out
/// Errors:  data_error with the id for a question with fewer than two annotations
/// Cost:    O(annotations^2) scores a question
/// Source:  Trivedi et al. 2022, Sec. 6
class human_performance {
 public:
  explicit human_performance(std::uint64_t seed) : seed_{seed} {}

  void add(const musique::record& gold, std::span<const human_annotation> annotations);

  [[nodiscard]] human_table result() const;

 private:
  struct sums {
    exact_sum f1, em;

    void add(const scores& s);
  };

  std::uint64_t seed_;
  answer_scorer<> answers_{dialects::musique};
  sums answer_[3], support_[3];
  std::uint64_t questions_ = 0;
  bool has_supports_ = true;
};

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/datasets/detail/human_performance.ipp>
#endif
