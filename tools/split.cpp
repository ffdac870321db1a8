// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa split: a data set in train and test, so that nobody wrote questions of both (StrategyQA, Sec. 4), or a sample of
// its questions (MuSiQue, Sec. 7.1).
#include "command.hpp"
#include "options.hpp"
#include "run_files.hpp"

#include <mhqa/io/annotator_split_files.hpp>
#include <mhqa/io/question_sample.hpp>
#include <mhqa/printable.hpp>

#include <fmt/core.h>

#include <cstddef>
#include <memory>
#include <string>

namespace mhqa_command {
namespace {

struct split_arguments : mhqa::io::split_run {
  std::size_t sample = 0;
  std::string by;
};

void draw(const split_arguments& chosen) {
  std::string out = fmt::format("{:<24}{:>10}{:>10}\n", chosen.by, "questions", "drawn");
  std::size_t questions = 0;
  const mhqa::io::sample_run drawn{chosen.questions, chosen.train, chosen.test, chosen.by, chosen.sample, chosen.seed};
  for (const mhqa::io::drawn_questions& one : mhqa::io::draw_questions(drawn)) {
    if (!chosen.by.empty()) {
      out += fmt::format("{:<24}{:>10}{:>10}\n", mhqa::printable(one.value), one.questions, one.drawn);
    }
    questions += one.questions;
  }
  print(out + fmt::format("{:<24}{:>10}{:>10}\n", "all", questions, chosen.sample));
}

void run(const split_arguments& chosen) {
  if (chosen.sample != 0) return draw(chosen);
  if (chosen.test.empty()) throw_missing("--test");
  const mhqa::io::split_counts made = mhqa::io::split_files(chosen);
  std::string out = fmt::format("{:<8}{:>10}{:>10}\n", "", "questions", "writers");
  out += fmt::format("{:<8}{:>10}{:>10}\n", "train", made.train_questions, made.train_writers);
  out += fmt::format("{:<8}{:>10}{:>10}\n", "test", made.test_questions, made.test_writers);
  if (made.unknown_questions != 0) out += fmt::format("writers of unknown questions {:>9}\n", made.unknown_questions);
  print(out);
}

}  // namespace

void add_split(const arguments& app, int&) {
  const auto chosen = std::make_shared<split_arguments>();
  const arguments verb = app.add_subcommand(
      "split", "Split a data set so that no writer has questions in both parts, or draw a sample of its questions");
  verb->add_option("questions", chosen->questions, "Records with an id: a JSON array or JSON Lines")->required();
  const option writers =
      verb->add_option("--writers", chosen->writers, "Lines {id, writer}, for records that do not name their writer");
  const option field = verb->add_option("--writer-field", chosen->field, "The field that names a question's writer")
                           ->capture_default_str();
  verb->add_option("--train", chosen->train, "The file for training: JSON Lines, with --sample as QUESTIONS is")
      ->type_name(output_file)
      ->required();
  verb->add_option("--test", chosen->test, "The file for testing, likewise; with --sample it may be left out")
      ->type_name(output_file);
  const option share = verb->add_option("--share", chosen->share, "Largest share of the questions for the test set")
                           ->check(between(0.0, 1.0))
                           ->capture_default_str();
  const option sample =
      verb->add_option("--sample", chosen->sample,
                       "Instead of a split by writers, draw this many questions for --train; --test gets the others")
          ->check(between(std::size_t{1}, std::size_t{4'000'000'000}))
          ->excludes(writers)
          ->excludes(field)
          ->excludes(share);
  verb->add_option("--by", chosen->by,
                   "With --sample: each value of this field keeps its share, for instance type; of MuSiQue also hops "
                   "and shape")
      ->needs(sample);
  verb->add_option("--seed", chosen->seed, "Seed of the draw")->check(check_seed)->capture_default_str();
  verb->footer(
      "Example:\n  mhqa split questions.json --writers writers.jsonl --train train.jsonl --test test.jsonl --seed 7\n"
      "  mhqa split hotpot_train_v1.1.json --sample 20000 --by type --train hotpot_20k.json --seed 7\n"
      "Writers are drawn one after another for the test set; a writer who would make it larger than its share is "
      "skipped.");
  verb->callback([chosen] { run(*chosen); });
}

}  // namespace mhqa_command
