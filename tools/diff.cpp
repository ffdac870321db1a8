// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa diff: why two results have different numbers.
#include "command.hpp"
#include "options.hpp"
#include "run_files.hpp"

#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/difference_report.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/result_file.hpp>
#include <mhqa/metrics/rescore.hpp>
#include <mhqa/metrics/result_difference.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mhqa_command {
namespace {

struct diff_options {
  std::vector<std::string> results;
  std::vector<std::string> dialects;
  std::vector<std::string> metrics;
  std::string questions;
  std::size_t examples = 3;
  bool json = false;
};

/// The pairs of numbers to explain: --metric NAME or A=B, otherwise EM and F1 of both.
std::vector<std::pair<std::string, std::string>> pairs_of(const diff_options& o, const mhqa::scored_result& a,
                                                          const mhqa::scored_result& b) {
  if (o.metrics.empty()) return mhqa::matching_numbers(a, b);
  std::vector<std::pair<std::string, std::string>> out;
  for (const std::string& metric : o.metrics) {
    const std::size_t equals = metric.find('=');
    out.emplace_back(metric.substr(0, equals), equals == std::string::npos ? metric : metric.substr(equals + 1));
  }
  return out;
}

int run(const diff_options& o) {
  if (o.results.size() + o.dialects.size() < 2) {
    mhqa::throw_data_error({}, "diff expects two results, or one and `dialects`");
  }
  if (o.results.size() == 2 && !o.dialects.empty()) {
    mhqa::throw_data_error({}, "diff expects a second result or `dialects`, found both");
  }
  mhqa::io::expect_no_input(o.questions, {o.results.front(), o.results.back()});
  const mhqa::io::result_file first = mhqa::io::read_result(o.results.front());
  std::vector<std::pair<std::string, mhqa::scored_result>> others;
  if (o.results.size() == 2) {
    others.emplace_back(o.results[1], mhqa::io::read_result(o.results[1]).result);
  }
  for (const std::string& name : o.dialects) {
    others.emplace_back(o.results.front() + " by " + name, mhqa::rescored(first.result, name));
  }
  std::optional<mhqa::io::atomic_file> questions;
  if (!o.questions.empty()) questions.emplace(o.questions);
  mhqa::io::difference_report report{o.json, o.examples};
  for (const auto& [name, other] : others) {
    const auto pairs = pairs_of(o, first.result, other);
    if (pairs.empty()) {
      mhqa::throw_data_error({.file = o.results.front()},
                             "expected EM or F1 in both results, found neither; name a number of each by `metrics`");
    }
    for (const auto& [a, b] : pairs) {
      const mhqa::result_difference found = mhqa::explain_difference(first.result, a, other, b);
      report.add({o.results.front(), first.result, a}, {name, other, b}, found);
      if (questions) questions->write(mhqa::io::difference_lines(found, a, b, other.evaluator));
    }
  }
  if (questions) questions->close();
  print(report.text());
  if (questions) questions->commit();
  return 0;
}

}  // namespace

void add_diff(const arguments& app, int&) {
  const auto o = std::make_shared<diff_options>();
  const arguments verb = app.add_subcommand("diff", "Explain why two results have different numbers");
  verb->add_option("results", o->results, "One or two results, written by eval --result or score --result")
      ->required()
      ->expected(1, 2);
  verb->add_option("--dialect", o->dialects,
                   "Instead of a second result: the first one's answers scored by this "
                   "evaluator; may be repeated")
      ->check(known_evaluator());
  verb->add_option("--metric", o->metrics, "NAME, or NAME=OTHER for a number of each result; otherwise EM and F1");
  verb->add_option("--questions", o->questions, "Write each differing question and its reasons to this file")
      ->type_name(output_file);
  verb->add_option("--examples", o->examples, "Ids shown for each reason")->capture_default_str();
  verb->add_flag("--json", o->json, "One JSON object, unrounded fractions");
  verb->footer(
      "Example:\n  mhqa eval hotpotqa predictions.json gold.json --result a.json\n"
      "  mhqa diff a.json --dialect squad-1.1 --dialect flashrag\n"
      "Each choice in which the evaluators or the data differ is measured alone: the mean of the first result with "
      "that\n"
      "choice as in the second. The reasons of a question are the fewest choices that turn its first score into the\n"
      "second.");
  verb->callback([o] { run(*o); });
}

}  // namespace mhqa_command
