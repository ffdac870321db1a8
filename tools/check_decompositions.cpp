// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa check-decompositions: counts by reason the decompositions that are not acyclic graphs leading to the last step.
#include "command.hpp"
#include "eval.hpp"
#include "options.hpp"
#include "run_files.hpp"

#include <mhqa/compose/implicit.hpp>
#include <mhqa/datasets/break.hpp>
#include <mhqa/datasets/strategyqa.hpp>
#include <mhqa/datasets/strategyqa_statistics.hpp>
#include <mhqa/error.hpp>
#include <mhqa/graph/decomposition.hpp>
#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/datasets/break.hpp>
#include <mhqa/io/datasets/strategyqa.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/io/unique_ids.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa_command {
namespace {

using mhqa::decomposition_fault;
using mhqa::decomposition_finding;
using mhqa::step_kind;

struct check_arguments {
  std::string file;
  std::string format;        // empty: by the name of the file
  std::string per_question;  // empty: not wanted
  bool json = false;
};

/// One decomposition of either format.
struct decomposed {
  std::string_view id;
  std::string_view question;
  std::vector<std::string> steps;
  std::vector<step_kind> kinds;    // as annotated: an operation for anyone; empty where nobody was asked
  std::vector<step_kind> by_most;  // the same for most annotators
  std::optional<mhqa::parsed<std::vector<std::string>>> unreadable;
};

/// A reason, and how many decompositions and findings have it.
struct reason {
  std::string_view code;
  bool error = true;
  std::uint64_t decompositions = 0;
  std::uint64_t findings = 0;
  std::string first{};  // id
};

constexpr std::size_t fault_kinds = static_cast<std::size_t>(decomposition_fault::intermediate_operation) + 1;

/// The figures that are printed.
struct checked {
  std::string format;
  std::uint64_t decompositions = 0, sound = 0, with_errors = 0, with_warnings = 0, no_new_word = 0;
  std::uint64_t steps = 0, operations_by_rule = 0;
  std::uint64_t annotated_steps = 0, annotated_operations = 0, rule_agrees = 0;
  std::vector<reason> reasons;

  explicit checked(std::string name) : format{std::move(name)} {
    for (std::size_t i = 0; i < fault_kinds; ++i) {
      const auto fault = static_cast<decomposition_fault>(i);
      reasons.push_back({.code = to_string(fault), .error = is_error(fault)});
    }
    reasons.push_back({.code = "not-qdmr"});
  }

