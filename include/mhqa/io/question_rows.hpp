// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The rows of an evaluation as JSON Lines: one object per question, as `mhqa eval --per-question` writes them.
#pragma once

#include <mhqa/io/json_writer.hpp>
#include <mhqa/metrics/report.hpp>

#include <string>

namespace mhqa::inline v0_1::io {

/// Appends a row and a line break.
///
/// Shape: {"id", [with texts: "question", "golds", "prediction"[, "answer_type"][, "spans"],] [with groups: "groups":
///        {field: value}, "steps", "sufficiency": {"probability", "label"},] numbers, flags[, "missing": [task, …]]}.
///        Empty numbers are null
void append_row(std::string& out, const question_row& row, bool texts = false, bool groups = false);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/question_rows.ipp>
#endif
