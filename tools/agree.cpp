// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa agree: lexical scores beside the verdicts of people or of a model on the same answers.
#include "command.hpp"
#include "options.hpp"

#include <mhqa/io/file.hpp>
#include <mhqa/io/judge_report.hpp>

#include <memory>
#include <string>
#include <vector>

namespace mhqa_command {
namespace {

struct agree_options {
  std::string input = "-";
  std::vector<std::string> dialects;
  double threshold = 0.5;
  bool json = false;
};

}  // namespace

void add_agree(const arguments& app, int&) {
  const auto o = std::make_shared<agree_options>();
  const arguments verb =
      app.add_subcommand("agree", "Measure how far lexical scores agree with verdicts on the same answers");
  verb->add_option(
      "input", o->input,
      "Lines {\"prediction\", \"gold\", \"verdict\": true, false, a number or null (left out)}; - is standard input");
  verb->add_option("--dialect", o->dialects, "Score by this evaluator; may be repeated")
      ->required()
      ->check(known_evaluator());
  verb->add_option("--threshold", o->threshold, "An answer is right if its score is at least this")
      ->capture_default_str();
  verb->add_flag("--json", o->json, "One JSON object");
  verb->footer(
      "Example:\n  mhqa agree judged.jsonl --dialect hotpotqa --dialect flashrag\n"
      "The intervals are Wilson's for the share of agreement, and Cohen's for kappa.");
  verb->callback([o] {
    const auto rows = mhqa::io::judge_programs(o->input, o->dialects, o->threshold);
    std::string out;
    o->json ? mhqa::io::append_judge_json(out, rows, o->threshold) : mhqa::io::append_judge_table(out, rows);
    print(out);
  });
}

}  // namespace mhqa_command
