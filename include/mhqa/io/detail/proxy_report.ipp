// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of proxy_report.hpp.
#pragma once

#include <mhqa/io/proxy_report.hpp>

#include <mhqa/error.hpp>
#include <mhqa/metrics/judge_agreement.hpp>
#include <mhqa/probe/sufficiency.hpp>

#include <fmt/core.h>

#include <cstddef>
#include <string_view>

namespace mhqa::inline v0_1::io {

MHQA_INLINE proxy_report report_proxies(const std::string& key, std::span<const std::string> verdicts,
                                        annotator_rule rule, std::uint32_t distractors) {
  proxy_report n{.of = estimate_proxies(key, verdicts, rule), .rule = rule};
  if (n.of.counts.agreed == 0) {
    throw_data_error({.file = verdicts.empty() ? key : verdicts.front()},
                     fmt::format("expected a question on whose tasks people agree; {} lack a verdict, {} have "
                                 "verdicts that differ",
                                 n.of.counts.unanswered, n.of.counts.disagreed));
  }
  n.distractors = distractors == 0 ? n.of.distractors : distractors;
  n.rate = *n.of.counts.rate();
  n.rate_interval = wilson_interval(n.of.counts.proxies, n.of.counts.agreed);
  n.drop = proxy_score_drop(n.distractors, n.rate);
  n.drop_interval = proxy_drop_interval(n.distractors, n.rate_interval);
  return n;
}

MHQA_INLINE void append_proxy_json(std::string& out, const proxy_report& n) {
  const proxy_counts& c = n.of.counts;
  json_writer json{out, 2};
  json.begin_object().member("agreement", n.rule == annotator_rule::majority ? "majority" : "unanimous");
  json.member("agreed", c.agreed).member("sufficient", c.sufficient).member("proxies", c.proxies);
  json.key("replaced").begin_array();
  for (const std::uint64_t count : c.replaced) json.value(count);
  json.end_array().member("unanswered", c.unanswered).member("disagreed", c.disagreed);
  json.member("verdicts", n.of.verdicts).member("not_judged", n.of.not_judged);
  json.member("people", static_cast<std::uint64_t>(n.of.people)).member("kappa", n.of.kappa);
  const auto with_interval = [&json](std::string_view name, double value, const difference_interval& of) {
    json.member(name, value).key(std::string{name} + "_interval").begin_array();
    json.value(of.low).value(of.high).end_array();
  };
  with_interval("rate", n.rate, n.rate_interval);
  json.member("distractors", n.distractors);
  with_interval("drop", n.drop, n.drop_interval);
  json.end_object();
  out += '\n';
}

MHQA_INLINE void append_proxy_table(std::string& out, const proxy_report& n) {
  const proxy_counts& c = n.of.counts;
  out += fmt::format("{} verdicts of {} people", n.of.verdicts, n.of.people);
  if (n.of.kappa) out += fmt::format(", Fleiss' kappa {:.3f}", *n.of.kappa);
  out += fmt::format("\n\n{:<48}{:>6}\n", "questions on which people agree", c.agreed);
  out += fmt::format("{:<48}{:>6}\n", "  their supports suffice", c.sufficient);
  for (std::size_t i = 0; i < c.replaced.size(); ++i) {
    out += fmt::format("{:<48}{:>6}\n", fmt::format("  the drawn paragraph fr can replace f{}", i + 1), c.replaced[i]);
  }
  out += fmt::format("{:<48}{:>6}\n\n", "  fr is a proxy", c.proxies);
  out += fmt::format("{:<48}{:>6.2f} %  [{:.2f}, {:.2f}]\n", "a paragraph is a proxy (Wilson's 95 % interval)",
                     100 * n.rate, 100 * n.rate_interval.low, 100 * n.rate_interval.high);
  out += fmt::format("{:<48}{:>6.2f} %  [{:.2f}, {:.2f}]\n",
                     fmt::format("expected drop of EM, {} distractors (App. D.1)", n.distractors), 100 * n.drop,
                     100 * n.drop_interval.low, 100 * n.drop_interval.high);
  const auto left_out = [&out](std::uint64_t count, std::string_view why) {
    if (count != 0) out += fmt::format("{} question{} left out: {}\n", count, count == 1 ? "" : "s", why);
  };
  left_out(c.unanswered, "a task without verdict");
  left_out(c.disagreed, "people do not agree on a task");
}

}  // namespace mhqa::inline v0_1::io
