// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa eval retrieval: rankings against judgements.
#include "eval.hpp"
#include "eval_datasets.hpp"
#include "options.hpp"
#include "run_files.hpp"

#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/evaluation_reports.hpp>
#include <mhqa/io/question_rows.hpp>
#include <mhqa/io/retrieval_evaluation.hpp>
#include <mhqa/io/retrieval_files.hpp>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace mhqa_command {
namespace {

struct retrieval_options {
  std::string run, judgements, per_question;
  std::string at = "2,5,10";
  bool by_group = false;
  bool json = false;
};

std::vector<std::size_t> ranks_of(const std::string& text) {
  std::vector<std::size_t> out;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    std::size_t k = 0;
    const auto [stop, error] = std::from_chars(text.data() + at, text.data() + end, k);
    if (error != std::errc{} || stop != text.data() + end || k == 0) {
      mhqa::throw_data_error({.field = "--at"}, "expected ranks from 1, separated by commas; found \"" + text + "\"");
    }
    out.push_back(k);
    at = end + 1;
  }
  return out;
}

void run(const retrieval_options& o) {
  const std::vector<std::size_t> at = ranks_of(o.at);
  mhqa::io::expect_no_input(o.per_question, {o.run, o.judgements});
  mhqa::io::rankings run = mhqa::io::read_rankings(o.run);
  const std::vector<mhqa::judged_query> queries = mhqa::io::read_judgements(o.judgements);
  std::optional<mhqa::io::atomic_file> rows;
  if (!o.per_question.empty()) rows.emplace(o.per_question);
  std::string line;
  const auto found = mhqa::io::evaluate_rankings(run, queries, {o.run, at}, [&](const mhqa::question_row& row) {
    if (!rows) return;
    line.clear();
    mhqa::io::append_row(line, row);
    rows->write(line);
  });
  mhqa::io::evaluation_reports result{.all = found.all};
  if (o.by_group) {
    result.by = "group";
    result.groups.assign(found.groups.begin(), found.groups.end());
  }
  std::string out;
  o.json ? mhqa::io::append_evaluation_json(out, result) : mhqa::io::append_evaluation_table(out, result);
  if (rows) rows->close();
  print(out);
  if (rows) rows->commit();
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
                   "TREC or BEIR qrels, gold records of HotpotQA, 2WikiMultihopQA or MuSiQue, or lines {id, sets}")
      ->required();
  verb->add_option("--at", o->at, "The ranks k of the measures at k, separated by commas")->capture_default_str();
  verb->add_flag("--by-group", o->by_group,
                 "Also print the numbers for each hop count, type or \"group\" of the judgements");
  verb->add_option("--per-question", o->per_question, "Write each query's numbers to this file, as JSON Lines")
      ->type_name(output_file);
  verb->add_flag("--json", o->json, "One JSON object, unrounded");
  verb->footer(
      "Example:\n  mhqa eval retrieval run.trec qrels.tsv --at 10,100\n"
      "any@k is 1 if one support is among the first k, all@k if every one is; group_recall@k is the share. \"sets\" "
      "is\n"
      "[[[\"a\", \"b\"], [\"c\"]]]: a or b, and c, suffice. A judged query without a ranking counts as 0; a ranked "
      "query\n"
      "without judgements is an error.");
  verb->callback([o] { run(*o); });
}

}  // namespace mhqa_command
