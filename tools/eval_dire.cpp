// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa eval dire: the published evaluation of a data set, its probe, its transform and the transform's probe.
#include "command.hpp"
#include "eval_datasets.hpp"
#include "options.hpp"
#include "part_options.hpp"
#include "row_file.hpp"
#include "run_files.hpp"

#include <mhqa/io/datasets/2wikimultihopqa.hpp>
#include <mhqa/io/dire_evaluation.hpp>
#include <mhqa/io/file.hpp>

#include <array>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>

namespace mhqa_command {

namespace {

struct dire_options {
  std::string kind;
  std::string input;
  std::string predictions;
  std::string originals;
  std::string joint = "published";
  std::string per_question;
  std::string dialect;
  std::string aliases;
  bool official = false;
  bool json = false;
  part_options part;
};

mhqa::dire::bound bound_of(const dire_options& options) {
  return options.originals.empty()   ? mhqa::dire::bound::none
         : options.joint == "letter" ? mhqa::dire::bound::letter
                                     : mhqa::dire::bound::each;
}

void run(const dire_options& options) {
  const mhqa::dire::kind which = *mhqa::find<mhqa::dire::kind>(options.kind);
  if (which == mhqa::dire::kind::original && !options.originals.empty()) {
    mhqa::throw_data_error({.file = options.originals},
                           "`original_predictions` bounds scores on a derived data set; the input is the original one");
  }
  const std::array inputs{options.input, options.predictions, options.originals, options.aliases};
  const mhqa::part_number part = part_of(options.part,
                                         options.json       ? "json"
                                         : options.official ? "official"
                                                            : "",
                                         inputs);
  row_file rows{options.per_question, {options.input, options.predictions, options.originals, options.aliases}};
  const mhqa::dialect* const rules =
      options.dialect.empty() ? nullptr : &mhqa::find_or_throw<mhqa::dialect>(options.dialect);
  std::optional<mhqa::io::twowiki::aliases> aliases;
  if (!options.aliases.empty()) aliases.emplace(options.aliases);
  const mhqa::io::dire::instances input{options.input, which, rules, aliases ? &aliases->table() : nullptr};
  const mhqa::io::dire::predictions predictions{options.predictions};
  std::optional<mhqa::io::dire::predictions> originals;
  if (!options.originals.empty()) originals.emplace(options.originals);
  const mhqa::dire::bound by = bound_of(options);
  std::string line;
  const auto write_row = [&](const mhqa::dire::question& q, const auto& table) {
    if (!rows) return;
    line.clear();
    mhqa::io::json_writer json{line};
    json.begin_object().member("id", q.id);
    mhqa::io::write_blocks(json.key("scores"), table);
    json.end_object();
    line += '\n';
    rows.write(line);
  };
  const mhqa::io::dire_result result =
      mhqa::io::sum_dire(input, predictions, originals ? &*originals : nullptr, by, write_row, part);
  if (!options.part.part.empty()) {
    rows.finish({});
    return write_part(options.part, mhqa::io::dire_sums{which, by, result}, part, inputs);
  }
  mhqa::io::expect_scored(result, options.predictions, options.input);
  std::string out;
  if (options.official) {
    mhqa::io::dire::append_official(out, result.published.published());
    std::string said;
    mhqa::io::append_left_out(said, result);
    std::fwrite(said.data(), 1, said.size(), stderr);
  } else if (options.json) {
    mhqa::io::append_dire_json(out, result, which, by);
  } else {
    mhqa::io::append_dire_table(out, result, which, by);
  }
  rows.finish(out);
}

}  // namespace

void add_eval_dire(const arguments& eval) {
  const auto options = std::make_shared<dire_options>();
  const arguments verb =
      eval.add_subcommand("dire", "DiRe: original, probed and transformed data sets (evaluate_*.py)");
  verb->add_option("--kind", options->kind, "Kind of the input")
      ->required()
      ->check(one_of{"original", "probe", "transformed", "probe_of_transformed", "trivial"});
  verb->add_option("input", options->input, "Instances, a JSON array or JSON Lines, as mhqa probe writes them")
      ->required();
  verb->add_option("predictions", options->predictions,
                   "Lines {question_id, answer, answer_confidence, supporting_paragraphs, supporting_sentences,\n"
                   "sufficiency, sub_idx, group}, as far as the kind needs them")
      ->required();
  verb->add_option("--original-predictions", options->originals,
                   "Lines about the undivided questions; their scores are upper bounds (Eq. 7)");
  verb->add_option(
          "--joint", options->joint,
          "With original predictions: published computes joint scores from bounded precisions and recalls, letter\n"
          "bounds the joint scores themselves")
      ->check(one_of{"published", "letter"})
      ->capture_default_str();
  verb->add_option("--dialect", options->dialect, "Score answers by this dialect, not by that of the data set");
  verb->add_option("--aliases", options->aliases,
                   "2WikiMultihopQA's JSON Lines {Q_id, aliases, demonyms}: scores as 2wiki-1.1");
  const option json = verb->add_flag("--json", options->json, "One JSON object, unrounded");
  verb->add_flag("--official", options->official, "Print byte for byte what the published script prints")
      ->excludes(json);
  verb->add_option("--per-question", options->per_question, "Write each question's scores to this file, as JSON Lines")
      ->type_name(output_file);
  add_part_options(verb, options->part);
  verb->footer(
      "Example:\n"
      "  mhqa eval dire --kind probe probe.json on_probe.jsonl --original-predictions on_original.jsonl\n"
      "Questions with incomplete instances or predictions are left out of the means and counted by reason.");
  verb->callback([options] { run(*options); });
}

}  // namespace mhqa_command
