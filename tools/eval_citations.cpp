// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa eval citations: recall and precision of citations from given verdicts.
#include "command.hpp"
#include "eval_datasets.hpp"
#include "options.hpp"
#include "row_file.hpp"
#include "run_files.hpp"

#include <mhqa/io/citation_files.hpp>

#include <memory>
#include <string>
#include <string_view>

namespace mhqa_command {
namespace {

struct citation_options {
  std::string answers;
  std::string per_question;
  bool json = false;
};

void run(const citation_options& options) {
  row_file rows{options.per_question, {options.answers}};
  const mhqa::io::citation_report all =
      mhqa::io::score_citations(options.answers, [&](std::string_view line) { rows.write(line); });
  std::string out;
  mhqa::io::append_citations(out, all, options.json);
  rows.finish(out);
}

}  // namespace

void add_eval_citations(const arguments& eval) {
  const auto options = std::make_shared<citation_options>();
  const arguments verb =
      eval.add_subcommand("citations", "Citation recall and precision from given verdicts, as ALCE computes them");
  verb->add_option("answers", options->answers,
                   "Lines {\"id\", \"documents\": n, \"statements\": [{\"citations\": [0, 2], \"supported\": true, "
                   "\"alone\": [true, false], \"without\": [null, true]}]}; - is standard input")
      ->required();
  verb->add_option("--per-question", options->per_question, "Write each answer's recall and precision to this file")
      ->type_name(output_file);
  verb->add_flag("--json", options->json, "One JSON object, unrounded");
  verb->footer(
      "Example:\n  mhqa eval citations judged.jsonl\n"
      "The verdicts are those of a reader or a judge: supported of all citations together, alone of each, without of\n"
      "the others where one does not suffice alone. A verdict that does not decide may be null or missing.");
  verb->callback([options] { run(*options); });
}

}  // namespace mhqa_command
