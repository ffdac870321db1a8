// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa index: builds a BM25 index of paragraphs for mhqa search.
#include "command.hpp"
#include "options.hpp"
#include "run_files.hpp"
#include "snowball.hpp"

#include <mhqa/error.hpp>
#include <mhqa/io/corpus_file.hpp>
#include <mhqa/io/paragraph_ids.hpp>
#include <mhqa/io/search_index.hpp>
#include <mhqa/io/search_index_builder.hpp>
#include <mhqa/io/search_shards.hpp>
#include <mhqa/parallel.hpp>
#include <mhqa/part_number.hpp>
#include <mhqa/retrieval/bm25_model.hpp>
#include <mhqa/retrieval/text_analyzer.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa_command {
namespace {

struct index_arguments {
  std::vector<std::string> corpus;
  std::string out;
  std::string model = "lucene", tokens = "mixed", stop_words = "english";
  std::string shard;  // "2/5"; empty: the corpus are paragraphs
  bool stem = false;
  std::size_t memory = 1024;  // MiB
  std::size_t threads = 0;
};

/// Writes one of the indexes with the statistics of all.
void write_shard(const index_arguments& arguments) {
  const mhqa::part_number shard = mhqa::read_part(arguments.shard, "shard");
  if (shard.count != arguments.corpus.size()) {
    mhqa::throw_data_error({}, "`shard`: expected all " + std::to_string(shard.count) + " indexes, found " +
                                   std::to_string(arguments.corpus.size()));
  }
  mhqa::thread_pool threads{arguments.threads};
  mhqa::io::write_search_shard(arguments.corpus, shard.index, arguments.out, threads);
  print(fmt::format("shard {}: {} with the statistics of {} indexes\n", mhqa::to_string(shard),
                    arguments.corpus[shard.index], shard.count));
}

void run(const index_arguments& arguments) {
  if (arguments.out == "-") {
    mhqa::throw_data_error({.file = "-"}, "`out` expects a file; standard output has the counts");
  }
  for (const std::string& path : arguments.corpus) mhqa::io::expect_no_input(arguments.out, {path});
  if (!arguments.shard.empty()) return write_shard(arguments);
  mhqa::io::search_index_options options;
  options.model = arguments.model == "pisa"    ? mhqa::bm25_models::pisa
                  : arguments.model == "bm25s" ? mhqa::bm25_models::bm25s
                                               : mhqa::bm25_models::lucene;
  options.memory = std::uint64_t{arguments.memory} << 20U;
  mhqa::thread_pool threads{arguments.threads};
  const auto& names = mhqa::tokenization_names;
  const mhqa::analysis how{
      static_cast<mhqa::tokenization>(std::find(names.begin(), names.end(), arguments.tokens) - names.begin()),
      arguments.stop_words == "english", arguments.stem};
  mhqa::io::search_index_builder builder{
      arguments.out, options, mhqa::text_analyzer{how, how.stemmed ? snowball_stemmer() : mhqa::word_stemmer{}},
      threads};
  mhqa::io::paragraph_ids ids;
  std::string file;
  progress shown{"paragraphs"};
  mhqa::io::corpus_stream corpus{
      [&, read = std::uint64_t{0}](std::string_view id, std::string_view title, std::string_view text) mutable {
        ids.add(id, file);
        builder.add(id, title, text);
        shown(++read);
      }};
  for (const std::string& path : arguments.corpus) {
    if (mhqa::io::is_search_index(path)) {
      mhqa::throw_data_error({.file = path}, "expected paragraphs, found an index; `shard` writes a shard of indexes");
    }
    file = path;
    mhqa::io::read_corpus(path, corpus);
  }
  const mhqa::io::search_index_counts made = builder.finish();
  std::string text =
      fmt::format("{} paragraphs, {} terms, {} postings\n{}\n", made.documents, made.terms, made.postings, how.text());
  if (corpus.merged != 0) text += fmt::format("{} more that equal one of these\n", corpus.merged);
  for (const auto& [reason, count] : corpus.left_out.all()) text += fmt::format("left out: {} {}\n", count, reason);
  print(text);
}

}  // namespace

void add_index(const arguments& app, int&) {
  const auto chosen = std::make_shared<index_arguments>();
  const arguments verb = app.add_subcommand("index", "Build a BM25 index of paragraphs");
  verb->add_option(
          "corpus", chosen->corpus,
          "Paragraphs, one {title, text} per line or as an array; StrategyQA's, DPR's and BEIR's corpora; or questions "
          "with\ncontexts: HotpotQA, 2WikiMultihopQA, MuSiQue, SQuAD, DROP, FlashRAG, verl, pools. With --shard: "
          "indexes")
      ->required();
  verb->add_option("--out", chosen->out, "The index, with the paragraphs' text")->type_name(output_file)->required();
  verb->add_option("--model", chosen->model, "lucene: k1 1.2, b 0.75; pisa: 0.9, 0.4; bm25s: 1.5, 0.75")
      ->check(one_of{"lucene", "pisa", "bm25s"})
      ->capture_default_str();
  verb->add_option("--tokens", chosen->tokens,
                   "How a text becomes terms, which the index keeps for its queries. words: normalised as MuSiQue's "
                   "answers (\"Paris-based\"\nis one); bm25s: runs of two or more letters and digits, as that package "
                   "(\"Paris-based\" is two); ngrams: runs of one\nor more, and of scripts without spaces, such as "
                   "Chinese, Japanese and Thai, each character and each two; mixed: words,\nand these n-grams")
      ->check(one_of{"mixed", "words", "bm25s", "ngrams"})
      ->capture_default_str();
  verb->add_option("--stop-words", chosen->stop_words, "english: leave out Lucene's 33 stop words")
      ->check(one_of{"english", "none"})
      ->capture_default_str();
  verb->add_flag("--stem", chosen->stem, "Stem the words by Snowball's English stemmer");
  verb->add_option(
          "--memory", chosen->memory,
          "About how many MiB of memory to use, 64 at least; the index does not depend on it. A larger corpus is "
          "indexed in\nblocks, which wait in temporary files beside --out")
      ->check(between<std::size_t>{64, 1U << 30U})
      ->capture_default_str();
  const option shard = verb->add_option("--shard", chosen->shard,
                                        "I/N: the N files are indexes; write that of number I, from 0, with the "
                                        "statistics of all, so that shards\nscore as one index over all paragraphs");
  for (const char* const other : {"--model", "--tokens", "--stop-words", "--stem", "--memory"}) {
    shard->excludes(verb->get_option(other));
  }
  verb->add_option("--threads", chosen->threads, "0: one per processor; the index does not depend on it")
      ->capture_default_str();
  verb->footer(
      "Example:\n  mhqa index paragraphs.jsonl --out paragraphs.idx\n"
      "Shards, each line on a machine of its own:\n"
      "  mhqa index a.jsonl --out a.idx\n"
      "  mhqa index b.jsonl --out b.idx\n"
      "  mhqa index a.idx b.idx --shard 0/2 --out shard0\n"
      "  mhqa index a.idx b.idx --shard 1/2 --out shard1\n"
      "  mhqa search shard0 --file queries.jsonl --out part0\n"
      "  mhqa search shard1 --file queries.jsonl --out part1\n"
      "  mhqa search --merge part0 part1 --out run.trec");
  verb->callback([chosen] { run(*chosen); });
}

}  // namespace mhqa_command
