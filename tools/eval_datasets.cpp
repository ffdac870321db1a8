// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa eval: the evaluation of any data set.
#include "eval_datasets.hpp"

#include "eval.hpp"
#include "options.hpp"
#include "repeated_ids.hpp"

#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/evaluation_files.hpp>
#include <mhqa/io/evaluation_parts.hpp>
#include <mhqa/io/evaluation_reports.hpp>
#include <mhqa/io/evaluation_run.hpp>
#include <mhqa/io/question_rows.hpp>
#include <mhqa/io/result_file.hpp>
#include <mhqa/io/sampled_evaluation.hpp>
#include <mhqa/io/score_lines.hpp>
#include <mhqa/metrics/report.hpp>
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
#include <vector>

namespace mhqa_command {
namespace {

/// More threads find no work: blocks of a file are read and indexed one after the other.
std::size_t default_threads() {
  return std::min<std::size_t>(4, std::max(1U, std::thread::hardware_concurrency()));
}

std::size_t threads_of(const eval_options& options) {
  return options.threads != 0 ? options.threads : default_threads();
}

/// The files of rows that an evaluation writes beside its scores.
class row_files {
 public:
  explicit row_files(const eval_options& options) : texts_{options.texts} {
    if (!options.per_question.empty()) rows_.emplace(options.per_question);
    if (!options.result.empty()) result_.emplace(options.result);
  }

  [[nodiscard]] bool wanted() const { return rows_ || result_; }
  [[nodiscard]] bool texts() const { return texts_ || result_; }

  void add(const mhqa::question_row& row) {
    line_.clear();
    if (rows_) {
      mhqa::io::append_row(line_, row, texts_);
      rows_->write(line_);
    }
    if (result_) result_->add(row);
  }
  void finish(const mhqa::report& all) {
    if (rows_) rows_->close();
    if (result_) result_->finish(all.dataset, all.rules.name.view(), all.scores, all.signature);
  }
  void close() {
    if (rows_) rows_->close();
  }
  void commit() {
    if (rows_) rows_->commit();
    if (result_) result_->commit();
  }

 private:
  bool texts_;
  std::optional<mhqa::io::atomic_file> rows_;
  std::optional<mhqa::io::result_writer> result_;
  std::string line_;
};

/// Writes the sums of a part.
void write_part(const mhqa::io::evaluation_files& files, const mhqa::io::files_evaluation_options& wanted,
                const eval_options& options, row_files& rows, mhqa::thread_pool& pool) {
  const bool divided = !options.part.empty() && !options.own_files;
  const std::uint64_t hash = divided ? mhqa::io::hash_of_files(files) : 0;
  const auto part = options.key.empty()
                        ? mhqa::io::evaluate_files_part(files, wanted, part_of(options), options.run, pool)
                        : mhqa::io::evaluate_files_piece(files, wanted, {options.key, options.run}, pool);
  part->set_files(hash);
  mhqa::io::atomic_file sums{options.out};
  sums.write(part->to_bytes());
  rows.close();
  sums.close();
  rows.commit();
  sums.commit();
  print(fmt::format("part {}: {} questions\n", options.key.empty() ? options.part : options.key, part->questions()));
}

/// Evaluates and prints.
void run_eval(const mhqa::io::evaluation_files& files, const eval_options& options) {
  row_files rows{options};
  progress shown{"questions"};
  mhqa::io::files_evaluation_options wanted{
      .rows = {.by = options.by, .texts = rows.texts(), .progress = [&](auto n) { shown(n); }},
      .official = options.official,
      .hint = [&](const std::string& hint) { fmt::print(stderr, "mhqa: {}: {}\n", options.predictions, hint); }};
  if (rows.wanted()) wanted.rows.per_question = [&](const mhqa::question_row& row) { rows.add(row); };
  mhqa::thread_pool pool{threads_of(options)};
  if (is_part(options)) return write_part(files, wanted, options, rows, pool);
  const mhqa::io::files_evaluation found = mhqa::io::evaluate_files(files, wanted, pool);
  std::string out = found.official.text;
  if (options.official) {
    if (found.official.problem) throw *found.official.problem;
    std::fwrite(found.official.warnings.data(), 1, found.official.warnings.size(), stderr);
  } else {
    options.json ? mhqa::io::append_evaluation_json(out, found.reports)
                 : mhqa::io::append_evaluation_table(out, found.reports);
  }
  rows.finish(found.reports.all);
  print(out);
  rows.commit();
}

void run_samples(const mhqa::io::evaluation_files& files, const eval_options& options) {
  mhqa::thread_pool pool{threads_of(options)};
  const std::vector<std::size_t> ks = read_counts(options.samples, "samples");
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
  with_repeated_ids({options.predictions}, "samples", [&] { run_eval(files, options); });
}

}  // namespace mhqa_command
