// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa index: builds a BM25 index of paragraphs for mhqa search.
#include "command.hpp"
#include "options.hpp"
#include "run_files.hpp"

#include <mhqa/compose/distractors.hpp>
#include <mhqa/error.hpp>
#include <mhqa/io/corpus_file.hpp>
#include <mhqa/io/search_index.hpp>
#include <mhqa/io/unique_ids.hpp>
#include <mhqa/parallel.hpp>
#include <mhqa/retrieval/bm25_build.hpp>

#include <fmt/core.h>

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa_command {
namespace {

struct index_arguments {
  std::vector<std::string> corpus;
  std::string out;
  std::string model = "lucene";
  std::size_t threads = 0;
};

/// An id names one paragraph, so that a run can name it.
void expect_unique(const std::vector<std::string_view>& ids, const std::vector<std::string>& files) {
  mhqa::io::unique_ids known;
  for (const std::string_view id : ids) {
    if (!id.empty()) known.add(id, files.size() == 1 ? files.front() : "the files");
  }
}

void run(const index_arguments& arguments) {
  if (arguments.out == "-") {
    mhqa::throw_data_error({.file = "-"}, "--out expects a file; standard output has the counts");
  }
  for (const std::string& path : arguments.corpus) mhqa::io::expect_no_input(arguments.out, {path});
  mhqa::io::loaded_corpus corpus;
  for (const std::string& path : arguments.corpus) mhqa::io::read_corpus(path, corpus);
  expect_unique(corpus.ids, arguments.corpus);
  const mhqa::bm25_model model = arguments.model == "pisa"    ? mhqa::bm25_models::pisa
                                 : arguments.model == "bm25s" ? mhqa::bm25_models::bm25s
                                                              : mhqa::bm25_models::lucene;
  mhqa::thread_pool threads{arguments.threads};
  const mhqa::bm25_index index = mhqa::build_bm25(corpus.paragraphs, model, mhqa::paragraph_analyzer{}, threads);
  mhqa::io::write_search_index(arguments.out, index, corpus.paragraphs, corpus.ids);
  std::string text = fmt::format("{} paragraphs, {} terms, {} postings\n", index.view().documents(),
                                 index.view().terms(), index.view().postings());
  if (corpus.merged != 0) text += fmt::format("{} more that equal one of these\n", corpus.merged);
  for (const auto& [reason, count] : corpus.left_out.all()) text += fmt::format("left out: {} {}\n", count, reason);
  mhqa::io::output out{"-"};
  out.write(text);
  out.close();
}

}  // namespace

void add_index(const arguments& app, int&) {
  const auto chosen = std::make_shared<index_arguments>();
  const arguments verb = app.add_subcommand("index", "Build a BM25 index of paragraphs");
  verb->add_option(
          "corpus", chosen->corpus,
          "Paragraphs, one {title, text} per line or as an array; StrategyQA's, DPR's and BEIR's corpora; or questions "
          "with\ncontexts: HotpotQA, 2WikiMultihopQA, MuSiQue, SQuAD, DROP, FlashRAG, verl, pools")
      ->required();
  verb->add_option("--out", chosen->out, "The index, with the paragraphs' text")->type_name(output_file)->required();
  verb->add_option("--model", chosen->model, "lucene: k1 1.2, b 0.75; pisa: 0.9, 0.4; bm25s: 1.5, 0.75")
      ->check(one_of{"lucene", "pisa", "bm25s"})
      ->capture_default_str();
  verb->add_option("--threads", chosen->threads, "0: one per processor; the bytes do not depend on it")
      ->capture_default_str();
  verb->footer("Example:\n  mhqa index paragraphs.jsonl --out paragraphs.idx");
  verb->callback([chosen] { run(*chosen); });
}

}  // namespace mhqa_command
