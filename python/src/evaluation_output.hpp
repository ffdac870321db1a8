// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// What an evaluation of files or of records in memory returns, as the JSON that the command prints, with its rows.
#pragma once

#include "evaluated.hpp"

#include <mhqa/datasets/evaluate.hpp>
#include <mhqa/io/evaluation_reports.hpp>
#include <mhqa/io/result_file.hpp>

#include <optional>
#include <string>

namespace mhqa_python {

/// Takes the rows while the evaluation runs, then its reports.
class evaluation_output {
 public:
  explicit evaluation_output(const evaluated_choices& chosen);
  evaluation_output(const evaluation_output&) = delete;
  evaluation_output& operator=(const evaluation_output&) = delete;

  /// Returns the options of the evaluation, which refer to this object.
  [[nodiscard]] mhqa::evaluation_options options();
  [[nodiscard]] evaluated finish(const mhqa::io::evaluation_reports& reports, std::string official);

 private:
  evaluated_choices chosen_;
  evaluated out_;
  std::optional<mhqa::io::result_writer> file_;
};

}  // namespace mhqa_python
