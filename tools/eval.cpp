// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa eval: the options. The programs with data sets of their own run by eval_datasets.cpp.
#include "eval.hpp"
#include "eval_datasets.hpp"
#include "options.hpp"
#include "run_files.hpp"

#include <mhqa/error.hpp>
#include <mhqa/io/atomic_file.hpp>
#include <mhqa/part_number.hpp>

#include <memory>
#include <string>

namespace mhqa_command {

mhqa::part_number part_of(const eval_options& options) {
  mhqa::part_number part;
  if (!options.part.empty()) part = mhqa::read_part(options.part);
  if (options.own_files) part.divided = mhqa::part_number::rule::by_files;
  return part;
}

namespace {

void check_part_options(const eval_options& options) {
  if (is_part(options) == options.out.empty() || (options.own_files && options.part.empty())) {
    mhqa::throw_data_error({}, "`part` and `out` need each other, `own_files` needs both, and `key` needs `out`");
  }
  if (!options.part.empty() && !options.key.empty()) {
    mhqa::throw_data_error({}, "a part has a number (`part`) or a key (`key`), not both");
  }
  if ((options.own_files || !options.key.empty()) && options.run.empty()) {
    mhqa::throw_data_error({},
                           "`run`: expected a name, e.g. of the model; merge tells by it which parts belong together");
  }
  if (!options.run.empty() && !options.own_files && options.key.empty()) {
    mhqa::throw_data_error({}, "`run` is for parts that have their own files (`own_files`, `key`)");
  }
}

}  // namespace

void check_eval_options(const eval_options& options) {
  if (options.predictions == "-" && options.gold == "-") {
    mhqa::throw_data_error({.file = "-"}, "only one of the two files can be standard input");
  }
  if (options.per_question == "-") {
    mhqa::throw_data_error({.file = "-"}, "`per_question` expects a file; standard output has the scores of all");
  }
  if (options.texts && options.per_question.empty()) {
    mhqa::throw_data_error({}, "`texts` adds to the rows of `per_question`, which is missing");
  }
  check_part_options(options);
  if (is_part(options) && (options.json || options.official || !options.result.empty())) {
    mhqa::throw_data_error({}, "a part has no report; give `json` to mhqa merge");
  }
  const bool plain = options.per_question.empty() && options.by.empty() && !options.official;
  if (!options.samples.empty() && (!plain || is_part(options))) {
    mhqa::throw_data_error({}, "samples have their means only, without `per_question`, `by`, `official` and parts");
  }
  for (const std::string& file : {options.per_question, options.result, options.out}) {
    mhqa::io::expect_no_input(file, {options.predictions, options.gold, options.aliases, options.na_prob});
  }
  if (options.out == "-") mhqa::throw_data_error({.file = "-"}, "`out` expects a file");
  if (options.result == "-") {
    mhqa::throw_data_error({.file = "-"}, "`result` expects a file; standard output has the scores of all");
  }
}

void add_eval(const arguments& app, int&) {
  const auto options = std::make_shared<eval_options>();
  const arguments verb = app.add_subcommand("eval", "Score a predictions file exactly as the published evaluator does");
  verb->require_subcommand(1);
  verb->footer("Example:\n  mhqa eval hotpotqa predictions.json hotpot_dev_distractor_v1.json --by type");

  const auto data_set = [&](const char* name, const char* about, const std::string& by, const std::string& example,
                            const std::string& layout) {
    const arguments sub = verb->add_subcommand(name, about);
    sub->footer("Example:\n  mhqa eval " + (name + (" " + example)) + "\nPredictions:\n  " + layout);
    sub->add_option("predictions", options->predictions,
                    "Predictions in the data set's official layout; - is standard input")
        ->required();
    sub->add_option("gold", options->gold, "Gold records in the official layout")->required();
    const option json = sub->add_flag("--json", options->json, "One JSON object, unrounded");
    sub->add_flag("--official", options->official, "Print byte for byte what the published program prints")
        ->excludes(json);
    sub->add_option("--per-question", options->per_question, "Write each question's scores to this file, as JSON Lines")
        ->type_name(output_file);
    sub->add_option(
           "--result", options->result,
           "Write texts, scores and signature to this file, which diff, compare --results and report html read")
        ->type_name(output_file);
    sub->add_option("--samples", options->samples,
                    "Predictions with one id are samples of a question: print avg, pass@K and maj@K; may be repeated");
    sub->add_flag("--texts", options->texts, "Add question, golds and prediction to the rows of --per-question");
    sub->add_option("--part", options->part, "I/N: evaluate only part I of N, from 0; see mhqa merge");
    sub->add_option("--out", options->out, "The file of --part's sums, which merge reads")->type_name(output_file);
    sub->add_flag("--own-files", options->own_files,
                  "The two files hold part I only; otherwise its questions are selected by id");
    sub->add_option("--key", options->key,
                    "Instead of --part: the two files hold a piece of this name, of any number of pieces");
    sub->add_option("--run", options->run,
                    "With --own-files or --key: the name of the model or run; merge refuses parts of another");
    sub->add_option("--threads", options->threads, "0: one per processor, at most 4; the output does not depend on it");
    sub->add_option("--by", options->by, "Also print the scores for each value of this field: " + by);
    sub->callback([options, name] {
      check_eval_options(*options);
      eval_data_set(name, *options);
    });
    return sub;
  };
  const auto dialect = [&](const arguments& sub, const char* about) {
    sub->add_option("--dialect", options->dialect, about);
  };
  data_set("hotpotqa", "HotpotQA (hotpot_evaluate_v1.py)", "type, level",
           "predictions.json hotpot_dev_distractor_v1.json --by type",
           R"({"answer": {id: string, ...}, "sp": {id: [[title, sentence number], ...], ...}}; either may be missing)");
  data_set("musique", "MuSiQue-Ans and MuSiQue-Full (evaluate_v1.0.py)", "hops, shape, answerable",
           "predictions.jsonl musique_full_v1.0_dev.jsonl --by hops",
           "lines, in the gold file's order: {\"id\": string, \"predicted_answer\": string, "
           "\"predicted_support_idxs\": [number, ...],\n  \"predicted_answerable\": true or false}; or lines about the "
           "inputs of mhqa probe --artifacts");
  const arguments twowiki =
      data_set("2wikimultihopqa", "2WikiMultihopQA (2wikimultihop_evaluate_v1.1.py; without aliases the first version)",
               "type", "predictions.json dev.json --aliases id_aliases.json --official",
               "{\"answer\": {id: string, ...}, \"sp\": {id: [[title, sentence number], ...], ...},\n"
               "  \"evidence\": {id: [[subject, relation, object], ...], ...}}");
  twowiki->add_option("--aliases", options->aliases, "JSON Lines {Q_id, aliases, demonyms}: scores as 2wiki-1.1");
  data_set("hieradate", "HieraDate (hieradate_evaluate.py)", "kind, type, data_label",
           "predictions.json dev.json --by kind",
           "the gold file's records, [{\"_id\": string, ...}, ...], with the model's texts in \"answer\", "
           "\"ans_extract_N\",\n  \"ans_reason_N\" and \"ans_robust\"");
  const arguments squad =
      data_set("squad", "SQuAD 1.1 and 2.0 (evaluate-v1.1.py, evaluate-v2.0.py)", "title, answerable",
               "predictions.json dev-v2.0.json --na-prob na_prob.json", "{id: string, ...}; \"\": no answer (2.0)");
  dialect(squad, "squad-1.1 or squad-2.0; by default the gold file's version decides");
  squad->add_option("--na-prob", options->na_prob, "{id: probability that the question has no answer} (2.0)");
  squad->add_option("--na-prob-threshold", options->na_prob_threshold, "The prediction is \"\" above this probability")
      ->capture_default_str();
  const arguments strategyqa = data_set(
      "strategyqa", "StrategyQA (strategyqa-evaluator's eval.py)", "answer, steps", "predictions.json dev.json --json",
      "{id: {\"answer\": true or false, \"decomposition\": [step, ...], "
      "\"paragraphs\": [paragraph id, ...]}, ...};\n  each of the three may be missing");
  strategyqa->add_option("--retrieval-limit", options->retrieval_limit, "k of Recall@k")->capture_default_str();
  add_eval_dire(verb);
  add_eval_fanout(verb);
  add_eval_citations(verb);
  add_eval_retrieval(verb);
}

}  // namespace mhqa_command
