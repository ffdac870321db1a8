// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The outcome of a composing run, and its report as text: a line for each stage with its reasons for dropping, notes on
// who answered, and a table of the questions by shape and part.
#pragma once

#include <mhqa/compose/pool.hpp>
#include <mhqa/compose/split.hpp>
#include <mhqa/graph/shapes.hpp>
#include <mhqa/io/compose_settings.hpp>
#include <mhqa/io/datasets/squad.hpp>
#include <mhqa/io/stages.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace mhqa::inline v0_1::io {

/// The outcome of a run; the questions are in its files.
struct composing {
  std::vector<stage_report> stages;
  std::string reader{};  ///< the name of the reader that was at hand
  /// The number of questions by shape (as all_shapes) and part (as all_parts); zeros unless the run is complete.
  std::array<std::array<std::uint64_t, all_parts.size()>, all_shapes.size()> questions{};
};

/// Appends the rules that --without-rules switches off: the rows of patterns with how many of the questions each drops,
/// its patterns, and an example that fires and one that does not; then the rules about pairs by name.
///
/// Cost: O(bytes of the questions) for each row
void append_rules(std::string& out, const single_hop_pool& pool);

/// Appends the stages of a run and, if it is complete, the questions by shape and part.
void append_compose_report(std::string& out, const compose_settings& settings, const composing& made);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/compose_report.ipp>
#endif
