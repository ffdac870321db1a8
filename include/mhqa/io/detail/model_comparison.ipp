// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of model_comparison.hpp.
#pragma once

#include <mhqa/io/model_comparison.hpp>

#include <mhqa/error.hpp>
#include <mhqa/printable.hpp>

#include <fmt/core.h>

#include <cmath>
#include <iterator>
#include <optional>

namespace mhqa::inline v0_1::io {
namespace detail {

MHQA_INLINE std::vector<deciding_question> find_deciding(const common_columns& common, std::size_t model,
                                                         std::size_t most) {
  const std::vector<double>& a = common.models[0];
  const std::vector<double>& b = common.models[model];
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] != b[i]) order.push_back(i);
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t x, std::size_t y) { return std::fabs(b[x] - a[x]) > std::fabs(b[y] - a[y]); });
  order.resize(std::min(order.size(), most));
  std::vector<deciding_question> out;
  for (const std::size_t q : order) out.push_back({common.ids[q], a[q], b[q]});
  return out;
}

MHQA_INLINE void expect_comparison(std::size_t models, const comparison_request& request) {
  if (models < 2) {
    throw_data_error({}, "expected predictions of two models or more, found " + std::to_string(models));
  }
  // A repeated comparison would change Holm's correction of all.
  for (auto metric = request.metrics.begin(); metric != request.metrics.end(); ++metric) {
    if (std::find(request.metrics.begin(), metric, *metric) != metric) {
      throw_data_error({}, "`metrics`: expected each metric once, found \"" + *metric + "\" twice");
    }
  }
}

MHQA_INLINE void match_results(std::vector<question_columns>& models, const std::vector<std::string>& names) {
  const question_columns& baseline = models.front();
  for (std::size_t m = 1; m < models.size(); ++m) {
    if (models[m].evaluator != baseline.evaluator) {
      throw_data_error({.file = names[m], .field = "evaluator"},
                       "expected the baseline's, " + baseline.evaluator + "; found " + models[m].evaluator,
                       errc::mismatch);
    }
    order_as(baseline, models[m]);
    const bool any = std::any_of(baseline.columns.begin(), baseline.columns.end(),
                                 [&](const auto& one) { return models[m].columns.count(one.first) != 0; });
    if (!any) {
      throw_data_error({.file = names[m], .field = "questions"},
                       "expected numbers that the baseline has too, found none; are only one's those of samples?",
                       errc::mismatch);
    }
  }
}

}  // namespace detail

MHQA_INLINE void append_comparison_json(std::string& out, const model_comparison& result) {
  json_writer json{out, 2};
  json.begin_object().member("baseline", result.models[0]).member("samples", result.request.samples);
  json.member("seed", std::to_string(result.request.seed));
  json.member("signature", result.signature).key("comparisons").begin_array();
  for (const comparison_line& line : result.lines) {
    const compared& c = line.numbers;
    json.begin_object().member("metric", line.metric).member("model", result.models[line.model]);
    if (!result.by.empty()) json.member("group", line.group.empty() ? std::optional<std::string>{} : line.group);
    json.member("questions", c.wins + c.losses + c.ties);
    json.member("baseline", c.baseline).member("system", c.system).member("difference", c.difference);
    json.key("interval").begin_array().value(c.interval.low).value(c.interval.high).end_array();
    json.member("bootstrap_p", c.bootstrap_p).member("randomization_p", c.randomization_p).member("holm_p", c.holm_p);
    json.member("wins", c.wins).member("losses", c.losses).member("ties", c.ties).end_object();
  }
  json.end_array().key("unmatched").begin_array();
  for (std::size_t m = 0; m < result.unmatched.size(); ++m) {
    json.begin_object().member("model", result.models[m]).key("missing").begin_object();
    for (const auto& [kind, count] : result.unmatched[m].missing) json.member(kind, count);
    json.end_object().member("ignored", result.unmatched[m].ignored).end_object();
  }
  json.end_array().end_object();
  out += '\n';
}

MHQA_INLINE void append_comparison_table(std::string& out, const model_comparison& result) {
  std::size_t metric = 6, model = 5;
  const auto name_of = [](const comparison_line& one) {
    return one.group.empty() ? one.metric : one.metric + " (" + one_line(one.group) + ")";
  };
  for (const comparison_line& one : result.lines) {
    metric = std::max(metric, name_of(one).size());
    model = std::max(model, one_line(result.models[one.model]).size());
  }
  out += fmt::format("baseline {}; {} samples, seed {}\n\n", one_line(result.models[0]), result.request.samples,
                     result.request.seed);
  const auto to = std::back_inserter(out);
  fmt::format_to(to, "{:<{}}  {:<{}} {:>6} {:>8} {:>8} {:>8}  {:<18} {:>7} {:>7} {:>6} {:>6}\n", "metric", metric,
                 "model", model, "n", "baseline", "model", "diff", "95 % interval", "p", "Holm", "wins", "losses");
  for (const comparison_line& one : result.lines) {
    const compared& c = one.numbers;
    fmt::format_to(
        to, "{:<{}}  {:<{}} {:>6} {:>8.2f} {:>8.2f} {:>+8.2f}  [{:>+7.2f}, {:>+7.2f}] {:>7.4f} {:>7.4f} {:>6} {:>6}\n",
        name_of(one), metric, one_line(result.models[one.model]), model, c.wins + c.losses + c.ties, 100 * c.baseline,
        100 * c.system, 100 * c.difference, 100 * c.interval.low, 100 * c.interval.high, c.randomization_p, c.holm_p,
        c.wins, c.losses);
    for (const deciding_question& q : one.deciding) {
      fmt::format_to(to, "  {} {:.2f} -> {:.2f}\n", one_line(q.id), 100 * q.baseline, 100 * q.system);
    }
  }
  for (std::size_t m = 0; m < result.unmatched.size(); ++m) {
    for (const auto& [kind, count] : result.unmatched[m].missing) {
      fmt::format_to(to, "{}: {} of {} questions lack {}\n", one_line(result.models[m]), count, result.questions, kind);
    }
    if (const std::uint64_t ignored = result.unmatched[m].ignored; ignored != 0) {
      fmt::format_to(to, "{}: {} prediction{} ignored: the gold file lacks {}\n", one_line(result.models[m]), ignored,
                     ignored == 1 ? "" : "s", ignored == 1 ? "its id" : "their ids");
    }
  }
}

}  // namespace mhqa::inline v0_1::io
