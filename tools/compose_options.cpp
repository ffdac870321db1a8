// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The options of `mhqa compose` on the command line.
#include "command.hpp"
#include "compose_settings.hpp"
#include "options.hpp"
#include "reader_options.hpp"
#include "run_files.hpp"

#include <mhqa/io/compose_settings.hpp>

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <system_error>
#include <vector>

namespace mhqa_command {
namespace {

/// CLI11's own ranges accept NaN, and -1 as 2^64 - 1.
std::string check_up_to(double most, const std::string& text, const char* expected) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool right = error == std::errc{} && end == text.data() + text.size() && value >= 0 && value <= most;
  return right ? "" : std::string{"expected "} + expected + ", found " + text;
}
std::string check_share(const std::string& text) {
  return check_up_to(1, text, "a number from 0 to 1");
}
std::string check_weight(const std::string& text) {
  return check_up_to(1e9, text, "a number from 0 to 1e9");
}
std::string check_whole(const std::string& text) {
  const std::string wrong = check_seed(text);
  return wrong.empty() ? wrong : wrong + ", found " + text;
}

}  // namespace

void add_compose_options(const arguments& verb, compose_arguments& chosen) {
  mhqa::io::compose_settings& s = chosen.settings;
  verb.add_option("pools", s.pools,
                  "Single-hop questions: SQuAD (MLQA), MRQA, Zero-Shot RE, T-REx or Natural Questions; NAME=FILE names "
                  "the source")
      ->required();
  verb.add_option("--out", s.out,
                  "The folder of the stages and the data sets, or the file of --part; required, here or in --config")
      ->type_name(output_folder);
  verb.add_option("--seed", s.options.seed, "Seed of all random draws")->check(check_whole)->capture_default_str();
  verb.add_option("--threads", chosen.threads, "0: one per processor; the result does not depend on it")
      ->check(between(std::size_t{0}, std::size_t{1024}))
      ->capture_default_str();
  verb.add_option("--preset", s.preset,
                  "Limits of length and reuse in S4. paper: those of its text; released: those of its released data")
      ->check(one_of{"paper", "released"})
      ->capture_default_str();
  verb.add_option("--config", s.config, "Read options from a file: one `name = value` per line, or one JSON object");
  verb.add_option("--until", s.until, "Stop after this stage")
      ->check(one_of{std::vector<std::string>{mhqa::io::compose_stages.begin(), mhqa::io::compose_stages.end()}});
  verb.add_flag("--resume", s.resume, "Reuse the stages of an earlier run whose inputs and options are unchanged");

  const auto whole = [&](const std::string& group, const char* name, auto& value, const char* about) {
    verb.add_option(name, value, about)->check(check_whole)->capture_default_str()->group(group);
  };
  const auto share = [&](const std::string& group, const char* name, double& value, const char* about) {
    verb.add_option(name, value, about)->check(check_share)->capture_default_str()->group(group);
  };
  const std::string parts = "On several machines";
  verb.add_option("--part", chosen.part,
                  "I/N: do S1 to S3, or the stages up to --until, for the pairs of part I of N, from 0; with --until "
                  "quality, for the questions of that part")
      ->group(parts);
  verb.add_option("--shards", s.shards,
                  "Do S1 and write, for each of N parts of S2, the questions that it needs: files 0 to N - 1 of --out. "
                  "The pool is read as a stream")
      ->check(between(std::uint32_t{1}, std::uint32_t{256}))
      ->group(parts);
  verb.add_option("--shard", s.shard,
                  "The part's file of --shards, from which --part makes its pairs without reading the pools; needs "
                  "--until pairs")
      ->group(parts);
  verb.add_option("--merge", s.merge,
                  "The files of all parts, in any order: continue with the stage after theirs; the options must be the "
                  "same")
      ->group(parts);

  verb.add_option(
          "--block", s.block,
          "With --merge of parts of --until pairs: hold only the questions of the pairs in memory, and read the "
          "pool in blocks of about so many bytes of paragraphs; 0: hold the pool")
      ->check(check_whole)
      ->group(parts);

  const std::string s1 = "S1: single-hop questions";
  whole(s1, "--min-context-words", s.options.quality.min_context_words, "Fewest words of a paragraph");
  whole(s1, "--max-context-words", s.options.quality.max_context_words, "Most words of a paragraph");
  verb.add_option("--check-answers", s.options.check_answers,
                  "Drop questions whose answer no reader finds. The readers are those of --quality-answers, otherwise "
                  "that of --reader")
      ->capture_default_str()
      ->group(s1);
  verb.add_option("--quality-answers", s.quality_answers,
                  "Answers to requests/quality.jsonl, one file per model; implies --check-answers true")
      ->group(s1);

  const std::string s2 = "S2: pairs";
  verb.add_option("--entities", s.entities,
                  "Notes on requests/entities.jsonl, one {id, begin, end, type, link} per line; spans in code points")
      ->group(s2);
  whole(s2, "--candidates-per-bridge", s.options.pairs.candidates_per_bridge,
        "Most candidate pairs to examine per bridge; 0: all");
  whole(s2, "--pairs-per-bridge", s.options.pairs.pairs_per_bridge, "Most pairs to keep per bridge; 0: all");

  verb.add_option("--without-rules", s.options.without_rules,
                  "Switch off these rules: about pairs, named by their reasons in the report, or of S1's grammar, by "
                  "--list-rules")
      ->check(one_of{mhqa::io::pair_rule_names()})
      ->group(s2);

  verb.add_flag("--list-rules", chosen.list_rules,
                "Print the rules of language, their patterns and examples, and on how many questions of the pools each "
                "fires; make nothing")
      ->group(s2);

  const std::string s3 = "S3: connection";
  verb.add_option("--connection", s.options.connect, "Drop pairs that readers answer without the other hop")
      ->capture_default_str()
      ->group(s3);
  verb.add_option("--filter-heads", s.options.connection.heads, "Apply the test of --connection to heads")
      ->capture_default_str()
      ->group(s3);
  verb.add_option("--filter-tails", s.options.connection.tails, "Apply the test of --connection to tails")
      ->capture_default_str()
      ->group(s3);
  verb.add_option("--own-paragraph", s.options.connection.own_paragraph,
                  "Both questions must find their own paragraph, or another with its title, first among the pool's")
      ->capture_default_str()
      ->group(s3);
  share(s3, "--head-f1", s.options.connection.head_answer_f1,
        "Keep a head if its answer F1 without context is below this");
  share(s3, "--tail-f1", s.options.connection.tail_answer_f1, "Keep a masked tail if its answer F1 is at most this");
  share(s3, "--tail-f1-most", s.options.connection.tail_answer_most,
        "Also keep a masked tail up to this answer F1 if its support F1 is below --tail-support-f1");
  share(s3, "--tail-support-f1", s.options.connection.tail_support_f1, "See --tail-f1-most");
  verb.add_option("--tail-distractors", s.options.connection.distractors, "Distractors to retrieve for a masked tail")
      ->check(between(std::size_t{0}, std::size_t{1000}))
      ->capture_default_str()
      ->group(s3);
  verb.add_option("--folds", s.options.connection.folds,
                  "Folds of the requests: one to test, one to validate, the rest to train")
      ->check(between(std::uint32_t{3}, std::uint32_t{1000}))
      ->capture_default_str()
      ->group(s3);
  verb.add_option("--connection-answers", s.connection_answers,
                  "Answers to requests/heads.jsonl and tails.jsonl, one file per model, instead of those of --reader")
      ->group(s3);

  const reader_options by_reader = add_reader_options(verb, s.reader);
  by_reader.reader->group("S1 and S3: the reader, where no file has answers");
  by_reader.weights->group("S1 and S3: the reader, where no file has answers");
  by_reader.net->group("S1 and S3: the reader, where no file has answers");

  const std::string s4 = "S4: graphs (after --preset)";
  verb.add_option("--question-words", s.options.limits.question_words, "Most words of a single-hop question")
      ->check(check_whole)
      ->group(s4);
  verb.add_option("--total-words", s.options.limits.total_words, "Most words of a question of 2, 3 and 4 hops")
      ->check(check_whole)
      ->group(s4);
  verb.add_option("--bridge-uses", s.options.limits.bridge_uses, "Most multi-hop questions with one bridge")
      ->check(check_whole)
      ->group(s4);
  verb.add_option("--question-uses", s.options.limits.question_uses,
                  "Most multi-hop questions with one single-hop question")
      ->check(check_whole)
      ->group(s4);
  verb.add_option("--no-subgraphs", s.options.limits.no_subgraphs, "Leave out questions that are part of a longer one")
      ->group(s4);
  verb.add_option("--worded-first", s.options.worded_first,
                  "Select first what the built-in rules can word (true), or without regard to words (false)")
      ->group(s4);
  verb.add_option("--shares", s.options.mix.shares,
                  "Shares of 2hop, 3hop1, 3hop2, 4hop1, 4hop2 and 4hop3 in the data set")
      ->check(check_weight)
      ->group(s4);
  whole(s4, "--size", s.options.mix.size, "Questions in the data set, of which --shares are shares; 0: no limit");

  verb.add_option(
          "--wordings", s.wordings,
          "Answers to requests/wordings.jsonl, one {id, question, same_entity} per line, in place of the built-in "
          "rules; may be repeated, one file per person or model")
      ->allow_extra_args(false)
      ->group("S7: words");
  verb.add_option("--most-doubts", s.options.most_doubts,
                  "Most points of doubt that a question may have, in S4 and S7 (--list-rules shows the signs)")
      ->check(check_whole)
      ->group("S7: words (after --preset)");

  const std::string s5 = "S5: split";
  verb.add_option("--split", s.split_kind, "disjoint: training shares nothing with dev and test; or random")
      ->check(one_of{"disjoint", "random"})
      ->capture_default_str()
      ->group(s5);
  share(s5, "--dev-share", s.options.split.dev_share, "Share of the questions for dev");
  share(s5, "--test-share", s.options.split.test_share, "Share of the questions for test");

  share(s5, "--spread-share", s.options.spread.share,
        "At most 4 questions, or this share of train, dev or test if that is more, have one head or one bridge; 1: no "
        "limit. Unless this is given, --question-uses removes the limit for heads, --bridge-uses that for bridges");
  whole(s5, "--train-size", s.options.train_size, "Training questions to keep, an error if there are fewer; 0: all");

  const std::string s6 = "S6: contexts";
  verb.add_option("--paragraphs", s.options.contexts.paragraphs, "Paragraphs per context; 10 or 20 in the paper")
      ->check(between(std::size_t{4}, std::size_t{1000}))
      ->capture_default_str()
      ->group(s6);
  verb.add_option("--distractors", s.distractors,
                  "positive: the paragraphs of good single-hop questions; corpus: also those of --corpus, of 20 to 300 "
                  "words")
      ->check(one_of{"positive", "corpus"})
      ->capture_default_str()
      ->group(s6);
  verb.add_option("--corpus", s.corpus, "Pools, or one {title, text} per line")->group(s6);
}

}  // namespace mhqa_command
