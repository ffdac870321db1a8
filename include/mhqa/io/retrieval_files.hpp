// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Rankings and judgements from the layouts of the field: TREC runs and qrels, BEIR, FlashRAG, DPR, HotpotQA's
// predictions and gold records, MuSiQue's support indices.
//   read_rankings("run.trec"); read_judgements("qrels.tsv")
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/io/json.hpp>
#include <mhqa/metrics/ranking_report.hpp>
#include <mhqa/text/keyed_hash.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1::io {

/// A query's documents with their scores.
struct query_ranking {
  std::string id{};
  std::vector<std::pair<std::string, double>> documents{};
};

/// Rankings in file order.
struct rankings {
  std::vector<query_ranking> queries{};
  std::unordered_map<std::string, std::size_t, string_hasher> place{};

  [[nodiscard]] query_ranking& at(std::string_view id);
};

namespace detail {

[[nodiscard]] double score_of(std::string_view text, const place& where);

[[nodiscard]] int level_of(std::string_view text, const place& where);

/// Returns the first character of a file that is not white space.
[[nodiscard]] char first_character(const std::string& path);

/// An id: a string or an integer.
[[nodiscard]] std::string id_text(json_value value);

/// Adds documents to a query's ranking, each once.
class unique_documents {
 public:
  unique_documents(query_ranking& query, const std::string& path) : query_{query}, path_{path} {
    for (const auto& [document, score] : query.documents) known_.insert(document);
  }

  void add(std::string document, double score);
  void add_if_new(std::string document, double score) {
    if (known_.insert(document).second) query_.documents.emplace_back(std::move(document), score);
  }
  /// The score of the next document of a list without scores: 0, -1, …
  [[nodiscard]] double next_score() const noexcept { return -static_cast<double>(query_.documents.size()); }

 private:
  query_ranking& query_;
  const std::string& path_;
  std::unordered_set<std::string, string_hasher> known_;
};

}  // namespace detail

/// Reads rankings.
///
/// Shape:  a TREC run (query Q0 document rank score tag); a JSON object {query: {document: score}} (BEIR), {query:
///         [document, …]} or {"sp": {query: [[title, sentence], …]}} (HotpotQA); records with "ctxs" (DPR) or
///         "retrieval_result" (FlashRAG). A record without an id has its question as its id
/// Errors: data_error for a document that a query has twice, a score that is not finite, a line of another shape
/// Cost:   O(bytes)
[[nodiscard]] rankings read_rankings(const std::string& path);

namespace detail {

/// The parts of a line between tabs.
[[nodiscard]] std::vector<std::string_view> columns_of_line(std::string_view line);

/// TREC qrels (query iteration document level) or BEIR's (query document level, with a heading). After the heading,
/// tabs separate, so that an id may have spaces.
[[nodiscard]] std::vector<judged_query> read_qrels(const std::string& path);

/// The relevant documents of a query, each once.
class support_documents {
 public:
  explicit support_documents(judged_query& query) : query_{query} {}

  /// Returns the place of the document in the query's levels.
  std::size_t add(const std::string& document);

 private:
  judged_query& query_;
  std::unordered_map<std::string, std::size_t, string_hasher> places_;
};

}  // namespace detail

/// Reads judgements.
///
/// Shape:  TREC or BEIR qrels; {query: {document: level}} or {query: [document, …]}; gold records of HotpotQA and
///         2WikiMultihopQA (documents are titles, groups types) and of MuSiQue (documents are paragraph indices, groups
///         hops); records {"id", "sets": [[[document, …], …], …], "levels": {document: level, …}, "group"}, where a set
///         is sufficient if each of its groups has a document that was found; without "levels" each document has level
///         1
/// Errors: data_error for two judgements of a document, a query that occurs twice, no queries
[[nodiscard]] std::vector<judged_query> read_judgements(const std::string& path);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/retrieval_files.ipp>
#endif
