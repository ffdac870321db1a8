// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa retrieve strategyqa: the best paragraphs for each question, by the question or by its decomposition, in the
// layout that mhqa eval strategyqa reads.
#include "command.hpp"
#include "options.hpp"
#include "run_files.hpp"
#include "snowball.hpp"

#include <mhqa/compose/step_retrieval.hpp>
#include <mhqa/error.hpp>
#include <mhqa/graph/joined_steps.hpp>
#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/datasets/strategyqa_paragraphs.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/io/string_arena.hpp>
#include <mhqa/io/unique_ids.hpp>
#include <mhqa/model/reader.hpp>
#include <mhqa/parallel.hpp>
#include <mhqa/retrieval/bm25_build.hpp>
#include <mhqa/retrieval/bm25_search.hpp>
#include <mhqa/text/stop_words.hpp>

#include <fmt/core.h>

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa_command {
namespace {

struct retrieve_arguments {
  std::string questions;
  std::vector<std::string> corpus;
  std::string out;
  std::string by = "question";
  std::string references = "kept";
  bool titles = false;
  bool split_joined = false;
  bool stem = false;
  std::size_t k = 10;
  std::size_t threads = 0;
};

/// A question as it is retrieved for; views are valid until the next one is read.
struct asked {
  std::string_view id, question;
  std::vector<std::string> steps, answers;
};

asked read_asked(mhqa::io::json_value value, bool by_steps) {
  mhqa::io::json_context& context = value.context();
  asked out;
  bool has_id = false, has_question = false, has_steps = false;
  value.object([&](std::string_view key, mhqa::io::json_value field) {
    if (key == "qid") {
      out.id = context.id = field.string();
      has_id = true;
    } else if (key == "question") {
      out.question = field.string();
      has_question = true;
    } else if (key == "decomposition" || key == "step_answers") {
      std::vector<std::string>& to = key == "decomposition" ? out.steps : out.answers;
      to.clear();
      field.array([&](mhqa::io::json_value item) { to.emplace_back(item.string()); });
      has_steps = has_steps || key == "decomposition";
    }
  });
  context.require(has_id, "qid");
  context.require(by_steps || has_question, "question");
  context.require(!by_steps || has_steps, "decomposition");
  return out;
}

struct corpus {
  mhqa::io::string_arena text;
  std::vector<mhqa::context_paragraph> paragraphs;
  std::vector<std::string_view> ids;
};

void load(const std::string& path, corpus& to, mhqa::io::unique_ids& known) {
  mhqa::io::strategyqa::for_each_paragraph(path, [&](const mhqa::strategyqa::paragraph& p) {
    const std::string_view id = to.text.store(p.id());
    known.add(id, path);
    to.ids.push_back(id);
    to.paragraphs.push_back({to.text.store(p.title), to.text.store(p.text)});
  });
}

std::vector<std::string> queries_of(const retrieve_arguments& chosen, const asked& q) {
  if (chosen.by == "question") return {mhqa::without_stop_words(q.question)};
  const std::vector<std::string> steps = chosen.split_joined ? mhqa::split_joined_steps(q.steps) : q.steps;
  if (chosen.references == "answered" && q.answers.size() != steps.size()) {
    mhqa::throw_data_error({.file = chosen.questions, .id = std::string{q.id}, .field = "step_answers"},
                           fmt::format("--references answered expects an answer for each of {} steps, found {}",
                                       steps.size(), q.answers.size()));
  }
  const auto references = chosen.references == "kept"       ? mhqa::query_references::kept
                          : chosen.references == "answered" ? mhqa::query_references::answered
                                                            : mhqa::query_references::left_out;
  return mhqa::step_queries(steps, references, q.answers);
}

void run(const retrieve_arguments& chosen) {
  mhqa::io::expect_no_input(chosen.out, {chosen.questions});
  for (const std::string& path : chosen.corpus) mhqa::io::expect_no_input(chosen.out, {path});
  corpus c;
  mhqa::io::unique_ids known;
  for (const std::string& path : chosen.corpus) load(path, c, known);
  if (c.paragraphs.empty()) mhqa::throw_data_error({.file = chosen.corpus.front()}, "expected paragraphs, found none");
  words_of analyze{chosen.titles, chosen.stem ? snowball_words() : plain_words()};
  mhqa::thread_pool threads{chosen.threads};
  const mhqa::bm25_index index = mhqa::build_bm25(c.paragraphs, mhqa::bm25_models::lucene, analyze, threads);
  mhqa::bm25_searcher searcher{index};

  mhqa::io::json_records file{chosen.questions};
  mhqa::io::atomic_file out{chosen.out};
  mhqa::io::unique_ids ids;
  std::string text;
  mhqa::io::json_writer json{text};
  json.begin_object();
  std::size_t questions = 0, without = 0;
  while (auto value = file.next()) {
    const asked q = read_asked(*value, chosen.by == "decomposition");
    ids.add(q.id, chosen.questions);
    const std::vector<std::string> queries = queries_of(chosen, q);
    const auto hits = mhqa::search_steps(searcher, queries, chosen.k, analyze);
    json.key(q.id).begin_array();
    for (const mhqa::search_hit& hit : hits) json.value(c.ids[hit.document]);
    json.end_array();
    ++questions;
    without += hits.empty() ? 1 : 0;
    out.write(text);
    text.clear();
  }
  if (questions == 0) mhqa::throw_data_error({.file = chosen.questions}, "expected questions, found none");
  json.end_object();
  out.write(text += '\n');
  out.commit();
  if (chosen.out != "-") {
    mhqa::io::output standard{"-"};
    standard.write(
        fmt::format("{} questions over {} paragraphs, {} without a hit\n", questions, c.paragraphs.size(), without));
    standard.close();
  }
}

}  // namespace

void add_retrieve(const arguments& app, int&) {
  const auto chosen = std::make_shared<retrieve_arguments>();
  const arguments verb = app.add_subcommand("retrieve", "Find evidence for the questions of a data set by BM25");
  verb->require_subcommand(1);
  const arguments one = verb->add_subcommand("strategyqa", "By the question or by its decomposition (Sec. 5.1)");
  one->add_option(
         "questions", chosen->questions,
         "Records {qid, question, decomposition, step_answers}: train.json, dev.json, predicted decompositions")
      ->required();
  one->add_option("--corpus", chosen->corpus, "Paragraphs, in any layout that the authors published")->required();
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
  one->add_flag("--split-joined", chosen->split_joined, "Separate steps that a model wrote as one");
  one->add_flag("--stem", chosen->stem, "Stem words by Snowball, as the published index does");
  one->add_option("-k", chosen->k, "Paragraphs per question")->check(between(1, 100000))->capture_default_str();
  one->add_option("--threads", chosen->threads, "Threads that build the index; 0: one per processor")
      ->capture_default_str();
  one->footer(
      "Example:\n  mhqa retrieve strategyqa dev.json --corpus paragraphs.jsonl --by decomposition --out found.json\n"
      "  mhqa eval strategyqa found.json dev.json");
  one->callback([chosen] { run(*chosen); });
}

}  // namespace mhqa_command
