// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// One DiRe evaluation, shared by `mhqa eval dire` and `mhqa report dire`.
#pragma once

#include <mhqa/io/dire_evaluation.hpp>

#include <fmt/core.h>

#include <cstddef>
#include <iterator>
#include <string>

namespace mhqa_command {

using mhqa::io::dire_result;
using mhqa::io::dire_signature;
using mhqa::io::for_each_block;
using mhqa::io::score_dire;
using mhqa::io::write_blocks;

/// "3 questions left out: missing prediction", one line per reason; then the ignored predictions, and positions that do
/// not exist.
inline void append_left_out(std::string& out, const dire_result& result) {
  for (std::size_t i = 0; i < mhqa::dire::problem_count; ++i) {
    const auto count = result.totals.left_out[i];
    if (count == 0) continue;
    fmt::format_to(std::back_inserter(out), "{} question{} left out: {}\n", count, count == 1 ? "" : "s",
                   mhqa::dire::to_string(static_cast<mhqa::dire::problem>(i)));
  }
  if (result.ignored != 0) {
    fmt::format_to(std::back_inserter(out), "predictions for {} question{} ignored: the input lacks their ids\n",
                   result.ignored, result.ignored == 1 ? "" : "s");
  }
  if (result.unknown_positions != 0) {
    fmt::format_to(std::back_inserter(out),
                   "{} prediction{} with positions that the context lacks, which count as wrong; the first is {}\n",
                   result.unknown_positions, result.unknown_positions == 1 ? "" : "s", result.first_unknown);
  }
}

}  // namespace mhqa_command
