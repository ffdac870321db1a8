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

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0_1 {
namespace io {

/// The run's name in errors, and the ranks of the measures at k.
struct ranking_options {
  std::string run{};
  std::vector<std::size_t> at{2, 5, 10};
};

/// The reports of an evaluation of rankings.
struct ranking_evaluation {
  report all{};
  std::map<std::string, report> groups{};
};

namespace detail {

/// Appends the groups of each set to the bytes that identify the data.
inline void append_sets(std::string& out, const std::vector<evidence_set<std::string_view>>& sets) {
  for (const evidence_set<std::string_view>& set : sets) {
    out += "set\n";
    for (const alternatives<std::string_view>& group : set) {
      for (const std::string_view document : group) out.append(document).append("\t");
      out += '\n';
    }
  }
}

/// The sums over some of the queries.
struct ranking_slice {
  ranking_totals totals{};
  std::uint64_t unranked = 0;
  data_fingerprint data{};

  [[nodiscard]] report make(const ranking_options& options) const {
    report out;
    out.dataset = "retrieval";
    out.rules.name = "trec_eval";
    out.scores = totals.means();
    out.counts = {{"queries", totals.queries()}, {"queries_without_ranking", unranked}};
    std::string at;
    for (const std::size_t k : options.at) at.append(at.empty() ? "" : ",").append(std::to_string(k));
    out.signature =
        "retrieval|order:score in single precision,then id descending|relevant:level>0|gain:level|group "
        "gain:2^level-1|discount:log2|sets:best|unranked:0|k:" +
        at + "|n:" + std::to_string(totals.queries()) + "|data:" + data.text() + "|mhqa:" MHQA_VERSION_STRING;
    return out;
  }
};

}  // namespace detail

/// Evaluates rankings; row(question_row) receives each query's numbers in the judgements' order.
///
/// Undefined: a judged query without a ranking scores 0 and is counted
/// Errors:    data_error for a ranked query without judgements, a k of 0, and as sort_run
template <class Row>
[[nodiscard]] ranking_evaluation evaluate_rankings(rankings& run, const std::vector<judged_query>& queries,
                                                   const ranking_options& options, Row&& row) {
  std::unordered_set<std::string_view, string_hasher> judged;
  for (const judged_query& query : queries) judged.insert(query.id);
  for (const query_ranking& query : run.queries) {
    if (judged.count(query.id) == 0) {
      throw_data_error({.file = options.run, .id = query.id}, "expected judgements of each ranked query, found none",
                       errc::mismatch);
    }
  }
  for (const std::size_t k : options.at) {
    if (k == 0) throw_data_error({.field = "--at"}, "expected ranks from 1");
    if (std::count(options.at.begin(), options.at.end(), k) > 1) {
      throw_data_error({.field = "--at"}, "expected each rank once, found " + std::to_string(k) + " twice");
    }
  }
  detail::ranking_slice all;
  std::map<std::string, detail::ranking_slice> groups;
  std::vector<ranked_document> documents;
  std::string bytes;
  question_row out;
  for (const judged_query& query : queries) {
    documents.clear();
    const auto found = run.place.find(query.id);
    if (found != run.place.end()) {
      for (const auto& [id, score] : run.queries[found->second].documents) documents.push_back({id, score});
    }
    std::vector<ranking_number> numbers;
    try {
      numbers = measure_ranking(documents, query, options.at);
    } catch (const data_error& error) {
      throw_data_error({.file = options.run, .id = query.id}, error.problem(), error.code());
    }
    bytes.clear();
    for (const auto& [document, level] : query.levels) {
      bytes.append(document).append("\t").append(std::to_string(level)).append("\n");
    }
    if (query.sets.size() != 1 || query.sets[0] != all_relevant(query)) detail::append_sets(bytes, query.sets);
    const auto add = [&](detail::ranking_slice& slice) {
      slice.totals.add(numbers);
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
  ranking_evaluation result{all.make(options), {}};
  for (const auto& [name, slice] : groups) result.groups.emplace(name, slice.make(options));
  return result;
}

}  // namespace io
}  // namespace v0_1
}  // namespace mhqa
