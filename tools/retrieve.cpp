// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa retrieve strategyqa: the best paragraphs for each question, by the question or by its decomposition, in the
// layout that mhqa eval strategyqa reads.
#include "command.hpp"
#include "options.hpp"
#include "run_files.hpp"
#include "snowball.hpp"

#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/evidence_search.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/parallel.hpp>

#include <fmt/core.h>

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace mhqa_command {
namespace {

struct retrieve_arguments {
  mhqa::io::evidence_search search;
  std::string out;
  std::string by = "question";
  std::string references = "kept";
  bool titles = false;
  bool stem = false;
  std::size_t threads = 0;
};

void run(retrieve_arguments& chosen) {
  mhqa::io::evidence_search& search = chosen.search;
  mhqa::io::expect_no_input(chosen.out, {search.questions});
  for (const std::string& path : search.corpus) mhqa::io::expect_no_input(chosen.out, {path});
  if (chosen.by == "decomposition") search.by = mhqa::io::evidence_query::decomposition;
  search.references = chosen.references == "kept"       ? mhqa::query_references::kept
                      : chosen.references == "answered" ? mhqa::query_references::answered
                                                        : mhqa::query_references::left_out;
  mhqa::io::evidence_words<word_splitter> analyze{chosen.titles, chosen.stem ? snowball_words() : plain_words()};
  mhqa::thread_pool threads{chosen.threads};
  mhqa::io::atomic_file out{chosen.out};
  std::string text;
  mhqa::io::json_writer json{text};
  json.begin_object();
  const mhqa::io::evidence_search_counts all =
      mhqa::io::find_evidence(search, analyze, threads, [&](std::string_view id, auto found) {
        json.key(id).begin_array();
        for (const std::string_view paragraph : found) json.value(paragraph);
        json.end_array();
        out.write(text);
        text.clear();
      });
  json.end_object();
  out.write(text += '\n');
  out.commit();
  if (chosen.out != "-") {
    print(fmt::format("{} questions over {} paragraphs, {} without a hit\n", all.questions, all.paragraphs,
                      all.without_hit));
  }
}

}  // namespace

void add_retrieve(const arguments& app, int&) {
  const auto chosen = std::make_shared<retrieve_arguments>();
  const arguments verb = app.add_subcommand("retrieve", "Find evidence for the questions of a data set by BM25");
  verb->require_subcommand(1);
  const arguments one = verb->add_subcommand("strategyqa", "Search by the question or by its decomposition (Sec. 5.1)");
  one->add_option(
         "questions", chosen->search.questions,
         "Records {qid, question, decomposition, step_answers}: train.json, dev.json, predicted decompositions")
      ->required();
  one->add_option("--corpus", chosen->search.corpus, "Paragraphs, in any layout that the authors published")
      ->required();
  one->add_option("--out", chosen->out, "{qid: [paragraph id]}, for mhqa eval strategyqa")
      ->type_name(output_file)
      ->required();
  one->add_option("--by", chosen->by, "question: one query; decomposition: one per step, merged by score")
      ->check(one_of{"question", "decomposition"})
      ->capture_default_str();
  one->add_option("--references", chosen->references,
                  "#n in a step: kept as published, answered from step_answers, or left out")
      ->check(one_of{"kept", "answered", "left-out"})
      ->capture_default_str();
  one->add_flag("--titles", chosen->titles, "Search the titles of the pages too");
  one->add_flag("--split-joined", chosen->search.split_joined, "Separate steps that a model wrote as one");
  one->add_flag("--stem", chosen->stem, "Stem words by Snowball, as the published index does");
  one->add_option("-k", chosen->search.k, "Paragraphs per question")->check(between(1, 100000))->capture_default_str();
  one->add_option("--threads", chosen->threads, "Threads that build the index; 0: one per processor")
      ->capture_default_str();
  one->footer(
      "Example:\n  mhqa retrieve strategyqa dev.json --corpus paragraphs.jsonl --by decomposition --out found.json\n"
      "  mhqa eval strategyqa found.json dev.json");
  one->callback([chosen] { run(*chosen); });
}

}  // namespace mhqa_command
