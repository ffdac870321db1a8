// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The output of published programs that end in print(json.dumps(metrics, indent=4)).
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/metrics/report.hpp>
#include <mhqa/metrics/rounding.hpp>

#include <span>
#include <string>

namespace mhqa::inline v0_1::io {

/// Appends {"em": 12.34, …}, indented by four, each number rounded as in Python, and a line break.
///
/// Errors: data_error for an undefined score, where the program divides by zero
inline void append_rounded_json(std::string& out, std::span<const named_score> scores, int decimals) {
  for (const named_score& score : scores) {
    if (!score.value) {
      throw_data_error({}, "the published program cannot print these scores: " + score.name +
                               " is a mean over no questions, where it divides by zero");
    }
  }
  json_writer json{out, 4, json_text::ascii};
  json.begin_object();
  for (const named_score& score : scores) json.member(score.name, python_round(*score.value, decimals));
  json.end_object();
  out += '\n';
}

}  // namespace mhqa::inline v0_1::io
