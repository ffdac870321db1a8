// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of question_rows.hpp.
#pragma once

#include <mhqa/io/question_rows.hpp>

#include <string_view>

namespace mhqa::inline v0_1::io {

MHQA_INLINE void append_row(std::string& out, const question_row& row, bool texts, bool groups) {
  json_writer json{out};
  json.begin_object().member("id", row.id);
  if (texts) {
    json.member("question", row.question).key("golds").begin_array();
    for (const std::string_view gold : row.golds) json.value(gold);
    json.end_array().member("prediction", row.prediction);
    if (row.answer_type) json.member("answer_type", *row.answer_type);
    if (row.spans) {
      json.key("spans").begin_array();
      for (const std::string_view span : *row.spans) json.value(span);
      json.end_array();
    }
  }
  if (groups && !row.groups.empty()) {
    json.key("groups").begin_object();
    for (const auto& [field, value] : row.groups) json.member(field, std::string_view{value});
    json.end_object();
  }
  if (groups && !row.steps.empty()) {
    json.key("steps").begin_array();
    for (const auto& step : row.steps) json.begin_array().value(step[0]).value(step[1]).end_array();
    json.end_array();
  }
  if (groups && row.sufficiency) {
    json.key("sufficiency").begin_object().member("probability", row.sufficiency->probability);
    json.member("label", row.sufficiency->label).end_object();
  }
  for (const question_row::number& n : row.numbers) json.member(n.name, n.value);
  for (const question_row::flag& f : row.flags) json.member(f.name, f.value);
  if (!row.missing.empty()) {
    json.key("missing").begin_array();
    for (const std::string_view kind : row.missing) json.value(kind);
    json.end_array();
  }
  json.end_object();
  out += '\n';
}

}  // namespace mhqa::inline v0_1::io
