// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of rollout_report.hpp.
#pragma once

#include <mhqa/io/rollout_report.hpp>

#include <mhqa/printable.hpp>
#include <mhqa/rollout/step_reward.hpp>
#include <mhqa/rollout/totals.hpp>

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <vector>

namespace mhqa::inline v0_1::io {
namespace detail {

[[nodiscard]] inline double percent_of(std::uint64_t part, std::uint64_t whole) noexcept {
  return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

[[nodiscard]] inline std::string percent_cell(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? std::string{"–"} : fmt::format("{:.1f}", percent_of(part, whole));
}

/// A row for each hop; `answer`, `used` and `asked` are shares of the hops for which the gold has what they need.
inline void append_hop_rows(std::string& out, const rollout_totals& t) {
  const auto to = std::back_inserter(out);
  fmt::format_to(to, "\n{:<5}{:>8}{:>9}{:>7}{:>7}{:>7}{:>7}{:>9}{:>8}{:>8}{:>14}\n", "hop", "hops", "step 1", "2", "3",
                 "4", "ever", "answer", "used", "asked", "first broken");
  for (std::size_t i = 0; i < t.hops.size(); ++i) {
    const hop_totals& hop = t.hops[i];
    const bool supported = hop.with_support != 0;
    const auto& by = supported ? hop.support_by : hop.answer_by;
    const std::uint64_t whole = supported ? hop.with_support : hop.with_answer;
    fmt::format_to(to, "{:<5}{:>8}", i + 1, hop.hops);
    fmt::format_to(to, "{:>9}{:>7}{:>7}{:>7}{:>7}", percent_cell(by[0], whole), percent_cell(by[1], whole),
                   percent_cell(by[2], whole), percent_cell(by[3], whole), percent_cell(by.back(), whole));
    fmt::format_to(to, "{:>9}{:>8}{:>8}{:>14}\n", percent_cell(hop.answer_by.back(), hop.with_answer),
                   percent_cell(hop.used, hop.with_answer), percent_cell(hop.asked, hop.with_bridge),
                   percent_cell(hop.broken, t.count()));
  }
}

template <class Groups>
void append_group_rows(std::string& out, std::string_view title, const Groups& groups) {
  if (groups.empty()) return;
  const auto to = std::back_inserter(out);
  fmt::format_to(to, "\n{:<18}{:>9}{:>7}{:>7}", title, "rollouts", "EM", "F1");
  for (const std::string_view name : {"right", "luck", "form", "never", "unused", "unasked", "unsaid"}) {
    fmt::format_to(to, "{:>9}", name);
  }
  out += '\n';
  for (const auto& [name, t] : groups) {
    const auto mean = t.answer.mean();
    fmt::format_to(to, "{:<18}{:>9}{:>7.1f}{:>7.1f}", printable(name), t.count(), 100 * mean->em, 100 * mean->f1);
    for (const std::uint64_t count : t.causes) fmt::format_to(to, "{:>9}", percent_cell(count, t.count()));
    out += '\n';
  }
}

}  // namespace detail

MHQA_INLINE void append_rollout_table(std::string& out, const rollout_run& run) {
  const auto to = std::back_inserter(out);
  const rollout_totals& t = run.summary.all;
  const auto mean = t.answer.mean();
  fmt::format_to(to, "{} rollouts, {} without a gold question; {} questions, {} without a rollout\n", run.rollouts,
                 run.without_gold, run.questions, run.not_rolled);
  if (run.left_out != 0) fmt::format_to(to, "{} unanswerable gold rows left out\n", run.left_out);
  if (!mean) return;
  const auto n = static_cast<double>(t.count());
  fmt::format_to(to, "EM {:.1f}  F1 {:.1f}  answered {}\n", 100 * mean->em, 100 * mean->f1,
                 detail::percent_cell(t.answered, t.count()));
  fmt::format_to(to, "{:.2f} searches a rollout; {} repeated, {} nearly repeated; {:.2f} documents, {} seen before\n",
                 static_cast<double>(t.searches) / n, detail::percent_cell(t.repeated, t.searches),
                 detail::percent_cell(t.near_repeated, t.searches), static_cast<double>(t.documents) / n,
                 detail::percent_cell(t.documents_again, t.documents));
  fmt::format_to(to, "{} rollouts malformed", t.flawed);
  for (std::size_t i = 0; i < run.flaws.size(); ++i) {
    if (run.flaws[i] != 0) fmt::format_to(to, ", {} {}", run.flaws[i], rollout_fault_names[i]);
  }
  fmt::format_to(to, "\n\n{:<20}{:>9}{:>8}\n", "cause", "rollouts", "share");
  for (std::size_t i = 0; i < t.causes.size(); ++i) {
    fmt::format_to(to, "{:<20}{:>9}{:>8}  {}\n", rollout_cause_names[i], t.causes[i],
                   detail::percent_cell(t.causes[i], t.count()), rollout_cause_texts[i]);
  }
  if (t.lucky_answer_seen != 0) {
    fmt::format_to(to, "{} of the lucky answers are among the words of a document\n", t.lucky_answer_seen);
  }
  detail::append_hop_rows(out, t);
  detail::append_group_rows(out, "hops", run.summary.by_hops);
  detail::append_group_rows(out, "shape", run.summary.by_shape);
  fmt::format_to(to, "\n{}\n", run.signature);
}

namespace detail {

inline void write_hop(json_writer& json, const hop_totals& hop) {
  json.begin_object().member("hops", hop.hops).member("with_support", hop.with_support);
  json.member("with_answer", hop.with_answer).member("with_bridge", hop.with_bridge);
  const auto counts = [&json](std::string_view name, const auto& by) {
    json.key(name).begin_array();
    for (const std::uint64_t count : by) json.value(count);
    json.end_array();
  };
  counts("support_by_step", hop.support_by);
  counts("answer_by_step", hop.answer_by);
  json.member("used", hop.used).member("asked", hop.asked).member("first_broken", hop.broken).end_object();
}

inline void write_totals(json_writer& json, const rollout_totals& t) {
  const auto mean = t.answer.mean();
  json.begin_object().member("rollouts", t.count());
  json.member("em", mean ? std::optional{mean->em} : std::nullopt);
  json.member("f1", mean ? std::optional{mean->f1} : std::nullopt);
  json.member("answered", t.answered).member("searches", t.searches).member("repeated", t.repeated);
  json.member("near_repeated", t.near_repeated).member("documents", t.documents);
  json.member("documents_again", t.documents_again).member("malformed", t.flawed);
  json.member("lucky_answer_seen", t.lucky_answer_seen).key("causes").begin_object();
  for (std::size_t i = 0; i < t.causes.size(); ++i) json.member(rollout_cause_names[i], t.causes[i]);
  json.end_object().key("hops").begin_array();
  for (const hop_totals& hop : t.hops) write_hop(json, hop);
  json.end_array().end_object();
}

}  // namespace detail

MHQA_INLINE void append_rollout_json(std::string& out, const rollout_run& run) {
  json_writer json{out, 2};
  json.begin_object().member("rollouts", run.rollouts).member("without_gold", run.without_gold);
  json.member("questions", run.questions).member("not_rolled", run.not_rolled);
  json.member("left_out", run.left_out).key("flaws").begin_object();
  for (std::size_t i = 0; i < run.flaws.size(); ++i) json.member(rollout_fault_names[i], run.flaws[i]);
  json.end_object().key("all");
  detail::write_totals(json, run.summary.all);
  const auto groups = [&json](std::string_view name, const auto& all) {
    json.key(name).begin_object();
    for (const auto& [value, totals] : all) {
      json.key(value);
      detail::write_totals(json, totals);
    }
    json.end_object();
  };
  groups("by_hops", run.summary.by_hops);
  groups("by_shape", run.summary.by_shape);
  json.member("signature", run.signature).end_object();
  out += '\n';
}

MHQA_INLINE void append_rollout_line(std::string& out, const analyzed_rollout& one) {
  json_writer json{out};
  const rollout& r = one.line.parsed;
  const rollout_finding& f = one.finding;
  json.begin_object().member("id", r.id);
  if (one.gold == nullptr) {
    json.key("cause").null().end_object();
    out += '\n';
    return;
  }
  const auto step = [](bool known, std::uint32_t number) {
    return known && number != 0 ? std::optional{number} : std::nullopt;
  };
  json.member("cause", rollout_cause_names[static_cast<std::size_t>(f.cause)]);
  json.member("broken_hop", f.broken_hop ? std::optional{*f.broken_hop + 1} : std::nullopt);
  json.key("answer");
  r.answered ? json.value(r.answer) : json.null();
  json.member("em", f.answer.em).member("f1", f.answer.f1).member("answer_seen", f.answer_seen);
  json.member("steps", f.steps).member("searches", f.searches).member("repeated", f.repeated);
  json.member("near_repeated", f.near_repeated).member("documents", f.documents);
  json.member("documents_again", f.documents_again).key("hops").begin_array();
  for (const hop_finding& hop : f.hops) {
    json.begin_object().member("support_step", step(hop.has_support, hop.support_step));
    json.member("answer_step", step(hop.has_answer, hop.answer_step));
    json.member("used_step", step(hop.has_answer, hop.used_step));
    json.member("asked_step", step(hop.needs_bridge, hop.asked_step)).end_object();
  }
  std::vector<double> rewards;
  step_rewards(r, f, {}, rewards);
  json.end_array().key("step_rewards").begin_array();
  for (const double reward : rewards) json.value(reward);
  json.end_array().key("step_ends").begin_array();
  for (const rollout_step& one_step : r.steps) json.value(one_step.end);
  json.end_array().key("flaws").begin_array();
  for (const rollout_flaw& flaw : r.flaws) {
    json.begin_object().member("fault", rollout_fault_names[static_cast<std::size_t>(flaw.fault)]);
    if (flaw.message != 0) json.member("message", flaw.message);
    json.member("at", flaw.at).member("tag", flaw.tag);
    if (flaw.step != no_step) json.member("step", flaw.step + 1);
    json.end_object();
  }
  json.end_array().end_object();
  out += '\n';
}

}  // namespace mhqa::inline v0_1::io
