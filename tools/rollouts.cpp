// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa rollouts: why the answers of a search agent were lost, hop by hop.
#include "command.hpp"
#include "options.hpp"
#include "run_files.hpp"

#include <mhqa/error.hpp>
#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/rollout_page.hpp>
#include <mhqa/io/rollout_report.hpp>
#include <mhqa/io/rollout_run.hpp>
#include <mhqa/metrics/dialect.hpp>
#include <mhqa/parallel.hpp>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mhqa_command {
namespace {

struct rollout_options {
  std::string rollouts, gold, data_set, dialect, match, lines, html;
  std::size_t threads = 0;
  bool json = false;
};

template <class Names>
std::vector<std::string> names_of(const Names& all) {
  std::vector<std::string> out;
  for (const auto& one : all) out.emplace_back(one);
  return out;
}

const mhqa::io::rollout_gold_layout& layout_of(const rollout_options& chosen) {
  if (chosen.data_set.empty()) return mhqa::io::rollout_layout_of(chosen.gold);
  return *std::find_if(mhqa::io::rollout_gold_layouts.begin(), mhqa::io::rollout_gold_layouts.end(),
                       [&](const auto& one) { return one.name == chosen.data_set; });
}

void run(const rollout_options& chosen) {
  if (chosen.rollouts == "-" && chosen.gold == "-") {
    mhqa::throw_data_error({.file = "-"}, "only one of the two files can be standard input");
  }
  for (const std::string& file : {chosen.lines, chosen.html}) {
    mhqa::io::expect_no_input(file, {chosen.rollouts, chosen.gold});
  }
  const mhqa::io::rollout_gold_layout& layout = layout_of(chosen);
  const std::string dialect{chosen.dialect.empty() ? layout.dialect : chosen.dialect};
  mhqa::thread_pool threads{chosen.threads};
  const mhqa::io::rollout_golds golds{chosen.gold, *mhqa::find_dialect(dialect), layout, threads};
  mhqa::document_match match = layout.match;
  if (!chosen.match.empty()) {
    const auto* const at =
        std::find(mhqa::document_match_names.begin(), mhqa::document_match_names.end(), chosen.match);
    match = static_cast<mhqa::document_match>(at - mhqa::document_match_names.begin());
  }
  std::optional<mhqa::io::atomic_file> lines, html;
  if (!chosen.lines.empty()) lines.emplace(chosen.lines);
  if (!chosen.html.empty()) html.emplace(chosen.html);
  mhqa::io::rollout_page page;
  std::string text;
  const mhqa::io::rollout_run result =
      mhqa::io::analyze_rollouts(chosen.rollouts, golds, match, threads, [&](const auto& one) {
        if (lines) {
          text.clear();
          mhqa::io::append_rollout_line(text, one);
          lines->write(text);
        }
        if (html) page.add(one);
      });
  if (html) html->write(page.text(result));
  text.clear();
  chosen.json ? mhqa::io::append_rollout_json(text, result) : mhqa::io::append_rollout_table(text, result);
  if (lines) lines->commit();
  if (html) html->commit();
  print(text);
}

}  // namespace

void add_rollouts(const arguments& app, int&) {
  const auto chosen = std::make_shared<rollout_options>();
  const arguments verb = app.add_subcommand("rollouts", "Find why the answers of a search agent were lost, hop by hop");
  verb->add_option("rollouts", chosen->rollouts,
                   "Lines {\"id\", \"steps\" or \"messages\" or \"text\"}, or one tagged text; - is standard input")
      ->required();
  verb->add_option("gold", chosen->gold, "Gold records: MuSiQue, HotpotQA, 2WikiMultihopQA, FanOutQA, or rows")
      ->required();
  std::vector<std::string> kinds, dialects;
  for (const auto& one : mhqa::io::rollout_gold_layouts) kinds.emplace_back(one.name);
  for (const mhqa::dialect& one : mhqa::dialects::all) dialects.emplace_back(one.name.view());
  verb->add_option("--dataset", chosen->data_set, "The gold file's data set; by default its fields decide")
      ->check(one_of{kinds});
  verb->add_option("--dialect", chosen->dialect, "Evaluator that decides whether an answer is right")
      ->check(one_of{dialects});
  verb->add_option("--match", chosen->match,
                   "What makes a document a hop's support; by default text for MuSiQue, title for the others")
      ->check(one_of{names_of(mhqa::document_match_names)});
  verb->add_flag("--json", chosen->json, "One JSON object");
  verb->add_option("--per-question", chosen->lines, "Write a line for each rollout to this file, as JSON Lines")
      ->type_name(output_file);
  verb->add_option("--html", chosen->html, "Write a page with each hop's path through the steps to this file")
      ->type_name(output_file);
  verb->add_option("--threads", chosen->threads, "0: one per processor, at most 4; the output does not depend on it");
  verb->footer(
      "Example:\n  mhqa rollouts rollouts.jsonl musique_ans_v1.0_dev.jsonl --per-question lines.jsonl --html "
      "page.html\n"
      "Rollouts:\n  {\"id\": string, \"steps\": [{\"think\", \"query\", \"documents\": [{\"id\", \"title\", "
      "\"text\"}], "
      "\"note\"}], \"answer\": string},\n  {\"id\", \"messages\": [...]} with tool calls, or {\"id\", \"text\"} with "
      "the "
      "tags of a trainer. An id may occur again.");
  verb->callback([chosen] { run(*chosen); });
}

}  // namespace mhqa_command
