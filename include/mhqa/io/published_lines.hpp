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
#include <mhqa/text/encoded_list.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa {
inline namespace v0_1 {
namespace io {

/// Golds in the forms of trainers and data sets.
struct gold_texts {
  std::vector<std::string_view> texts;
  bool is_list = false;
};

namespace detail {

/// A string or, where the evaluator takes them, true or false.
[[nodiscard]] inline std::string_view value_text(json_value value, const taken_values& takes) {
  if (takes.truths && value.is_boolean()) return value.boolean() ? "true" : "false";
  return value.string();
}

}  // namespace detail

/// Reads a string, a list of strings, or an object with either as "target".
///
/// Errors: data_error for any other value, for a list without golds if the evaluator takes none, and for a string that
///         is a list or object in JSON or Python (text/encoded_list.hpp)
inline void read_golds(json_value value, gold_texts& out, const taken_values& takes = {}, bool in_target = false) {
  out.texts.clear();
  out.is_list = value.is_array();
  if (out.is_list) {
    value.array([&](json_value one) { out.texts.push_back(detail::value_text(one, takes)); });
    if (out.texts.empty() && !takes.empty_golds) value.context().fail("expected at least one gold answer");
  } else if (value.is_object() && !in_target) {
    bool found = false;
    value.object([&](std::string_view key, json_value inner) {
      if (key != "target") return;
      found = true;
      read_golds(inner, out, takes, true);
    });
    value.context().require(found, "target");
  } else {
    const std::string_view text = detail::value_text(value, takes);
    if (is_encoded_list(text)) {
      value.context().fail(
          "expected gold answers, found a string that holds a list or an object in JSON or Python: parse it before it "
          "is written, or put it into a list to score it as a text");
    }
    out.texts.push_back(text);
  }
}

/// The id of a line, a string or a number, which its answer repeats.
struct line_id {
  std::string_view key{}, text{};
  bool is_number = false;

  /// Takes the field if it is an id.
  void take(std::string_view name, json_value value) {
    if (name != "id" && name != "_id") return;
    is_number = value.is_number();
    if (!is_number && !value.is_string()) return;
    key = name;
    if (is_number) static_cast<void>(value.number());  // refuses text that only begins like a number
    text = is_number ? value.raw() : value.string();
  }
  void write(json_writer& json) const {
    if (key.empty()) return;
    json.key(key);
    if (is_number) {
      json.raw(text);
    } else {
      json.value(text);
    }
  }
};

/// One answer of a file: every way to score answers reads it with read(), so that a value means the same in each.
struct answer_line {
  std::vector<std::string_view> prediction;
  bool prediction_is_list = false;
  bool absent = false;  ///< the prediction is null
  gold_texts golds;
  std::string_view answer_type{};
  line_id id{};

  [[nodiscard]] published_input view() const noexcept {
    return {.prediction = prediction,
            .prediction_is_list = prediction_is_list,
            .golds = golds.texts,
            .answer_type = answer_type,
            .absent = absent};
  }
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
inline void read(json_value line, const taken_values& takes, answer_line& out) {
  read(line, takes, out, [](std::string_view, json_value) {});
}

/// Writes a program's numbers as members of an open object; null if it has none.
inline void write_numbers(json_writer& json, std::span<const published_number> numbers) {
  for (const published_number& number : numbers) json.member(number.name, number.value);
}

/// Writes members of an open object: the numbers, normalized_prediction (null: absent) and normalized_gold, both in the
/// shape of the input.
inline void write_members(json_writer& json, const answer_line& in, const published_result& result) {
  write_numbers(json, result.numbers());
  const auto texts = [&json](std::string_view name, std::span<const std::string> all, bool list) {
    json.key(name);
    if (!list && !all.empty()) {
      json.value(all.front());
      return;
    }
    json.begin_array();
    for (const std::string& text : all) json.value(text);
    json.end_array();
  };
  if (in.absent) {
    json.key("normalized_prediction").null();
  } else {
    texts("normalized_prediction", result.prediction(), in.prediction_is_list || result.prediction().size() > 1);
  }
  texts("normalized_gold", result.golds(), in.golds.is_list);
}

/// Appends a line with these members.
inline void append_line(std::string& out, const answer_line& in, const published_result& result) {
  json_writer json{out};
  json.begin_object();
  write_members(json, in, result);
  json.end_object();
  out += '\n';
}

}  // namespace io
}  // namespace v0_1
}  // namespace mhqa
