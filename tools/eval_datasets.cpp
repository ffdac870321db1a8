// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa eval: the evaluation of any data set. One place instantiates all, because each takes long to compile.
#include "eval_datasets.hpp"

#include "eval.hpp"
#include "options.hpp"
#include "repeated_ids.hpp"

#include <mhqa/datasets/evaluation_part.hpp>
#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/evaluation_files.hpp>
#include <mhqa/io/evaluation_parts.hpp>
#include <mhqa/io/evaluation_reports.hpp>
#include <mhqa/io/question_rows.hpp>
#include <mhqa/io/result_file.hpp>
#include <mhqa/io/sampled_evaluation.hpp>
#include <mhqa/io/score_lines.hpp>
#include <mhqa/metrics/samples.hpp>
#include <mhqa/parallel.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace mhqa_command {
namespace {

/// More threads find no work: blocks of a file are read and indexed one after the other.
std::size_t default_threads() {
  return std::min<std::size_t>(4, std::max(1U, std::thread::hardware_concurrency()));
}

/// Evaluates and prints. `files` is the hash of the files, for a part. official(out, warnings, evaluation) appends the
/// published program's output.
template <class D, class Golds, class Predictions, class Official>
void run_eval(const D& set, Golds&& golds, Predictions&& predictions, const eval_options& options, std::uint64_t files,
              const Official& official) {
  std::optional<mhqa::io::atomic_file> rows;
  if (!options.per_question.empty()) rows.emplace(options.per_question);
  std::optional<mhqa::io::result_writer> file;
  if (!options.result.empty()) file.emplace(options.result);
  if constexpr (requires { predictions.hint(); }) {
    if (const std::string hint = predictions.hint(); !hint.empty()) {
      fmt::print(stderr, "mhqa: {}: {}\n", options.predictions, hint);
    }
  }
  progress shown{"questions"};
  std::string line;
  mhqa::evaluation_options wanted{
      .by = options.by, .texts = options.texts || file, .progress = [&](auto n) { shown(n); }};
  if (rows || file) {
    wanted.per_question = [&](const mhqa::question_row& row) {
      line.clear();
      if (rows) {
        mhqa::io::append_row(line, row, options.texts);
        rows->write(line);
      }
      if (file) file->add(row);
    };
  }
  mhqa::thread_pool pool{options.threads != 0 ? options.threads : default_threads()};
  mhqa::evaluation_part<D> part =
      options.key.empty() ? mhqa::evaluate_part(set, golds, predictions, part_of(options), wanted, pool, options.run)
                          : mhqa::evaluate_piece(set, golds, predictions, {options.key, options.run}, wanted, pool);
  if (is_part(options)) {
    part.set_files(files);
    mhqa::io::atomic_file sums{options.out};
    sums.write(part.to_bytes());
    if (rows) rows->close();
    sums.close();
    if (rows) rows->commit();
    sums.commit();
    print(fmt::format("part {}: {} questions\n", options.key.empty() ? options.part : options.key, part.questions()));
    return;
  }
  const mhqa::evaluation<D> result = std::move(part).finish(options.gold, options.predictions);

  std::string out;
  if (options.official) {
    std::string warnings;
    official(out, warnings, result);
    std::fwrite(warnings.data(), 1, warnings.size(), stderr);
  } else {
    const mhqa::io::evaluation_reports reports = mhqa::io::make_reports(result);
    options.json ? mhqa::io::append_evaluation_json(out, reports) : mhqa::io::append_evaluation_table(out, reports);
  }
  if (rows) rows->close();
  if (file) {
    const mhqa::report all = result.report();
    file->finish(all.dataset, all.rules.name.view(), all.scores, all.signature);
  }
  print(out);
  if (rows) rows->commit();
  if (file) file->commit();
}

void run_samples(const mhqa::io::evaluation_files& files, const eval_options& options) {
  mhqa::thread_pool pool{options.threads != 0 ? options.threads : default_threads()};
  const std::vector<std::size_t> ks = read_counts(options.samples, "--samples");
  const mhqa::io::sampled_evaluation found = mhqa::io::evaluate_samples(files, "", pool);
  if (found.ignored != 0) {
    fmt::print(stderr, "mhqa: {}: ids that the gold file lacks: {}\n", options.predictions, found.ignored);
  }
  std::string out;
  mhqa::io::append_samples(out, found.result, ks, options.json);
  if (!options.result.empty()) {
    mhqa::io::write_result(options.result, mhqa::sampled_result(found.result, ks), found.questions, files.dataset);
  }
  print(out);
}

}  // namespace

void eval_data_set(const std::string& name, const eval_options& options) {
  const mhqa::io::evaluation_files files{.dataset = name,
                                         .predictions = options.predictions,
                                         .gold = options.gold,
                                         .questions = options.needs_question(),
                                         .dialect = options.dialect,
                                         .aliases = options.aliases,
                                         .na_prob = options.na_prob,
                                         .na_prob_threshold = options.na_prob_threshold,
                                         .retrieval_limit = options.retrieval_limit};
  if (!options.samples.empty()) return run_samples(files, options);
  const bool divided = !options.part.empty() && !options.own_files;
  const std::uint64_t hash = divided ? mhqa::io::hash_of_files(files) : 0;
  with_repeated_ids({options.predictions}, "--samples", [&] {
    mhqa::io::with_evaluation(files, [&](const auto& set, auto&& golds, auto&& predictions, const auto& official) {
      run_eval(set, std::forward<decltype(golds)>(golds), std::forward<decltype(predictions)>(predictions), options,
               hash, official);
    });
  });
}

}  // namespace mhqa_command
