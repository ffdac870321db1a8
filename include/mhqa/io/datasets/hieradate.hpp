// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// HieraDate's files: gold records and predictions in one layout (a JSON array, or JSON Lines), and the official output.
#pragma once

#include <mhqa/datasets/evaluate.hpp>
#include <mhqa/datasets/hieradate.hpp>
#include <mhqa/io/data_source.hpp>
#include <mhqa/io/gold_records.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/text/string_index.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::io::hieradate {

using mhqa::hieradate::date_parts;
using mhqa::hieradate::record;
using mhqa::hieradate::scalar;

/// The fields to read. An evaluation needs only the answers.
enum class fields : std::uint8_t { all, gold, gold_and_question };

namespace detail {

[[nodiscard]] date_parts read_date(json_value value);

void write_date(json_writer& out, const date_parts& date);

/// Returns the member of `questions` named PREFIX1, PREFIX2, … plus `suffix`.
template <class Question, std::size_t N>
[[nodiscard]] Question* numbered(std::array<Question, N>& questions, std::string_view key, std::string_view prefix,
                                 std::string_view suffix = {}) {
  if (key.size() != prefix.size() + 1 + suffix.size() || !key.starts_with(prefix) || !key.ends_with(suffix)) {
    return nullptr;
  }
  const char digit = key[prefix.size()];
  if (digit < '1' || digit >= '1' + static_cast<int>(N)) return nullptr;
  return &questions[static_cast<std::size_t>(digit - '1')];
}

}  // namespace detail

/// Reads one record, gold or predicted. Absent fields stay empty, but _id is required and, with `needs_answers`, also
/// answer, ans_robust and the answers of the probing questions (two and two for a comparison question; four and three
/// with ques_extract_3).
///
/// Errors: data_error with record, id and field
void read(json_value value, record& out, fields wanted = fields::all, bool needs_answers = true);

/// Writes a record in the official layout.
void write(json_writer& out, const record& r);

/// A predictions file: records with the model's answers. Its strings are valid as long as this object.
///
/// Errors: data_error for a repeated id (in the program the last one wins); those of read()
class predictions {
 public:
  explicit predictions(const data_source& source);

  /// Returns the prediction for a question and marks it as used, or null for a question without a prediction.
  [[nodiscard]] const mhqa::hieradate::prediction* find(std::string_view id);

  [[nodiscard]] std::size_t size() const noexcept { return records_.size(); }
  /// Returns the number of ids for which find() was not called.
  [[nodiscard]] std::size_t unused() const noexcept { return records_.size() - used_count_; }

 private:
  json_records source_;
  std::deque<record> records_;
  string_index ids_;
  std::vector<bool> used_;
  std::size_t used_count_ = 0;
};

/// Appends the line of hieradate_evaluate.py for a question without a prediction.
void append_official_missing(std::string& out, std::string_view id,
                             const std::optional<mhqa::hieradate::question_scores>& s);

/// Appends the numbers as the program prints them: percentages with two decimals, indented by four.
///
/// Errors: data_error for a level without questions, where the program divides by zero
void append_official(std::string& out, const mhqa::hieradate::published_totals& t);

/// Opens a gold file for `evaluate`.
[[nodiscard]] inline auto golds(const data_source& source, fields wanted = fields::gold) {
  const auto one = [wanted](json_value value, record& out) { read(value, out, wanted); };
  return gold_records<record, decltype(one)>{source, one};
}

/// Appends the complete output of the program. The data, if they are given, are read again.
///
/// Errors: data_error for a level without questions, where the program divides by zero, and for an age without month or
///         day, where it stops with a KeyError
void append_official(std::string& out, const evaluation<mhqa::hieradate::data_set>& e, const data_source& gold = {},
                     const data_source& prediction = {});

}  // namespace mhqa::inline v0_1::io::hieradate

#if !defined(MHQA_COMPILED)
#include <mhqa/io/datasets/detail/hieradate.ipp>
#endif
