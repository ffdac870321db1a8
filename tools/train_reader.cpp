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
#include <mhqa/io/default_reader.hpp>
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
  std::string net;         // measured too
  std::string net_inputs;  // is written instead of figures or weights
  std::vector<std::string> more;
  std::string paragraphs;  // of StrategyQA's evidence
};

using examples = std::vector<mhqa::training_example>;

// Appends the examples of all files and says what became of their questions; returns where those of each end.
std::vector<std::size_t> load(const std::vector<std::string>& files, const std::string& paragraphs, examples& to,
                              std::string& said) {
  std::vector<std::size_t> ends;
  for (const std::string& path : files) {
    const std::size_t before = to.size();
    const mhqa::io::example_counts counts = mhqa::io::load_examples(path, to, paragraphs);
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
    mhqa::io::add_figures(e, read(mhqa::reading_task{e.id, e.question, context, mhqa::no_fold, e.whole}), scorer, f);
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

// Writes what a net reads of the examples to train on, file by file. `trained` are their positions, ascending.
void write_net_inputs(const examples& all, const std::vector<std::size_t>& ends, const train_arguments& arguments,
                      const mhqa::reader_weights& weights, std::span<const std::size_t> trained, std::string& said) {
  mhqa::io::atomic_file out{arguments.net_inputs};
  mhqa::reader_training reader;
  std::uint64_t written = 0;
  examples part;
  for (std::size_t f = 0, at = 0; f < ends.size(); ++f) {
    part.clear();
    for (; at < trained.size() && trained[at] < ends[f]; ++at) part.push_back(all[trained[at]]);
    reader.each_net_example(weights, part, static_cast<std::uint32_t>(f), [&](std::string_view bytes) {
      out.write(bytes);
      ++written;
    });
  }
  out.commit();
  said += fmt::format("{} of {} questions written whose answer is a span\n", written, trained.size());
}

// Trains without a fold and prints the figures on it.
void run_fold(const examples& all, const std::vector<std::size_t>& ends, const train_arguments& arguments,
              const mhqa::training_options& options, std::string& said) {
  const mhqa::io::example_split split = mhqa::io::split_examples(all, arguments.fold - 1, arguments.folds);
  said += fmt::format("fold {}: {} questions to train, {} to test, {} left out, since they share an article\n",
                      arguments.fold, split.train.size(), split.test.size(), split.left_out);
  if (split.train.empty()) {
    mhqa::throw_data_error({}, "`fold`: expected questions that share no article with the fold, found none");
  }
  const std::size_t files = arguments.files.size();  // without those for the net alone
  examples train;
  for (const std::size_t i : split.train) {
    if (i < ends[files - 1]) train.push_back(all[i]);
  }
  std::optional<mhqa::io::net_file> net;
  if (!arguments.net.empty()) net.emplace(arguments.net);
  mhqa::reader_training training;
  training.run(train, options);
  if (!arguments.net_inputs.empty()) {
    write_net_inputs(all, ends, arguments, training.weights(), split.train, said);
    return;
  }
  std::string out;
  for (std::size_t f = 0; f < files; ++f) {
    const auto end_in = [&](std::size_t end) { return std::lower_bound(split.test.begin(), split.test.end(), end); };
    const std::span<const std::size_t> tested{end_in(f == 0 ? 0 : ends[f - 1]), end_in(ends[f])};
    const std::string& file = arguments.files[f];
    measure(all, tested, arguments, file, "words", mhqa::lexical_reader{{.support = 2}}, out);
    measure(all, tested, arguments, file, "trained", mhqa::trained_reader{training.weights()}, out);
    if (!net) continue;
    measure(all, tested, arguments, file, "trained and net", mhqa::trained_reader{training.weights(), &net->weights()},
            out);
  }
  print(out);
}

void run(const train_arguments& arguments) {
  if (arguments.out.empty() && arguments.fold == 0) {
    mhqa::throw_data_error({}, "expected either `out` or `fold`");
  }
  if (!arguments.more.empty() && arguments.net_inputs.empty() && arguments.net.empty()) {
    mhqa::throw_data_error({}, "`more`: expected `net_inputs` or `net` with it");
  }
  if (arguments.fold > arguments.folds) {
    mhqa::throw_data_error({}, "`fold`: expected a fold from 1 to " + std::to_string(arguments.folds));
  }
  std::vector<std::string> inputs = arguments.files;
  if (!arguments.paragraphs.empty()) inputs.push_back(arguments.paragraphs);
  for (const std::string& file : inputs) {
    if (!arguments.out.empty()) mhqa::io::expect_no_input(arguments.out, {file});
    if (!arguments.net_inputs.empty()) mhqa::io::expect_no_input(arguments.net_inputs, {file});
  }
  examples all;
  std::string said;  // is shown after the result, so that an error is one line
  std::vector<std::string> files = arguments.files;
  files.insert(files.end(), arguments.more.begin(), arguments.more.end());
  const std::vector<std::size_t> ends = load(files, arguments.paragraphs, all, said);
  mhqa::training_options options{
      .seed = std::stoull(arguments.seed), .name = arguments.name, .passes = arguments.passes};
  if (arguments.log) options.log = [](std::string_view line) { fmt::print(stderr, "{}\n", line); };
  if (arguments.fold != 0) {
    run_fold(all, ends, arguments, options, said);
    std::fputs(said.c_str(), stderr);
    return;
  }
  const std::size_t own = ends[arguments.files.size() - 1];
  mhqa::reader_training training;
  training.run(std::span{all}.first(own), options);
  mhqa::io::atomic_file out{arguments.out};
  out.write(mhqa::to_bytes(training.weights()));
  out.commit();
  if (!arguments.net_inputs.empty()) {
    std::vector<std::size_t> trained(all.size());
    for (std::size_t i = 0; i < trained.size(); ++i) trained[i] = i;
    write_net_inputs(all, ends, arguments, training.weights(), trained, said);
  }
  std::fputs(said.c_str(), stderr);
  print(fmt::format("{} questions; weights {} {:016x}\n", own, arguments.name, training.weights().hash));
}

}  // namespace

void add_train_reader(const arguments& app, int&) {
  const auto chosen = std::make_shared<train_arguments>();
  const arguments verb = app.add_subcommand("train-reader", "Train the built-in reader on questions with paragraphs");
  verb->add_option(
          "files", chosen->files,
          "Questions with answers in HotpotQA's, 2WikiMultihopQA's, MuSiQue's or SQuAD's layout, or StrategyQA's:\n"
          "their last steps")
      ->required();
  verb->add_option("--paragraphs", chosen->paragraphs,
                   "The paragraphs of StrategyQA's evidence; default: titles alone");
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
  const option net = verb->add_option("--net", chosen->net,
                                      "With --fold: a net that was trained without it, whose figures are printed too")
                         ->excludes(out);
  verb->add_option("--net-inputs", chosen->net_inputs,
                   "Write what scripts/train_net trains a net on: the questions that the weights are trained on and\n"
                   "those of --more; with --fold, instead of figures")
      ->type_name(output_file)
      ->excludes(net);
  verb->add_option("--more", chosen->more, "More questions, for the net alone");
  verb->add_option("--folds", chosen->folds, "Number of folds")->check(between(2U, 1000U))->capture_default_str();
  verb->add_flag("--log", chosen->log, "Report each step on standard error");
  verb->footer(
      "Example:\n  mhqa train-reader train.json --out reader.weights --name mine\n  mhqa read dev.json --weights "
      "reader.weights");
  verb->callback([chosen] { run(*chosen); });
}

}  // namespace mhqa_command
