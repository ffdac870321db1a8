// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa read: the built-in reader answers the questions of a file, in the layout that the evaluations read.
#include "command.hpp"
#include "options.hpp"
#include "reader_options.hpp"
#include "run_files.hpp"

#include <mhqa/error.hpp>
#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/default_reader.hpp>
#include <mhqa/io/known_steps.hpp>
#include <mhqa/io/reading_tasks.hpp>
#include <mhqa/model/calendar_reader.hpp>
#include <mhqa/model/composed_readers.hpp>
#include <mhqa/model/single_fact_reader.hpp>
#include <mhqa/model/step_operations.hpp>
#include <mhqa/printable.hpp>
#include <mhqa/text/unique_ids.hpp>

#include <fmt/core.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mhqa_command {
namespace {

struct read_arguments {
  std::string file;
  std::string out = "-";
  std::string reader;  // empty: trained
  std::string weights;
  std::string net;             // empty: none
  std::string paragraphs;      // of StrategyQA's evidence
  std::string decompositions;  // empty: the records' own
  bool steps = false;
  bool split_joined = false;
  bool skip_faulty = false;
  bool lines = false;
  bool single_fact = false;
  std::size_t select = 0;      // 0: all
  std::size_t most_words = 0;  // 0: all
  std::size_t support = 2;
  bool has_support = false;
};

using any_reader = std::function<mhqa::reading(const mhqa::reading_task&)>;

// `name` receives the name that is to be shown after the run, if any.
any_reader make_reader(const read_arguments& arguments, std::string& name) {
  any_reader read;
  std::size_t supports = arguments.steps ? 1 : arguments.support;  // what a question has is the user's guess
  if (arguments.reader == "calendar") {
    mhqa::io::expect_no_weights({.weights = arguments.weights, .net = arguments.net});
    read = mhqa::calendar_reader<>{};
  } else {
    mhqa::io::default_reader found =
        mhqa::io::find_reader({arguments.reader, arguments.weights, {.support = supports}, arguments.net});
    if (arguments.reader != "words") name = found.name();
    if (found.is_trained()) {
      supports = 0;
      if (arguments.has_support) {
        mhqa::throw_data_error({}, "`support`: expected `reader` words with it: a trained reader decides itself");
      }
    }
    read = std::move(found);
  }
  if (arguments.single_fact) return mhqa::single_fact_reader{std::move(read), supports};
  if (arguments.select == 0) return read;
  return mhqa::select_then_read{mhqa::lexical_selector{}, std::move(read), arguments.select};
}

// The steps of the records: their own, or those of another file.
class step_source {
 public:
  explicit step_source(const read_arguments& arguments) : arguments_{arguments} {
    if (!arguments.decompositions.empty()) known_.emplace(arguments.decompositions, arguments.split_joined);
  }

  // Sets the steps of a record that are to be executed; none: it is read in one step.
  void set(mhqa::io::task_record& record) {
    if (known_) {
      const mhqa::io::known_steps::entry* const found = known_->find(record.id);
      const bool skipped = arguments_.skip_faulty && found != nullptr && !found->fault.empty();
      record.steps = skipped ? std::vector<std::string>{} : known_->steps_of(record.id);
      without_ += found == nullptr ? 1 : 0;
      faulty_ += skipped ? 1 : 0;
      if (found == nullptr && first_.empty()) first_ = record.id;
    } else if (arguments_.steps && record.steps.empty()) {
      mhqa::throw_data_error({.file = arguments_.file, .id = std::string{record.id}},
                             "`steps` expects a decomposition in the record, or `decompositions`");
    }
  }

  // Says how many questions were read in one step.
  void report() const {
    if (without_ != 0) {
      fmt::print(stderr, "{} questions without a decomposition in {}, the first \"{}\", were read in one step\n",
                 without_, arguments_.decompositions, mhqa::printable(first_));
    }
    if (faulty_ != 0) fmt::print(stderr, "{} questions with a faulty decomposition were read in one step\n", faulty_);
  }

