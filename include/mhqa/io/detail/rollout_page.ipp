// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of rollout_page.hpp.
#pragma once

#include <mhqa/io/rollout_page.hpp>

#include <mhqa/io/report_page_text.hpp>
#include <mhqa/io/rollout_report.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>

namespace mhqa::inline v0_1::io {

MHQA_INLINE void rollout_page::add(const analyzed_rollout& one) {
  if (one.gold == nullptr) return;
  const rollout& r = one.line.parsed;
  const rollout_finding& f = one.finding;
  const rollout_gold& gold = one.gold->gold();
  const auto to = std::back_inserter(rows_);
  const bool right = f.cause == rollout_cause::right;
  fmt::format_to(to,
                 "<details class=\"{0}\"><summary><span class=\"q\">{1}</span><span class=\"mark {2}\">{0}</span>"
                 "</summary><div class=\"body\"><dl><dt>id</dt><dd>{3}</dd><dt>gold</dt><dd>{4}</dd>"
                 "<dt>answer</dt><dd>{5}</dd></dl><table><tr><th>hop</th>",
                 rollout_cause_names[static_cast<std::size_t>(f.cause)], safe(gold.question), right ? "ok" : "no",
                 safe(r.id), safe(gold.answers.front()), r.answered ? safe(r.answer) : "<em>none</em>");
  const std::size_t shown = std::min<std::size_t>(r.steps.size(), most_steps);
  for (std::size_t i = 1; i <= shown; ++i) fmt::format_to(to, "<th>step {}</th>", i);
  rows_ += "</tr>";
  for (std::size_t h = 0; h < f.hops.size(); ++h) add_hop(gold, f, h, shown);
  rows_ += "<tr><td>asked</td>";
  for (std::size_t i = 0; i < shown; ++i) fmt::format_to(to, "<td class=\"say\">{}</td>", safe(r.steps[i].query));
  rows_ += "</tr></table>";
  if (r.steps.size() > shown) fmt::format_to(to, "<p>{} more steps</p>", r.steps.size() - shown);
  for (const rollout_flaw& flaw : r.flaws) {
    fmt::format_to(to, "<p class=\"no\">{} {} at {}{}</p>", rollout_fault_names[static_cast<std::size_t>(flaw.fault)],
                   safe(flaw.tag), flaw.at,
                   flaw.message == 0 ? std::string{} : fmt::format(" of message {}", flaw.message));
  }
  rows_ += "</div></details>\n";
}

MHQA_INLINE std::string rollout_page::text(const rollout_run& run) const {
  std::string report;
  append_rollout_table(report, run);
  std::string out =
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Rollouts</title>\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><style>";
  out.append(page_text::style).append(own_style).append("</style></head><body><h1>Rollouts</h1>\n<pre>");
  out.append(safe(report)).append("</pre>\n<h2>Each rollout</h2>\n<p class=\"sig\">");
  out +=
      "In a hop's row: S its support came, A its answer stood in a document, U the answer was used, Q a query asked "
      "with all its bridges.</p>\n<div id=\"list\">\n";
  return out.append(rows_).append("</div></body></html>\n");
}

MHQA_INLINE void rollout_page::add_hop(const rollout_gold& gold, const rollout_finding& f, std::size_t h,
                                       std::size_t shown) {
  const auto to = std::back_inserter(rows_);
  const hop_finding& hop = f.hops[h];
  const std::string answer = gold.hops[h].answers.empty() ? "" : " → " + safe(gold.hops[h].answers.front());
  const std::string name = gold.hops[h].question.empty() && !gold.hops[h].supports.empty()
                               ? safe(gold.hops[h].supports.front().title)
                               : safe(gold.hops[h].question);
  fmt::format_to(to, "<tr><td class=\"say{}\">{} {}{}</td>", f.broken_hop == h ? " lost" : "", h + 1, name, answer);
  for (std::uint32_t step = 1; step <= shown; ++step) {
    std::string cell;
    if (hop.asked_step == step) cell += "Q ";
    if (hop.support_step == step) cell += "S ";
    if (hop.answer_step == step) cell += "A ";
    if (hop.used_step == step) cell += "U ";
    fmt::format_to(to, "<td>{}</td>", cell);
  }
  rows_ += "</tr>";
}

}  // namespace mhqa::inline v0_1::io
