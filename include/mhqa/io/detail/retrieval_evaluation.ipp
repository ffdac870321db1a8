// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of retrieval_evaluation.hpp.
#pragma once

#include <mhqa/io/retrieval_evaluation.hpp>

#include <mhqa/metrics/published_dialects.hpp>
#include <mhqa/metrics/score_bytes.hpp>

#include <algorithm>

namespace mhqa::inline v0_1::io {

MHQA_INLINE std::string ranking_evaluation::hint() const {
  if (judged_documents != 0 || ranked_documents == 0) return {};
  return "0 of " + std::to_string(ranked_documents) +
         " ranked documents are judged: do the run and the judgements name documents in the same way?";
}

MHQA_INLINE evaluation_reports ranking_evaluation::reports(bool by_group) const {
  evaluation_reports out{.all = all};
  if (by_group) {
    out.by = "group";
    out.groups.assign(groups.begin(), groups.end());
  }
  return out;
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
    if (k == 0) throw_data_error({}, "`at`: expected ranks from 1");
    if (std::count(at.begin(), at.end(), k) > 1) {
      throw_data_error({}, "`at`: expected each rank once, found " + std::to_string(k) + " twice");
    }
  }
}

MHQA_INLINE std::string ranking_choices(const ranking_options& options) {
  const bool complete = options.mean == mean_over::complete;
  return "retrieval|program:usnistgov/trec_eval@f425365|order:score in single precision,then id "
         "descending|relevant:level>0|gain:level|group "
         "gain:2^level-1|discount:log2|sets:best|mean:" +
         std::string{mean_over_names[static_cast<std::size_t>(options.mean)]} +
         (complete ? "|unranked:0" : "|unranked:left out");
}

MHQA_INLINE std::string answer_rules_text(bool dpr, bool flashrag) {
  std::string rules, programs;
  const auto add = [&](std::string_view rule, std::string_view program) {
    (rules += rules.empty() ? "" : ",") += rule;
    (programs += programs.empty() ? "" : ",") += find_published(program)->program;
  };
  if (dpr) add("dpr", "dpr-has-answer");
  if (flashrag) add("flashrag", "flashrag");
  return "rule:" + rules + "|program:" + programs;
}

MHQA_INLINE ranking_slice& ranking_slice::operator+=(const ranking_slice& other) {
  totals += other.totals;
  unranked += other.unranked;
  unjudged += other.unjudged;
  data += other.data;
  return *this;
}

MHQA_INLINE void ranking_slice::save(byte_writer& out) const {
  totals.save(out);
  out.number(unranked);
  out.number(unjudged);
  mhqa::save(out, data);
}

MHQA_INLINE void ranking_slice::load(byte_reader& in) {
  totals.load(in);
  unranked = in.number();
  unjudged = in.number();
  mhqa::load(in, data);
}

}  // namespace detail

MHQA_INLINE ranking_sums& ranking_sums::operator+=(const ranking_sums& other) {
  uses_dpr = uses_dpr || other.uses_dpr;
  uses_flashrag = uses_flashrag || other.uses_flashrag;
  all += other.all;
  for (const auto& [name, slice] : other.groups) groups[name] += slice;
  ranked_queries += other.ranked_queries;
  ranked_documents += other.ranked_documents;
  judged_documents += other.judged_documents;
  return *this;
}

MHQA_INLINE void ranking_sums::save(byte_writer& out) const {
  for (const std::string& text : {program, choices, ranks}) out.text(text);
  for (const bool flag : {by_group, uses_dpr, uses_flashrag}) out.flag(flag);
  all.save(out);
  out.number(groups.size());
  for (const auto& [name, slice] : groups) {
    out.text(name);
    slice.save(out);
  }
  for (const std::uint64_t number : {ranked_queries, ranked_documents, judged_documents}) out.number(number);
}

MHQA_INLINE void ranking_sums::load(byte_reader& in) {
  for (std::string* const text : {&program, &choices, &ranks}) *text = in.text();
  for (bool* const flag : {&by_group, &uses_dpr, &uses_flashrag}) *flag = in.flag();
  all.load(in);
  for (std::size_t left = in.count(8); left != 0; --left) {
    const std::string name{in.text()};
    groups[name].load(in);
  }
  for (std::uint64_t* const number : {&ranked_queries, &ranked_documents, &judged_documents}) *number = in.number();
}

MHQA_INLINE ranking_evaluation ranking_sums::finish(const std::string& file) const {
  if (program == "answer_string") {
    if (questions() == 0) throw_data_error({.file = file}, "expected judgements, found none", errc::missing);
  } else if (questions() == 0 || (all.unjudged != 0 && all.unjudged == ranked_queries)) {
    throw_data_error({.file = file}, "no ranked query has judgements", errc::mismatch);
  }
  ranking_evaluation out{
      .all = report_of(all), .ranked_documents = ranked_documents, .judged_documents = judged_documents};
  for (const auto& [name, slice] : groups) out.groups.emplace(name, report_of(slice));
  return out;
}

MHQA_INLINE report ranking_sums::report_of(const detail::ranking_slice& slice) const {
  report out;
  out.dataset = dataset;
  const bool answers = program == "answer_string";
  out.rules.name = answers ? dialect_name{"answer_string"} : dialect_name{"trec_eval"};
  out.scores = slice.totals.means();
  const std::uint64_t queries = slice.totals.queries();
  if (answers) {
    out.counts = {
        {"queries", queries}, {"documents", ranked_documents}, {"without_text", ranked_documents - judged_documents}};
  } else {
    out.counts = {{"queries", queries}, {"queries_without_ranking", slice.unranked}};
    if (slice.unjudged != 0) out.counts.push_back({"queries_without_judgements", slice.unjudged});
  }
  out.signature =
      answers ? "retrieval|order:file|relevant:answer string|" + detail::answer_rules_text(uses_dpr, uses_flashrag)
              : choices;
  out.signature +=
      "|k:" + ranks + "|n:" + std::to_string(queries) + "|data:" + slice.data.text() + "|mhqa:" MHQA_VERSION_STRING;
  return out;
}

}  // namespace mhqa::inline v0_1::io
