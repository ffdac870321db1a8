// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The connection filter (S3): what readers are asked about pairs, and the pairs that stay after their answers.
#include "compose_stages.hpp"

#include <mhqa/compose/connection.hpp>
#include <mhqa/io/request_files.hpp>

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace mhqa_command {
namespace {

/// Plans the filter and writes what readers are asked.
mhqa::connection_plan ask(compose_run& run, const question_pool& good, std::span<const mhqa::question_pair> pairs) {
  shown_threads threads{run.threads, "retrieving distractors"};
  mhqa::connection_plan plan =
      mhqa::plan_connection(good.pool, good.words, pairs, run.settings.seed, run.settings.connection, threads);
  mhqa::io::write_request_paragraphs(run.request("paragraphs"), good.pool);
  mhqa::io::write_requests(run.request("heads"), good.pool, plan.heads);
  mhqa::io::write_requests(run.request("tails"), good.pool, plan.tails);
  return plan;
}

std::uint64_t count_true(const std::vector<bool>& flags) {
  return static_cast<std::uint64_t>(std::count(flags.begin(), flags.end(), true));
}

}  // namespace

void write_connection_requests(compose_run& run, const question_pool& good,
                               std::span<const mhqa::question_pair> pairs) {
  static_cast<void>(ask(run, good, pairs));
}

std::vector<mhqa::question_pair> keep_connected_pairs(compose_run& run, const question_pool& good,
                                                      std::vector<mhqa::question_pair> pairs) {
  const compose_settings& set = run.settings;
  const mhqa::connection_limits& limits = set.connection;
  for (const std::string& path : set.connection_answers) run.folder.input(path);
  std::vector<mhqa::question_pair> kept;
  const auto filter = [&](mhqa::io::stage_writer& out) {
    const mhqa::connection_plan plan = ask(run, good, pairs);
    const auto heads = read_requests(run, set.connection_answers, good.pool, plan.heads, "reading heads");
    const auto tails = read_requests(run, set.connection_answers, good.pool, plan.tails, "reading tails");
    const auto verdicts = mhqa::judge_connection(good.pool, plan, heads, tails, limits);
    auto result = mhqa::connected_pairs(good.words, pairs, verdicts);
    kept = std::move(result.kept);
    out.count("in", pairs.size());
    out.count("out", kept.size());
    out.count("heads", plan.heads.size());
    out.count("heads kept", count_true(verdicts.heads));
    out.count("tails", plan.tails.size());
    out.count("tails kept", count_true(verdicts.tails));
    out.drop(result.dropped);
  };
  const auto make = [&](mhqa::io::stage_writer& out) {
    if (set.connect) {
      filter(out);
    } else {
      kept = std::move(pairs);
      out.count("in", kept.size());
      out.count("out", kept.size());
    }
    std::string line;
    for (const mhqa::question_pair& pair : kept) {
      line.clear();
      mhqa::io::write_pair(line, good.pool, pair);
      out.line(line);
    }
  };
  run_stage(
      run, "connection",
      {option("connection", set.connect), option("filter-heads", limits.heads), option("filter-tails", limits.tails),
       option("head-f1", limits.head_answer_f1), option("tail-f1", limits.tail_answer_f1),
       option("tail-f1-most", limits.tail_answer_most), option("tail-support-f1", limits.tail_support_f1),
       option("tail-distractors", limits.distractors), option("folds", limits.folds)},
      make, [&](mhqa::io::json_value value) { kept.push_back(mhqa::io::read_pair(value, good.ids)); });
  return kept;
}

}  // namespace mhqa_command
