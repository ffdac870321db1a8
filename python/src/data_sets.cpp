// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// See data_sets.hpp.
#include "data_sets.hpp"

#include "locked_folder.hpp"

#include <mhqa/io/answer_string_recall.hpp>
#include <mhqa/io/audit_report.hpp>
#include <mhqa/io/default_reader.hpp>
#include <mhqa/io/evaluation_reports.hpp>
#include <mhqa/io/question_rows.hpp>
#include <mhqa/io/retrieval_evaluation.hpp>
#include <mhqa/io/retrieval_files.hpp>
#include <mhqa/parallel.hpp>

#include <algorithm>
#include <cstdint>

namespace mhqa_python {

std::string audit(const std::vector<std::string>& files, const mhqa::io::reader_choice& reader, progress& told) {
  std::string out;
  mhqa::io::append_audit_json(out, mhqa::io::audit_files(files, mhqa::io::find_reader(reader), [&](std::uint64_t done) {
                                if (done % 64 == 0) told("questions", done, 0);
                              }));
  return out;
}

ranked retrieval(const ranking_call& call) {
  mhqa::io::rankings from_file;
  if (call.held_run == nullptr) from_file = mhqa::io::read_rankings(call.run);
  mhqa::io::rankings& rankings = call.held_run != nullptr ? *call.held_run : from_file;
  ranked out;
  const auto add_row = [&](const mhqa::question_row& row) {
    if (call.rows) mhqa::io::append_row(out.rows, row);
  };
  const mhqa::io::ranking_options options{
      call.held_run != nullptr ? "run" : call.run, call.at,
      call.complete ? mhqa::io::mean_over::complete : mhqa::io::mean_over::trec_eval, call.ignore_unjudged};
  const auto& rules = mhqa::io::answer_string_names;
  const auto rule =
      static_cast<mhqa::io::answer_string>(std::find(rules.begin(), rules.end(), call.answer_rule) - rules.begin());
  const auto found = [&] {
    if (call.held_judgements != nullptr) {
      return mhqa::io::evaluate_rankings(rankings, *call.held_judgements, options, add_row);
    }
    if (mhqa::io::has_answer_strings(call.judgements)) {
      return mhqa::io::evaluate_answer_strings(rankings, call.judgements, options, add_row, rule);
    }
    return mhqa::io::evaluate_rankings(rankings, mhqa::io::read_judgements(call.judgements), options, add_row);
  }();
  mhqa::io::append_evaluation_json(out.json, found.reports(call.by_group));
  return out;
}

void probe(const mhqa::io::probe_run& run, std::size_t threads, progress& told) {
  const locked_folder folder{run.folder};
  mhqa::thread_pool pool{threads};
  reporting threads_told{pool, told, "records"};
  static_cast<void>(mhqa::io::make_probes(run, threads_told));
}

}  // namespace mhqa_python
