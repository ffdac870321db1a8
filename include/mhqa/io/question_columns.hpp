// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The scores of each question by a data set's evaluator, as columns that can be compared between models.
//   auto a = io::read_columns({.dataset = "hotpotqa", .gold = gold}, "a.json");
#pragma once

#include <mhqa/datasets/dire.hpp>
#include <mhqa/io/data_source.hpp>
#include <mhqa/io/datasets/2wikimultihopqa.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::io {

/// Questions and predictions without a counterpart.
struct unmatched_counts {
  std::map<std::string, std::size_t> missing;  ///< kind of prediction, such as "answer" -> questions that lack it
  std::uint64_t ignored = 0;                   ///< predictions whose ids are not in the gold data
};

/// The scores of one model's predictions.
struct question_columns {
  std::vector<std::string> ids;                        ///< in the gold file's order
  std::map<std::string, std::vector<double>> columns;  ///< metric -> one fraction a question
  std::map<std::string, std::vector<bool>> undefined;  ///< metric -> questions without it
  std::vector<std::string> groups;                     ///< each question's value of the field, if one is asked for
  std::string signature;
  std::string evaluator{};  ///< of a result; otherwise empty
  unmatched_counts unmatched{};
};

/// The data and choices from which columns are made. Held data must `last`.
struct column_source {
  std::string dataset;
  data_source gold;
  std::string by{};                    ///< a group field of the data set; empty: none
  std::string kind{};                  ///< of DiRe's instances: "original", "probe", …
  data_source aliases{};               ///< 2WikiMultihopQA's id_aliases.json, also for its instances; empty: without
  std::vector<std::size_t> pass_at{};  ///< ids repeat: avg, and pass@k and maj@k of each; empty: each id once
};

/// A metric on the questions for which every model has it.
struct common_columns {
  std::vector<std::string> ids;
  std::vector<std::vector<double>> models;
};

namespace detail {

/// Adds a question's numbers to the columns.
class column_builder {
 public:
  explicit column_builder(question_columns& out) : out_{out} {}

  void begin(std::string_view id) { out_.ids.emplace_back(id); }
  void add(const std::string& name, const std::optional<double>& value);
  void finish();

 private:
  question_columns& out_;
};

}  // namespace detail

/// Returns the data set whose fields gold data show.
///
/// Errors: data_error if it shows none, or can be read only once
[[nodiscard]] std::string guess_data_set(const data_source& gold);

/// Evaluates a model and keeps the scores of each question.
///
/// Errors: data_error as the evaluation; for an unknown data set, kind or field
[[nodiscard]] question_columns read_columns(const column_source& source, const data_source& predictions);

/// Reads the scores of each question from a result (see result_file.hpp).
///
/// Shape:  `by` is a field of the result's groups; empty: none
/// Errors: data_error as read_result(); for an id that occurs twice, and a question without the field
[[nodiscard]] question_columns read_result_columns(const std::string& path, const std::string& by);

/// Puts the questions of a model into the order of the baseline's, if both have the same.
void order_as(const question_columns& baseline, question_columns& model);

/// Throws data_error, with the model's name, unless all models were scored on the same questions.
void expect_same_questions(const std::vector<question_columns>& models, const std::vector<std::string>& names);

/// Returns a metric on the questions of a group ("": all).
///
/// Errors: data_error, with the known names, for a metric that no model has
[[nodiscard]] common_columns find_common(const std::vector<question_columns>& models, const std::string& metric,
                                         const std::string& group);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/question_columns.ipp>
#endif
