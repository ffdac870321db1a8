// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa search: finds the best paragraphs of an index for each query.
#include "command.hpp"
#include "options.hpp"
#include "run_files.hpp"
#include "snowball.hpp"

#include <mhqa/error.hpp>
#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/lines.hpp>
#include <mhqa/io/run_writer.hpp>
#include <mhqa/io/search_index.hpp>
#include <mhqa/io/search_report.hpp>
#include <mhqa/io/search_shards.hpp>
#include <mhqa/retrieval/bm25_search.hpp>
#include <mhqa/retrieval/text_analyzer.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa_command {
namespace {

struct search_arguments {
  std::string index, file, format = "trec", out = "-";
  std::vector<std::string> queries, merge;
  std::size_t k = 10;
  bool json = false;
};

/// Cuts queries as the paragraphs of the index were cut.
mhqa::text_analyzer analyzer_of(const mhqa::io::search_index& index) {
  const mhqa::analysis how = index.how();
  return mhqa::text_analyzer{how, how.stemmed ? snowball_stemmer() : mhqa::word_stemmer{}};
}

void print_counts(const mhqa::io::ranked_queries& all, const std::string& terms) {
  print(fmt::format("{} queries, {} without a hit\n", all.queries, all.without_hit));
  if (all.unknown != 0) print(fmt::format("{} of them have no term that the index has ({})\n", all.unknown, terms));
}

/// Writes the ranking of each query of a file; of a shard, those of its documents, as a part to merge.
void write_run(const search_arguments& a) {
  const mhqa::io::search_index index{a.index};
  mhqa::io::atomic_file file{a.out};
  const auto& names = mhqa::io::run_layout_names;
  const auto layout =
      static_cast<mhqa::io::run_layout>(std::find(names.begin(), names.end(), a.format) - names.begin());
  progress shown{"queries"};
  const auto rank = [&](auto run) {
    return mhqa::io::rank_queries(index, a.file, a.k, analyzer_of(index), run,
                                  [&shown](std::uint64_t done) { shown(done); });
  };
  const mhqa::io::search_shard& shard = index.shard();
  const mhqa::io::ranked_queries all =
      shard.count == 1 ? rank(mhqa::io::run_writer{file, layout})
                       : rank(mhqa::io::search_part_writer{file, {shard, a.k, layout, index.how().text()}});
  index.expect_unchanged();
  file.commit();
  if (a.out == "-") return;
  if (shard.count != 1) print(fmt::format("part {}/{}: ", shard.index, shard.count));
  print_counts(all, index.how().text());
}

/// Writes the run of the whole index from those of its shards.
void merge_runs(const search_arguments& a) {
  for (const std::string& part : a.merge) mhqa::io::expect_no_input(a.out, {part});
  const mhqa::io::merged_search merged = mhqa::io::merge_search_parts(a.merge, a.out);
  if (a.out != "-") print_counts(merged.counts, merged.terms);
}

/// Prints the hits of each query, those of standard input as they come.
void run(const search_arguments& a) {
  if (!a.merge.empty()) return merge_runs(a);
  if (a.index.empty()) mhqa::throw_data_error({.field = "index"}, "expected an index that mhqa index has written");
  if (!a.file.empty()) return write_run(a);
  if (a.out != "-") mhqa::throw_data_error({}, "`out` needs `file` or `merge`");
  const mhqa::io::search_index index{a.index};
  mhqa::bm25_searcher searcher{index.index()};
  mhqa::text_analyzer analyze = analyzer_of(index);
  mhqa::io::output out{"-"};
  std::string text;
  const auto answer = [&](std::string_view query) {
    text.clear();
    const auto hits = searcher.search(query, a.k, analyze);
    if (a.json) {
      mhqa::io::append_hits_json(text, query, index, hits);
    } else {
      if (a.queries.size() != 1) text += "# " + mhqa::io::preview(query, 200) + '\n';
      mhqa::io::append_hits(text, index, hits);
    }
    index.expect_unchanged();
    out.write(text);
    if (searcher.known_terms_of_query() == 0) {
      fmt::print(stderr, "mhqa: \"{}\": none of its {} terms is in the index ({})\n", mhqa::io::preview(query, 200),
                 searcher.terms_of_query(), index.how().text());
    }
  };
  for (const std::string& query : a.queries) answer(query);
  if (a.queries.empty()) {
    mhqa::io::line_reader lines{"-", "one query per line"};
    for (;;) {
      if (lines.buffered().find('\n') == std::string_view::npos) out.flush();  // before it waits for a line
      std::optional<std::string_view> line = lines.next_text();
      if (!line) break;
      if (line->ends_with('\r')) line->remove_suffix(1);
      answer(*line);
    }
  }
  out.close();
}

}  // namespace

void add_search(const arguments& app, int&) {
  const auto chosen = std::make_shared<search_arguments>();
  const arguments verb = app.add_subcommand("search", "Find the best paragraphs of an index by BM25");
  verb->add_option("index", chosen->index, "Written by mhqa index");
  verb->add_option("queries", chosen->queries, "Without any, one query per line from standard input");
  verb->add_option("-k", chosen->k, "Paragraphs per query")->check(between(1, 1073741824))->capture_default_str();
  verb->add_flag("--json", chosen->json, "One JSON object per hit, with the whole text");
  verb->add_option("--file", chosen->file,
                   "Queries with ids: BEIR's queries.jsonl, a data set's questions, or lines id<tab>text")
      ->excludes(verb->get_option("queries"))
      ->excludes(verb->get_option("--json"));
  const std::vector<std::string> names{mhqa::io::run_layout_names.begin(), mhqa::io::run_layout_names.end()};
  verb->add_option("--format", chosen->format, "The layout of the run for --file")
      ->check(one_of{names})
      ->capture_default_str()
      ->needs(verb->get_option("--file"));
  verb->add_option("--out", chosen->out, "The run for --file or --merge; of a shard, a part for --merge")
      ->type_name(output_file)
      ->capture_default_str();
  const option merge =
      verb->add_option("--merge", chosen->merge,
                       "Instead of a search: write the run of the whole index from the parts of all its shards");
  for (const char* const other : {"index", "--file", "-k", "--json"}) merge->excludes(verb->get_option(other));
  verb->footer(
      "Example:\n  mhqa search paragraphs.idx \"Who wrote Emma?\"\n"
      "  mhqa search paragraphs.idx --file queries.jsonl -k 100 --out run.trec\n"
      "A document is its paragraph's id, or its number in the index if its file had no ids. mhqa eval retrieval reads "
      "each\nformat; hotpotqa has titles instead, with sentence 0 for the paragraph, and no scores.");
  verb->callback([chosen] { run(*chosen); });
}

}  // namespace mhqa_command
