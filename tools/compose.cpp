// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa compose: multi-hop questions from single-hop ones, in stages that can be looked at, replaced and gone on with.
#include "command.hpp"
#include "compose_settings.hpp"
#include "compose_stages.hpp"
#include "config_file.hpp"

#include <mhqa/error.hpp>
#include <mhqa/io/composed_sets.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/manifest.hpp>

#include <CLI/CLI.hpp>

#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace mhqa_command {
namespace {

/// The finished data set, and what the run was.
void write_sets(const compose_run& run, const question_pool& good, const std::vector<mhqa::made_question>& questions) {
  mhqa::io::manifest about{.command = "compose", .seed = run.settings.seed, .inputs = run.folder.inputs()};
  for (const mhqa::io::stage_report& stage : run.reports) {
    about.counts.push_back({stage.name, stage.count("out")});
    for (const auto& [reason, count] : stage.dropped) about.dropped.push_back({stage.name + ": " + reason, count});
  }
  mhqa::io::write_composed_sets(run.settings.out, good.pool, questions, std::move(about));
}

/// MuSiQue's pipeline. The questions are there if it comes to its end.
std::vector<mhqa::made_question> run_stages(compose_run& run) {
  const mhqa::io::loaded_pool all = read_pools(run);
  if (run.ended()) return {};
  question_pool good = keep_good_questions(run, all);  // S1
  if (run.ended()) return {};
  std::vector<mhqa::question_pair> pairs = find_pairs(run, good);  // S2
  if (run.ended()) return {};
  if (run.settings.until == "requests") {
    write_connection_requests(run, good, pairs);
    return {};
  }
  pairs = keep_connected_pairs(run, good, std::move(pairs));  // S3
  if (run.ended()) return {};
  std::vector<mhqa::made_question> questions = build_graphs(run, good, std::move(pairs));  // S4
  if (run.ended()) return {};
  word_questions(run, good, questions);  // S7
  if (run.ended()) return {};
  split_questions(run, good, questions);  // S5
  if (run.ended()) return {};
  const mhqa::io::loaded_corpus corpus = add_corpus(run, good);
  add_contexts(run, good, questions);  // S6 and S8
  if (run.ended()) return {};
  write_sets(run, good, questions);
  return questions;
}

void compose(const compose_settings& settings) {
  check_inputs(settings);
  compose_run run{settings};
  const std::string requests = settings.out + "/requests";
  std::error_code error;
  std::filesystem::create_directories(requests, error);
  if (error) mhqa::throw_data_error({.file = requests}, "cannot make the folder: " + error.message());
  const std::vector<mhqa::made_question> questions = run_stages(run);
  mhqa::io::output out{"-"};
  out.write(describe_run(run, questions));
  out.close();
}

}  // namespace

void add_compose(CLI::App& app, int&) {
  const auto chosen = std::make_shared<compose_settings>();
  CLI::App* const verb =
      app.add_subcommand("compose", "Make a multi-hop data set from single-hop questions, in counted stages");
  add_compose_options(*verb, *chosen);
  verb->footer(
      "Example:\n  mhqa compose dev-v1.1.json --out composed --seed 7\n"
      "With models of your own:\n  mhqa compose … --until requests; answer requests/*.jsonl; mhqa compose … --resume "
      "--connection-answers a.jsonl b.jsonl");
  verb->callback([chosen, verb] {
    if (!chosen->config.empty()) read_config(*verb, chosen->config);
    complete_settings(*verb, *chosen);
    compose(*chosen);
  });
}

}  // namespace mhqa_command
