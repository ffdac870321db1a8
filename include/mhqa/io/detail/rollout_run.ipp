// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of rollout_run.hpp.
#pragma once

#include <mhqa/io/rollout_run.hpp>

#include <utility>

namespace mhqa::inline v0_1::io::detail {

MHQA_INLINE rollout_finding rollout_analyzers::operator()(const rollout& one, const prepared_rollout_gold& gold) {
  std::unique_ptr<rollout_analyzer> analyze = take(gold);
  rollout_finding out = (*analyze)(one, gold);
  const std::lock_guard lock{mutex_};
  idle_.push_back(std::move(analyze));
  return out;
}

MHQA_INLINE std::unique_ptr<rollout_analyzer> rollout_analyzers::take(const prepared_rollout_gold& gold) {
  const std::lock_guard lock{mutex_};
  if (idle_.empty()) return std::make_unique<rollout_analyzer>(match_);
  const auto at = std::find_if(idle_.begin(), idle_.end(), [&](const auto& one) { return one->remembers(gold); });
  if (at != idle_.end()) at->swap(idle_.back());
  std::unique_ptr<rollout_analyzer> out = std::move(idle_.back());
  idle_.pop_back();
  return out;
}

MHQA_INLINE bool is_tagged_file(const std::string& path) {
  if (path == "-" || !input{path}.size()) return false;
  const std::string head = file_head(path);
  const std::size_t first = head.find_first_not_of(json_space);
  return first != std::string::npos && head[first] != '{' && head[first] != '[';
}

MHQA_INLINE void expect_gold(const rollout_run& run, const std::string& path) {
  if (run.rollouts != run.without_gold) return;
  throw_data_error({.file = path}, run.rollouts == 0 ? "expected rollouts, found none"
                                                     : "no rollout has the id of a gold question; the id of a tagged "
                                                       "text is its file's name without the extension");
}

}  // namespace mhqa::inline v0_1::io::detail
