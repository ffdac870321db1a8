// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa compose: multi-hop questions from single-hop ones, in stages that can be inspected, replaced and resumed.
#include "command.hpp"
#include "compose_settings.hpp"
#include "options.hpp"

#include <mhqa/compose/cased_pool.hpp>
#include <mhqa/io/compose_report.hpp>
#include <mhqa/io/compose_set.hpp>
#include <mhqa/io/compose_shards.hpp>
#include <mhqa/io/pool_file.hpp>
#include <mhqa/io/progress.hpp>
#include <mhqa/parallel.hpp>
#include <mhqa/part_number.hpp>

#include <fmt/core.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa_command {
namespace {

void compose(const arguments& verb, const compose_arguments& chosen) {
  mhqa::thread_pool threads{chosen.threads};
  const auto shown = [&](std::string_view stage) { return mhqa::io::shown_executor{threads, std::string{stage}}; };
  std::string text;
  if (chosen.settings.shards != 0) {
    const mhqa::io::composing made = mhqa::io::write_compose_shards(chosen.settings);
    text = fmt::format("{} shards: {} questions, {} good, {} in all shards\n", chosen.settings.shards,
                       made.stages[0].count("out"), made.stages[1].count("out"), made.stages[2].count("out"));
  } else if (chosen.settings.part) {
    const mhqa::io::stage_report done = mhqa::io::compose_part(chosen.settings, shown).stages.back();
    text = fmt::format("part {}: {} {}\n", chosen.part, done.count("out"),
                       done.name == "quality" ? "good questions" : "pairs");
  } else {
    mhqa::io::append_compose_report(text, chosen.settings, mhqa::io::compose_set(chosen.settings, shown));
  }
  print(with_options(verb.app(), text));
}

void list_rules(const std::vector<std::string>& pools) {
  std::vector<mhqa::io::pool_path> paths;
  for (const std::string& name : pools) paths.push_back(mhqa::io::pool_path::parse(name));
  const mhqa::io::loaded_pool loaded = mhqa::io::load_pool(paths);
  std::string text;
  mhqa::io::append_rules(text, mhqa::with_case(mhqa::question_pool{loaded.pool}).pool());
  print(text);
}

}  // namespace

void add_compose(const arguments& app, int&) {
  const auto chosen = std::make_shared<compose_arguments>();
  const arguments verb =
      app.add_subcommand("compose", "Make a multi-hop data set from single-hop questions, in counted stages");
  add_compose_options(verb, *chosen);
  verb->footer(
      "Example:\n  mhqa compose dev-v1.1.json --out composed --seed 7\n"
      "With models of your own:\n  mhqa compose … --until requests; answer requests/*.jsonl; mhqa compose … --resume "
      "--connection-answers a.jsonl b.jsonl\n"
      "On any number of machines:\n  mhqa compose POOL --part 0/2 --out part0\n  mhqa compose POOL --part 1/2 --out "
      "part1"
      "\n  mhqa compose POOL --out composed --merge part0 part1");
  verb->callback([chosen, verb] {
    if (!chosen->part.empty()) chosen->settings.part = mhqa::read_part(chosen->part);
    if (chosen->list_rules) return list_rules(chosen->settings.pools);
    complete_settings(verb, chosen->settings);
    compose(verb, *chosen);
  });
}

}  // namespace mhqa_command
