// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// DiRe's files: instances of original, probed and transformed data sets, predictions as JSON Lines, and the output of
// the published evaluation scripts. mhqa/io/datasets/dire_questions.hpp joins instances and predictions.
#pragma once

#include <mhqa/datasets/dire.hpp>
#include <mhqa/io/data_source.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/text/string_index.hpp>
#include <mhqa/types.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::io::dire {

using mhqa::dire::blocks;
using mhqa::dire::kind;

/// The labels of an instance. Absent fields stay empty.
struct instance_labels {
  std::string_view id;
  std::string_view answer;
  std::optional<std::vector<supporting_fact>> supporting_facts{};
  std::optional<int> sufficiency{};
  std::optional<std::uint32_t> sub_idx{};
  std::optional<std::uint32_t> group{};
  std::optional<std::size_t> removed{};  ///< number of the original's facts that it lacks
  std::string_view dataset{};            ///< "hotpotqa", "2wikimultihopqa" or "musique"
  std::vector<std::string_view> answer_aliases{};
  bool has_answer_id = false;                            ///< true also for null
  std::optional<std::string_view> answer_id{};           ///< 2WikiMultihopQA's, by which its alias file names answers
  std::optional<std::vector<std::int64_t>> positions{};  ///< of its paragraphs in the original record
  std::optional<std::vector<std::int64_t>> supporting_positions{};  ///< of its supports
  std::vector<std::string_view> titles{};  ///< of the context's paragraphs; read if `positions` precede the context
};

/// One line of a predictions file.
struct prediction_line {
  std::string_view id;
  std::optional<std::uint32_t> sub_idx{};
  std::optional<std::uint32_t> group{};
  mhqa::dire::prediction said{};
  std::optional<std::vector<std::int64_t>> positions{};  ///< supporting_paragraphs as positions in the original record
  std::optional<std::uint64_t> record{};                 ///< its number in the file
};

namespace detail {

/// Reads 1, 0 or -1, also written as true, false or 1.0, which Python's == treats as equal.
[[nodiscard]] int read_sufficiency(json_value value);

}  // namespace detail

/// Reads one instance.
///
/// Errors: data_error with record, id and field; _id and answer are required, and the answer must not be null
instance_labels read_instance(json_value value);

/// Reads one line of predictions. sub_idx may be spelled __sub_idx; null counts as absent.
///
/// Shape:  supporting_paragraphs has titles, or positions in the original record (integers)
/// Errors: data_error with record, id and field; question_id is required
prediction_line read_prediction(json_value value);

/// Rows of a file by id; rows of one id keep the file's order.
class rows_by_id {
 public:
  void add(std::string_view id);
  [[nodiscard]] std::size_t size() const noexcept { return rows_.size(); }
  [[nodiscard]] std::string_view id(std::size_t number) const noexcept { return ids_[number]; }
  [[nodiscard]] std::uint32_t number(std::string_view id) const noexcept { return ids_.find(id); }
  [[nodiscard]] std::span<const std::uint32_t> rows(std::size_t number) const noexcept { return rows_[number]; }
  [[nodiscard]] std::span<const std::uint32_t> rows(std::string_view id) const noexcept;

 private:
  string_index ids_;
  std::vector<std::vector<std::uint32_t>> rows_;
  std::uint32_t next_ = 0;
};

/// Predictions. Their strings are valid as long as this object and held data, which must `last`.
///
/// Errors: those of read_prediction
/// Cost:   about 200 bytes per line besides its text
class predictions {
 public:
  explicit predictions(const data_source& source);

  /// Returns the path, or the name of held data.
  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  /// Returns the blocks for which any line has fields.
  [[nodiscard]] blocks has() const noexcept { return has_; }
  [[nodiscard]] std::size_t size() const noexcept { return by_id_.size(); }
  [[nodiscard]] std::string_view id(std::size_t number) const noexcept { return by_id_.id(number); }
  [[nodiscard]] std::span<const std::uint32_t> rows(std::string_view id) const noexcept { return by_id_.rows(id); }
  [[nodiscard]] const prediction_line& operator[](std::uint32_t row) const noexcept { return lines_[row]; }

 private:
  std::string name_;
  json_records source_;
  std::vector<prediction_line> lines_;
  rows_by_id by_id_;
  blocks has_;
};

/// Appends the output of the published script: a title and {f1, em[, precision, recall]} for each block.
///
/// Shape:  percentages with one decimal, indented by four
/// Source: DiRe, evaluation_scripts/*.py
void append_official(std::string& out, const mhqa::dire::table<scores>& published);

}  // namespace mhqa::inline v0_1::io::dire

#if !defined(MHQA_COMPILED)
#include <mhqa/io/datasets/detail/dire.ipp>
#endif
