// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Checks a file of decompositions, StrategyQA's or Break's, and counts the faults by reason, as
// `mhqa check-decompositions` does.
//   const decomposition_counts found = check_decompositions("dev.json", decomposition_format::strategyqa);
#pragma once

#include <mhqa/compose/implicit.hpp>
#include <mhqa/datasets/break.hpp>
#include <mhqa/datasets/strategyqa.hpp>
#include <mhqa/datasets/strategyqa_statistics.hpp>
#include <mhqa/error.hpp>
#include <mhqa/graph/decomposition.hpp>
#include <mhqa/graph/joined_steps.hpp>
#include <mhqa/graph/step_kind.hpp>
#include <mhqa/io/datasets/break.hpp>
#include <mhqa/io/datasets/strategyqa.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/printable.hpp>
#include <mhqa/text/unique_ids.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0_1 {
namespace io {

/// The layouts of decompositions.
enum class decomposition_format : std::uint8_t { strategyqa, break_csv };

/// One decomposition of StrategyQA or Break. Refers to the record where it holds views.
struct decomposed {
  std::string_view id;
  std::string_view question;
  std::vector<std::string> steps;
  std::vector<step_kind> kinds;    ///< as annotated: an operation for anyone; empty where nobody was asked
  std::vector<step_kind> by_most;  ///< the same for most annotators
  std::optional<parsed<std::vector<std::string>>> unreadable;  ///< why there are no steps
};

/// A reason, and how many decompositions and findings have it.
struct decomposition_reason {
  std::string_view code;
  bool error = true;
  std::uint64_t decompositions = 0;
  std::uint64_t findings = 0;
  std::string first{};  ///< id of the first decomposition
};

/// Counts of decompositions and their findings.
///
/// Shape: `reasons` has one entry for each decomposition_fault, then "not-qdmr" for those that cannot be read
struct decomposition_counts {
  std::string format;
  std::uint64_t decompositions = 0;
  std::uint64_t sound = 0;  ///< neither errors nor warnings
  std::uint64_t with_errors = 0, with_warnings = 0;
  std::uint64_t no_new_word = 0;  ///< every word of the steps is one of the question
  std::uint64_t steps = 0, operations_by_rule = 0;
  std::uint64_t split = 0;                                      ///< steps that were separated from others
  std::uint64_t annotated_steps = 0, annotated_operations = 0;  ///< by most annotators
  std::uint64_t rule_agrees = 0;                                ///< annotated steps whose kind the rule finds
  std::vector<decomposition_reason> reasons;

  explicit decomposition_counts(std::string name) : format{std::move(name)} {
    for (std::size_t i = 0; i < fault_kinds; ++i) {
      const auto fault = static_cast<decomposition_fault>(i);
      reasons.push_back({.code = to_string(fault), .error = is_error(fault)});
    }
    reasons.push_back({.code = "not-qdmr"});
  }

  void add(const decomposed& d, std::span<const decomposition_finding> findings) {
    ++decompositions;
    bool error = d.unreadable.has_value(), warning = false;
    for (std::size_t i = 0; i < fault_kinds; ++i) {
      const auto fault = static_cast<decomposition_fault>(i);
      const auto found =
          std::count_if(findings.begin(), findings.end(), [fault](const auto& f) { return f.fault == fault; });
      note(i, static_cast<std::uint64_t>(found), d.id);
      if (found != 0) (is_error(fault) ? error : warning) = true;
    }
    note(fault_kinds, d.unreadable ? 1 : 0, d.id);
    sound += !error && !warning ? 1 : 0;
    with_errors += error ? 1 : 0;
    with_warnings += warning ? 1 : 0;
    if (d.unreadable) return;
    no_new_word += is_explicit(d.question, d.steps) ? 1 : 0;
    steps += d.steps.size();
    for (std::size_t i = 0; i < d.steps.size(); ++i) {
      const step_kind rule = kind_by_rule(d.steps[i]);
      operations_by_rule += rule == step_kind::operation ? 1 : 0;
      if (d.by_most.empty()) continue;
      ++annotated_steps;
      annotated_operations += d.by_most[i] == step_kind::operation ? 1 : 0;
      rule_agrees += d.by_most[i] == rule ? 1 : 0;
    }
  }

 private:
  static constexpr std::size_t fault_kinds = static_cast<std::size_t>(decomposition_fault::intermediate_operation) + 1;

