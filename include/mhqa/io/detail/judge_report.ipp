// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of judge_report.hpp.
#pragma once

#include <mhqa/io/judge_report.hpp>

#include <mhqa/error.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/published_lines.hpp>
#include <mhqa/metrics/answer_evaluator.hpp>
#include <mhqa/metrics/answer_relation.hpp>
#include <mhqa/metrics/published.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace mhqa::inline v0_1::io {
namespace detail {

inline parting why_parted_by(bool by_score, bool by_verdict, const published_result& result) {
  const std::vector<std::string_view> golds{result.golds().begin(), result.golds().end()};
  const std::string_view said = result.prediction().empty() ? std::string_view{} : result.prediction().front();
  return why_parted(by_score, by_verdict, relate(said, golds));
}

MHQA_INLINE std::optional<bool> read_verdict(json_value value) {
  if (value.is_null()) return std::nullopt;
  if (value.is_boolean()) return value.boolean();
  if (!value.is_number()) value.mismatch("true, false or a number");
  return value.number() > 0;
}

}  // namespace detail

MHQA_INLINE std::vector<judged_number> judge_programs(const std::string& path, const std::vector<std::string>& dialects,
                                                      double threshold) {
  std::vector<answer_evaluator> all;
  for (auto one = dialects.begin(); one != dialects.end(); ++one) {
    all.emplace_back(*one);
    if (std::find(dialects.begin(), one, *one) == one) continue;
    throw_data_error({}, "`dialects`: expected each dialect once; its answers would count twice");
  }
  // A value is read if any of the evaluators takes it; the others refuse the answer.
  taken_values takes{.empty_golds = true};
  for (const answer_evaluator& by : all) {
    takes.truths = takes.truths || by.takes().truths;
    takes.lists = takes.lists || by.takes().lists;
  }
  std::vector<judged_number> rows;
  std::map<std::string, std::size_t> place;  // "dialect number" -> rows[i]
  json_records records{path};
  answer_line current;
  published_result result;
  std::uint64_t without_verdict = 0;
  while (std::optional<json_value> line = records.next()) {
    bool has_verdict = false;
    std::optional<bool> verdict;
    read(*line, takes, current, [&](std::string_view key, json_value value) {
      if (key != "verdict") return;
      has_verdict = true;
      verdict = detail::read_verdict(value);
    });
    line->context().require(has_verdict, "verdict");
    if (!verdict) {
      ++without_verdict;
      continue;
    }
    for (answer_evaluator& by : all) {
      const std::string called{by.name()};
      by.score(current.view(), result);
      if (!result.error().empty()) line->context().fail(called + ": " + result.error());
      for (const published_number& number : result.numbers()) {
        if (!number.value) continue;
        const auto [found, fresh] = place.emplace(called + ' ' + std::string{number.name}, rows.size());
        if (fresh) rows.push_back({.dialect = called, .number = std::string{number.name}});
        judged_number& one = rows[found->second];
        const bool right = *number.value >= threshold;
        one.counts.add(right, *verdict);
        if (right != *verdict) ++one.partings[name(detail::why_parted_by(right, *verdict, result))];
      }
    }
  }
  if (rows.empty()) throw_data_error({.file = path}, "expected judged answers, found none");
  for (judged_number& one : rows) one.without_verdict = without_verdict;
  return rows;
}

MHQA_INLINE void append_judge_table(std::string& out, const std::vector<judged_number>& rows) {
  out += fmt::format("{:<18} {:<20} {:>6} {:>8}  {:<16} {:>7}  {:<16}  {}\n", "dialect", "number", "n", "agree %",
                     "95 % interval", "kappa", "95 % interval", "where they part");
  for (const judged_number& one : rows) {
    const judge_agreement& a = one.counts;
    const auto agreed = wilson_interval(a.both + a.neither, a.size());
    const auto kappa = kappa_interval(a);
    std::string reasons;
    for (const auto& [reason, n] : one.partings)
      reasons += fmt::format("{}{} {}", reasons.empty() ? "" : ", ", reason, n);
    fmt::format_to(std::back_inserter(out), "{:<18} {:<20} {:>6} {:>8.1f}  {:<16} {:>7}  {:<16}  {}\n", one.dialect,
                   one.number, a.size(), 100 * a.accuracy().value_or(0),
                   fmt::format("[{:.1f}, {:.1f}]", 100 * agreed.low, 100 * agreed.high),
                   kappa ? fmt::format("{:.3f}", *a.kappa()) : "-",
                   kappa ? fmt::format("[{:.3f}, {:.3f}]", kappa->low, kappa->high) : "-", reasons);
  }
  if (!rows.empty() && rows.front().without_verdict != 0) {
    out += fmt::format("left out, without a verdict: {}\n", rows.front().without_verdict);
  }
}

MHQA_INLINE void append_judge_json(std::string& out, const std::vector<judged_number>& rows, double threshold) {
  json_writer json{out, 2};
  json.begin_object().member("threshold", threshold).key("scores").begin_array();
  for (const judged_number& one : rows) {
    const judge_agreement& a = one.counts;
    json.begin_object().member("dialect", one.dialect).member("number", one.number).member("answers", a.size());
    json.member("without_verdict", one.without_verdict)
        .member("both", a.both)
        .member("score_only", a.score_only)
        .member("verdict_only", a.verdict_only);
    json.member("neither", a.neither).member("accuracy", a.accuracy());
    const auto interval = [&json](std::string_view name, const std::optional<difference_interval>& of) {
      json.key(name);
      of ? json.begin_array().value(of->low).value(of->high).end_array() : json.null();
    };
    interval("accuracy_interval", wilson_interval(a.both + a.neither, a.size()));
    json.member("kappa", a.kappa());
    interval("kappa_interval", kappa_interval(a));
    json.key("partings").begin_object();
    for (const auto& [reason, n] : one.partings) json.member(reason, n);
    json.end_object().end_object();
  }
  json.end_array().end_object();
  out += '\n';
}

}  // namespace mhqa::inline v0_1::io
