// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa eval fanoutqa: which texts of FanOutQA's structured answers the predictions contain.
#include "command.hpp"
#include "eval_datasets.hpp"
#include "options.hpp"
#include "row_file.hpp"
#include "run_files.hpp"

#include <mhqa/error.hpp>
#include <mhqa/io/fanout_files.hpp>

#include <memory>
#include <string>
#include <string_view>

namespace mhqa_command {
namespace {

struct fanout_options {
  std::string predictions;
  std::string gold;
  std::string per_question;
  bool normalized = false;
  bool json = false;
};

void run(const fanout_options& options) {
  if (options.predictions == "-" && options.gold == "-") {
    mhqa::throw_data_error({.file = "-"}, "only one of the two files can be standard input");
  }
  row_file rows{options.per_question, {options.predictions, options.gold}};
  const mhqa::io::fanout_report report = mhqa::io::score_fanout_files(
      options.predictions, options.gold, options.normalized, [&](std::string_view line) { rows.write(line); });
  std::string out;
  mhqa::io::append_fanout(out, report, options.json);
  rows.finish(out);
}

}  // namespace

void add_eval_fanout(const arguments& eval) {
  const auto options = std::make_shared<fanout_options>();
  const arguments verb = eval.add_subcommand("fanoutqa", "FanOutQA (fanoutqa.eval): loose and strict accuracy");
  verb->add_option("predictions", options->predictions, "[{\"id\", \"answer\": string}, ...] or lines of these")
      ->required();
  verb->add_option("gold", options->gold, "Gold records, whose answers are texts, lists or objects")->required();
  verb->add_option("--per-question", options->per_question, "Write each question's scores and what is missing")
      ->type_name(output_file);
  verb->add_flag("--normalized", options->normalized,
                 "Both files have texts that are normalised already; compare them as they are");
  verb->add_flag("--json", options->json, "One JSON object, unrounded");
  verb->footer(
      "Example:\n  mhqa eval fanoutqa answers.json fanout-final-dev.json\n"
      "The package also repairs texts by ftfy and compares spaCy's lemmas; without --normalized mhqa does neither.");
  verb->callback([options] { run(*options); });
}

}  // namespace mhqa_command
