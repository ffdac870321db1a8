// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The scores of each question by a data set's evaluator, as columns that can be compared between models.
//   auto a = io::read_columns({.data_set = "hotpotqa", .gold = gold}, "a.json");
#pragma once

#include <mhqa/datasets/evaluate.hpp>
#include <mhqa/error.hpp>
#include <mhqa/io/datasets/2wikimultihopqa.hpp>
#include <mhqa/io/dire_evaluation.hpp>
#include <mhqa/io/evaluation_files.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/layouts/record_layout.hpp>
#include <mhqa/io/sampled_evaluation.hpp>
#include <mhqa/metrics/report.hpp>
#include <mhqa/metrics/samples.hpp>
#include <mhqa/parallel.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0_1 {
namespace io {

/// Questions and predictions without a counterpart.
struct unmatched_counts {
  std::map<std::string, std::size_t> missing;  ///< kind of prediction, such as "answer" -> questions that lack it
  std::uint64_t ignored = 0;                   ///< predictions whose ids are not in the gold data
};

/// The scores of one model's predictions.
struct question_columns {
  std::vector<std::string> ids;                        ///< in the gold file's order
  std::map<std::string, std::vector<double>> columns;  ///< metric -> one fraction a question
  std::map<std::string, std::vector<bool>> undefined;  ///< metric -> questions without it
  std::vector<std::string> groups;                     ///< each question's value of the field, if one is asked for
  std::string signature;
  unmatched_counts unmatched{};
};

/// The files and choices from which columns are made.
struct column_source {
  std::string data_set;
  std::string gold;
  std::string by{};                    ///< a group field of the data set; empty: none
  std::string kind{};                  ///< of DiRe's instances: "original", "probe", …
  std::string aliases{};               ///< 2WikiMultihopQA's id_aliases.json, also for its instances; empty: without
  std::vector<std::size_t> samples{};  ///< ids repeat: avg, and pass@k and maj@k of each; empty: each id once
};

/// A metric on the questions for which every model has it.
struct common_columns {
  std::vector<std::string> ids;
  std::vector<std::vector<double>> models;
};

namespace detail {

/// Adds a question's numbers to the columns.
class column_builder {
 public:
  explicit column_builder(question_columns& out) : out_{out} {}

  void begin(std::string_view id) { out_.ids.emplace_back(id); }
  void add(const std::string& name, const std::optional<double>& value) {
    std::vector<double>& column = out_.columns[name];
    std::vector<bool>& undefined = out_.undefined[name];
    column.resize(out_.ids.size() - 1, 0);
    undefined.resize(out_.ids.size() - 1, true);
    column.push_back(value.value_or(0));
    undefined.push_back(!value);
  }
  void finish() {
    for (auto& [name, column] : out_.columns) {
      column.resize(out_.ids.size(), 0);
      out_.undefined[name].resize(out_.ids.size(), true);
    }
  }

