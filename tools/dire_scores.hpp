// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// One DiRe evaluation, shared by `mhqa eval dire` and `mhqa report dire`.
#pragma once

#include <mhqa/io/dire_evaluation.hpp>

#include <string>

namespace mhqa_command {

using mhqa::io::dire_result;
using mhqa::io::dire_signature;
using mhqa::io::for_each_block;
using mhqa::io::score_dire;
using mhqa::io::write_blocks;

/// "3 questions left out: missing prediction", one line per reason; then the ignored predictions.
void append_left_out(std::string& out, const dire_result& result);

}  // namespace mhqa_command
