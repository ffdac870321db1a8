// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// See data_sets.hpp.
#include "data_sets.hpp"

#include "locked_folder.hpp"

#include <mhqa/io/answer_string_recall.hpp>
#include <mhqa/io/audit_report.hpp>
#include <mhqa/io/evaluation_reports.hpp>
#include <mhqa/io/question_rows.hpp>
#include <mhqa/io/retrieval_evaluation.hpp>
#include <mhqa/io/retrieval_files.hpp>
#include <mhqa/parallel.hpp>

#include <algorithm>
#include <cstdint>

namespace mhqa_python {

std::string audit(const std::vector<std::string>& files, progress& told) {
  std::string out;
  mhqa::io::append_audit_json(out, mhqa::io::audit_files(files, [&](std::uint64_t done) {
                                if (done % 64 == 0) told("questions", done, 0);
                              }));
  return out;
}

ranked retrieval(const std::string& run, const std::string& judgements, const std::vector<std::size_t>& at,
                 bool by_group, bool rows, bool complete, bool ignore_unjudged, const std::string& answer_rule) {
  mhqa::io::rankings rankings = mhqa::io::read_rankings(run);
  ranked out;
  const auto add_row = [&](const mhqa::question_row& row) {
    if (rows) mhqa::io::append_row(out.rows, row);
  };
  const mhqa::io::ranking_options options{
      run, at, complete ? mhqa::io::mean_over::complete : mhqa::io::mean_over::trec_eval, ignore_unjudged};
  const auto& rules = mhqa::io::answer_string_names;
  const auto rule =
      static_cast<mhqa::io::answer_string>(std::find(rules.begin(), rules.end(), answer_rule) - rules.begin());
  const auto found =
      mhqa::io::has_answer_strings(judgements)
          ? mhqa::io::evaluate_answer_strings(rankings, judgements, options, add_row, rule)
          : mhqa::io::evaluate_rankings(rankings, mhqa::io::read_judgements(judgements), options, add_row);
  mhqa::io::evaluation_reports reports{.all = found.all};
  if (by_group) {
    reports.by = "group";
    reports.groups.assign(found.groups.begin(), found.groups.end());
  }
  mhqa::io::append_evaluation_json(out.json, reports);
  return out;
}

void probe(const mhqa::io::probe_run& run, std::size_t threads, progress& told) {
  const locked_folder folder{run.folder};
  mhqa::thread_pool pool{threads};
  static_cast<void>(mhqa::io::make_probes(run, reporting{pool, told, "records"}));
}

}  // namespace mhqa_python
