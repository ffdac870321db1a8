// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Lines of answers for the programs of metrics/published_dialects.hpp: reads {"prediction": string or list, "gold":
// string, list or {"target": …}}, writes the program's numbers and the normalised texts.
#pragma once

#include <mhqa/io/json.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/metrics/published_dialects.hpp>
#include <mhqa/text/python_json.hpp>

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

/// Returns true for the JSON text of an object with a "target" or of a list whose first and last element are strings.
[[nodiscard]] inline bool encoded_golds(std::string_view text) {
  constexpr std::string_view blanks = " \t\n\r";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return false;
  text = text.substr(first, text.find_last_not_of(blanks) + 1 - first);
  if (text.front() == '{') return text.find("\"target\"") != std::string_view::npos;
  if (text.front() != '[' || text.back() != ']') return false;
  const std::size_t inner = text.find_first_not_of(blanks, 1), last = text.find_last_not_of(blanks, text.size() - 2);
  return text[inner] == '"' && text[last] == '"' && check_python_json(text) == json_verdict::valid;
}

}  // namespace detail

/// Reads a string, a list of strings, or an object with either as "target".
///
/// Errors: data_error for any other value, and for a string that contains JSON (encoded twice): an object with a
///         "target", or a list of strings, as PopQA's possible_answers
inline void read_golds(json_value value, gold_texts& out) {
  out.texts.clear();
  out.is_list = value.is_array();
  if (out.is_list) {
    value.array([&](json_value one) { out.texts.push_back(one.string()); });
  } else if (value.is_object()) {
    bool found = false;
    value.object([&](std::string_view key, json_value inner) {
      if (key != "target") return;
      found = true;
      out.texts.clear();
      out.is_list = inner.is_array();
      if (!out.is_list) {
        out.texts.push_back(inner.string());
        return;
      }
      inner.array([&](json_value one) { out.texts.push_back(one.string()); });
    });
    value.context().require(found, "target");
  } else {
    const std::string_view text = value.string();
    if (detail::encoded_golds(text)) {
      value.context().fail("expected gold answers, found a string that holds JSON: parse it before it is written");
    }
    out.texts.push_back(text);
  }
}

/// One line of `mhqa score`.
struct answer_line {
  std::vector<std::string_view> prediction;
  bool prediction_is_list = false;
  gold_texts golds;
  std::string_view answer_type{};

  [[nodiscard]] published_input view() const noexcept {
    return {.prediction = prediction,
            .prediction_is_list = prediction_is_list,
            .golds = golds.texts,
            .answer_type = answer_type};
  }
};

/// Reads the fields prediction, gold and, for MoreHopQA, answer_type; other(key, value) receives all other fields.
template <class Other>
void read(json_value line, answer_line& out, Other&& other) {
  bool has_prediction = false, has_gold = false;
  out.answer_type = {};
  line.object([&](std::string_view key, json_value value) {
    if (key == "prediction") {
      out.prediction.clear();
      out.prediction_is_list = value.is_array();
      if (out.prediction_is_list) {
        value.array([&](json_value span) { out.prediction.push_back(span.string()); });
      } else {
        out.prediction.push_back(value.string());
      }
      has_prediction = true;
    } else if (key == "gold") {
      read_golds(value, out.golds);
      has_gold = true;
    } else if (key == "answer_type" && value.is_string()) {
      out.answer_type = value.string();
    } else {
      other(key, value);
    }
  });
  line.context().require(has_prediction, "prediction");
  line.context().require(has_gold, "gold");
}

/// \overload Ignores other fields.
inline void read(json_value line, answer_line& out) {
  read(line, out, [](std::string_view, json_value) {});
}

/// Writes a program's numbers as members of an open object; null if it has none.
inline void write_numbers(json_writer& json, std::span<const published_number> numbers) {
  for (const published_number& number : numbers) json.member(number.name, number.value);
}

/// Writes members of an open object: the numbers, normalized_prediction and normalized_gold, both in the shape of the
/// input.
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
  texts("normalized_prediction", result.prediction(), in.prediction_is_list || result.prediction().size() > 1);
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
