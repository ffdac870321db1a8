// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Evaluates rankings against judgements: the report over all queries and over each group, and a row for each query.
//   evaluate_rankings(run, queries, {"run.trec", {10}}, [](const question_row&) {}).all.scores
#pragma once

#include <mhqa/config.hpp>
#include <mhqa/error.hpp>
#include <mhqa/io/retrieval_files.hpp>
#include <mhqa/metrics/ranking_report.hpp>
#include <mhqa/metrics/report.hpp>
#include <mhqa/text/keyed_hash.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace mhqa {
inline namespace v0_1 {
namespace io {

/// The queries over which the means are.
enum class mean_over : std::uint8_t {
  complete,  ///< all judged queries; one without a ranking scores 0: trec_eval -c
  trec_eval  ///< the queries that have both judgements and a ranking: trec_eval without -c
};

/// The names of mean_over, as `mhqa eval retrieval --mean` takes them.
inline constexpr std::array<std::string_view, 2> mean_over_names{"complete", "trec_eval"};

/// The run's name in errors, the ranks of the measures at k, and which queries count.
struct ranking_options {
  std::string run{};
  std::vector<std::size_t> at{2, 5, 10};
  mean_over mean = mean_over::complete;
  bool ignore_unjudged = false;  ///< counts ranked queries without judgements instead of refusing them
};

/// The reports of an evaluation of rankings.
struct ranking_evaluation {
  report all{};
  std::map<std::string, report> groups{};
  std::uint64_t ranked_documents = 0;  ///< of judged queries
  std::uint64_t judged_documents = 0;  ///< those of them that have a judgement

  /// Returns a line if no ranked document has a judgement, as when the files name documents differently.
  [[nodiscard]] std::string hint() const;
};

namespace detail {

/// Appends the groups of each set to the bytes that identify the data.
void append_sets(std::string& out, const std::vector<evidence_set<std::string_view>>& sets);

[[nodiscard]] std::string ranks_text(const std::vector<std::size_t>& at);

void expect_ranks(const std::vector<std::size_t>& at);

/// The sums over some of the queries.
struct ranking_slice {
  ranking_totals totals{};
  std::uint64_t unranked = 0;
  std::uint64_t unjudged = 0;
  data_fingerprint data{};

  [[nodiscard]] report make(const ranking_options& options) const;
};

}  // namespace detail

/// Evaluates rankings; row(question_row) receives each query's numbers in the judgements' order.
///
/// Undefined: a judged query without a ranking scores 0 or is left out, as options.mean says, and is counted
/// Errors:    data_error for a ranked query without judgements unless they are ignored (trec_eval's mean always ignores
///            them), no query with both, a k of 0, and as sort_run
template <class Row>
[[nodiscard]] ranking_evaluation evaluate_rankings(rankings& run, const std::vector<judged_query>& queries,
                                                   const ranking_options& options, Row&& row) {
  std::unordered_set<std::string_view, string_hasher> judged;
  for (const judged_query& query : queries) judged.insert(query.id);
  detail::ranking_slice all;
  const bool ignore = options.ignore_unjudged || options.mean == mean_over::trec_eval;
  for (const query_ranking& query : run.queries) {
    if (judged.count(query.id) == 0 && ignore) {
      ++all.unjudged;
    } else if (judged.count(query.id) == 0) {
      throw_data_error({.file = options.run, .id = query.id}, "expected judgements of each ranked query, found none",
                       errc::mismatch);
    }
  }
  detail::expect_ranks(options.at);
  ranking_evaluation result;
  std::map<std::string, detail::ranking_slice> groups;
  std::vector<ranked_document> documents;
  ranking_measures measures{options.at};
  std::string bytes;
  question_row out;
  for (const judged_query& query : queries) {
    documents.clear();
    const auto found = run.place.find(query.id);
    if (found != run.place.end()) {
      for (const auto& [id, score] : run.queries[found->second].documents) documents.push_back({id, score});
    }
    const bool counts = found != run.place.end() || options.mean == mean_over::complete;
    std::span<const ranking_number> numbers;
    try {
      numbers = measures(documents, query);
    } catch (const data_error& error) {
      throw_data_error({.file = options.run, .id = query.id}, error.problem(), error.code());
    }
    result.ranked_documents += documents.size();
    result.judged_documents += measures.judged_documents();
    bytes.clear();
    for (const auto& [document, level] : query.levels) {
      append_gold(bytes, document);
      bytes.append("\t").append(std::to_string(level)).append("\n");
    }
    if (!needs_all_relevant(query)) detail::append_sets(bytes, query.sets);
    const auto add = [&](detail::ranking_slice& slice) {
      if (counts) slice.totals.add(numbers);
      slice.unranked += found == run.place.end() ? 1 : 0;
      slice.data.add(query.id, bytes);
    };
    add(all);
    if (!query.group.empty()) add(groups[query.group]);
    out.clear();
    out.id = query.id;
    for (const ranking_number& number : numbers) out.add(number.name, number.value);
    if (found == run.place.end()) out.missing.push_back("ranking");
    row(out);
  }
  if (all.totals.queries() == 0 || (all.unjudged != 0 && all.unjudged == run.queries.size())) {
    throw_data_error({.file = options.run}, "no ranked query has judgements", errc::mismatch);
  }
  result.all = all.make(options);
  for (const auto& [name, slice] : groups) result.groups.emplace(name, slice.make(options));
  return result;
}

}  // namespace io
}  // namespace v0_1
}  // namespace mhqa

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/retrieval_evaluation.ipp>
#endif