  void note(std::size_t which, std::uint64_t found, std::string_view id) {
    if (found == 0) return;
    decomposition_reason& r = reasons[which];
    if (r.decompositions++ == 0) r.first = id;
    r.findings += found;
  }
};

namespace detail {

template <class F>
void for_each_strategyqa(const std::string& file, F&& f) {
  json_records in{file};
  mhqa::strategyqa::record record;
  decomposed d;
  while (const auto value = in.next()) {
    io::strategyqa::read(*value, record, io::strategyqa::fields::gold, {.decomposition = true});
    d.id = record.qid;
    d.question = record.question;
    d.steps.assign(record.decomposition.begin(), record.decomposition.end());
    d.kinds.clear();
    d.by_most.clear();
    if (!record.evidence.empty()) {
      d.kinds = annotated_kinds(record, mhqa::strategyqa::operation_rule::anyone);
      d.by_most = annotated_kinds(record, mhqa::strategyqa::operation_rule::majority);
    }
    f(d);
  }
}

template <class F>
void for_each_break(const std::string& file, F&& f) {
  io::break_qdmr::records in{file};
  decomposed d;
  while (const auto record = in.next()) {
    d.id = record->id;
    d.question = record->question;
    auto steps = mhqa::break_qdmr::steps_of(*record);
    d.unreadable.reset();
    if (steps) {
      d.steps = *std::move(steps);
    } else {
      d.steps.clear();
      d.unreadable = std::move(steps);
    }
    f(d);
  }
}

}  // namespace detail

/// Checks every decomposition of a file, and calls each(decomposed, findings) for it.
///
/// Shape:  one pass; `split_joined` first separates steps that a model wrote as one, without the annotators' kinds
///         where that changes their number. Findings are those of check_decomposition(), with these kinds where there
///         are some. A decomposition of Break that is not QDMR has only the finding `unreadable`
/// Errors: data_error for a repeated id, a file without decompositions, and as the readers
/// Source: Geva et al. 2021, Section 3.2; Wolfson et al. 2020 (Break)
template <class Each>
decomposition_counts check_decompositions(const std::string& file, decomposition_format format, Each&& each,
                                          bool split_joined = false) {
  const bool csv = format == decomposition_format::break_csv;
  decomposition_counts all{csv ? "break" : "strategyqa"};
  unique_ids ids;
  const auto take = [&](decomposed& d) {
    ids.add(d.id, file);
    if (split_joined) {
      const std::size_t joined = d.steps.size();
      d.steps = split_joined_steps(d.steps);
      all.split += d.steps.size() - joined;
      if (d.steps.size() != joined) d.kinds.clear(), d.by_most.clear();
    }
    std::vector<decomposition_finding> findings;
    if (!d.unreadable) findings = check_decomposition(d.steps, d.kinds);
    all.add(d, findings);
    each(d, std::span<const decomposition_finding>{findings});
  };
  csv ? detail::for_each_break(file, take) : detail::for_each_strategyqa(file, take);
  if (all.decompositions == 0) throw_data_error({.file = file}, "expected decompositions, found none");
  return all;
}

/// The same without a call for each.
[[nodiscard]] inline decomposition_counts check_decompositions(const std::string& file, decomposition_format format) {
  return check_decompositions(file, format, [](const decomposed&, std::span<const decomposition_finding>) {});
}

/// Appends {"id": …, "steps": number, "kinds": ["retrieval", …], "findings": [{"reason": …, "steps": [i, …]}, …]} and a
/// line feed; the kinds are those of kind_by_rule().
inline void append_findings(std::string& out, const decomposed& d, std::span<const decomposition_finding> findings) {
  json_writer json{out};
  json.begin_object().member("id", d.id).member("steps", d.steps.size());
  json.key("kinds").begin_array();
  for (const std::string& step : d.steps) {
    json.value(std::string_view{kind_by_rule(step) == step_kind::operation ? "operation" : "retrieval"});
  }
  json.end_array();
  json.key("findings").begin_array();
  if (d.unreadable) {
    json.begin_object().member("reason", "not-qdmr").member("expected", d.unreadable->expected);
    json.member("position", d.unreadable->position).end_object();
  }
  for (const decomposition_finding& finding : findings) {
    json.begin_object().member("reason", to_string(finding.fault));
    json.key("steps").begin_array();
    for (const std::uint32_t step : finding.steps) json.value(step);
    json.end_array().end_object();
  }
  json.end_array().end_object();
  out += '\n';
}

/// Appends the counts as one JSON object and a line feed; only the reasons that occurred.
inline void append_decomposition_json(std::string& out, const decomposition_counts& all) {
  json_writer json{out};
  json.begin_object().member("format", all.format).member("decompositions", all.decompositions);
  json.member("without_findings", all.sound).member("with_errors", all.with_errors);
  json.member("with_warnings", all.with_warnings).member("without_new_words", all.no_new_word);
  json.member("steps", all.steps).member("operations_by_rule", all.operations_by_rule);
  if (all.split != 0) json.member("split_steps", all.split);
  json.member("annotated_steps", all.annotated_steps).member("operations_by_annotation", all.annotated_operations);
  json.member("rule_agrees", all.rule_agrees);
  json.key("reasons").begin_object();
  for (const decomposition_reason& r : all.reasons) {
    if (r.decompositions == 0) continue;
    json.key(r.code).begin_object().member("error", r.error).member("decompositions", r.decompositions);
    json.member("findings", r.findings).member("first", r.first).end_object();
  }
  json.end_object().end_object();
  out += '\n';
}

/// Appends the table that `mhqa check-decompositions` prints.
inline void append_decomposition_table(std::string& out, const decomposition_counts& all) {
  const auto to = std::back_inserter(out);
  const auto line = [&](std::string_view name, std::uint64_t count) {
    fmt::format_to(to, "{:26}{:>8}\n", name, count);
  };
  fmt::format_to(to, "{}\n\n", all.format);
  line("decompositions", all.decompositions);
  line("without findings", all.sound);
  line("with errors", all.with_errors);
  line("with warnings", all.with_warnings);
  line("without new words", all.no_new_word);
  line("steps", all.steps);
  if (all.split != 0) line("steps split off", all.split);
  line("operations by rule", all.operations_by_rule);
  if (all.annotated_steps != 0) {
    line("operations by annotation", all.annotated_operations);
    line("rule agrees", all.rule_agrees);
  }
  fmt::format_to(to, "\n{:34}{:>14}{:>10}  {}\n", "reason", "decompositions", "findings", "first");
  for (const decomposition_reason& r : all.reasons) {
    if (r.decompositions == 0) continue;
    fmt::format_to(to, "{:34}{:>14}{:>10}  {}\n", fmt::format("{}{}", r.code, r.error ? "" : " (warning)"),
                   r.decompositions, r.findings, one_line(r.first));
  }
}

}  // namespace io
}  // namespace v0_1
}  // namespace mhqa
