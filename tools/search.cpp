// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa search: finds the best paragraphs of an index for each query.
#include "command.hpp"
#include "options.hpp"
#include "run_files.hpp"

#include <mhqa/compose/distractors.hpp>
#include <mhqa/error.hpp>
#include <mhqa/io/atomic_file.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/io/lines.hpp>
#include <mhqa/io/query_file.hpp>
#include <mhqa/io/run_writer.hpp>
#include <mhqa/io/search_index.hpp>
#include <mhqa/retrieval/bm25_search.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa_command {
namespace {

struct search_arguments {
  std::string index, file, format = "trec", out = "-";
  std::vector<std::string> queries;
  std::size_t k = 10;
  bool json = false;
};

/// Returns the beginning of a text as one line, cut between characters.
std::string preview(std::string_view text, std::size_t most) {
  if (text.size() <= most) return one_line(text);
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0U) == 0x80U) --most;
  return one_line(text.substr(0, most)) + "…";
}

/// Returns the paragraph's id, or the document's number if its source had none.
std::string id_of(const mhqa::io::search_index& index, std::uint32_t document) {
  const std::string_view id = index.id(document);
  return id.empty() ? std::to_string(document) : std::string{id};
}

/// Writes the ranking of each query of a file.
void write_run(const search_arguments& a) {
  const mhqa::io::search_index index{a.index};
  mhqa::bm25_searcher searcher{index.index()};
  mhqa::paragraph_analyzer analyze;
  mhqa::io::atomic_file file{a.out};
  const auto& names = mhqa::io::run_layout_names;
  const auto layout =
      static_cast<mhqa::io::run_layout>(std::find(names.begin(), names.end(), a.format) - names.begin());
  mhqa::io::run_writer run{file, layout};
  std::deque<std::string> ids;
  std::vector<mhqa::io::ranked_passage> found;
  std::uint64_t queries = 0, without = 0;
  progress shown{"queries"};
  mhqa::io::for_each_query(a.file, [&](std::string_view id, std::string_view text) {
    ids.clear();
    found.clear();
    for (const mhqa::search_hit& hit : searcher.search(text, a.k, analyze)) {
      const mhqa::context_paragraph p = index[hit.document];
      found.push_back({ids.emplace_back(id_of(index, hit.document)), p.title, p.text, hit.score});
    }
    run.add(id, text, found);
    without += found.empty() ? 1 : 0;
    shown(++queries);
  });
  run.finish();
  index.expect_unchanged();
  file.commit();
  if (a.out == "-") return;
  print(fmt::format("{} queries, {} without a hit\n", queries, without));
}

void run(const search_arguments& arguments) {
  if (!arguments.file.empty()) return write_run(arguments);
  const mhqa::io::search_index index{arguments.index};
  mhqa::bm25_searcher searcher{index.index()};
  mhqa::paragraph_analyzer analyze;
  mhqa::io::output out{"-"};
  std::string text;
  const auto answer = [&](std::string_view query) {
    text.clear();
    const auto hits = searcher.search(query, arguments.k, analyze);
    if (!arguments.json && arguments.queries.size() != 1) text += "# " + preview(query, 200) + '\n';
    for (std::size_t rank = 0; rank < hits.size(); ++rank) {
      const mhqa::context_paragraph p = index[hits[rank].document];
      if (arguments.json) {
        mhqa::io::json_writer json{text};
        json.begin_object().member("query", query).member("rank", rank + 1).member("document", hits[rank].document);
        if (!index.id(hits[rank].document).empty()) json.member("id", index.id(hits[rank].document));
        json.member("score", hits[rank].score).member("title", p.title).member("text", p.text).end_object();
        text += '\n';
      } else {
        fmt::format_to(std::back_inserter(text), "{:>3}  {:8.4f}  {:>8}  {}: {}\n", rank + 1, hits[rank].score,
                       preview(id_of(index, hits[rank].document), 40), preview(p.title, 40), preview(p.text, 80));
      }
    }
    out.write(text);
  };
  for (const std::string& query : arguments.queries) answer(query);
  if (arguments.queries.empty()) {
    mhqa::io::line_reader lines{"-", "one query per line"};
    while (const auto line = lines.next_text()) answer(*line);
  }
  index.expect_unchanged();
  out.close();
}

}  // namespace

void add_search(const arguments& app, int&) {
  const auto chosen = std::make_shared<search_arguments>();
  const arguments verb = app.add_subcommand("search", "Find the best paragraphs of an index by BM25");
  verb->add_option("index", chosen->index, "Written by mhqa index")->required();
  verb->add_option("queries", chosen->queries, "Without any, one query per line from standard input");
  verb->add_option("-k", chosen->k, "Paragraphs per query")->check(between(1, 1073741824))->capture_default_str();
  verb->add_flag("--json", chosen->json, "One JSON object per hit, with the whole text");
  verb->add_option("--file", chosen->file,
                   "Queries with ids: BEIR's queries.jsonl, a data set's questions, or lines id<tab>text")
      ->excludes(verb->get_option("queries"));
  const std::vector<std::string> names{mhqa::io::run_layout_names.begin(), mhqa::io::run_layout_names.end()};
  verb->add_option("--format", chosen->format, "The layout of the run for --file")
      ->check(one_of{names})
      ->capture_default_str();
  verb->add_option("--out", chosen->out, "The run for --file")->type_name(output_file)->capture_default_str();
  verb->footer(
      "Example:\n  mhqa search paragraphs.idx \"Who wrote Emma?\"\n"
      "  mhqa search paragraphs.idx --file queries.jsonl -k 100 --out run.trec\n"
      "A document is its paragraph's id, or its number in the index if its file had no ids. mhqa eval retrieval reads "
      "each\nformat; hotpotqa has titles instead, with sentence 0 for the paragraph, and no scores.");
  verb->callback([chosen] { run(*chosen); });
}

}  // namespace mhqa_command
