// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa compare: models against the first one, question by question.
#include "command.hpp"
#include "options.hpp"
#include "repeated_ids.hpp"

#include <mhqa/error.hpp>
#include <mhqa/io/model_comparison.hpp>
#include <mhqa/io/question_columns.hpp>
#include <mhqa/metrics/significance.hpp>
#include <mhqa/parallel.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace mhqa_command {
namespace {

struct compare_options {
  std::string gold;
  std::vector<std::string> models;
  std::string data_set;
  std::string kind;
  std::string by;
  std::string aliases;
  std::vector<std::string> metrics;
  std::vector<std::string> pass_at;
  std::string seed = "12345";
  std::uint64_t samples = 10'000;
  std::size_t threads = 0;
  std::size_t deciding = 0;
  bool results = false;
  bool json = false;
};

mhqa::io::model_comparison compare(const compare_options& o) {
  mhqa::thread_pool pool{o.threads};
  const mhqa::io::comparison_request request{
      .metrics = o.metrics, .samples = o.samples, .seed = std::stoull(o.seed), .deciding = o.deciding};
  if (o.results) {
    std::vector<std::string> files{o.gold};
    files.insert(files.end(), o.models.begin(), o.models.end());
    return mhqa::io::compare_results(std::move(files), o.by, request, pool);
  }
  const mhqa::io::column_source source{o.data_set.empty() ? mhqa::io::guess_data_set(o.gold) : o.data_set,
                                       o.gold,
                                       o.by,
                                       o.kind.empty() ? "probe" : o.kind,
                                       o.aliases,
                                       read_counts(o.pass_at, "pass_at")};
  if (!o.kind.empty() && source.dataset != "dire") {
    mhqa::throw_data_error({}, "`kind`: expected `dataset` dire, found " + source.dataset);
  }
  return mhqa::io::compare_models(source, {o.models.begin(), o.models.end()}, request, pool);
}

void run(const compare_options& o) {
  mhqa::io::model_comparison result;
  with_repeated_ids(o.results ? std::vector<std::string>{} : o.models, "pass_at", [&] { result = compare(o); });
  std::string out;
  o.json ? mhqa::io::append_comparison_json(out, result) : mhqa::io::append_comparison_table(out, result);
  print(out);
}

}  // namespace

void add_compare(const arguments& app, int&) {
  const auto o = std::make_shared<compare_options>();
  const arguments verb =
      app.add_subcommand("compare", "Test whether models differ on the same questions by more than chance");
  verb->add_option("gold", o->gold,
                   "Gold records in the data set's official layout; with --results the baseline's result")
      ->required();
  verb->add_option("models", o->models, "Predictions of two models or more; the first is the baseline")
      ->required()
      ->at_least(1);
  const option results = verb->add_flag(
      "--results", o->results,
      "All files are results, written by eval --result or score --result; with --samples there, those of samples");
  verb->add_option("--dataset", o->data_set,
                   "Data set whose evaluator scores; by default the gold file's fields decide")
      ->check(one_of{"hotpotqa", "2wikimultihopqa", "musique", "squad", "hieradate", "strategyqa", "dire"})
      ->excludes(results);
  verb->add_option("--kind", o->kind, "Kind of DiRe's instances; by default probe")
      ->check(one_of{"original", "probe", "transformed", "probe_of_transformed", "trivial"})
      ->excludes(results);
  verb->add_option("--aliases", o->aliases,
                   "2WikiMultihopQA's JSON Lines {Q_id, aliases, demonyms}: scores as 2wiki-1.1")
      ->excludes(results);
  verb->add_option("--by", o->by, "Also compare on each value of this field: type, hops, …");
  verb->add_option("--metric", o->metrics, "Compare this metric only; may be repeated");
  verb->add_option("--pass-at", o->pass_at,
                   "Predictions with one id are samples of a question: compare avg, pass@K and maj@K; may be repeated")
      ->excludes(results);
  verb->add_option("--samples", o->samples, "Samples of both tests")
      ->check(between{std::size_t{1}, std::size_t{mhqa::most_samples}})
      ->capture_default_str();
  verb->add_option("--seed", o->seed, "Seed of the draws")->capture_default_str()->check(check_seed);
  verb->add_option("--threads", o->threads, "Threads; 0: one per processor");
  verb->add_option("--deciding", o->deciding, "Also list this many questions that decide each comparison");
  verb->add_flag("--json", o->json, "One JSON object, unrounded fractions");
  verb->footer(
      "Example:\n  mhqa compare hotpot_dev_distractor_v1.json a.json b.json --metric f1 --metric em\n"
      "  mhqa compare --results a.result.json b.result.json --by type\n"
      "The interval is the paired bootstrap's; p is that of approximate randomisation, two-sided; Holm corrects it "
      "over\n"
      "all lines. n counts the questions for which every model has the metric. DiRe's instances need --dataset dire.");
  verb->callback([o] { run(*o); });
}

}  // namespace mhqa_command
