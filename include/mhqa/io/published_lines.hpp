// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Lines of answers for every evaluator: reads {"prediction": string, null, list or truth value, "gold": string, list or
// {"target": …}}, writes the evaluator's numbers and the normalised texts. docs/dialects.md has the table of values.
#pragma once

#include <mhqa/io/json.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/metrics/answer_evaluator.hpp>
#include <mhqa/metrics/published.hpp>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::io {

/// Golds in the forms of trainers and data sets.
struct gold_texts {
  std::vector<std::string_view> texts;
  bool is_list = false;
};

namespace detail {

/// A string or, where the evaluator takes them, true or false.
[[nodiscard]] std::string_view value_text(json_value value, const taken_values& takes);

}  // namespace detail

/// Reads a string, a list of strings, or an object with either as "target".
///
/// Errors: data_error for any other value, for a list without golds if the evaluator takes none, and for a string that
///         is a list or object in JSON or Python (text/encoded_list.hpp)
void read_golds(json_value value, gold_texts& out, const taken_values& takes = {}, bool in_target = false);

/// The id of a line, a string or a number, which its answer repeats.
struct line_id {
  std::string_view key{}, text{};
  bool is_number = false;

  /// Takes the field if it is an id.
  void take(std::string_view name, json_value value);
  void write(json_writer& json) const;
};

/// One answer of a file: every way to score answers reads it with read(), so that a value means the same in each.
struct answer_line {
  std::vector<std::string_view> prediction;
  bool prediction_is_list = false;
  bool absent = false;  ///< the prediction is null
  gold_texts golds;
  std::string_view answer_type{};
  line_id id{};

  [[nodiscard]] published_input view() const noexcept;
};

/// Reads the fields prediction, gold (or golds), id and, for MoreHopQA, answer_type; other(key, value) receives all
/// other fields.
///
/// Shape:  a prediction is a string, null (absent), a list of strings (spans) or, for an evaluator of truth values,
///         true or false; read_golds() reads golds
/// Errors: data_error for a line without a prediction or a gold, and for another value: a number, or a list or a truth
///         value that the evaluator does not take
template <class Other>
void read(json_value line, const taken_values& takes, answer_line& out, Other&& other) {
  bool has_prediction = false, has_gold = false;
  out.answer_type = {};
  out.id = {};
  line.object([&](std::string_view key, json_value value) {
    if (key == "prediction") {
      has_prediction = true;
      out.prediction.clear();
      out.absent = value.is_null();
      out.prediction_is_list = takes.lists && value.is_array();
      if (out.absent) return;
      if (out.prediction_is_list) {
        value.array([&](json_value span) { out.prediction.push_back(span.string()); });
      } else {
        out.prediction.push_back(detail::value_text(value, takes));
      }
    } else if (key == "gold" || key == "golds") {
      read_golds(value, out.golds, takes);
      has_gold = true;
    } else if (key == "answer_type" && value.is_string()) {
      out.answer_type = value.string();
    } else {
      out.id.take(key, value);
      other(key, value);
    }
  });
  line.context().require(has_prediction, "prediction");
  line.context().require(has_gold, "gold");
}

/// \overload Ignores other fields.
void read(json_value line, const taken_values& takes, answer_line& out);

/// Writes a program's numbers as members of an open object; null if it has none.
void write_numbers(json_writer& json, std::span<const published_number> numbers);

/// Writes members of an open object: the numbers, normalized_prediction (null: absent) and normalized_gold, both in the
/// shape of the input.
void write_members(json_writer& json, const answer_line& in, const published_result& result);

/// Appends a line with these members.
void append_line(std::string& out, const answer_line& in, const published_result& result);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/published_lines.ipp>
#endif
