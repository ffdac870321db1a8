// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The options of `mhqa compose`.
#include "compose_settings.hpp"

#include "command.hpp"

#include <mhqa/compose/pair_rules.hpp>
#include <mhqa/compose/pool.hpp>
#include <mhqa/error.hpp>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa_command {
namespace {

std::vector<std::string> pair_rule_names() {
  const auto rules = mhqa::composable(mhqa::single_hop_pool{});
  const auto names = rules.names();
  return {names.begin(), names.end()};
}

/// What is wrong with a number, as CLI11 wants it: its own ranges let a NaN through, and -1 as 2^64 - 1.
std::string check_number(const std::string& text, double most, const char* expected) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool right = error == std::errc{} && end == text.data() + text.size() && value >= 0 && value <= most;
  return right ? "" : std::string{"expected "} + expected + ", found " + text;
}
std::string check_share(const std::string& text) {
  return check_number(text, 1, "a number from 0 to 1");
}
std::string check_weight(const std::string& text) {
  return check_number(text, 1e9, "a number from 0 to 1e9");
}
std::string check_whole(const std::string& text) {
  const std::string wrong = check_seed(text);
  return wrong.empty() ? wrong : wrong + ", found " + text;
}

/// Refuses what cannot be together, before any work is done.
void check_together(const compose_settings& s) {
  const auto refuse = [](bool wrong, const char* what) {
    if (wrong) mhqa::throw_data_error({}, what);
  };
  refuse(s.out.empty(), "--out is required: the folder of the stages and the data sets");
  refuse(s.split.dev_share + s.split.test_share >= 1, "--dev-share and --test-share: expected less than 1 together");
  refuse(!s.connect && !s.connection_answers.empty(), "--connection-answers is not used with --connection false");
  refuse(!s.check_answers && !s.quality_answers.empty(), "--quality-answers is not used with --check-answers false");
  refuse(s.distractors == "corpus" && s.corpus.empty(), "--distractors corpus: expected --corpus with its files");
  refuse(s.distractors != "corpus" && !s.corpus.empty(), "--corpus is not used without --distractors corpus");
}

}  // namespace

