// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// MuSiQue's files: gold rows and prediction rows as JSON Lines in the same order, answers alone as {id: answer}, or
// lines about the inputs of restricted models; and the official output.
#pragma once

#include <mhqa/datasets/evaluate.hpp>
#include <mhqa/datasets/musique.hpp>
#include <mhqa/io/data_source.hpp>
#include <mhqa/io/gold_records.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/json_table.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/io/task_predictions.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::io::musique {

using mhqa::musique::record;

/// The fields to read. An evaluation needs the idx and the label of each paragraph, and the question only for rows with
/// texts.
enum class fields : std::uint8_t { all, gold, gold_and_question };

namespace detail {

/// Replaces `out` with the paragraphs of a row.
void read_paragraphs(json_value value, std::vector<mhqa::musique::paragraph>& out, fields wanted);

/// Replaces `out` with the steps of a decomposition; calls other(key) for each further field.
template <class Other = ignore_other_fields>
void read_steps(json_value value, std::vector<mhqa::musique::step>& out, Other&& other = {}) {
  constexpr std::array<table_column, 4> columns{
      {{"id", {}, false}, {"question", {}, false}, {"answer", {}, false}, {"paragraph_support_idx", {}, false}}};
  out.clear();
  const auto read_cell = [&](std::size_t row, std::size_t column, json_value cell) {
    mhqa::musique::step& step = row_of(out, row);
    if (column == 3) {
      step.paragraph_support_idx.reset();
      if (!cell.is_null()) step.paragraph_support_idx = cell.integer();
    } else if (column == 0 && !cell.is_string()) {
      step.id = cell.integer();
    } else {
      (column == 0 ? step.name : column == 1 ? step.question : step.answer) = cell.string();
    }
  };
  const std::size_t rows = read_table(value, columns, {}, read_cell, other);
  out.resize(rows);  // a row may have no cell
}

}  // namespace detail

/// Reads one gold row. Absent fields stay empty, but id and answer are required and, with `needs_labels`, also
/// paragraphs, answer_aliases and answerable.
///
/// Errors: data_error with record, id and field
void read(json_value value, record& out, fields wanted = fields::all, bool needs_labels = true);

/// Writes a row in the official layout.
void write(json_writer& out, const record& r);

/// Which layouts of predictions a reader takes.
enum class prediction_layout : std::uint8_t { rows, rows_or_answers, any };

/// Prediction rows, read in parallel with the gold rows; or answers alone, {id: answer} in any order; or, in the order
/// of the rows, DiRe's lines about what `mhqa probe --artifacts` writes, with one for each row or for each paragraph.
class predictions {
 public:
  explicit predictions(const data_source& source, prediction_layout taken = prediction_layout::rows);

  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  /// Returns true for a file of {id: answer}.
  [[nodiscard]] bool answers_alone() const noexcept { return answers_.has_value(); }
  /// Returns true for DiRe's lines.
  [[nodiscard]] bool of_instances() const noexcept { return of_instances_; }
  /// Returns true for a JSON array of rows, which the program does not read.
  [[nodiscard]] bool is_array() const noexcept { return source_.is_array(); }

  /// Returns the next row, which must have this id; its strings are valid until the next call. Of DiRe's lines, those
  /// that follow each other with one id and `group` (1: the unanswerable twin) are about one row: one line, or one for
  /// each paragraph, of which the most confident counts, the first of equals; without sufficiency the row is
  /// answerable.
  ///
  /// Errors: data_error at the end of the file and for another id, as the program asserts; for an id without an answer,
  ///         and one of two rows, which answers by id do not tell apart; for lines of the other twin, for a sub_idx
  ///         that is not the line's number within its row, for a twin's line without sufficiency, and for one of
  ///         several with an answer and without a confidence
  [[nodiscard]] mhqa::musique::prediction next(std::string_view id);

  /// Tells the gold row that next() is called for next, by which DiRe's lines are checked.
  void expect(const mhqa::musique::record& gold) noexcept {
    answerable_ = gold.answerable;
    paragraphs_ = gold.paragraphs.size();
  }

  /// Throws if rows are left.
  void finish();

 private:
  /// Data whose beginning is an object without the members of a row.
  [[nodiscard]] static bool has_answers_by_id(std::string_view head);
  [[nodiscard]] static bool has_answers_by_id(const held_records& held);

  [[nodiscard]] mhqa::musique::prediction answer_of(std::string_view id);

  /// A line of DiRe's layout.
  struct instance_line {
    std::string id, answer;
    std::optional<double> confidence{};
    std::optional<std::uint32_t> sub_idx{};
    std::uint32_t group = 0;
    std::vector<std::int64_t> support{};
    bool sufficient = true, has_label = false;
    bool answer_only = false;
  };
  [[nodiscard]] static bool has_instances(std::string_view head);
  void read_ahead();
  [[nodiscard]] mhqa::musique::prediction most_confident(std::string_view id);

  std::string path_;
  json_records source_;
  std::optional<task_predictions> answers_{};
  std::vector<std::int64_t> support_;
  std::string last_;  ///< the id of the row before
  bool of_instances_ = false;
  std::optional<bool> answerable_{};  ///< of the row that expect() told
  std::size_t paragraphs_ = 0;
  instance_line best_{};
  std::optional<instance_line> ahead_{};  ///< the line that was read last, if it is of another row
};

/// Appends the output of evaluate_v1.0.py: rounded to three places, indented by four.
void append_official(std::string& out, const mhqa::musique::published_totals& t);

/// Opens a gold file for `evaluate`. Answers alone can be scored without `needs_labels`.
[[nodiscard]] inline auto golds(const data_source& source, fields wanted = fields::gold, bool needs_labels = true) {
  const auto one = [=](json_value value, record& out) { read(value, out, wanted, needs_labels); };
  return gold_records<record, decltype(one)>{source, one};
}

/// Appends the complete output of the program.
void append_official(std::string& out, const evaluation<mhqa::musique::data_set>& e);

}  // namespace mhqa::inline v0_1::io::musique

#if !defined(MHQA_COMPILED)
#include <mhqa/io/datasets/detail/musique.ipp>
#endif
