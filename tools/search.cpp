// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa search: the best paragraphs of an index for queries.
#include "command.hpp"

#include <mhqa/compose/distractors.hpp>
#include <mhqa/error.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/io/lines.hpp>
#include <mhqa/io/search_index.hpp>
#include <mhqa/retrieval/bm25_search.hpp>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <cstddef>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa_command {
namespace {

struct search_arguments {
  std::string index;
  std::vector<std::string> queries;
  std::size_t k = 10;
  bool json = false;
};

/// The beginning of a text in one line, cut between characters.
std::string preview(std::string_view text, std::size_t most) {
  if (text.size() <= most) return one_line(text);
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0U) == 0x80U) --most;
  return one_line(text.substr(0, most)) + "…";
}

void run(const search_arguments& arguments) {
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
        json.member("score", hits[rank].score).member("title", p.title).member("text", p.text).end_object();
        text += '\n';
      } else {
        fmt::format_to(std::back_inserter(text), "{:>3}  {:8.4f}  {:>8}  {}: {}\n", rank + 1, hits[rank].score,
                       hits[rank].document, preview(p.title, 40), preview(p.text, 80));
      }
    }
    out.write(text);
  };
  for (const std::string& query : arguments.queries) answer(query);
  if (arguments.queries.empty()) {
    mhqa::io::line_reader lines{"-"};
    while (const auto line = lines.next()) answer(*line);
  }
  out.close();
}

}  // namespace

void add_search(CLI::App& app, int&) {
  const auto chosen = std::make_shared<search_arguments>();
  CLI::App* const verb = app.add_subcommand("search", "Find the best paragraphs of an index by BM25");
  verb->add_option("index", chosen->index, "Written by mhqa index")->required();
  verb->add_option("queries", chosen->queries, "None: a query a line from standard input");
  verb->add_option("-k", chosen->k, "How many paragraphs a query")->capture_default_str();
  verb->add_flag("--json", chosen->json, "One JSON object a hit, with the whole text");
  verb->footer("Example:\n  mhqa search paragraphs.idx \"Who wrote Emma?\"");
  verb->callback([chosen] { run(*chosen); });
}

}  // namespace mhqa_command
