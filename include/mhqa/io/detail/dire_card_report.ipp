// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of dire_card_report.hpp.
#pragma once

#include <mhqa/io/dire_card_report.hpp>

#include <mhqa/io/dire_evaluation.hpp>
#include <mhqa/metrics/answer.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>
#include <utility>

namespace mhqa::inline v0_1::io {
namespace detail {

/// A number over the runs.
struct dire_spread {
  double mean = 0, least = 0, most = 0;
};

/// The values of one number in each run. Those of runs without a score on D have no `whole` and `connected`.
struct dire_run_values {
  std::vector<double> whole, disconnected, connected;
};

inline dire_run_values dire_values_of(const std::vector<dire_card_part>& runs, std::string_view block,
                                      double scores::*number) {
  dire_run_values out;
  for (const dire_card_part& part : runs) {
    for_each_row(part, [&](std::string_view name, const scores* whole, const scores& disconnected) {
      if (name != block) return;
      out.disconnected.push_back(disconnected.*number);
      if (whole == nullptr) return;
      out.whole.push_back(whole->*number);
      out.connected.push_back(whole->*number - disconnected.*number);
    });
  }
  return out;
}

inline dire_spread dire_spread_of(const std::vector<double>& values) {
  dire_spread out{0, values.front(), values.front()};
  for (const double value : values) {
    out.mean += value;
    out.least = std::min(out.least, value);
    out.most = std::max(out.most, value);
  }
  out.mean /= static_cast<double>(values.size());
  return out;
}

/// "52.0", for several runs "52.0 (51.3-52.9)", "-" without values.
inline std::string dire_percent(const std::vector<double>& values) {
  if (values.empty()) return "-";
  const dire_spread s = dire_spread_of(values);
  if (values.size() == 1) return fmt::format("{:.1f}", 100 * s.mean);
  return fmt::format("{:.1f} ({:.1f}-{:.1f})", 100 * s.mean, 100 * s.least, 100 * s.most);
}

inline void append_dire_runs(std::string& out, std::string_view title, const std::vector<dire_card_part>& runs) {
  const auto to = std::back_inserter(out);
  fmt::format_to(to, "{}, {} questions, percent\n", title, runs.front().questions);
  if (runs.size() > 1) fmt::format_to(to, "Mean of {} runs (least-most)\n", runs.size());
  const std::size_t more = runs.size() > 1 ? 12 : 0;
  const std::size_t first = 6 + more, second = 10 + more;
  fmt::format_to(to, "\n{:<28}  {:>{}}  {:>{}}\n{:<28}", "", "F1", first + 2 * second, "EM", first + 2 * second, "");
  for (int i = 0; i < 2; ++i) {
    fmt::format_to(to, "  {:>{}}{:>{}}{:>{}}", "score", first, "disconn.", second, "connected", second);
  }
  out += '\n';
  for_each_row(runs.front(), [&](std::string_view name, const scores*, const scores&) {
    fmt::format_to(to, "{:<28}", name);
    for (const auto number : {&scores::f1, &scores::em}) {
      const dire_run_values values = dire_values_of(runs, name, number);
      fmt::format_to(to, "  {:>{}}{:>{}}{:>{}}", dire_percent(values.whole), first, dire_percent(values.disconnected),
                     second, dire_percent(values.connected), second);
    }
    out += '\n';
  });
  std::string notes;
  for (const dire_card_part& part : runs) notes += part.notes;
  if (!notes.empty()) out += '\n' + notes;
  fmt::format_to(to, "signature {}\n", runs.front().signature);
}

inline void write_dire_number(json_writer& json, std::string_view key, const std::vector<double>& values) {
  if (values.empty()) return;
  const dire_spread s = dire_spread_of(values);
  json.member(key, s.mean);
  if (values.size() == 1) return;
  json.member(std::string{key} + "_least", s.least).member(std::string{key} + "_most", s.most);
}

inline void write_dire_runs(json_writer& json, const std::vector<dire_card_part>& runs) {
  json.begin_object().member("questions", runs.front().questions);
  if (runs.size() > 1) json.member("runs", runs.size());
  json.key("metrics").begin_object();
  for_each_row(runs.front(), [&](std::string_view name, const scores*, const scores&) {
    json.key(name).begin_object();
    for (const auto& [key, number] : {std::pair{"f1", &scores::f1}, {"em", &scores::em}}) {
      const dire_run_values values = dire_values_of(runs, name, number);
      json.key(key).begin_object();
      write_dire_number(json, "score", values.whole);
      write_dire_number(json, "disconnected", values.disconnected);
      write_dire_number(json, "connected", values.connected);
      json.end_object();
    }
    json.end_object();
  });
  json.end_object().member("signature", runs.front().signature).end_object();
}

inline bar_panel dire_panel_of(const char* title, const std::vector<dire_card_part>& runs) {
  bar_panel panel{title, {}};
  for_each_row(runs.front(), [&](std::string_view name, const scores*, const scores&) {
    const dire_run_values values = dire_values_of(runs, name, &scores::f1);
    const double alone = dire_spread_of(values.disconnected).mean;
    const double all = values.whole.empty() ? alone : dire_spread_of(values.whole).mean;
    std::string label{name};
    if (const auto at = label.find("supporting_"); at != std::string::npos) label.erase(at, 11);
    if (const auto at = label.find('+'); at != std::string::npos) label.replace(at, 1, "\n+ ");
    panel.bars.push_back({label, 100 * all, 100 * std::min(alone, all)});
  });
  return panel;
}

}  // namespace detail

MHQA_INLINE void append_dire_card(std::string& out, const dire_card& c) {
  const bool bounded = c.runs.front().whole != dire_scores{};
  detail::append_dire_runs(
      out, bounded ? "D: the score, and what of it is left on the probe (Eq. 7)" : "P(D): the probe alone (Eq. 8)",
      c.runs);
  if (!c.controls.empty()) {
    out += "\nControls: models that see less than they need, and the trivial transform, percent\n\n";
    const auto to = std::back_inserter(out);
    fmt::format_to(to, "{:<16}{:<28}  {:>6}{:>8}{:>11}{:>10}\n", "", "", "F1", "EM", "questions", "left out");
    const auto rows = [&](std::string_view model, const dire_scores& table, std::uint64_t n, std::uint64_t left_out) {
      for_each_block(table, [&](std::string_view name, const scores& s) {
        fmt::format_to(to, "{:<16}{:<28}  {:>6.1f}{:>8.1f}{:>11}{:>10}\n", model, name, 100 * s.f1, 100 * s.em, n,
                       left_out);
      });
    };
    rows("full model", c.runs.front().whole, c.runs.front().questions, 0);
    for (const dire_control& part : c.controls) rows(part.name, part.means, part.questions, part.left_out);
  }
  if (c.transform) {
    out += '\n';
    detail::append_dire_runs(out, "T(D): the score with sufficiency, and that on its probe (Eq. 9, 10)",
                             {*c.transform});
  }
}

MHQA_INLINE void append_dire_card_json(std::string& out, const dire_card& c) {
  json_writer json{out, 2};
  detail::write_dire_runs(json.begin_object().key("data"), c.runs);
  if (c.transform) detail::write_dire_runs(json.key("transform"), {*c.transform});
  json.key("artifacts").begin_object();
  for (const dire_control& part : c.controls) {
    json.key(part.name).begin_object().member("questions", part.questions).member("left_out", part.left_out);
    write_blocks(json.key("scores"), part.means);
    json.end_object();
  }
  json.end_object().end_object();
  out += '\n';
}

MHQA_INLINE std::vector<bar_panel> dire_card_panels(const dire_card& c) {
  std::vector<bar_panel> panels{detail::dire_panel_of("F1 on D", c.runs)};
  if (c.transform) panels.push_back(detail::dire_panel_of("F1 with sufficiency on T(D)", {*c.transform}));
  bar_panel controls{"F1 of controls", {}};
  for (const dire_control& part : c.controls) {
    if (!part.means.answer) continue;
    std::string label = part.name;
    std::replace(label.begin(), label.end(), '_', '\n');
    controls.bars.push_back({label, 100 * part.means.answer->f1, 100 * part.means.answer->f1});
  }
  if (!controls.bars.empty()) panels.push_back(controls);
  return panels;
}

}  // namespace mhqa::inline v0_1::io
