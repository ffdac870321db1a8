// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// What questions are asked over: contexts (S6) and those of their unanswerable twins (S8).
#include "compose_stages.hpp"

#include <mhqa/compose/contexts.hpp>
#include <mhqa/compose/distractors.hpp>
#include <mhqa/compose/twins.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace mhqa_command {
namespace {

mhqa::context_options context_options_of(const compose_settings& set) {
  mhqa::context_options how;
  how.paragraphs = set.paragraphs;
  if (set.distractors == "corpus") how.source = mhqa::distractor_source::corpus;
  how.min_corpus_words = set.quality.min_context_words;
  how.max_corpus_words = set.quality.max_context_words;
  return how;
}

}  // namespace

mhqa::io::loaded_corpus add_corpus(compose_run& run, question_pool& good) {
  mhqa::io::loaded_corpus corpus;
  if (run.settings.distractors != "corpus") return corpus;
  for (const std::string& path : run.settings.corpus) {
    run.folder.input(path);
    mhqa::io::read_corpus(path, corpus);
  }
  good.pool = mhqa::with_corpus(std::move(good.pool), corpus.paragraphs);
  good.words = mhqa::pool_words{good.pool};
  return corpus;
}

void add_contexts(compose_run& run, const question_pool& good, std::vector<mhqa::made_question>& questions) {
  const compose_settings& set = run.settings;
  const auto make = [&](mhqa::io::stage_writer& out) {
    const mhqa::context_options how = context_options_of(set);
    std::vector<mhqa::composition> graphs;
    for (const mhqa::made_question& q : questions) graphs.push_back(q.graph);
    const mhqa::distractor_search search{good.pool, good.words, run.threads};
    shown_threads threads{run.threads, "building contexts"};
    auto contexts = mhqa::build_contexts(good.pool, good.words, search, graphs, set.seed, how, threads);
    auto twins = mhqa::build_twins(good.pool, good.words, search, graphs, set.seed, how, threads);
    std::uint64_t small = 0;
    std::string line;
    for (std::size_t i = 0; i < questions.size(); ++i) {
      mhqa::made_question& q = questions[i];
      q.context = std::move(contexts[i]);
      q.twin = std::move(twins[i]);
      small += q.context.size() < how.paragraphs || q.twin.context.size() < how.paragraphs ? 1U : 0U;
      line.clear();
      mhqa::io::write_contexts(line, good.pool, q);
      out.line(line);
    }
    out.count("in", questions.size());
    out.count("out", questions.size());
    out.count("smaller contexts", small);
  };
  std::size_t loaded = 0;
  const auto load = [&](mhqa::io::json_value value) {
    if (loaded == questions.size()) value.context().fail("expected no further question");
    mhqa::io::read_contexts(value, good.pool, questions[loaded++]);
  };
  run_stage(run, "contexts", {option("paragraphs", set.paragraphs), option("distractors", set.distractors)}, make,
            load);
}

}  // namespace mhqa_command