 private:
  question_columns& out_;
};

/// DiRe's blocks, each question or group of instances a row.
inline question_columns dire_columns(const column_source& source, const std::string& predictions) {
  if (!source.by.empty()) {
    throw_data_error({.field = source.by}, "--by expects a data set with group fields; DiRe's instances have none",
                     errc::unknown_name);
  }
  const mhqa::dire::kind kind = find_or_throw<mhqa::dire::kind>(source.kind);
  std::optional<twowiki::aliases> aliases;
  if (!source.aliases.empty()) aliases.emplace(source.aliases);
  const dire::instances input{source.gold, kind, nullptr, aliases ? &aliases->table() : nullptr};
  question_columns out;
  column_builder build{out};
  const dire_result result = score_dire(input, dire::predictions{predictions}, nullptr, mhqa::dire::bound::none,
                                        [&](const mhqa::dire::question& question, const auto& table) {
                                          build.begin(question.id);
                                          for_each_block(table, [&](std::string_view name, const scores& s) {
                                            build.add(std::string{name} + "_em", s.em);
                                            build.add(std::string{name} + "_f1", s.f1);
                                          });
                                        });
  out.signature = dire_signature(result, kind, mhqa::dire::bound::none);
  build.finish();
  return out;
}

/// The numbers of sample_rows() for each question.
inline question_columns sampled_columns(const evaluation_files& files, const column_source& source) {
  serial_executor serial;
  sampled_evaluation found = evaluate_samples(files, source.by, serial);
  question_columns out;
  column_builder build{out};
  for (const sampled_question& one : sample_rows(found.result, source.samples)) {
    build.begin(one.id);
    for (const named_score& number : one.numbers) build.add(number.name, number.value);
  }
  build.finish();
  out.groups = std::move(found.groups);
  out.signature = found.result.signature;
  out.unmatched = {std::move(found.missing), found.ignored};
  return out;
}

}  // namespace detail

/// Returns the data set whose fields a gold file shows.
///
/// Errors: data_error if it shows none, or can be read only once
[[nodiscard]] inline std::string guess_data_set(const std::string& gold) {
  constexpr std::array<std::pair<record_layout, std::string_view>, 6> names{
      {{record_layout::twowiki, "2wikimultihopqa"},
       {record_layout::musique, "musique"},
       {record_layout::hieradate, "hieradate"},
       {record_layout::strategyqa, "strategyqa"},
       {record_layout::hotpotqa, "hotpotqa"},
       {record_layout::squad, "squad"}}};
  const auto found = find_layout_of_head(file_head(gold), {names[0].first, names[1].first, names[2].first,
                                                           names[3].first, names[4].first, names[5].first});
  for (const auto& [layout, name] : names) {
    if (found == layout) return std::string{name};
  }
  throw_data_error({.file = gold}, "expected records of a known data set; name it by --dataset");
}

/// Evaluates a model and keeps the scores of each question.
///
/// Errors: data_error as the evaluation; for an unknown data set, kind or field
[[nodiscard]] inline question_columns read_columns(const column_source& source, const std::string& predictions) {
  if (source.data_set == "dire") {
    if (source.samples.empty()) return detail::dire_columns(source, predictions);
    throw_data_error({.field = "--pass-at"}, "expected a data set of questions; DiRe's instances have no samples");
  }
  if (!source.aliases.empty() && source.data_set != "2wikimultihopqa") {
    throw_data_error({.field = "--aliases"},
                     "expected the data set 2wikimultihopqa or its instances, found " + source.data_set,
                     errc::mismatch);
  }
  const evaluation_files files{.dataset = source.data_set,
                               .predictions = predictions,
                               .gold = source.gold,
                               .questions = source.by == "title",
                               .aliases = source.aliases};
  if (!source.samples.empty()) return detail::sampled_columns(files, source);
  question_columns out;
  detail::column_builder build{out};
  evaluation_options wanted{.by = source.by, .texts = !source.by.empty()};
  wanted.per_question = [&](const question_row& row) {
    build.begin(row.id);
    for (const auto& number : row.numbers) build.add(number.name, number.value);
    for (const auto& [field, value] : row.groups) {
      if (field == source.by) out.groups.push_back(value);
    }
  };
  with_evaluation(files, [&](const auto& set, auto&& golds, auto&& answers, const auto&) {
    const auto result = evaluate(set, golds, answers, wanted);
    out.signature = result.report().signature;
    out.unmatched.ignored = result.ignored;
    for (const missing_question& one : result.missing) {
      for (const std::string& kind : one.kinds) ++out.unmatched.missing[kind];
    }
  });
  build.finish();
  return out;
}

/// Throws data_error, with the model's name, unless all models were scored on the same questions.
inline void expect_same_questions(const std::vector<question_columns>& models, const std::vector<std::string>& names) {
  for (std::size_t m = 0; m < models.size(); ++m) {
    if (models[m].ids != models[0].ids) {
      throw_data_error({.file = names[m]}, "expected the questions of the baseline, found others");
    }
  }
}

/// Returns a metric on the questions of a group ("": all).
///
/// Errors: data_error, with the known names, for a metric that no model has
[[nodiscard]] inline common_columns find_common(const std::vector<question_columns>& models, const std::string& metric,
                                                const std::string& group) {
  common_columns out;
  out.models.resize(models.size());
  if (models[0].columns.count(metric) == 0) {
    std::string known;
    for (const auto& [name, column] : models[0].columns) known += (known.empty() ? "" : ", ") + name;
    throw_data_error({.field = "--metric"}, "expected one of: " + known + "; found \"" + metric + "\"");
  }
  for (std::size_t i = 0; i < models[0].ids.size(); ++i) {
    bool kept = group.empty() || models[0].groups[i] == group;
    for (const question_columns& model : models) {
      const auto found = model.undefined.find(metric);
      kept = kept && found != model.undefined.end() && !found->second[i];
    }
    if (!kept) continue;
    out.ids.push_back(models[0].ids[i]);
    for (std::size_t m = 0; m < models.size(); ++m) out.models[m].push_back(models[m].columns.at(metric)[i]);
  }
  return out;
}

}  // namespace io
}  // namespace v0_1
}  // namespace mhqa