  void note(std::size_t which, std::uint64_t found, std::string_view id) {
    if (found == 0) return;
    reason& r = reasons[which];
    if (r.decompositions++ == 0) r.first = id;
    r.findings += found;
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
    no_new_word += mhqa::is_explicit(d.question, d.steps) ? 1 : 0;
    steps += d.steps.size();
    for (std::size_t i = 0; i < d.steps.size(); ++i) {
      const step_kind rule = mhqa::kind_by_rule(d.steps[i]);
      operations_by_rule += rule == step_kind::operation ? 1 : 0;
      if (d.by_most.empty()) continue;
      ++annotated_steps;
      annotated_operations += d.by_most[i] == step_kind::operation ? 1 : 0;
      rule_agrees += d.by_most[i] == rule ? 1 : 0;
    }
  }
};

template <class F>
void for_each_strategyqa(const std::string& file, F&& f) {
  mhqa::io::json_records in{file};
  mhqa::strategyqa::record record;
  decomposed d;
  while (const auto value = in.next()) {
    mhqa::io::strategyqa::read(*value, record, mhqa::io::strategyqa::fields::gold, {.decomposition = true});
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
  mhqa::io::break_qdmr::records in{file};
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

void write_findings(std::string& out, const decomposed& d, std::span<const decomposition_finding> findings) {
  mhqa::io::json_writer json{out};
  json.begin_object().member("id", d.id).member("steps", d.steps.size());
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

void print_json(std::string& out, const checked& all) {
  mhqa::io::json_writer json{out};
  json.begin_object().member("format", all.format).member("decompositions", all.decompositions);
  json.member("without_findings", all.sound).member("with_errors", all.with_errors);
  json.member("with_warnings", all.with_warnings).member("without_new_words", all.no_new_word);
  json.member("steps", all.steps).member("operations_by_rule", all.operations_by_rule);
  json.member("annotated_steps", all.annotated_steps).member("operations_by_annotation", all.annotated_operations);
  json.member("rule_agrees", all.rule_agrees);
  json.key("reasons").begin_object();
  for (const reason& r : all.reasons) {
    if (r.decompositions == 0) continue;
    json.key(r.code).begin_object().member("error", r.error).member("decompositions", r.decompositions);
    json.member("findings", r.findings).member("first", r.first).end_object();
  }
  json.end_object().end_object();
  out += '\n';
}

void print_table(std::string& out, const checked& all) {
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
  line("operations by rule", all.operations_by_rule);
  if (all.annotated_steps != 0) {
    line("operations by annotation", all.annotated_operations);
    line("rule agrees", all.rule_agrees);
  }
  fmt::format_to(to, "\n{:34}{:>14}{:>10}  {}\n", "reason", "decompositions", "findings", "first");
  for (const reason& r : all.reasons) {
    if (r.decompositions == 0) continue;
    fmt::format_to(to, "{:34}{:>14}{:>10}  {}\n", fmt::format("{}{}", r.code, r.error ? "" : " (warning)"),
                   r.decompositions, r.findings, one_line(r.first));
  }
}

void run(const check_arguments& options) {
  const bool csv = options.format.empty() ? options.file.ends_with(".csv") : options.format == "break";
  checked all{csv ? "break" : "strategyqa"};
  mhqa::io::expect_no_input(options.per_question, {options.file});
  std::optional<mhqa::io::atomic_file> per_question;
  if (!options.per_question.empty()) per_question.emplace(options.per_question);
  mhqa::io::unique_ids ids;
  progress shown{"decompositions"};
  std::string line;
  const auto take = [&](const decomposed& d) {
    ids.add(d.id, options.file);
    std::vector<decomposition_finding> findings;
    if (!d.unreadable) findings = mhqa::check_decomposition(d.steps, d.kinds);
    all.add(d, findings);
    if (per_question) {
      line.clear();
      write_findings(line, d, findings);
      per_question->write(line);
    }
    shown(all.decompositions);
  };
  csv ? for_each_break(options.file, take) : for_each_strategyqa(options.file, take);
  if (all.decompositions == 0) mhqa::throw_data_error({.file = options.file}, "expected decompositions, found none");
  std::string out;
  options.json ? print_json(out, all) : print_table(out, all);
  if (per_question) per_question->close();
  mhqa::io::output standard{"-"};
  standard.write(out);
  standard.close();
  if (per_question) per_question->commit();
}

}  // namespace

void add_check_decompositions(const arguments& app, int&) {
  const auto chosen = std::make_shared<check_arguments>();
  const arguments verb = app.add_subcommand(
      "check-decompositions", "Find decompositions that are not an acyclic graph leading to the last step, by reason");
  verb->add_option("file", chosen->file,
                   "StrategyQA's records or {qid, question, decomposition} lines, or Break's CSV; - is standard input")
      ->required();
  verb->add_option("--format", chosen->format, "strategyqa or break; else break for names that end in .csv")
      ->check(one_of{"strategyqa", "break"});
  verb->add_flag("--json", chosen->json, "One JSON object");
  verb->add_option("--per-question", chosen->per_question,
                   "Write each decomposition's findings to this file, as JSON Lines")
      ->type_name(output_file);
  verb->footer(
      "Example:\n  mhqa check-decompositions strategyqa/dev.json --per-question findings.jsonl\n"
      "Faults of decompositions are counted by reason. They are not errors of the command: the status is 0.");
  verb->callback([chosen] {
    if (chosen->per_question == "-") {
      mhqa::throw_data_error({.file = "-"}, "--per-question expects a file; standard output has the counts");
    }
    run(*chosen);
  });
}

}  // namespace mhqa_command
