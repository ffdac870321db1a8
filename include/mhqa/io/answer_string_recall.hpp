// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Answer-string recall and precision of retrieval: a document counts if it contains an answer. Reads DPR's and
// FlashRAG's output, which has answers and texts, as judgements, and computes their published numbers.
//   evaluate_answer_strings(read_rankings("out.jsonl"), "out.jsonl", {"out.jsonl", {5}}, row).all.scores
#pragma once

#include <mhqa/config.hpp>
#include <mhqa/error.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/retrieval_evaluation.hpp>
#include <mhqa/io/retrieval_files.hpp>
#include <mhqa/metrics/bag_program.hpp>
#include <mhqa/metrics/ranking_report.hpp>
#include <mhqa/metrics/report.hpp>
#include <mhqa/text/keyed_hash.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1::io {

/// When a document contains an answer.
enum class answer_string : std::uint8_t {
  by_layout,  ///< dpr for records with "ctxs", flashrag for "retrieval_result"
  dpr,        ///< the answer's tokens, NFD and in lower case, are neighbours in the text: has_answer(…, "string")
  flashrag    ///< the normalised answer is part of the normalised "contents"
};

/// The names of the rules, as `mhqa eval retrieval --answer-rule` takes them.
inline constexpr std::array<std::string_view, 3> answer_string_names{"by-layout", "dpr", "flashrag"};

/// Returns true if a file of judgements is an output of DPR or FlashRAG, with answers and retrieved texts.
[[nodiscard]] bool has_answer_strings(const std::string& path);

namespace detail {

/// A record of an output: its answers, and the text of each document.
struct answered_record {
  std::string id{};
  std::vector<std::string> answers{};
  std::vector<std::pair<std::string, std::string>> documents{};  // id, text
  bool flashrag = false;
};

void read_answered_record(json_value record, answered_record& out);

/// The documents of a record that contain an answer.
[[nodiscard]] std::unordered_map<std::string, bool, string_hasher> answered_documents(const answered_record& r,
                                                                                      answer_string rule);

/// Recall and precision at each rank, of whether each document contains an answer.
[[nodiscard]] std::vector<ranking_number> answer_numbers(const std::vector<bool>& hits,
                                                         const std::vector<std::size_t>& at);

}  // namespace detail

/// Sums the measures of the part's queries against the answer strings of an output file; row(question_row) receives the
/// numbers of each.
///
/// Shape:     answer_recall@k is 1 if one of the first k documents contains an answer, answer_precision@k the share of
///            the first k (or of all, if there are fewer) that do. Documents come in the order of the run's file
/// Undefined: no document -> 0 (FlashRAG divides by zero)
/// Errors:    data_error for a query without ranking or judgements, and a k of 0
/// Source:    FlashRAG evaluator/metrics.py, retrieval_recall and retrieval_precision; DPR data/qa_validation.py
template <class Row>
[[nodiscard]] ranking_sums sum_answer_strings(rankings& run, const std::string& judgements,
                                              const ranking_options& options, Row&& row,
                                              answer_string rule = answer_string::by_layout,
                                              const part_number& part = {}) {
  detail::expect_ranks(options.at);
  json_records file{judgements};
  detail::answered_record record;
  ranking_sums result{.program = "answer_string",
                      .choices = std::string{answer_string_names[static_cast<std::size_t>(rule)]},
                      .ranks = detail::ranks_text(options.at)};
  std::unordered_map<std::string, bool, string_hasher> seen;
  question_row out;
  while (std::optional<json_value> value = file.next()) {
    detail::read_answered_record(*value, record);
    if (!seen.emplace(record.id, true).second) {
      throw_data_error({.file = judgements, .id = record.id}, "expected each query once, found it twice",
                       errc::duplicate);
    }
    if (!part.takes(record.id)) continue;
    const auto found = run.place.find(record.id);
    if (found == run.place.end()) {
      throw_data_error({.file = options.run, .id = record.id}, "expected a ranking of each query, found none",
                       errc::missing);
    }
    const answer_string own = record.flashrag ? answer_string::flashrag : answer_string::dpr;
    const answer_string applied = rule == answer_string::by_layout ? own : rule;
    (applied == answer_string::dpr ? result.uses_dpr : result.uses_flashrag) = true;
    const auto contains = detail::answered_documents(record, applied);
    std::vector<bool> hits;
    for (const auto& [id, score] : run.queries[found->second].documents) {
      const auto at = contains.find(id);
      ++result.ranked_documents;
      result.judged_documents += at == contains.end() ? 0 : 1;
      hits.push_back(at != contains.end() && at->second);
    }
    const std::vector<ranking_number> numbers = detail::answer_numbers(hits, options.at);
    result.all.totals.add(numbers);
    std::string bytes;
    for (const std::string& answer : record.answers) {
      append_gold(bytes, answer);
      bytes += '\n';
    }
    result.all.data.add(record.id, bytes);
    out.clear();
    out.id = record.id;
    for (const ranking_number& number : numbers) out.add(number.name, number.value);
    row(out);
  }
  return result;
}

/// Evaluates rankings against answer strings: the sums over all queries, finished.
///
/// Errors: as sum_answer_strings(); data_error for a file without queries
template <class Row>
[[nodiscard]] ranking_evaluation evaluate_answer_strings(rankings& run, const std::string& judgements,
                                                         const ranking_options& options, Row&& row,
                                                         answer_string rule = answer_string::by_layout) {
  return sum_answer_strings(run, judgements, options, row, rule).finish(judgements);
}

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/answer_string_recall.ipp>
#endif
