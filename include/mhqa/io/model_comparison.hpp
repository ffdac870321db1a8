// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares models with the first one, question by question, from prediction files to tests of significance, and writes
// the result as `mhqa compare --json` prints it.
//   auto lines = io::compare_models({.data_set = "hotpotqa", .gold = gold}, {"a.json", "b.json"}, {}, pool).lines;
#pragma once

#include <mhqa/io/data_source.hpp>
#include <mhqa/io/datasets/squad.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/io/question_columns.hpp>
#include <mhqa/metrics/comparison.hpp>
#include <mhqa/metrics/dire.hpp>
#include <mhqa/parallel.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1::io {

/// A model, by the name that results and errors give it.
struct compared_model {
  std::string name;
  data_source predictions;  ///< held data must `last`

  compared_model(std::string of, data_source said) : name{std::move(of)}, predictions{std::move(said)} {}
  /// A file, whose path is the name. Not explicit, so that a list of paths is a list of models.
  template <std::convertible_to<std::string> Path>
  compared_model(Path&& path) : name{std::forward<Path>(path)}, predictions{name} {}
};

/// The choices of a comparison.
struct comparison_request {
  std::vector<std::string> metrics{};  ///< empty: every metric of the evaluator
  std::uint64_t samples = 10'000;      ///< of both tests
  std::uint64_t seed = 12345;
  std::size_t deciding = 0;  ///< how many of the questions with the largest differences to list
};

/// A question that decides a comparison.
struct deciding_question {
  std::string id;
  double baseline = 0;
  double system = 0;
};

/// One metric of a model beside the baseline's.
///
/// Units: fractions of 1
struct comparison_line {
  std::string metric;
  std::string group;  ///< "": all questions
  std::size_t model;  ///< in the order of the models
  compared numbers;
  std::vector<deciding_question> deciding{};  ///< largest difference first
};

/// The result of compare_models().
struct model_comparison {
  std::vector<std::string> models;  ///< the first is the baseline
  std::string by{};
  comparison_request request{};
  std::string signature{};
  std::vector<comparison_line> lines{};
  std::uint64_t questions = 0;                ///< of the gold file
  std::vector<unmatched_counts> unmatched{};  ///< of each model
};

namespace detail {

[[nodiscard]] std::vector<deciding_question> find_deciding(const common_columns& common, std::size_t model,
                                                           std::size_t most);

/// Fills in the numbers of all lines. Columns of equally many questions have the same draws, so they are compared
/// together.
template <executor E>
void compare_lines(const std::vector<common_columns>& commons, const comparison_request& request,
                   std::vector<comparison_line>& lines, E& executor) {
  constexpr std::size_t most = 64;                           // columns at once, whose samples are kept
  std::map<std::size_t, std::vector<std::size_t>> lines_of;  // by the number of questions
  for (std::size_t i = 0; i < lines.size(); ++i) {
    lines_of[commons[i * commons.size() / lines.size()].ids.size()].push_back(i);
  }
  std::vector<compared_columns> columns;
  for (const auto& [questions, all] : lines_of) {
    for (std::size_t first = 0; first < all.size(); first += most) {
      const std::span<const std::size_t> some{all.data() + first, std::min(most, all.size() - first)};
      columns.clear();
      for (const std::size_t i : some) {
        const common_columns& common = commons[i * commons.size() / lines.size()];
        columns.push_back({common.models[0], common.models[lines[i].model]});
      }
      const auto found = compare_columns(columns, {.samples = request.samples, .seed = request.seed}, executor);
      for (std::size_t i = 0; i < some.size(); ++i) lines[some[i]].numbers = found[i];
    }
  }
}

/// Throws unless there are two models or more and each metric is named once.
void expect_comparison(std::size_t models, const comparison_request& request);

/// Puts the questions of results into the order of the first, and throws unless they can be compared with it.
void match_results(std::vector<question_columns>& models, const std::vector<std::string>& names);

/// Compares columns that have been read.
template <executor E>
[[nodiscard]] model_comparison compare_read(const std::vector<question_columns>& models, std::vector<std::string> names,
                                            const std::string& by, const comparison_request& request, E& executor) {
  expect_same_questions(models, names);
  std::vector<std::string> metrics = request.metrics;
  if (metrics.empty()) {
    for (const auto& [name, column] : models[0].columns) metrics.push_back(name);
  }
  std::set<std::string> groups{models[0].groups.begin(), models[0].groups.end()};
  groups.insert("");
  model_comparison out{std::move(names), by, request, models[0].signature};
  out.questions = models[0].ids.size();
  for (const question_columns& model : models) out.unmatched.push_back(model.unmatched);
  std::vector<common_columns> commons;  // of models.size() - 1 lines each
  for (const std::string& metric : metrics) {
    for (const std::string& group : groups) {
      common_columns common = find_common(models, metric, group);
      if (common.ids.empty()) continue;
      for (std::size_t m = 1; m < models.size(); ++m) {
        out.lines.push_back({metric, group, m, {}, find_deciding(common, m, request.deciding)});
      }
      commons.push_back(std::move(common));
    }
  }
  compare_lines(commons, request, out.lines, executor);
  std::vector<double> p;
  for (const comparison_line& line : out.lines) p.push_back(line.numbers.randomization_p);
  const std::vector<double> corrected = holm(p);
  for (std::size_t i = 0; i < out.lines.size(); ++i) out.lines[i].numbers.holm_p = corrected[i];
  return out;
}

}  // namespace detail

/// Compares the predictions of models with those of the first.
///
/// Shape:  a line for each metric, group (all questions first) and model; p values are corrected by Holm over all
///         lines. A metric counts the questions for which every model has it; without any it has no line
/// Errors: data_error for fewer than two models, other questions than the baseline's, an unknown metric, and bad files
/// Cost:   one evaluation per model, on the executor, as the samples; the result does not depend on it
template <executor E>
[[nodiscard]] model_comparison compare_models(const column_source& source, const std::vector<compared_model>& models,
                                              const comparison_request& request, E& executor) {
  detail::expect_comparison(models.size(), request);
  std::vector<question_columns> columns(models.size());
  executor.for_each(models.size(), [&](std::size_t m) { columns[m] = read_columns(source, models[m].predictions); });
  std::vector<std::string> names;
  for (const compared_model& model : models) names.push_back(model.name);
  return detail::compare_read(columns, std::move(names), source.by, request, executor);
}

/// Compares results, as result_file.hpp writes them, with the first of them.
///
/// Shape:  as compare_models(); the order of the questions may differ
/// Errors: data_error for fewer than two results, another evaluator, other questions than the baseline's, results that
///         have no number in common, and bad files
template <executor E>
[[nodiscard]] model_comparison compare_results(std::vector<std::string> results, const std::string& by,
                                               const comparison_request& request, E& executor) {
  detail::expect_comparison(results.size(), request);
  std::vector<question_columns> models(results.size());
  executor.for_each(models.size(), [&](std::size_t m) { models[m] = read_result_columns(results[m], by); });
  detail::match_results(models, results);
  return detail::compare_read(models, std::move(results), by, request, executor);
}

/// Appends the object that `mhqa compare --json` prints.
///
/// Units: unrounded fractions
void append_comparison_json(std::string& out, const model_comparison& result);

/// Appends the table that `mhqa compare` prints.
void append_comparison_table(std::string& out, const model_comparison& result);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/model_comparison.ipp>
#endif
