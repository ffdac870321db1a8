// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Scores answers to FanOutQA's questions from files: the gold records {"id", "question", "answer", …}, and predictions
// [{"id", "answer"}], as an array or lines.
//   fanout_report r = io::score_fanout_files("answers.json", "fanout-final-dev.json", false, {});
#pragma once

#include <mhqa/config.hpp>
#include <mhqa/error.hpp>
#include <mhqa/io/json.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/metrics/fanout_accuracy.hpp>
#include <mhqa/metrics/report.hpp>
#include <mhqa/metrics/sum.hpp>

#include <fmt/core.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0_1 {
namespace io {

/// Reads an answer: a text, a number, a truth value, null ("None"), or a list or object of these.
///
/// Errors: data_error as json_value
[[nodiscard]] inline fanout_answer read_fanout_answer(json_value value) {
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

/// Appends what identifies a gold answer.
inline void append_fanout_gold(std::string& out, const fanout_answer& answer) {
  out += "tlo"[static_cast<std::size_t>(answer.is)];
  append_gold(out, answer.text);
  for (const fanout_answer& part : answer.parts) append_fanout_gold(out += '\t', part);
  out += '\n';
}

/// The scores of a file.
struct fanout_report {
  double loose = 0, strict = 0;
  std::uint64_t questions = 0;
  std::uint64_t missing = 0;  ///< questions without a prediction, which score 0
  std::uint64_t ignored = 0;  ///< predictions of other ids
  bool normalized = false;
  data_fingerprint data{};  ///< of the golds

  [[nodiscard]] std::string signature() const {
    return std::string{"fanoutqa|"} +
           (normalized ? "normalize:by the caller" : "normalize:lower,punctuation|ftfy:not done|lemmas:none") +
           "|missing:0|program:zhudotexe/fanoutqa 1.1.1 eval/string.py|n:" + std::to_string(questions) +
           "|data:" + data.text() + "|mhqa:" MHQA_VERSION_STRING;
  }
};

/// Scores a file of predictions; `row` takes a line {"id", "found", "score", "missing"} for each question.
///
/// Shape:  with `normalized`, texts of both files are compared as they are
/// Errors: data_error for a record without id or answer, an id that is there twice, an empty gold answer, and no gold
template <class Row>
[[nodiscard]] fanout_report score_fanout_files(const std::string& predictions, const std::string& gold, bool normalized,
                                               Row&& row) {
  const auto normalize = [&](std::string_view text) { return normalized ? std::string{text} : fanout_normalize(text); };
  struct prediction {
    std::string text;
    bool used = false;
  };
  std::unordered_map<std::string, prediction> said;
  const auto read = [](json_records& records, bool texts, auto&& use) {
    while (auto record = records.next()) {
      std::string id;
      fanout_answer answer;
      bool has_answer = false;
      record->object([&](std::string_view key, json_value value) {
        if (key == "id") id = value.context().id = value.string();
        if (key != "answer") return;
        answer = texts ? fanout_answer{.text = std::string{value.string()}} : read_fanout_answer(value);
        has_answer = true;
      });
      record->context().require(!id.empty(), "id");
      record->context().require(has_answer, "answer");
      use(record->context(), std::move(id), std::move(answer));
      record->context().id = {};
    }
  };
  json_records answers{predictions};
  read(answers, true, [&](json_context& context, std::string id, const fanout_answer& answer) {
    if (!said.try_emplace(std::move(id), prediction{normalize(answer.text)}).second) {
      context.fail("expected each id once, found it twice");
    }
  });
  fanout_report out{.normalized = normalized};
  exact_sum loose;
  std::uint64_t strict = 0;
  json_records questions{gold};
  std::string line;
  read(questions, false, [&](json_context& context, const std::string& id, const fanout_answer& answer) {
    if (answer.is != fanout_answer::form::text && answer.parts.empty()) context.fail("expected an answer, found none");
    ++out.questions;
    line.clear();
    append_fanout_gold(line, answer);
    out.data.add(id, line);
    const auto found = said.find(id);
    fanout_score score;
    if (found == said.end()) {
      ++out.missing;
    } else {
      if (std::exchange(found->second.used, true)) context.fail("expected each id once, found it twice");
      score = score_fanout_normalized(answer, found->second.text, normalize);
    }
    loose += score.score;
    strict += score.found ? 1 : 0;
    line.clear();
    json_writer json{line};
    json.begin_object().member("id", std::string_view{id}).member("found", score.found).member("score", score.score);
    json.key("missing").begin_array();
    for (const std::string& text : score.missing) json.value(std::string_view{text});
    json.end_array().end_object();
    line += '\n';
    row(std::string_view{line});
  });
  if (out.questions == 0) throw_data_error({.file = gold}, "expected questions, found none");
  for (const auto& [id, one] : said) out.ignored += one.used ? 0 : 1;
  out.loose = loose.value() / static_cast<double>(out.questions);
  out.strict = static_cast<double>(strict) / static_cast<double>(out.questions);
  return out;
}

/// Appends what `mhqa eval fanoutqa` prints, or one JSON object.
inline void append_fanout(std::string& out, const fanout_report& r, bool as_json) {
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

}  // namespace io
}  // namespace v0_1
}  // namespace mhqa
