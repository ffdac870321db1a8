// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The results of searching an index: the rankings of a file of queries as a run, and the hits of one query as lines of
// text or JSON, as `mhqa search` prints them.
//   append_hits(text, index, searcher.search("Who wrote Emma?", 10, analyze));
#pragma once

#include <mhqa/io/json_writer.hpp>
#include <mhqa/io/query_file.hpp>
#include <mhqa/io/run_writer.hpp>
#include <mhqa/io/search_index.hpp>
#include <mhqa/retrieval/bm25_search.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::io {

/// Returns the beginning of a text, of at most `most` bytes and "…", as one printable line.
///
/// Example: preview("a long\ntext", 8) == "a long t…"
[[nodiscard]] std::string preview(std::string_view text, std::size_t most);

/// Returns the id of a document's paragraph, or the document's number, of a shard that in the whole index, if its
/// source had no ids.
[[nodiscard]] std::string document_name(const search_index& index, std::uint32_t document);

/// The outcome of rank_queries().
struct ranked_queries {
  std::uint64_t queries = 0;
  std::uint64_t without_hit = 0;
  std::uint64_t unknown = 0;  ///< of them, queries of whose terms the index has none
};

/// Writes the best k documents for each query of a file to a run: run.add() and run.finish() as those of run_writer,
/// or of a search_part_writer (search_shards.hpp), to which finish() gives the counts.
///
/// Shape:  analyze(text, sink) gives the words of a query, as those of the index were made; progress(n) gets the number
///         of queries done
/// Errors: data_error as for_each_query() and run_writer
template <class Analyzer, class Run>
ranked_queries rank_queries(const search_index& index, const std::string& queries, std::size_t k, Analyzer&& analyze,
                            Run& run, const std::function<void(std::uint64_t)>& progress = {}) {
  bm25_searcher searcher{index.index()};
  std::deque<std::string> names;
  std::vector<ranked_passage> found;
  ranked_queries out;
  for_each_query(queries, [&](std::string_view id, std::string_view text) {
    names.clear();
    found.clear();
    for (const search_hit& hit : searcher.search(text, k, analyze)) {
      const context_paragraph p = index[hit.document];
      found.push_back({names.emplace_back(document_name(index, hit.document)), p.title, p.text, hit.score});
    }
    run.add(id, text, found);
    out.without_hit += found.empty() ? 1 : 0;
    out.unknown += searcher.known_terms_of_query() == 0 ? 1 : 0;
    ++out.queries;
    if (progress) progress(out.queries);
  });
  if constexpr (requires { run.finish(out); }) {
    run.finish(out);
  } else {
    run.finish();
  }
  return out;
}

/// Appends a line for each hit: rank, score, the document's name, and the beginning of its title and text.
void append_hits(std::string& out, const search_index& index, std::span<const search_hit> hits);

/// Appends a JSON object for each hit, with the query and the whole text.
void append_hits_json(std::string& out, std::string_view query, const search_index& index,
                      std::span<const search_hit> hits);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/search_report.ipp>
#endif
