// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa eval retrieval: rankings against judgements.
#include "eval.hpp"
#include "eval_datasets.hpp"
#include "options.hpp"
#include "part_options.hpp"
#include "row_file.hpp"
#include "run_files.hpp"

#include <mhqa/io/answer_string_recall.hpp>
#include <mhqa/io/evaluation_reports.hpp>
#include <mhqa/io/question_rows.hpp>
#include <mhqa/io/retrieval_evaluation.hpp>
#include <mhqa/io/retrieval_files.hpp>
#include <mhqa/part_number.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace mhqa_command {
namespace {

struct retrieval_options {
  std::string run, judgements, per_question;
  std::string at = "2,5,10", mean = "complete", rule = "by-layout";
  bool complete = false, ignore_unjudged = false;
  bool by_group = false;
  bool json = false;
  part_options part;
};

std::vector<std::size_t> ranks_of(const std::string& text) {
  std::vector<std::size_t> out;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    std::size_t k = 0;
    const auto [stop, error] = std::from_chars(text.data() + at, text.data() + end, k);
    if (error != std::errc{} || stop != text.data() + end || k == 0) {
      mhqa::throw_data_error({}, "`at`: expected ranks from 1, separated by commas; found \"" + text + "\"");
    }
    out.push_back(k);
    at = end + 1;
  }
  return out;
}

/// The enumerator of a name, in the order of the names.
template <class Enum, std::size_t N>
Enum chosen_of(const std::array<std::string_view, N>& names, const std::string& name) {
  return static_cast<Enum>(std::find(names.begin(), names.end(), name) - names.begin());
}

void run(const retrieval_options& o) {
  const std::vector<std::size_t> at = ranks_of(o.at);
  const std::array inputs{o.run, o.judgements};
  const mhqa::part_number part = part_of(o.part, o.json ? "json" : "", inputs);
  row_file rows{o.per_question, {o.run, o.judgements}};
  mhqa::io::rankings run = mhqa::io::read_rankings(o.run);
  std::string line;
  const auto write_row = [&](const mhqa::question_row& row) {
    if (!rows) return;
    line.clear();
    mhqa::io::append_row(line, row);
    rows.write(line);
  };
  const mhqa::io::ranking_options options{o.run, at, chosen_of<mhqa::io::mean_over>(mhqa::io::mean_over_names, o.mean),
                                          o.ignore_unjudged};
  const auto rule = chosen_of<mhqa::io::answer_string>(mhqa::io::answer_string_names, o.rule);
  const bool answers = mhqa::io::has_answer_strings(o.judgements);
  mhqa::io::ranking_sums sums =
      answers ? mhqa::io::sum_answer_strings(run, o.judgements, options, write_row, rule, part)
              : mhqa::io::sum_rankings(run, mhqa::io::read_judgements(o.judgements), options, write_row, part);
  sums.by_group = o.by_group;
  if (!o.part.part.empty()) {
    rows.finish({});
    return write_part(o.part, std::move(sums), part, inputs);
  }
  const auto found = sums.finish(answers ? o.judgements : o.run);
  if (const std::string hint = found.hint(); !hint.empty()) fmt::print(stderr, "mhqa: {}: {}\n", o.run, hint);
  std::string out;
  const mhqa::io::evaluation_reports result = found.reports(o.by_group);
  o.json ? mhqa::io::append_evaluation_json(out, result) : mhqa::io::append_evaluation_table(out, result);
  rows.finish(out);
}

}  // namespace

void add_eval_retrieval(const arguments& eval) {
  const auto o = std::make_shared<retrieval_options>();
  const arguments verb =
      eval.add_subcommand("retrieval", "Rankings: trec_eval's measures, and whether any or all supports are found");
  verb->add_option("run", o->run,
                   "A TREC run, BEIR's results, {query: [document, ...]}, HotpotQA predictions, or DPR's or FlashRAG's "
                   "output")
      ->required();
  verb->add_option("judgements", o->judgements,
                   "TREC or BEIR qrels, {query: {document: level}}, gold records of HotpotQA, 2WikiMultihopQA or "
                   "MuSiQue, lines {id, sets},\nor DPR's or FlashRAG's output, whose answers are searched in its texts")
      ->required();
  verb->add_option("--at", o->at, "The ranks k of the measures at k, separated by commas")->capture_default_str();
  const option mean =
      verb->add_option("--mean", o->mean,
                       "complete: over all judged queries, 0 for one without a ranking (trec_eval -c); trec_eval: over "
                       "queries that both\nfiles have, as trec_eval without -c")
          ->check(one_of{"complete", "trec_eval"})
          ->capture_default_str();
  verb->add_flag("--complete", o->complete, "The same as --mean complete")->excludes(mean);
  verb->add_flag(
      "--ignore-unjudged", o->ignore_unjudged,
      "Count ranked queries without judgements and leave them out, as trec_eval; otherwise they are an error");
  verb->add_option(
          "--answer-rule", o->rule,
          "When a document contains an answer, for DPR's or FlashRAG's output as judgements; by-layout: as the "
          "program whose output it is")
      ->check(one_of{"by-layout", "dpr", "flashrag"})
      ->capture_default_str();
  verb->add_flag("--by-group", o->by_group,
                 "Also print the numbers for each hop count, type or \"group\" of the judgements");
  verb->add_option("--per-question", o->per_question, "Write each query's numbers to this file, as JSON Lines")
      ->type_name(output_file);
  verb->add_flag("--json", o->json, "One JSON object, unrounded");
  add_part_options(verb, o->part);
  verb->footer(
      "Example:\n  mhqa eval retrieval run.trec qrels.tsv --at 10,100\n"
      "any@k is 1 if one support is among the first k, all@k if every one is; group_recall@k is the share. \"sets\" "
      "is\n"
      "[[[\"a\", \"b\"], [\"c\"]]]: a or b, and c, suffice. With DPR's or FlashRAG's output as judgements, "
      "answer_recall@k is 1 if\none of the first k texts contains an answer (DPR's top-k accuracy, FlashRAG's "
      "retrieval_recall), answer_precision@k\nthe share that do.");
  verb->callback([o] { run(*o); });
}

}  // namespace mhqa_command
