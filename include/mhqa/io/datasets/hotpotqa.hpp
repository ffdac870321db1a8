// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// HotpotQA's files: gold records (a JSON array, or JSON Lines), predictions {"answer": {id: string},
// "sp": {id: [[title, sentence]]}}, and the official output.
#pragma once

#include <mhqa/datasets/evaluate.hpp>
#include <mhqa/datasets/hotpotqa.hpp>
#include <mhqa/io/facts.hpp>
#include <mhqa/io/gold_records.hpp>
#include <mhqa/io/json.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/io/task_predictions.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace mhqa {
inline namespace v0_1 {
namespace io {

namespace hotpotqa {

using mhqa::hotpotqa::record;

/// The fields to read. An evaluation needs no context, and the question only for rows with texts.
enum class fields : std::uint8_t { all, gold, gold_and_question };

/// Reads one record. Absent fields stay empty; id and answer are required.
///
/// Errors: data_error with record, id and field
inline void read(json_value value, record& out, fields wanted = fields::all) {
  json_context& context = value.context();
  out.id = out.question = out.answer = out.type = out.level = {};
  out.supporting_facts.clear();
  out.context.clear();
  id_field id;
  bool has_answer = false;
  out.has_supporting_facts = false;
  value.object([&](std::string_view key, json_value field) {
    if (id.reads(key, field, out.id)) return;
    if (key == "answer") {
      out.answer = field.string();
      has_answer = true;
    } else if (key == "supporting_facts") {
      out.supporting_facts.clear();
      read_facts(field, out.supporting_facts);
      out.has_supporting_facts = true;
    } else if (key == "type") {
      out.type = field.string();
    } else if (key == "level") {
      out.level = field.string();
    } else if (wanted != fields::gold && key == "question") {
      out.question = field.string();
    } else if (wanted == fields::all && key == "context") {
      read_paragraphs(field, out.context);
    }
  });
  id.require(context);
  context.require(has_answer, "answer");
}

/// Writes a record in the official layout.
inline void write(json_writer& out, const record& r) {
  out.begin_object();
  out.member("_id", r.id).member("answer", r.answer).member("question", r.question);
  if (r.has_supporting_facts) write_facts(out.key("supporting_facts"), r.supporting_facts);
  write_paragraphs(out.key("context"), r.context);
  out.member("type", r.type).member("level", r.level).end_object();
}

/// Opens a gold file for `evaluate`.
[[nodiscard]] inline auto golds(const std::string& path, fields wanted = fields::gold) {
  const auto one = [wanted](json_value value, record& out) { read(value, out, wanted); };
  return gold_records<record, decltype(one)>{path, one};
}

/// A predictions file in the official layout.
///
/// Errors: see task_predictions
class predictions {
 public:
  explicit predictions(const std::string& path) : tasks_{path} {}

  /// Returns the prediction for a question and marks it as used.
  [[nodiscard]] mhqa::hotpotqa::prediction find(std::string_view id) {
    const task_prediction found = tasks_.find(id);
    return {found.answer, found.supporting_facts};
  }

  [[nodiscard]] const std::string& path() const noexcept { return tasks_.path(); }
  [[nodiscard]] std::size_t size() const noexcept { return tasks_.size(); }
  /// Returns the number of ids for which find() was not called.
  [[nodiscard]] std::size_t unused() const noexcept { return tasks_.unused(); }
  [[nodiscard]] const task_predictions& tasks() const noexcept { return tasks_; }

 private:
  task_predictions tasks_;
};

/// Appends the lines of hotpot_evaluate_v1.py for a question without an answer or without facts.
inline void append_official_missing(std::string& out, std::string_view id, const mhqa::hotpotqa::question_scores& s) {
  if (!s.answer) out.append("missing answer ").append(id).append("\n");
  if (!s.support && s.has_gold_support) out.append("missing sp fact ").append(id).append("\n");
}

/// Appends the numbers as the program prints them, as a Python dict.
inline void append_official(std::string& out, const mhqa::hotpotqa::published_totals& t) {
  char separator = '{';
  for (const named_score& score : t.named()) {
    out += separator;
    if (separator == ',') out += ' ';
    separator = ',';
    out.append("'").append(score.name).append("': ");
    append_python_double(out, score.value.value_or(0));
  }
  out += "}\n";
}

/// Appends the complete output of the program, which reads a record's facts only if some are predicted for its id.
///
/// Shape:  if gold records lack facts, both files are read again
/// Errors: data_error for a gold record without facts for which some are predicted, because the program fails on it
inline void append_official(std::string& out, const evaluation<mhqa::hotpotqa::data_set>& e,
                            const std::string& gold_file = {}, const std::string& prediction_file = {}) {
  using slots = mhqa::hotpotqa::slots;
  mhqa::hotpotqa::published_totals sums = e.published;
  const bool has_facts = sums[slots::questions_with_support] == sums[slots::questions];
  if (has_facts) {
    for (const missing_question& q : e.missing) {
      for (const std::string& kind : q.kinds) {
        out.append(kind == "sp" ? "missing sp fact " : "missing answer ").append(q.id).append("\n");
      }
    }
  } else {
    predictions said{prediction_file};
    auto records = golds(gold_file);
    for (record r; records.next(r);) {
      const mhqa::hotpotqa::prediction one = said.find(r.id);
      if (!one.answer) out.append("missing answer ").append(r.id).append("\n");
      if (!one.supporting_facts) out.append("missing sp fact ").append(r.id).append("\n");
      if (!one.supporting_facts || r.has_supporting_facts) continue;
      throw_data_error({.file = gold_file, .id = std::string{r.id}, .field = "supporting_facts"},
                       "the published program needs this field, because the predictions have facts for the id",
                       errc::missing_field);
    }
    sums[slots::questions_with_support] = sums[slots::questions];  // the program divides by all questions
  }
  append_official(out, sums);
}

}  // namespace hotpotqa
}  // namespace io
}  // namespace v0_1
}  // namespace mhqa
