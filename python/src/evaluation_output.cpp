// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// See evaluation_output.hpp.
#include "evaluation_output.hpp"

#include <mhqa/io/question_rows.hpp>

#include <utility>

namespace mhqa_python {

evaluation_output::evaluation_output(const evaluated_choices& chosen) : chosen_{chosen} {
  if (!chosen_.result.empty()) file_.emplace(chosen_.result);
}

mhqa::evaluation_options evaluation_output::options() {
  mhqa::evaluation_options wanted{.by = chosen_.by, .texts = chosen_.texts || file_};
  if (chosen_.rows || file_) {
    wanted.per_question = [this](const mhqa::question_row& row) {
      if (chosen_.rows) mhqa::io::append_row(out_.rows, row, chosen_.texts);
      if (file_) file_->add(row);
    };
  }
  return wanted;
}

evaluated evaluation_output::finish(const mhqa::io::evaluation_reports& reports, std::string official) {
  mhqa::io::append_evaluation_json(out_.json, reports);
  out_.official = std::move(official);
  if (file_) {
    const mhqa::report& all = reports.all;
    file_->finish(all.dataset, all.rules.name.view(), all.scores, all.signature);
    file_->commit();
  }
  return std::move(out_);
}

}  // namespace mhqa_python
