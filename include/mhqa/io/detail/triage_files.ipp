// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of triage_files.hpp.
#pragma once

#include <mhqa/io/triage_files.hpp>

#include <mhqa/io/json_fields.hpp>
#include <mhqa/metrics/judge_agreement.hpp>

#include <fmt/core.h>

#include <utility>

namespace mhqa::inline v0_1::io {

MHQA_INLINE difference_interval triage_report::accuracy() const noexcept {
  const difference_interval rest = wilson_interval(judge_right, judge_right + judge_wrong);
  const auto right = static_cast<double>(rule_right + judge_right), n = static_cast<double>(size());
  const auto open = static_cast<double>(unjudged);
  return {(right + open * rest.low) / n, (right + open * rest.high) / n};
}

MHQA_INLINE std::string triage_report::signature() const {
  return "triage|normalize:squad|dialect:" + dialect + "|judge:" + (judge.empty() ? "none" : judge) +
         "|n:" + std::to_string(size()) + "|data:" + data + "|mhqa:" MHQA_VERSION_STRING;
}

namespace detail {

MHQA_INLINE void verdict_table::read(const std::string& path) {
  json_records records{path};
  bool first = true;
  while (std::optional<json_value> line = records.next()) {
    entry one;
    std::string id, by;
    const auto read_id = [&](json_value value) {
      value.context().id = id = value.is_number() ? value.raw() : value.string();
    };
    const auto read_prediction = [&](json_value value) {
      one.prediction = value.is_null() ? std::string_view{} : value.string();
    };
    read_fields(*line, required_field{"id", read_id}, required_field{"verdict", or_null(one.verdict)},
                optional_field{"prediction", read_prediction}, optional_field{"judge", by});
    if (first) judge = by;
    first = false;
    if (by != judge) line->context().fail("expected verdicts of one judge, \"" + judge + "\", found \"" + by + "\"");
    if (!of.emplace(id, std::move(one)).second) line->context().fail("expected each id once, found it twice");
  }
}

MHQA_INLINE void append_request(std::string& out, const answer_line& line, std::string_view question) {
  json_writer json{out};
  json.begin_object().member("id", line.id.text).member("question", question).key("prediction");
  line.prediction.empty() ? json.null() : json.value(line.prediction.front());
  json.key("gold").begin_array();
  for (const std::string_view gold : line.golds.texts) json.value(gold);
  json.end_array().end_object();
  out += '\n';
}

}  // namespace detail

MHQA_INLINE void append_triage(std::string& out, const triage_report& r, bool as_json) {
  const difference_interval accuracy = r.accuracy();
  if (as_json) {
    json_writer json{out, 2};
    json.begin_object().member("answers", r.size());
    json.member("right_by_rule", r.rule_right).member("wrong_by_rule", r.rule_wrong).member("sent", r.sent());
    json.member("right_by_judge", r.judge_right).member("wrong_by_judge", r.judge_wrong);
    json.member("without_verdict", r.unjudged).member("judge_differs_from_rule", r.overruled);
    json.member("unknown_verdicts", r.unknown);
    json.key("accuracy").begin_array().value(accuracy.low).value(accuracy.high).end_array();
    json.member("em", r.em).member("f1", r.f1).member("signature", std::string_view{r.signature()}).end_object();
    out += '\n';
    return;
  }
  const auto n = static_cast<double>(r.size());
  const auto row = [&](std::string_view name, std::uint64_t count) {
    out += fmt::format("{:<24} {:>8} {:>7.1f} %\n", name, count, 100 * static_cast<double>(count) / n);
  };
  row("answers", r.size());
  row("right by rule", r.rule_right);
  row("wrong by rule", r.rule_wrong);
  row("for a judge", r.sent());
  if (!r.judge.empty()) {
    row("  right", r.judge_right);
    row("  wrong", r.judge_wrong);
    row("  without a verdict", r.unjudged);
    if (r.overruled != 0) row("judge differs from rule", r.overruled);
  }
  if (r.unknown != 0) out += fmt::format("{:<24} {:>8}\n", "verdicts of other ids", r.unknown);
  if (r.unjudged == 0) {
    out += fmt::format("{:<24} {:>8.1f} %\n", "accuracy", 100 * accuracy.low);
  } else {
    out += fmt::format("{:<24} {:>8.1f} to {:.1f} %\n", "accuracy", 100 * accuracy.low, 100 * accuracy.high);
  }
  out += fmt::format("{:<24} {:>8.1f} %\n{:<24} {:>8.1f} %\n", "EM, " + r.dialect, 100 * r.em, "F1, " + r.dialect,
                     100 * r.f1);
  out += r.signature() + '\n';
}

}  // namespace mhqa::inline v0_1::io
