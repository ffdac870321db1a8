// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of question_columns.hpp.
#pragma once

#include <mhqa/io/question_columns.hpp>

#include <mhqa/datasets/evaluate.hpp>
#include <mhqa/error.hpp>
#include <mhqa/io/dire_evaluation.hpp>
#include <mhqa/io/evaluation_run.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/held_value.hpp>
#include <mhqa/io/layouts/record_layout.hpp>
#include <mhqa/io/result_file.hpp>
#include <mhqa/io/sampled_evaluation.hpp>
#include <mhqa/metrics/report.hpp>
#include <mhqa/metrics/samples.hpp>
#include <mhqa/parallel.hpp>
#include <mhqa/text/unique_ids.hpp>

#include <algorithm>
#include <array>
#include <span>
#include <unordered_map>
#include <utility>

namespace mhqa::inline v0_1::io {
namespace detail {

MHQA_INLINE void column_builder::add(const std::string& name, const std::optional<double>& value) {
  std::vector<double>& column = out_.columns[name];
  std::vector<bool>& undefined = out_.undefined[name];
  column.resize(out_.ids.size() - 1, 0);
  undefined.resize(out_.ids.size() - 1, true);
  column.push_back(value.value_or(0));
  undefined.push_back(!value);
}

MHQA_INLINE void column_builder::finish() {
  for (auto& [name, column] : out_.columns) {
    column.resize(out_.ids.size(), 0);
    out_.undefined[name].resize(out_.ids.size(), true);
  }
}

/// DiRe's blocks, each question or group of instances a row.
inline question_columns dire_columns(const column_source& source, const data_source& predictions) {
  if (!source.by.empty()) {
    throw_data_error({}, "`by` expects a data set with group fields; DiRe's instances have none", errc::unknown_name);
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

/// The beginning of the JSON, with at least a record.
inline std::string head_of(const data_source& gold) {
  if (gold.held() == nullptr) return file_head(gold.path());
  std::string out;
  const std::span<const held_value> records = gold.held()->next(true);
  if (!records.empty()) append_json(out, records.front());
  return out;
}

/// The numbers of sample_rows() for each question.
inline question_columns sampled_columns(const evaluation_files& files, const column_source& source) {
  thread_pool calling_thread{1};
  sampled_evaluation found = evaluate_samples(files, source.by, calling_thread);
  question_columns out;
  column_builder build{out};
  for (const sampled_question& one : sample_rows(found.result, source.pass_at)) {
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

MHQA_INLINE std::string guess_data_set(const data_source& gold) {
  constexpr std::array<std::pair<record_layout, std::string_view>, 6> names{
      {{record_layout::twowiki, "2wikimultihopqa"},
       {record_layout::musique, "musique"},
       {record_layout::hieradate, "hieradate"},
       {record_layout::strategyqa, "strategyqa"},
       {record_layout::hotpotqa, "hotpotqa"},
       {record_layout::squad, "squad"}}};
  const auto found = find_layout_of_head(detail::head_of(gold), {names[0].first, names[1].first, names[2].first,
                                                                 names[3].first, names[4].first, names[5].first});
  for (const auto& [layout, name] : names) {
    if (found == layout) return std::string{name};
  }
  throw_data_error({.file = gold.name()}, "expected records of a known data set; name it by `dataset`");
}

MHQA_INLINE question_columns read_columns(const column_source& source, const data_source& predictions) {
  if (source.dataset == "dire") {
    if (source.pass_at.empty()) return detail::dire_columns(source, predictions);
    throw_data_error({}, "`pass_at`: expected a data set of questions; DiRe's instances have no samples");
  }
  if (!source.aliases.empty() && source.dataset != "2wikimultihopqa") {
    throw_data_error({}, "`aliases`: expected the data set 2wikimultihopqa or its instances, found " + source.dataset,
                     errc::mismatch);
  }
  const evaluation_files files{.dataset = source.dataset,
                               .predictions = predictions,
                               .gold = source.gold,
                               .questions = source.by == "title",
                               .aliases = source.aliases};
  if (!source.pass_at.empty()) return detail::sampled_columns(files, source);
  question_columns out;
  detail::column_builder build{out};
  files_evaluation_options wanted{.rows = {.by = source.by, .texts = !source.by.empty()}};
  wanted.rows.per_question = [&](const question_row& row) {
    build.begin(row.id);
    for (const auto& number : row.numbers) build.add(number.name, number.value);
    for (const auto& [field, value] : row.groups) {
      if (field == source.by) out.groups.push_back(value);
    }
  };
  thread_pool calling_thread{1};
  const evaluation_reports found = evaluate_files(files, wanted, calling_thread).reports;
  out.signature = found.all.signature;
  out.unmatched.ignored = found.ignored;
  for (const auto& [kind, ids] : found.missing) out.unmatched.missing[kind] = ids.size();
  build.finish();
  return out;
}

MHQA_INLINE question_columns read_result_columns(const std::string& path, const std::string& by) {
  const result_file file = read_result(path);
  question_columns out;
  detail::column_builder build{out};
  unique_ids ids;
  for (std::size_t i = 0; i < file.questions.size(); ++i) {
    const result_answer& answer = file.result.answers[i];
    ids.add(answer.id, path);
    build.begin(answer.id);
    for (const auto& [name, value] : answer.numbers) build.add(name, value);
    if (by.empty()) continue;
    const auto& groups = file.questions[i].groups;
    const auto at = std::find_if(groups.begin(), groups.end(), [&by](const auto& one) { return one.first == by; });
    if (at == groups.end()) {
      throw_data_error({.file = path, .id = answer.id},
                       "`by` expects a field of the question's groups, which lack \"" + by + '"', errc::unknown_name);
    }
    out.groups.push_back(at->second);
  }
  build.finish();
  out.signature = file.result.signature;
  out.evaluator = file.result.evaluator;
  return out;
}

MHQA_INLINE void order_as(const question_columns& baseline, question_columns& model) {
  std::unordered_map<std::string_view, std::size_t> places;
  for (std::size_t i = 0; i < model.ids.size(); ++i) places.emplace(model.ids[i], i);
  std::vector<std::size_t> order;
  for (const std::string& id : baseline.ids) {
    const auto at = places.find(id);
    if (at == places.end()) return;
    order.push_back(at->second);
  }
  if (order.size() != model.ids.size() || places.size() != order.size()) return;
  const auto permute = [&order](auto& values) {
    auto out = values;
    for (std::size_t i = 0; i < order.size(); ++i) out[i] = values[order[i]];
    values = std::move(out);
  };
  for (auto& [name, column] : model.columns) permute(column);
  for (auto& [name, column] : model.undefined) permute(column);
  if (!model.groups.empty()) permute(model.groups);
  permute(model.ids);
}

MHQA_INLINE void expect_same_questions(const std::vector<question_columns>& models,
                                       const std::vector<std::string>& names) {
  for (std::size_t m = 0; m < models.size(); ++m) {
    if (models[m].ids != models[0].ids) {
      throw_data_error({.file = names[m]}, "expected the questions of the baseline, found others");
    }
  }
}

MHQA_INLINE common_columns find_common(const std::vector<question_columns>& models, const std::string& metric,
                                       const std::string& group) {
  common_columns out;
  out.models.resize(models.size());
  if (models[0].columns.count(metric) == 0) {
    std::string known;
    for (const auto& [name, column] : models[0].columns) known += (known.empty() ? "" : ", ") + name;
    throw_data_error({}, "`metrics`: expected one of: " + known + "; found \"" + metric + "\"");
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

}  // namespace mhqa::inline v0_1::io