void add_compose_options(CLI::App& verb, compose_settings& s) {
  verb.add_option("pools", s.pools,
                  "Single-hop questions: SQuAD (MLQA), MRQA, Zero-Shot RE, T-REx or Natural Questions; NAME=FILE names "
                  "the source")
      ->required();
  verb.add_option("--out", s.out, "The folder of the stages and the data sets; required, here or in --config");
  verb.add_option("--seed", s.seed, "Of all that is drawn")->check(check_whole)->capture_default_str();
  verb.add_option("--threads", s.threads, "0: one a processor; the result does not depend on it")
      ->check(CLI::Range(std::size_t{0}, std::size_t{1024}))
      ->capture_default_str();
  verb.add_option("--preset", s.preset,
                  "Lengths and uses of S4. paper: those of its text; released: those that the released data keeps")
      ->check(CLI::IsMember{{"paper", "released"}})
      ->capture_default_str();
  verb.add_option("--config", s.config, "Options from a file, `name = value` a line or one JSON object");
  verb.add_option("--until", s.until, "The last stage")
      ->check(CLI::IsMember{std::vector<std::string>{compose_stages.begin(), compose_stages.end()}});
  verb.add_flag("--resume", s.resume, "Take stages of an earlier run that nothing has changed");

  const std::string s1 = "S1: single-hop questions";
  verb.add_option("--min-context-words", s.quality.min_context_words, "Of a paragraph")
      ->check(check_whole)
      ->capture_default_str()
      ->group(s1);
  verb.add_option("--max-context-words", s.quality.max_context_words, "Of a paragraph")
      ->check(check_whole)
      ->capture_default_str()
      ->group(s1);
  verb.add_option("--check-answers", s.check_answers, "Drop questions that no reader finds the answer of")
      ->capture_default_str()
      ->group(s1);
  verb.add_option("--quality-answers", s.quality_answers,
                  "Answers to requests/quality.jsonl, a file a model, instead of the lexical reader's")
      ->group(s1);

  const std::string s2 = "S2: pairs";
  verb.add_option("--entities", s.entities, "Notes of a tagger and linker, {mention, type, link} a line")->group(s2);
  verb.add_option("--candidates-per-bridge", s.pairs.candidates_per_bridge, "Looked at; 0: all")
      ->check(check_whole)
      ->capture_default_str()
      ->group(s2);
  verb.add_option("--pairs-per-bridge", s.pairs.pairs_per_bridge, "Kept; 0: all")
      ->check(check_whole)
      ->capture_default_str()
      ->group(s2);

  verb.add_option("--without-rules", s.without_rules,
                  "Leave out rules of pairs, by the reasons that the report counts for them")
      ->check(CLI::IsMember{pair_rule_names()})
      ->group(s2);

  const std::string s3 = "S3: connection";
  verb.add_option("--connection", s.connect, "Whether pairs are filtered by what readers answer without the other hop")
      ->capture_default_str()
      ->group(s3);
  verb.add_option("--filter-heads", s.connection.heads, "Whether heads are")->capture_default_str()->group(s3);
  verb.add_option("--filter-tails", s.connection.tails, "Whether tails are")->capture_default_str()->group(s3);
  verb.add_option("--head-f1", s.connection.head_answer_f1, "A head stays below this answer F1 without context")
      ->check(check_share)
      ->capture_default_str()
      ->group(s3);
  verb.add_option("--tail-f1", s.connection.tail_answer_f1, "A masked tail stays up to this answer F1")
      ->check(check_share)
      ->capture_default_str()
      ->group(s3);
  verb.add_option("--tail-f1-most", s.connection.tail_answer_most,
                  "And up to this one where support F1 is below --tail-support-f1")
      ->check(check_share)
      ->capture_default_str()
      ->group(s3);
  verb.add_option("--tail-support-f1", s.connection.tail_support_f1, "See --tail-f1-most")
      ->check(check_share)
      ->capture_default_str()
      ->group(s3);
  verb.add_option("--tail-distractors", s.connection.distractors, "Retrieved for a masked tail")
      ->check(CLI::Range(std::size_t{0}, std::size_t{1000}))
      ->capture_default_str()
      ->group(s3);
  verb.add_option("--folds", s.connection.folds, "Of the requests")
      ->check(CLI::Range(std::uint32_t{3}, std::uint32_t{1000}))
      ->capture_default_str()
      ->group(s3);
  verb.add_option("--connection-answers", s.connection_answers,
                  "Answers to requests/heads.jsonl and tails.jsonl, a file a model, instead of the lexical reader's")
      ->group(s3);

  const std::string s4 = "S4: graphs (after --preset)";
  verb.add_option("--question-words", s.limits.question_words, "Of a single-hop question")
      ->check(check_whole)
      ->group(s4);
  verb.add_option("--total-words", s.limits.total_words, "Of 2, 3 and 4 hops")->check(check_whole)->group(s4);
  verb.add_option("--bridge-uses", s.limits.bridge_uses, "Multi-hop questions with one bridge")
      ->check(check_whole)
      ->group(s4);
  verb.add_option("--question-uses", s.limits.question_uses, "Multi-hop questions with one single-hop question")
      ->check(check_whole)
      ->group(s4);
  verb.add_option("--no-subgraphs", s.limits.no_subgraphs, "Whether parts of longer questions are left out")->group(s4);
  verb.add_option("--shares", s.mix.shares, "Of 2hop, 3hop1, 3hop2, 4hop1, 4hop2 and 4hop3 in the data set")
      ->check(check_weight)
      ->group(s4);
  verb.add_option("--size", s.mix.size, "Of the data set; 0: as all candidates of 2 hops allow")
      ->check(check_whole)
      ->capture_default_str()
      ->group(s4);

  verb.add_option("--wordings", s.wordings,
                  "Answers to requests/wordings.jsonl, {id, question, same_entity} a line, instead of the rules'")
      ->group("S7: words");

  const std::string s5 = "S5: split";
  verb.add_option("--split", s.split_kind, "disjoint: training shares nothing with dev and test; or random")
      ->check(CLI::IsMember{{"disjoint", "random"}})
      ->capture_default_str()
      ->group(s5);
  verb.add_option("--dev-share", s.split.dev_share, "Of the questions")
      ->check(check_share)
      ->capture_default_str()
      ->group(s5);
  verb.add_option("--test-share", s.split.test_share, "Of the questions")
      ->check(check_share)
      ->capture_default_str()
      ->group(s5);

  const std::string s6 = "S6: contexts";
  verb.add_option("--paragraphs", s.paragraphs, "Of a context, 10 or 20 in the paper")
      ->check(CLI::Range(std::size_t{4}, std::size_t{1000}))
      ->capture_default_str()
      ->group(s6);
  verb.add_option("--distractors", s.distractors,
                  "positive: the paragraphs of good single-hop questions; corpus: also those of --corpus, of 20 to 300 "
                  "words")
      ->check(CLI::IsMember{{"positive", "corpus"}})
      ->capture_default_str()
      ->group(s6);
  verb.add_option("--corpus", s.corpus, "Pools or {title, text} a line")->group(s6);
}

void complete_settings(const CLI::App& verb, compose_settings& settings) {
  check_together(settings);
  const mhqa::composition_limits preset = settings.preset == "released" ? mhqa::limits::released : mhqa::limits::paper;
  const auto given = [&verb](const char* name) { return verb.get_option(name)->count() != 0; };
  if (!given("--question-words")) settings.limits.question_words = preset.question_words;
  if (!given("--total-words")) settings.limits.total_words = preset.total_words;
  if (!given("--bridge-uses")) settings.limits.bridge_uses = preset.bridge_uses;
  if (!given("--question-uses")) settings.limits.question_uses = preset.question_uses;
  if (!given("--no-subgraphs")) settings.limits.no_subgraphs = preset.no_subgraphs;

  std::vector<std::string> without;
  for (const std::string& rule : pair_rule_names()) {
    if (std::ranges::count(settings.without_rules, rule) != 0) without.push_back(rule);
  }
  settings.without_rules = without;
}

}  // namespace mhqa_command
