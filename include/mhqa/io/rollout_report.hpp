// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The report of analysed rollouts as text and as JSON, and a line for each rollout.
//   append_rollout_table(out, run); append_rollout_json(out, run); append_rollout_line(out, one);
#pragma once

#include <mhqa/io/json_writer.hpp>
#include <mhqa/io/rollout_run.hpp>

#include <array>
#include <string>
#include <string_view>

namespace mhqa::inline v0_1::io {

/// What each cause means, in the order of rollout_cause.
inline constexpr std::array<std::string_view, 7> rollout_cause_texts{"right, with all evidence",
                                                                     "right by luck: some hop's evidence never came",
                                                                     "the answer is there, not in the dialect's form",
                                                                     "evidence never retrieved",
                                                                     "retrieved, but the bridge was not used",
                                                                     "bridge used, but the next hop was not asked",
                                                                     "all evidence found, but another answer or none"};

/// Appends the report as text; numbers are percentages unless they are counts.
void append_rollout_table(std::string& out, const rollout_run& run);

/// Appends the report as one JSON object. The last of each *_by_step is "ever".
void append_rollout_json(std::string& out, const rollout_run& run);

/// Appends one line of JSON about a rollout. A number that cannot be said is null.
void append_rollout_line(std::string& out, const analyzed_rollout& one);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/rollout_report.ipp>
#endif
