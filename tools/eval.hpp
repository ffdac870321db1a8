// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa eval: the options.
#pragma once

#include "command.hpp"

#include <mhqa/datasets/evaluate.hpp>
#include <mhqa/error.hpp>
#include <mhqa/part_number.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa_command {

struct eval_options {
  std::string predictions;
  std::string gold;
  std::string dialect;               // empty: the data set's own
  std::string per_question;          // empty: not wanted
  std::string result;                // empty: not wanted
  std::string by;                    // empty: not wanted
  std::string part;                  // "3/8"; empty: all questions, or those of `key`
  std::string key;                   // the name of a piece without number
  std::string run;                   // the name of what parts with own files have in common
  std::string out;                   // the file of the part
  std::vector<std::string> samples;  // k of pass@k, maj@k
  std::size_t threads = 0;           // 0: one per processor, at most 4
  bool own_files = false;
  bool texts = false;
  bool json = false;
  bool official = false;
  // Options of single data sets.
  std::string aliases;
  std::string na_prob;
  double na_prob_threshold = 1;
  std::size_t retrieval_limit = 10;

  /// Rows with texts need the question, groups by title the title.
  [[nodiscard]] bool needs_question() const noexcept { return texts || !result.empty() || by == "title"; }
};

/// Returns true if the questions are a part of an evaluation's.
[[nodiscard]] inline bool is_part(const eval_options& options) noexcept {
  return !options.part.empty() || !options.key.empty();
}
/// Returns the part of --part. Fails unless it is I/N with I below N.
[[nodiscard]] mhqa::part_number part_of(const eval_options& options);
/// Fails on options that no data set can satisfy.
void check_eval_options(const eval_options& options);

}  // namespace mhqa_command
