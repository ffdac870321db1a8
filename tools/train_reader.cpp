// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa train-reader: trains the weights of the built-in reader on questions with paragraphs, or measures it on a part
// that it was not trained on.
#include "command.hpp"
#include "options.hpp"
#include "run_files.hpp"

#include <mhqa/error.hpp>
#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/io/training_files.hpp>
#include <mhqa/model/lexical_reader.hpp>
#include <mhqa/model/reader_training.hpp>
#include <mhqa/model/trained_reader.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa_command {
namespace {

struct train_arguments {
  std::vector<std::string> files;
  std::string out;
  std::string name = "own";
  std::string seed = "1";
  unsigned passes = mhqa::training_options{}.passes;
  unsigned folds = 5;
  unsigned fold = 0;
  bool log = false;
};

using examples = std::vector<mhqa::training_example>;

// Appends the examples of all files and says what became of their questions; returns where those of each end.
std::vector<std::size_t> load(const std::vector<std::string>& files, examples& to, std::string& said) {
  std::vector<std::size_t> ends;
  for (const std::string& path : files) {
    const std::size_t before = to.size();
    const mhqa::io::example_counts counts = mhqa::io::load_examples(path, to);
    said +=
        fmt::format("{}: {} of {} questions; {} without paragraphs, {} without an answer, {} repeated\n", path,
                    to.size() - before, counts.read, counts.without_paragraphs, counts.without_answer, counts.repeated);
    ends.push_back(to.size());
  }
  return ends;
}

// A line of JSON with the figures of a reader on questions that it was not trained on.
template <class Read>
void measure(const examples& all, std::span<const std::size_t> tested, const train_arguments& arguments,
             const std::string& file, std::string_view name, Read read, std::string& out) {
  mhqa::io::reader_figures f;
  mhqa::answer_scorer<> scorer{mhqa::dialects::hotpotqa};
  std::vector<mhqa::context_paragraph> context;
  for (const std::size_t i : tested) {
    const mhqa::training_example& e = all[i];
    context.clear();
    for (const auto& [title, text] : e.context) context.push_back({title, text});
    mhqa::io::add_figures(e, read(mhqa::reading_task{e.id, e.question, context}), scorer, f);
  }
  const auto mean = [](double sum, std::uint64_t n) {  // null of nothing
    return n == 0 ? std::nullopt : std::optional{100 * sum / static_cast<double>(n)};
  };
  mhqa::io::json_writer json{out};
  json.begin_object().member("file", std::string_view{file}).member("reader", name);
  json.member("fold", static_cast<std::uint64_t>(arguments.fold))
      .member("folds", static_cast<std::uint64_t>(arguments.folds));
  json.member("questions", f.questions).member("answer_f1", mean(f.answer_f1, f.questions));
  json.member("answer_em", mean(f.answer_em, f.questions)).member("with_supports", f.with_supports);
  json.member("support_f1", mean(f.support_f1, f.with_supports))
      .member("support_em", mean(f.support_em, f.with_supports));
  json.member("sufficient", mean(f.sufficient, f.with_supports)).member("with_sentences", f.with_sentences);
  json.member("sentence_f1", mean(f.sentence_f1, f.with_sentences)).end_object();
  out += '\n';
}

// Trains without a fold and prints the figures on it.
void run_fold(const examples& all, const std::vector<std::size_t>& ends, const train_arguments& arguments,
              const mhqa::training_options& options, std::string& said) {
  const mhqa::io::example_split split = mhqa::io::split_examples(all, arguments.fold - 1, arguments.folds);
  said += fmt::format("fold {}: {} questions to train, {} to test, {} left out, since they share an article\n",
                      arguments.fold, split.train.size(), split.test.size(), split.left_out);
  if (split.train.empty()) {
    mhqa::throw_data_error({.field = "--fold"}, "expected questions that share no article with the fold, found none");
  }
  examples train;
  for (const std::size_t i : split.train) train.push_back(all[i]);
  mhqa::reader_training training;
  training.run(train, options);
  std::string out;
  for (std::size_t f = 0; f < ends.size(); ++f) {
    const auto end_in = [&](std::size_t end) { return std::lower_bound(split.test.begin(), split.test.end(), end); };
    const std::span<const std::size_t> tested{end_in(f == 0 ? 0 : ends[f - 1]), end_in(ends[f])};
    const std::string& file = arguments.files[f];
    measure(all, tested, arguments, file, "words", mhqa::lexical_reader{{.support = 2}}, out);
    measure(all, tested, arguments, file, "trained", mhqa::trained_reader{training.weights()}, out);
  }
  print(out);
}

void run(const train_arguments& arguments) {
  if (arguments.out.empty() == (arguments.fold == 0)) {
    mhqa::throw_data_error({.field = "--out"}, "expected either --out or --fold");
  }
  if (arguments.fold > arguments.folds) {
    mhqa::throw_data_error({.field = "--fold"}, "expected a fold from 1 to " + std::to_string(arguments.folds));
  }
  for (const std::string& file : arguments.files) {
    if (!arguments.out.empty()) mhqa::io::expect_no_input(arguments.out, {file});
  }
  examples all;
  std::string said;  // is shown after the result, so that an error is one line
  const std::vector<std::size_t> ends = load(arguments.files, all, said);
  mhqa::training_options options{
      .seed = std::stoull(arguments.seed), .name = arguments.name, .passes = arguments.passes};
  if (arguments.log) options.log = [](std::string_view line) { fmt::print(stderr, "{}\n", line); };
  if (arguments.fold != 0) {
    run_fold(all, ends, arguments, options, said);
    std::fputs(said.c_str(), stderr);
    return;
  }
  mhqa::reader_training training;
  training.run(all, options);
  mhqa::io::atomic_file out{arguments.out};
  out.write(mhqa::to_bytes(training.weights()));
  out.commit();
  std::fputs(said.c_str(), stderr);
  print(fmt::format("{} questions; weights {} {:016x}\n", all.size(), arguments.name, training.weights().hash));
}

}  // namespace

void add_train_reader(const arguments& app, int&) {
  const auto chosen = std::make_shared<train_arguments>();
  const arguments verb = app.add_subcommand("train-reader", "Train the built-in reader on questions with paragraphs");
  verb->add_option("files", chosen->files,
                   "Questions with answers in HotpotQA's, 2WikiMultihopQA's, MuSiQue's or SQuAD's layout")
      ->required();
  const option out = verb->add_option("--out", chosen->out, "The weights, which --weights of the other verbs reads")
                         ->type_name(output_file);
  verb->add_option("--name", chosen->name, "Name of the weights, which signatures show")->capture_default_str();
  verb->add_option("--seed", chosen->seed, "Seed of every random choice")->check(check_seed)->capture_default_str();
  verb->add_option("--passes", chosen->passes, "Passes over the questions")
      ->check(between(1U, 1000U))
      ->capture_default_str();
  verb->add_option("--fold", chosen->fold,
                   "Write no weights: train without this fold, from 1, and its articles, and print the figures of the\n"
                   "trained reader and of the word matcher on it, as JSON Lines")
      ->check(between(1U, 1000U))
      ->excludes(out);
  verb->add_option("--folds", chosen->folds, "Number of folds")->check(between(2U, 1000U))->capture_default_str();
  verb->add_flag("--log", chosen->log, "Report each step on standard error");
  verb->footer(
      "Example:\n  mhqa train-reader train.json --out reader.weights --name mine\n  mhqa read dev.json --weights "
      "reader.weights");
  verb->callback([chosen] { run(*chosen); });
}

}  // namespace mhqa_command
