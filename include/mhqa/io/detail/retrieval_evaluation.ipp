// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of retrieval_evaluation.hpp.
#pragma once

#include <mhqa/io/retrieval_evaluation.hpp>

#include <algorithm>

namespace mhqa {
inline namespace v0_1 {
namespace io {

MHQA_INLINE std::string ranking_evaluation::hint() const {
  if (judged_documents != 0 || ranked_documents == 0) return {};
  return "0 of " + std::to_string(ranked_documents) +
         " ranked documents are judged: do the run and the judgements name documents in the same way?";
}

namespace detail {

MHQA_INLINE void append_sets(std::string& out, const std::vector<evidence_set<std::string_view>>& sets) {
  for (const evidence_set<std::string_view>& set : sets) {
    out += "set\n";
    for (const alternatives<std::string_view>& group : set) {
      for (const std::string_view document : group) {
        append_gold(out, document);
        out += '\t';
      }
      out += '\n';
    }
  }
}

MHQA_INLINE std::string ranks_text(const std::vector<std::size_t>& at) {
  std::string out;
  for (const std::size_t k : at) out.append(out.empty() ? "" : ",").append(std::to_string(k));
  return out;
}

MHQA_INLINE void expect_ranks(const std::vector<std::size_t>& at) {
  for (const std::size_t k : at) {
    if (k == 0) throw_data_error({.field = "--at"}, "expected ranks from 1");
    if (std::count(at.begin(), at.end(), k) > 1) {
      throw_data_error({.field = "--at"}, "expected each rank once, found " + std::to_string(k) + " twice");
    }
  }
}

MHQA_INLINE report ranking_slice::make(const ranking_options& options) const {
  report out;
  out.dataset = "retrieval";
  out.rules.name = "trec_eval";
  out.scores = totals.means();
  const bool complete = options.mean == mean_over::complete;
  out.counts = {{"queries", totals.queries()}, {"queries_without_ranking", unranked}};
  if (unjudged != 0) out.counts.push_back({"queries_without_judgements", unjudged});
  out.signature =
      "retrieval|program:usnistgov/trec_eval@f425365|order:score in single precision,then id "
      "descending|relevant:level>0|gain:level|group "
      "gain:2^level-1|discount:log2|sets:best|mean:" +
      std::string{mean_over_names[static_cast<std::size_t>(options.mean)]} +
      (complete ? "|unranked:0|k:" : "|unranked:left out|k:") + ranks_text(options.at) +
      "|n:" + std::to_string(totals.queries()) + "|data:" + data.text() + "|mhqa:" MHQA_VERSION_STRING;
  return out;
}

}  // namespace detail
}  // namespace io
}  // namespace v0_1
}  // namespace mhqa
