// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// From the options of `mhqa compose` to the settings of a run: presets, exclusions, names of rules.
#include "compose_settings.hpp"
#include "options.hpp"

#include <mhqa/compose/language_rules.hpp>
#include <mhqa/compose/limits.hpp>
#include <mhqa/compose/pair_rules.hpp>
#include <mhqa/compose/pool.hpp>
#include <mhqa/compose/split.hpp>
#include <mhqa/error.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace mhqa_command {
namespace {

/// Refuses options that exclude each other, before any work is done.
void check_together(const compose_settings& s) {
  const auto refuse = [](bool wrong, const char* what) {
    if (wrong) mhqa::throw_data_error({}, what);
  };
  refuse(s.out.empty(), "--out is required: the folder of the stages and the data sets");
  refuse(s.options.split.dev_share + s.options.split.test_share >= 1,
         "--dev-share and --test-share: expected a sum below 1");
  refuse(!s.options.connect && !s.connection_answers.empty(),
         "--connection-answers is not used with --connection false");
  refuse(s.distractors == "corpus" && s.corpus.empty(), "--distractors corpus: expected --corpus with its files");
  refuse(s.distractors != "corpus" && !s.corpus.empty(), "--corpus is not used without --distractors corpus");
}

}  // namespace

std::vector<std::string> pair_rule_names() {
  const auto rules = mhqa::composable(mhqa::single_hop_pool{}) && mhqa::language_rules();
  const auto names = rules.names();
  std::vector<std::string> out{names.begin(), names.end()};
  out.insert(out.end(), {"answer-not-asked-for", "part-of-entity"});  // asked where there are notes
  return out;
}

void complete_settings(const arguments& verb, compose_settings& settings) {
  check_together(settings);
  const mhqa::composition_limits preset = settings.preset == "released" ? mhqa::limits::released : mhqa::limits::paper;
  const auto given = [&verb](const char* name) { return verb.get_option(name)->count() != 0; };
  if (!given("--question-words")) settings.options.limits.question_words = preset.question_words;
  if (!given("--total-words")) settings.options.limits.total_words = preset.total_words;
  if (!given("--bridge-uses")) settings.options.limits.bridge_uses = preset.bridge_uses;
  if (!given("--question-uses")) settings.options.limits.question_uses = preset.question_uses;
  if (!given("--no-subgraphs")) settings.options.limits.no_subgraphs = preset.no_subgraphs;

  if (!settings.quality_answers.empty()) {
    if (given("--check-answers") && !settings.options.check_answers) {
      mhqa::throw_data_error({}, "--quality-answers is not used with --check-answers false");
    }
    settings.options.check_answers = true;
  }
  if (!given("--spread-share")) {
    settings.options.spread.bridges = !given("--bridge-uses");
    settings.options.spread.heads = !given("--question-uses");
  }
  settings.options.parts = settings.split_kind == "random" ? mhqa::split_kind::random : mhqa::split_kind::disjoint;
  settings.options.contexts.min_corpus_words = settings.options.quality.min_context_words;
  settings.options.contexts.max_corpus_words = settings.options.quality.max_context_words;
  if (settings.distractors == "corpus") settings.options.contexts.source = mhqa::distractor_source::corpus;
  std::vector<std::string> without;
  for (const std::string& rule : pair_rule_names()) {
    if (std::ranges::count(settings.options.without_rules, rule) != 0) without.push_back(rule);
  }
  settings.options.without_rules = without;
}

}  // namespace mhqa_command
