// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Evaluates rankings against judgements: the report over all queries and over each group, and a row for each query.
//   evaluate_rankings(run, queries, {"run.trec", {10}}, [](const question_row&) {}).all.scores
#pragma once

#include <mhqa/bytes.hpp>
#include <mhqa/config.hpp>
#include <mhqa/error.hpp>
#include <mhqa/io/evaluation_reports.hpp>
#include <mhqa/io/retrieval_files.hpp>
#include <mhqa/metrics/ranking_report.hpp>
#include <mhqa/metrics/report.hpp>
#include <mhqa/part_number.hpp>
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

namespace mhqa::inline v0_1::io {

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
  /// Returns what `mhqa eval retrieval` prints.
  [[nodiscard]] evaluation_reports reports(bool by_group) const;
};

namespace detail {

/// Appends the groups of each set to the bytes that identify the data.
void append_sets(std::string& out, const std::vector<evidence_set<std::string_view>>& sets);

[[nodiscard]] std::string ranks_text(const std::vector<std::size_t>& at);

/// The signature of trec_eval's measures as far as options decide it, up to the ranks.
[[nodiscard]] std::string ranking_choices(const ranking_options& options);

/// The rules that were applied, and the programs that they follow: "rule:dpr|program:…".
[[nodiscard]] std::string answer_rules_text(bool dpr, bool flashrag);

void expect_ranks(const std::vector<std::size_t>& at);

/// The sums over some of the queries.
struct ranking_slice {
  ranking_totals totals{};
  std::uint64_t unranked = 0;
  std::uint64_t unjudged = 0;
  data_fingerprint data{};

  ranking_slice& operator+=(const ranking_slice& other);
  void save(byte_writer& out) const;
  void load(byte_reader& in);
};

}  // namespace detail

/// The sums of an evaluation of rankings, or of a part of its queries.
///
/// Shape: a commutative monoid, and divisible_sums (sums_part.hpp)
struct ranking_sums {
  static constexpr std::string_view dataset = "retrieval";

  std::string program;    ///< "trec_eval", or "answer_string" for texts that are searched for answers
  std::string choices;    ///< as the signature begins
  std::string ranks;      ///< "2,5,10"
  bool by_group = false;  ///< true if somebody wants the groups' reports
  bool uses_dpr = false;  ///< which rules said whether a text contains an answer
  bool uses_flashrag = false;
  detail::ranking_slice all{};
  std::map<std::string, detail::ranking_slice> groups{};
  std::uint64_t ranked_queries = 0, ranked_documents = 0, judged_documents = 0;

  [[nodiscard]] std::string settings() const {
    return program + "|" + choices + "|k:" + ranks + (by_group ? "|by group" : "");
  }
  [[nodiscard]] std::uint64_t questions() const noexcept { return all.totals.queries(); }
  [[nodiscard]] const data_fingerprint& data() const noexcept { return all.data; }
  ranking_sums& operator+=(const ranking_sums& other);
  void save(byte_writer& out) const;
  void load(byte_reader& in);

  /// Returns the reports. `file` is that of the run or, for answers, of the judgements, for messages.
  ///
  /// Errors: data_error for no query with both a ranking and judgements
  [[nodiscard]] ranking_evaluation finish(const std::string& file = {}) const;

 private:
  [[nodiscard]] report report_of(const detail::ranking_slice& slice) const;
};

/// Sums the measures of the part's queries; row(question_row) receives each query's numbers in the judgements' order.
///
/// Undefined: a judged query without a ranking scores 0 or is left out, as options.mean says, and is counted
/// Errors:    data_error for a ranked query without judgements unless they are ignored (trec_eval's mean always ignores
///            them), a k of 0, and as sort_run
template <class Row>
[[nodiscard]] ranking_sums sum_rankings(rankings& run, const std::vector<judged_query>& queries,
                                        const ranking_options& options, Row&& row, const part_number& part = {}) {
  std::unordered_set<std::string_view, string_hasher> judged;
  for (const judged_query& query : queries) judged.insert(query.id);
  ranking_sums result{
      .program = "trec_eval", .choices = detail::ranking_choices(options), .ranks = detail::ranks_text(options.at)};
  const bool ignore = options.ignore_unjudged || options.mean == mean_over::trec_eval;
  for (const query_ranking& query : run.queries) {
    if (!part.takes(query.id)) continue;
    ++result.ranked_queries;
    if (judged.count(query.id) == 0 && ignore) {
      ++result.all.unjudged;
    } else if (judged.count(query.id) == 0) {
      throw_data_error({.file = options.run, .id = query.id}, "expected judgements of each ranked query, found none",
                       errc::mismatch);
    }
  }
  detail::expect_ranks(options.at);
  std::vector<ranked_document> documents;
  ranking_measures measures{options.at};
  std::string bytes;
  question_row out;
  for (const judged_query& query : queries) {
    if (!part.takes(query.id)) continue;
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
    add(result.all);
    if (!query.group.empty()) add(result.groups[query.group]);
    out.clear();
    out.id = query.id;
    for (const ranking_number& number : numbers) out.add(number.name, number.value);
    if (found == run.place.end()) out.missing.push_back("ranking");
    row(out);
  }
  return result;
}

/// Evaluates rankings: the sums over all queries, finished.
///
/// Errors: as sum_rankings() and ranking_sums::finish()
template <class Row>
[[nodiscard]] ranking_evaluation evaluate_rankings(rankings& run, const std::vector<judged_query>& queries,
                                                   const ranking_options& options, Row&& row) {
  return sum_rankings(run, queries, options, row).finish(options.run);
}

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/retrieval_evaluation.ipp>
#endif
