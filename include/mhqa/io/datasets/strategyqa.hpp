// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// StrategyQA's files: gold records (a JSON array, or JSON Lines), predictions {qid: {"answer", "decomposition",
// "paragraphs"}}, {qid: true or false} or {qid: [paragraph id, …]}, and the official output.
#pragma once

#include <mhqa/datasets/evaluate.hpp>
#include <mhqa/datasets/strategyqa.hpp>
#include <mhqa/io/data_source.hpp>
#include <mhqa/io/gold_records.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/text/string_index.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::io::strategyqa {

using mhqa::strategyqa::record;

/// Most annotators of a question. The data has three; agreement compares every two of them.
inline constexpr std::size_t most_annotators = 100;

/// The fields to read. An evaluation needs question, answer, decomposition and evidence.
enum class fields : std::uint8_t { all, gold };

/// The kinds of predictions in a file.
struct prediction_kinds {
  bool answer = false, decomposition = false, paragraphs = false;

  [[nodiscard]] constexpr std::size_t size() const noexcept {
    return std::size_t{answer} + std::size_t{decomposition} + std::size_t{paragraphs};
  }
  friend constexpr bool operator==(const prediction_kinds&, const prediction_kinds&) = default;
};

namespace detail {

void read_strings(json_value value, std::vector<std::string_view>& out);

mhqa::strategyqa::step_evidence read_step(json_value value);

/// Compares with True and False as Python does: equal numbers count.
mhqa::strategyqa::verdict read_verdict(json_value value);

}  // namespace detail

/// Reads one record. Absent fields stay empty, but qid is required and, for the kinds of predictions to score, answer;
/// question and decomposition; evidence of at least one annotator.
///
/// Errors: data_error with record, id and field
void read(json_value value, record& out, fields wanted = fields::all, prediction_kinds needed = {true, true, true});

/// Writes a record in the official layout.
void write(json_writer& out, const record& r);

/// A predictions file in eval.py's layout, whose first entry determines the kinds of predictions; an answer alone may
/// stand for its object. Or in recall@10.py's, a list of paragraph ids per question.
///
/// Errors: data_error for a repeated id, entries of different kinds, a wrong type (an answer may have any)
/// Differs: eval.py splits a decomposition that is one string into characters; here it is a wrong type
class predictions {
 public:
  explicit predictions(const data_source& source);

  [[nodiscard]] const prediction_kinds& kinds() const noexcept { return kinds_; }

  /// Returns the prediction for a question and marks it as used.
  ///
  /// Errors: data_error with the id for a question without a prediction
  [[nodiscard]] mhqa::strategyqa::prediction find(std::string_view id);

  /// Returns a line if answers are texts, such as "yes", which the program counts as wrong; "" otherwise.
  [[nodiscard]] std::string hint() const;

  /// Throws unless there are as many predictions as questions, as eval.py does; lists may be more.
  void require_count(std::uint64_t questions) const;

  [[nodiscard]] std::size_t size() const noexcept { return ids_.size(); }
  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  /// Returns the number of ids for which find() was not called.
  [[nodiscard]] std::size_t unused() const noexcept { return ids_.size() - used_; }

 private:
  struct range {
    std::size_t begin = 0, size = 0;
  };
  struct entry {
    range decomposition, paragraphs;
    mhqa::strategyqa::verdict answer = mhqa::strategyqa::verdict::neither;
    bool used = false;
  };

  [[nodiscard]] range read_list(json_value value);

  void read_entry(json_value value, entry& e);

  [[nodiscard]] static std::string names(const prediction_kinds& k);

  std::string path_;
  json_document document_;
  string_index ids_;
  std::vector<entry> entries_;
  std::vector<std::string_view> strings_;
  prediction_kinds kinds_;
  bool lists_ = false;
  std::size_t used_ = 0;
  std::size_t texts_ = 0;  // answers that are texts
};

/// Appends the lines that eval.py prints before it reads its files.
void append_official_arguments(std::string& out, std::string_view golds_file, std::string_view predictions_file,
                               std::size_t retrieval_limit = mhqa::strategyqa::evaluator::default_limit,
                               std::string_view metrics_output_file = "metrics.json");

/// Appends the numbers as eval.py prints them: JSON indented by four, 0.0 for a kind without predictions.
void append_official(std::string& out, const mhqa::strategyqa::published_totals& t,
                     std::size_t retrieval_limit = mhqa::strategyqa::evaluator::default_limit);

/// Opens a gold file for `evaluate`. `needed` are the kinds of the predictions.
[[nodiscard]] inline auto golds(const data_source& source, prediction_kinds needed, fields wanted = fields::gold) {
  const auto one = [wanted, needed](json_value value, record& out) { read(value, out, wanted, needed); };
  return gold_records<record, decltype(one)>{source, one};
}

/// Appends the complete output of the program, which names its files.
void append_official(std::string& out, const evaluation<mhqa::strategyqa::data_set>& e, std::string_view golds_file,
                     std::string_view predictions_file);

}  // namespace mhqa::inline v0_1::io::strategyqa

#if !defined(MHQA_COMPILED)
#include <mhqa/io/datasets/detail/strategyqa.ipp>
#endif