 private:
  const read_arguments& arguments_;
  std::optional<mhqa::io::known_steps> known_;
  std::uint64_t without_ = 0, faulty_ = 0;
  std::string first_;  // id without a decomposition
};

void run(const read_arguments& arguments) {
  std::string name;
  any_reader read = make_reader(arguments, name);
  step_source steps{arguments};
  mhqa::io::task_records in{arguments.file, arguments.paragraphs};
  mhqa::io::task_record record;
  std::uint64_t computed = 0;
  const auto operate = [&, rules = mhqa::step_operations{}](std::size_t n, auto of, auto answers) {
    std::optional<std::string> found = rules(n, of, answers);
    computed += found ? 1 : 0;
    return found;
  };
  mhqa::step_reader step_by_step{[&](const mhqa::reading_task&) { return record.steps; }, std::ref(read), operate};
  mhqa::io::expect_no_input(arguments.out, {arguments.file, arguments.decompositions, arguments.paragraphs});
  mhqa::io::atomic_file out{arguments.out};
  progress shown{"questions"};
  std::uint64_t done = 0;
  std::string line;
  mhqa::io::titled_predictions titled;
  mhqa::io::verdict_predictions verdicts;
  mhqa::unique_ids ids;
  bool is_titled = false, is_verdict = false;
  while (in.next(record)) {
    steps.set(record);
    if (arguments.most_words != 0) mhqa::io::cut_words(record, arguments.most_words);
    mhqa::reading said = mhqa::with_place(
        arguments.file, record.id, [&] { return arguments.steps ? step_by_step(record.task()) : read(record.task()); });
    if (arguments.single_fact) {
      said.sufficiency = mhqa::single_fact_sufficiency(said.support.size(), record.group.value_or(0) != 0);
    }
    if (done == 0) {
      is_titled = record.layout == mhqa::io::task_layout::titled && !arguments.lines;
      is_verdict = record.layout == mhqa::io::task_layout::strategyqa;
    }
    if (is_titled || is_verdict) ids.add(record.id, arguments.file);  // an object holds each id once
    if (is_titled) {
      titled.add(record, said);
    } else if (is_verdict) {
      verdicts.add(record, said);
    } else {
      line.clear();
      mhqa::io::append_prediction(line, record, said);
      out.write(line);
    }
    shown(++done);
  }
  if (done == 0) mhqa::throw_data_error({.file = arguments.file}, "expected questions, found none");
  if (!arguments.paragraphs.empty() && !is_verdict) {
    mhqa::throw_data_error({}, "`paragraphs`: expected StrategyQA's records with it");
  }
  if (is_titled) out.write(titled.text());
  if (is_verdict) out.write(verdicts.text());
  out.commit();
  steps.report();
  if (computed != 0) fmt::print(stderr, "{} steps were computed from the answers to others\n", computed);
  if (in.missing_paragraphs() != 0) {
    fmt::print(stderr, "{} paragraphs of the evidence are not in {}\n", in.missing_paragraphs(), arguments.paragraphs);
  }
  if (!name.empty()) fmt::print(stderr, "reader: {}\n", name);
}

}  // namespace

void add_read(const arguments& app, int&) {
  const auto chosen = std::make_shared<read_arguments>();
  const arguments verb = app.add_subcommand("read", "Answer the questions of a file by the built-in reader");
  verb->add_option(
          "file", chosen->file,
          "Questions with contexts: MuSiQue's layout, a file of `mhqa probe`, HotpotQA's or 2WikiMultihopQA's;\n"
          "StrategyQA's records with --paragraphs")
      ->required();
  verb->add_option("--out", chosen->out,
                   "Predictions as the evaluation of that layout reads them: lines for MuSiQue and probes, one\n"
                   "object for HotpotQA, 2WikiMultihopQA and StrategyQA")
      ->type_name(output_file)
      ->capture_default_str();
  verb->add_option("--reader", chosen->reader,
                   "trained: by trained weights, the default; words: by shared words; calendar: dates of\n"
                   "birth and death")
      ->check(one_of{"trained", "words", "calendar"});
  verb->add_option("--weights", chosen->weights,
                   "Weights of the trained reader, from mhqa train-reader; default: those installed with the command");
  add_net_option(verb, chosen->net);
  verb->add_flag("--steps", chosen->steps,
                 "Answer MuSiQue's or StrategyQA's decomposition step by step, with earlier answers filled in");
  verb->add_option(
      "--paragraphs", chosen->paragraphs,
      "The paragraphs of StrategyQA's evidence, which are the contexts; its questions are answered by yes\n"
      "or no, by their last step as it stands");
  const option decompositions =
      verb->add_option("--decompositions", chosen->decompositions,
                       "Answer step by step the decompositions of this file, in the layouts of mhqa\n"
                       "check-decompositions; a question that has none there is read in one step");
  verb->add_flag("--split-joined", chosen->split_joined, "Separate steps that a model wrote as one")
      ->needs(decompositions);
  verb->add_flag("--skip-faulty", chosen->skip_faulty,
                 "Read a question in one step if its decomposition cannot be executed")
      ->needs(decompositions);
  verb->add_flag("--lines", chosen->lines, "Write lines for `mhqa eval dire` about HotpotQA's records too");
  verb->add_option("--most-words", chosen->most_words,
                   "Cut each question's paragraphs after N words, the question's included; 0: read all")
      ->capture_default_str();
  const option select = verb->add_option("--select", chosen->select,
                                         "Read only the K paragraphs that the lexical selector ranks highest; 0: all")
                            ->capture_default_str();
  verb->add_flag(
          "--single-fact", chosen->single_fact,
          "Read each paragraph alone and keep the most confident answer: a control that cannot connect facts (DiRe)")
      ->excludes(select);
  const option support =
      verb->add_option("--support", chosen->support,
                       "Supporting paragraphs that the word matcher names; with --steps, one per step")
          ->check(between(std::size_t{1}, std::size_t{1'000'000}))
          ->capture_default_str();
  verb->footer("Example:\n  mhqa read musique_ans_v1.0_dev.jsonl --out predictions.jsonl");
  verb->callback([chosen, support] {
    chosen->has_support = support.count() != 0;
    chosen->steps = chosen->steps || !chosen->decompositions.empty();
    run(*chosen);
  });
}

}  // namespace mhqa_command
