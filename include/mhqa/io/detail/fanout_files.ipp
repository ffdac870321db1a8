// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of fanout_files.hpp.
#pragma once

#include <mhqa/io/fanout_files.hpp>

#include <fmt/core.h>

#include <vector>

namespace mhqa::inline v0_1::io {

MHQA_INLINE fanout_answer read_fanout_answer(json_value value) {
  fanout_answer out;
  if (value.is_object()) {
    out.is = fanout_answer::form::object;
    std::vector<fanout_answer> values;
    value.object([&](std::string_view name, json_value member) {
      out.parts.push_back({.text = std::string{name}});
      values.push_back(read_fanout_answer(member));
    });
    out.parts.insert(out.parts.end(), values.begin(), values.end());
  } else if (value.is_array()) {
    out.is = fanout_answer::form::list;
    value.array([&](json_value one) { out.parts.push_back(read_fanout_answer(one)); });
  } else if (value.is_boolean()) {
    out.text = value.boolean() ? "yes" : "no";
  } else if (value.is_null()) {
    out.text = "None";
  } else if (value.is_string()) {
    out.text = value.string();
  } else if (const std::string_view digits = value.raw(); digits.find_first_of(".eE") == std::string_view::npos) {
    out.text = digits;
  } else {
    json_writer{out.text}.value(value.number());  // shortest, with .0 where it is whole, as Python writes it
  }
  return out;
}

MHQA_INLINE void append_fanout_gold(std::string& out, const fanout_answer& answer) {
  out += "tlo"[static_cast<std::size_t>(answer.is)];
  append_gold(out, answer.text);
  for (const fanout_answer& part : answer.parts) append_fanout_gold(out += '\t', part);
  out += '\n';
}

MHQA_INLINE void detail::append_fanout_line(std::string& out, std::string_view id, const fanout_score& score) {
  json_writer json{out};
  json.begin_object().member("id", id).member("found", score.found).member("score", score.score);
  json.key("missing").begin_array();
  for (const std::string& text : score.missing) json.value(std::string_view{text});
  json.end_array().end_object();
  out += '\n';
}

MHQA_INLINE std::string fanout_report::signature() const {
  return std::string{"fanoutqa|"} +
         (normalized ? "normalize:by the caller" : "normalize:lower,punctuation|ftfy:not done|lemmas:none") +
         "|missing:0|program:zhudotexe/fanoutqa 1.1.1 eval/string.py|n:" + std::to_string(questions) +
         "|data:" + data.text() + "|mhqa:" MHQA_VERSION_STRING;
}

MHQA_INLINE void append_fanout(std::string& out, const fanout_report& r, bool as_json) {
  if (as_json) {
    json_writer json{out, 2};
    json.begin_object().member("dataset", "fanoutqa").key("scores").begin_object();
    json.member("loose", r.loose).member("strict", r.strict).end_object();
    json.member("questions", r.questions).member("missing", r.missing).member("ignored_predictions", r.ignored);
    json.member("signature", std::string_view{r.signature()}).end_object();
    out += '\n';
    return;
  }
  out += fmt::format("loose {:.6f}\nstrict {:.6f}\nn {}\n", r.loose, r.strict, r.questions);
  if (r.missing != 0) out += fmt::format("missing {}\n", r.missing);
  if (r.ignored != 0) out += fmt::format("ignored {}\n", r.ignored);
  out += "signature " + r.signature() + "\n";
}

}  // namespace mhqa::inline v0_1::io
