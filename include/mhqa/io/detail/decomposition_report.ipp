// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of decomposition_report.hpp.
#pragma once

#include <mhqa/io/decomposition_report.hpp>

#include <mhqa/compose/implicit.hpp>
#include <mhqa/io/layouts/record_layout.hpp>
#include <mhqa/printable.hpp>

#include <fmt/core.h>

#include <iterator>

namespace mhqa::inline v0_1::io {

MHQA_INLINE std::optional<decomposition_format> decomposition_format_named(std::string_view name) {
  const auto* const at = std::find(decomposition_format_names.begin(), decomposition_format_names.end(), name);
  if (at == decomposition_format_names.end()) return std::nullopt;
  return static_cast<decomposition_format>(at - decomposition_format_names.begin());
}

MHQA_INLINE decomposition_format find_decomposition_format(const std::string& file) {
  if (file.ends_with(".csv")) return decomposition_format::break_csv;
  const record_layout found = find_record_layout(
      file, {record_layout::strategyqa, record_layout::fanoutqa, record_layout::musique}, record_layout::strategyqa,
      [](auto&&) {
        return std::string{
            "expected the field qid, or question_decomposition as MuSiQue has it, or categories and decomposition as "
            "FanOutQA has them"};
      });
  return found == record_layout::fanoutqa  ? decomposition_format::fanoutqa
         : found == record_layout::musique ? decomposition_format::musique
                                           : decomposition_format::strategyqa;
}

MHQA_INLINE decomposition_counts::decomposition_counts(std::string name) : format{std::move(name)} {
  for (std::size_t i = 0; i < fault_kinds; ++i) {
    const auto fault = static_cast<decomposition_fault>(i);
    reasons.push_back({.code = to_string(fault), .error = is_error(fault)});
  }
  reasons.push_back({.code = "not-qdmr"});
}

MHQA_INLINE void decomposition_counts::add(const decomposed& d, std::span<const decomposition_finding> findings) {
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
  hops += d.plan.step_of.size();
  fan_outs += d.plan.fans_out() ? 1 : 0;
  premises += d.plan.premises;
  named += d.plan.named;
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

MHQA_INLINE void decomposition_counts::note(std::size_t which, std::uint64_t found, std::string_view id) {
  if (found == 0) return;
  decomposition_reason& r = reasons[which];
  if (r.decompositions++ == 0) r.first = id;
  r.findings += found;
}

MHQA_INLINE decomposition_counts check_decompositions(const std::string& file, decomposition_format format) {
  return check_decompositions(file, format, [](const decomposed&, std::span<const decomposition_finding>) {});
}

MHQA_INLINE void append_plan(json_writer& json, const fan_out_plan& plan) {
  json.key("texts").begin_array();
  for (const fan_out_step& step : plan.steps) {
    json.begin_array();
    for (std::size_t i = 0; i < step.texts().size(); ++i) {
      if (i != 0) json.value(step.references()[i - 1]);
      if (!step.texts()[i].empty()) json.value(std::string_view{step.texts()[i]});
    }
    json.end_array();
  }
  json.end_array().key("hops").begin_array();
  for (const std::uint32_t step : plan.step_of) json.value(step);
  json.end_array();
}

MHQA_INLINE void append_findings(std::string& out, const decomposed& d,
                                 std::span<const decomposition_finding> findings) {
  json_writer json{out};
  json.begin_object().member("id", d.id).member("steps", d.steps.size());
  json.key("kinds").begin_array();
  for (const std::string& step : d.steps) {
    json.value(std::string_view{kind_by_rule(step) == step_kind::operation ? "operation" : "retrieval"});
  }
  json.end_array();
  if (!d.plan.steps.empty()) append_plan(json, d.plan);
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

MHQA_INLINE void append_decomposition_json(std::string& out, const decomposition_counts& all) {
  json_writer json{out};
  json.begin_object().member("format", all.format).member("decompositions", all.decompositions);
  json.member("without_findings", all.sound).member("with_errors", all.with_errors);
  json.member("with_warnings", all.with_warnings).member("without_new_words", all.no_new_word);
  json.member("steps", all.steps).member("operations_by_rule", all.operations_by_rule);
  if (all.split != 0) json.member("split_steps", all.split);
  if (all.hops != 0) {
    json.member("hops", all.hops).member("fan_outs", all.fan_outs);
    json.member("premises", all.premises).member("named_premises", all.named);
  }
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

MHQA_INLINE void append_decomposition_table(std::string& out, const decomposition_counts& all) {
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
  if (all.hops != 0) {
    line("hops", all.hops);
    line("that fan out", all.fan_outs);
    line("premises of hops", all.premises);
    line("premises named", all.named);
  }
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

}  // namespace mhqa::inline v0_1::io
