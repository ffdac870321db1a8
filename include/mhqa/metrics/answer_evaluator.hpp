// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Scores one answer by a dialect or a published program of any name, under its names of the numbers. The command, the
// result files and Python score through it, so that they agree.
//   answer_evaluator by{"flashrag"};  by.score({.prediction = said, .golds = golds}, numbers);
#pragma once

#include <mhqa/metrics/answer.hpp>
#include <mhqa/metrics/dialect.hpp>
#include <mhqa/metrics/published.hpp>
#include <mhqa/metrics/published_dialects.hpp>
#include <mhqa/metrics/report.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1 {

/// The values besides texts that an evaluator takes.
struct taken_values {
  bool truths = false;      ///< true and false, as prediction and gold
  bool lists = false;       ///< a list of spans as the prediction
  bool empty_golds = true;  ///< a list without golds, of which the evaluator makes a score or an error
};

/// An evaluator by name, with its memory. Use one per thread.
///
/// Errors: data_error for an unknown name, with evaluator_names()
class answer_evaluator {
 public:
  explicit answer_evaluator(std::string_view name);

  /// The published program, or null for a dialect.
  [[nodiscard]] const published_dialect* program() const noexcept { return program_; }
  [[nodiscard]] std::string_view name() const noexcept {
    return program_ != nullptr ? program_->name : scorer_->rules().name.view();
  }
  [[nodiscard]] taken_values takes() const noexcept {
    if (program_ != nullptr) return {.lists = program_->lists};
    return {.truths = scorer_->rules().unit == answer_unit::whole, .empty_golds = scorer_->rules().blank_golds_dropped};
  }
  [[nodiscard]] std::string signature(const signature_choices& more = {}) const {
    return program_ != nullptr ? signature_of(*program_, more) : make_signature(scorer_->rules(), more);
  }

  /// Scores an answer: a dialect's em, f1, precision and recall, each the maximum over the golds, or the program's
  /// numbers.
  ///
  /// Undefined: an absent answer has 0 for each number, whatever the golds; MultiHop-RAG counts it as a miss
  /// Errors:    throws nothing; out.error() says why the program raises, or which input it expects
  void score(const published_input& in, published_result& out);

  /// Adds the numbers of a whole file, if the program computes them at once.
  void total(file_counts counts, published_result& out) const {
    out.clear();
    if (program_ != nullptr && program_->total != nullptr) program_->total(counts, out);
  }

 private:
  void score_by_dialect(const published_input& in, published_result& out);

  const published_dialect* program_;
  std::optional<answer_scorer<>> scorer_;
  normalized form_;
};

/// Returns the names of all evaluators: the dialects, then the published programs.
[[nodiscard]] std::vector<std::string_view> evaluator_names();

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/metrics/detail/answer_evaluator.ipp>
#endif
