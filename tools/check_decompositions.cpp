// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa check-decompositions: counts by reason the decompositions that are not acyclic graphs leading to the last step.
#include "command.hpp"
#include "options.hpp"
#include "run_files.hpp"

#include <mhqa/error.hpp>
#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/decomposition_report.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace mhqa_command {
namespace {

struct check_arguments {
  std::string file;
  std::string format;        // empty: by the name of the file
  std::string per_question;  // empty: not wanted
  bool json = false;
  bool split_joined = false;
};

void run(const check_arguments& options) {
  const mhqa::io::decomposition_format format = options.format.empty()
                                                    ? mhqa::io::find_decomposition_format(options.file)
                                                    : *mhqa::io::decomposition_format_named(options.format);
  mhqa::io::expect_no_input(options.per_question, {options.file});
  std::optional<mhqa::io::atomic_file> per_question;
  if (!options.per_question.empty()) per_question.emplace(options.per_question);
  progress shown{"decompositions"};
  std::string line;
  std::uint64_t done = 0;
  const mhqa::io::decomposition_counts all = mhqa::io::check_decompositions(
      options.file, format,
      [&](const mhqa::io::decomposed& d, auto findings) {
        if (per_question) {
          line.clear();
          mhqa::io::append_findings(line, d, findings);
          per_question->write(line);
        }
        shown(++done);
      },
      options.split_joined);
  std::string out;
  options.json ? mhqa::io::append_decomposition_json(out, all) : mhqa::io::append_decomposition_table(out, all);
  if (per_question) per_question->close();
  print(out);
  if (per_question) per_question->commit();
}

}  // namespace

void add_check_decompositions(const arguments& app, int&) {
  const auto chosen = std::make_shared<check_arguments>();
  const arguments verb = app.add_subcommand(
      "check-decompositions", "Find decompositions that are not an acyclic graph leading to the last step, by reason");
  verb->add_option(
          "file", chosen->file,
          "StrategyQA's records or {qid, question, decomposition} lines, Break's CSV, FanOutQA's or MuSiQue's records; "
          "- is standard input")
      ->required();
  verb->add_option(
          "--format", chosen->format,
          "strategyqa, break, fanoutqa or musique; default: break if the file's name ends in .csv, otherwise by its "
          "fields")
      ->check(one_of{"strategyqa", "break", "fanoutqa", "musique"});
  verb->add_flag("--json", chosen->json, "One JSON object");
  verb->add_flag("--split-joined", chosen->split_joined, "Separate steps that a model wrote as one");
  verb->add_option("--per-question", chosen->per_question,
                   "Write each decomposition's kinds of steps and findings to this file, as JSON Lines")
      ->type_name(output_file);
  verb->footer(
      "Example:\n  mhqa check-decompositions strategyqa/dev.json --per-question findings.jsonl\n"
      "Faults of decompositions are counted by reason. They are not errors of the command: the status is 0.");
  verb->callback([chosen] {
    if (chosen->per_question == "-") {
      mhqa::throw_data_error({.file = "-"}, "`per_question` expects a file; standard output has the counts");
    }
    run(*chosen);
  });
}

}  // namespace mhqa_command
