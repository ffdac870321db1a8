// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa compare: models against the first one, question by question.
#include "command.hpp"
#include "options.hpp"
#include "shown_threads.hpp"

#include <mhqa/io/file.hpp>
#include <mhqa/io/model_comparison.hpp>
#include <mhqa/io/question_columns.hpp>
#include <mhqa/metrics/comparison.hpp>
#include <mhqa/parallel.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

namespace mhqa_command {
namespace {

using mhqa::io::comparison_line;

struct compare_options {
  std::string gold;
  std::vector<std::string> models;
  std::string data_set;
  std::string kind = "probe";
  std::string by;
  std::vector<std::string> metrics;
  std::string seed = "12345";
  std::uint64_t samples = 10'000;
  std::size_t threads = 0;
  std::size_t deciding = 0;
  bool json = false;
};

std::string as_table(const mhqa::io::model_comparison& result, const compare_options& o) {
  std::size_t metric = 6, model = 5;
  const auto name_of = [](const comparison_line& one) {
    return one.group.empty() ? one.metric : one.metric + " (" + one_line(one.group) + ")";
  };
  for (const comparison_line& one : result.lines) {
    metric = std::max(metric, name_of(one).size());
    model = std::max(model, one_line(o.models[one.model]).size());
  }
  std::string out = fmt::format("baseline {}; {} samples, seed {}\n\n", one_line(o.models[0]), o.samples, o.seed);
  const auto to = std::back_inserter(out);
  fmt::format_to(to, "{:<{}}  {:<{}} {:>6} {:>8} {:>8} {:>8}  {:<18} {:>7} {:>7} {:>6} {:>6}\n", "metric", metric,
                 "model", model, "n", "baseline", "model", "diff", "95 % interval", "p", "Holm", "wins", "losses");
  for (const comparison_line& one : result.lines) {
    const mhqa::compared& c = one.numbers;
    fmt::format_to(
        to, "{:<{}}  {:<{}} {:>6} {:>8.2f} {:>8.2f} {:>+8.2f}  [{:>+7.2f}, {:>+7.2f}] {:>7.4f} {:>7.4f} {:>6} {:>6}\n",
        name_of(one), metric, one_line(o.models[one.model]), model, c.wins + c.losses + c.ties, 100 * c.baseline,
        100 * c.system, 100 * c.difference, 100 * c.interval.low, 100 * c.interval.high, c.randomization_p, c.holm_p,
        c.wins, c.losses);
    for (const mhqa::io::deciding_question& q : one.deciding) {
      fmt::format_to(to, "  {} {:.2f} -> {:.2f}\n", one_line(q.id), 100 * q.baseline, 100 * q.system);
    }
  }
  for (std::size_t m = 0; m < result.unmatched.size(); ++m) {
    for (const auto& [kind, count] : result.unmatched[m].missing) {
      fmt::format_to(to, "{}: {} of {} questions lack {}\n", one_line(o.models[m]), count, result.questions, kind);
    }
    if (const std::uint64_t ignored = result.unmatched[m].ignored; ignored != 0) {
      fmt::format_to(to, "{}: {} prediction{} ignored: the gold file lacks {}\n", one_line(o.models[m]), ignored,
                     ignored == 1 ? "" : "s", ignored == 1 ? "its id" : "their ids");
    }
  }
  return out;
}

void run(const compare_options& o) {
  mhqa::thread_pool pool{o.threads};
  const mhqa::io::column_source source{o.data_set.empty() ? mhqa::io::guess_data_set(o.gold) : o.data_set, o.gold, o.by,
                                       o.kind};
  const mhqa::io::model_comparison result = mhqa::io::compare_models(
      source, o.models,
      {.metrics = o.metrics, .samples = o.samples, .seed = std::stoull(o.seed), .deciding = o.deciding}, pool);
  std::string out;
  if (o.json) {
    mhqa::io::append_comparison_json(out, result);
  } else {
    out = as_table(result, o);
  }
  mhqa::io::output standard{"-"};
  standard.write(out);
  standard.close();
}

}  // namespace

void add_compare(const arguments& app, int&) {
  const auto o = std::make_shared<compare_options>();
  const arguments verb =
      app.add_subcommand("compare", "Test whether models differ on the same questions by more than chance");
  verb->add_option("gold", o->gold, "Gold records in the data set's official layout")->required();
  verb->add_option("models", o->models, "Predictions of two models or more; the first is the baseline")
      ->required()
      ->expected(2, 1000);
  verb->add_option("--dataset", o->data_set,
                   "Data set whose evaluator scores; by default the gold file's fields decide")
      ->check(one_of{"hotpotqa", "2wikimultihopqa", "musique", "squad", "hieradate", "dire"});
  verb->add_option("--kind", o->kind, "Kind of DiRe's instances")
      ->check(one_of{"original", "probe", "transformed", "probe_of_transformed", "trivial"})
      ->capture_default_str();
  verb->add_option("--by", o->by, "Also compare on each value of this field: type, hops, …");
  verb->add_option("--metric", o->metrics, "Compare this metric only; may be repeated");
  verb->add_option("--samples", o->samples, "Samples of both tests")->capture_default_str();
  verb->add_option("--seed", o->seed, "Seed of the draws")->capture_default_str()->check(check_seed);
  verb->add_option("--threads", o->threads, "Threads; 0: one per processor");
  verb->add_option("--deciding", o->deciding, "Also list this many questions that decide each comparison");
  verb->add_flag("--json", o->json, "One JSON object, unrounded fractions");
  verb->footer(
      "Example:\n  mhqa compare hotpot_dev_distractor_v1.json a.json b.json --metric f1 --metric em\n"
      "The interval is the paired bootstrap's; p is that of approximate randomisation, two-sided; Holm corrects it "
      "over\n"
      "all lines. n counts the questions for which every model has the metric. DiRe's instances need --dataset dire.");
  verb->callback([o] { run(*o); });
}

}  // namespace mhqa_command
