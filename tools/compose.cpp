// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa compose: multi-hop questions from single-hop ones, in stages that can be inspected, replaced and resumed.
#include "command.hpp"
#include "compose_settings.hpp"
#include "options.hpp"
#include "shown_threads.hpp"

#include <mhqa/io/compose_set.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/parallel.hpp>

#include <memory>
#include <string>
#include <string_view>

namespace mhqa_command {
namespace {

void compose(const compose_arguments& chosen) {
  mhqa::thread_pool threads{chosen.threads};
  const mhqa::io::composing made = mhqa::io::compose_set(chosen.settings, [&](std::string_view stage) {
    return shown_threads{threads, std::string{stage}};
  });
  mhqa::io::output out{"-"};
  out.write(describe_run(chosen.settings, made));
  out.close();
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
      "--connection-answers a.jsonl b.jsonl");
  verb->callback([chosen, verb] {
    complete_settings(verb, chosen->settings);
    compose(*chosen);
  });
}

}  // namespace mhqa_command
