// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of published_lines.hpp.
#pragma once

#include <mhqa/io/published_lines.hpp>

#include <mhqa/text/encoded_list.hpp>

namespace mhqa::inline v0_1::io {
namespace detail {

MHQA_INLINE std::string_view value_text(json_value value, const taken_values& takes) {
  if (takes.truths && value.is_boolean()) return value.boolean() ? "true" : "false";
  return value.string();
}

}  // namespace detail

MHQA_INLINE void read_golds(json_value value, gold_texts& out, const taken_values& takes, bool in_target) {
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

MHQA_INLINE void line_id::take(std::string_view name, json_value value) {
  if (name != "id" && name != "_id") return;
  is_number = value.is_number();
  if (!is_number && !value.is_string()) return;
  key = name;
  if (is_number) static_cast<void>(value.number());  // refuses text that only begins like a number
  text = is_number ? value.raw() : value.string();
}

MHQA_INLINE void line_id::write(json_writer& json) const {
  if (key.empty()) return;
  json.key(key);
  if (is_number) {
    json.raw(text);
  } else {
    json.value(text);
  }
}

MHQA_INLINE published_input answer_line::view() const noexcept {
  return {.prediction = prediction,
          .prediction_is_list = prediction_is_list,
          .golds = golds.texts,
          .answer_type = answer_type,
          .absent = absent};
}

MHQA_INLINE void read(json_value line, const taken_values& takes, answer_line& out) {
  read(line, takes, out, [](std::string_view, json_value) {});
}

MHQA_INLINE void write_numbers(json_writer& json, std::span<const published_number> numbers) {
  for (const published_number& number : numbers) json.member(number.name, number.value);
}

MHQA_INLINE void write_members(json_writer& json, const answer_line& in, const published_result& result) {
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

MHQA_INLINE void append_line(std::string& out, const answer_line& in, const published_result& result) {
  json_writer json{out};
  json.begin_object();
  write_members(json, in, result);
  json.end_object();
  out += '\n';
}

}  // namespace mhqa::inline v0_1::io
