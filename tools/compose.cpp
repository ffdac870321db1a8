// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa compose: multi-hop questions from single-hop ones, in stages that can be inspected, replaced and resumed.
#include "command.hpp"
#include "compose_settings.hpp"
#include "options.hpp"
#include "shown_threads.hpp"

#include <mhqa/compose/compose.hpp>
#include <mhqa/compose/connection_plan.hpp>
#include <mhqa/compose/language_rules.hpp>
#include <mhqa/compose/noted_kinds.hpp>
#include <mhqa/compose/noted_rules.hpp>
#include <mhqa/compose/occurrences.hpp>
#include <mhqa/compose/pair_index.hpp>
#include <mhqa/compose/pair_rules.hpp>
#include <mhqa/io/compose_run.hpp>
#include <mhqa/io/corpus_file.hpp>
#include <mhqa/io/entity_files.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/pool_file.hpp>
#include <mhqa/io/request_files.hpp>

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa_command {
namespace {

using mhqa::compose_options;
using requests = std::span<const mhqa::request_batch>;

/// S2 with the notes of a tagger and linker, where a file has them.
struct pairs_of_settings {
  const compose_settings& settings;

  template <class E>
  mhqa::outcome<mhqa::pair_set> operator()(const mhqa::good_set& in, const compose_options& options, E&& exec) const {
    if (settings.entities.empty()) return mhqa::pair_stage<>{}(in, options, exec);
    const mhqa::entity_occurrences places{mhqa::pair_index{in.questions.pool(), in.questions.words()}};
    const mhqa::occurrence_notes notes = mhqa::io::read_occurrence_notes(settings.entities, places);
    const auto rule = mhqa::noted_entities(notes) && mhqa::tail_answer_unseen() && mhqa::distinct_paragraphs() &&
                      mhqa::same_first_hit(mhqa::title_index{in.questions.pool()}) && mhqa::language_rules();
    return mhqa::pairs_by(mhqa::without(rule, options.without_rules))(in, options, exec);
  }
};

/// Tells the run which files and options decide its stages.
void describe_files(mhqa::io::compose_run& run, const compose_settings& settings) {
  const auto one = [](const std::string& file) {
    return file.empty() ? std::vector<std::string>{} : std::vector{file};
  };
  run.inputs["quality"] = settings.quality_answers;
  run.inputs["pairs"] = one(settings.entities);
  run.inputs["connection"] = settings.connection_answers;
  run.inputs["wording"] = settings.wordings;
  if (!settings.entities.empty()) run.inputs["wording"].push_back(settings.entities);
  if (settings.distractors == "corpus") run.inputs["contexts"] = settings.corpus;
  if (!settings.entities.empty()) run.describe["pairs"] = {{"entities", "true"}};
  if (!settings.wordings.empty()) run.describe["wording"] = {{"wordings", "file"}};
  run.until = settings.until;
}

void compose(const compose_settings& settings) {
  check_inputs(settings);
  compose_options options = settings.options;
  mhqa::io::loaded_corpus corpus;
  options.corpus = [&] {
    for (const std::string& path : settings.corpus) mhqa::io::read_corpus(path, corpus);
    return corpus.paragraphs;
  };
  mhqa::thread_pool threads{settings.threads};
  mhqa::io::compose_run run{settings.out, options, settings.resume};
  describe_files(run, settings);
  run.before_pairs = [&](const mhqa::good_set& in) {
    const mhqa::pair_index index{in.questions.pool(), in.questions.words()};
    mhqa::io::write_entity_requests(run.request_file("entities"), mhqa::entity_occurrences{index});
  };
  run.before_connection = [&](const mhqa::pair_set& in) {
    const mhqa::single_hop_pool& pool = in.questions.pool();
    const mhqa::connection_plan plan =
        mhqa::plan_connection(pool, in.questions.words(), in.items, options.seed, options.connection, threads);
    mhqa::io::write_batches(run, pool,
                            std::array<mhqa::request_batch, 2>{{{"heads", plan.heads}, {"tails", plan.tails}}});
  };
  const auto connection_answers = [&](const mhqa::single_hop_pool& pool, requests asked, auto& exec) {
    mhqa::io::write_batches(run, pool, asked);
    return mhqa::io::file_answers{settings.connection_answers}(pool, asked, exec);
  };
  const auto words = [&](std::span<const mhqa::wording_request> asked) {
    mhqa::io::write_wording_requests(run.request_file("wordings"), asked);
    run.request_written("wordings");
    return mhqa::io::file_wordings{settings.wordings}(asked);
  };

  const auto note_kinds = [&](const mhqa::graph_set& in, std::vector<mhqa::wording_request>& asked) {
    if (settings.entities.empty()) return;
    const mhqa::entity_occurrences places{mhqa::pair_index{in.questions.pool(), in.questions.words()}};
    const mhqa::occurrence_notes notes = mhqa::io::read_occurrence_notes(settings.entities, places);
    for (std::size_t i = 0; i < asked.size(); ++i) mhqa::note_kinds(notes, in.items[i], asked[i]);
  };

  std::vector<mhqa::io::pool_path> paths;
  for (const std::string& name : settings.pools) paths.push_back(mhqa::io::pool_path::parse(name));
  const mhqa::io::loaded_pool loaded = run.read_pool(paths);
  std::optional<mhqa::composed_set> made;
  if (settings.until != "pool") {
    const auto with_bars = [&](auto stage, const auto& in, auto&& make) {
      shown_threads shown{threads, std::string{stage.name}};
      return run.run<decltype(stage)>(in, make, shown);
    };
    made = mhqa::run_stages(
        mhqa::question_pool{loaded.pool}, options, with_bars,
        mhqa::replace(mhqa::stages::quality, mhqa::quality_stage<mhqa::io::file_answers>{{settings.quality_answers}}),
        mhqa::replace(mhqa::stages::pairs, pairs_of_settings{settings}),
        mhqa::replace(mhqa::stages::connection,
                      mhqa::connection_stage<decltype(connection_answers)>{connection_answers}),
        mhqa::replace(mhqa::stages::wording,
                      mhqa::wording_stage<decltype(words), decltype(note_kinds)>{words, note_kinds}));
  }
  if (made) mhqa::io::write_composed_sets(run, *made, options.seed);
  mhqa::io::output out{"-"};
  out.write(describe_run(settings, run.reports(), made ? made->items : std::vector<mhqa::made_question>{}));
  out.close();
}

}  // namespace

void add_compose(const arguments& app, int&) {
  const auto chosen = std::make_shared<compose_settings>();
  const arguments verb =
      app.add_subcommand("compose", "Make a multi-hop data set from single-hop questions, in counted stages");
  add_compose_options(verb, *chosen);
  verb->footer(
      "Example:\n  mhqa compose dev-v1.1.json --out composed --seed 7\n"
      "With models of your own:\n  mhqa compose … --until requests; answer requests/*.jsonl; mhqa compose … --resume "
      "--connection-answers a.jsonl b.jsonl");
  verb->callback([chosen, verb] {
    complete_settings(verb, *chosen);
    compose(*chosen);
  });
}

}  // namespace mhqa_command
