// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of evaluation_files.hpp.
#pragma once

#include <mhqa/io/evaluation_files.hpp>

namespace mhqa::inline v0_1::io::detail {

MHQA_INLINE bool is_default_threshold(double na_prob_threshold) {
  return !(na_prob_threshold != evaluation_files{}.na_prob_threshold);
}

MHQA_INLINE void check_options(const evaluation_files& files) {
  const auto expect = [&](bool unset, const std::string& option, const std::string& owner) {
    if (unset || files.dataset == owner) return;
    throw_data_error({}, "`" + option + "` is for " + owner + " only; the data set is " + files.dataset,
                     errc::mismatch);
  };
  const evaluation_files defaults{};
  expect(files.dialect.empty(), "dialect", "squad");
  expect(files.na_prob.empty(), "na_prob", "squad");
  expect(is_default_threshold(files.na_prob_threshold), "na_prob_threshold", "squad");
  expect(files.aliases.empty(), "aliases", "2wikimultihopqa");
  expect(files.retrieval_limit == defaults.retrieval_limit, "retrieval_limit", "strategyqa");
}

MHQA_INLINE void expect_tasks(const task_predictions& said, bool evidence) {
  const std::string_view task = said.lacking(evidence);
  if (task.empty()) return;
  throw_data_error({.file = said.path(), .field = std::string{task}},
                   "the published program needs this member of the predictions, which may be empty",
                   errc::missing_field);
}

}  // namespace mhqa::inline v0_1::io::detail
