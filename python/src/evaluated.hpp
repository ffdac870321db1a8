// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// What an evaluation is asked for, and what it returns.
#pragma once

#include <string>

namespace mhqa_python {

/// The output of an evaluation.
struct evaluated {
  std::string json;      ///< as `mhqa eval --json`
  std::string official;  ///< what the published program prints
  std::string rows;      ///< as `mhqa eval --per-question --texts`; empty unless wanted
  std::string hint{};    ///< what is odd about the predictions
};

/// What an evaluation computes besides the scores.
struct evaluated_choices {
  std::string by{};      ///< also scores each value of this field; empty: none
  bool rows = false;     ///< also returns the rows of the questions
  bool texts = false;    ///< rows have texts
  std::string result{};  ///< writes texts, scores and signature to this file, which diff() reads; empty: none

  /// Returns true if the questions' own texts and titles are needed.
  [[nodiscard]] bool questions() const { return texts || !result.empty() || by == "title"; }
};

}  // namespace mhqa_python
