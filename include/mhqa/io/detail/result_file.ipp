// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of result_file.hpp.
#pragma once

#include <mhqa/io/result_file.hpp>

#include <mhqa/error.hpp>
#include <mhqa/io/json_fields.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/question_rows.hpp>
#include <mhqa/text/unique_ids.hpp>

#include <cstddef>
#include <cstdint>

namespace mhqa::inline v0_1::io {

MHQA_INLINE void result_writer::add(const question_row& row) {
  line_.clear();
  append_row(line_, row, true, true);
  add_row(line_);
}

MHQA_INLINE void result_writer::add_row(std::string_view object) {
  file_.write(first_ ? "\n" : ",\n");
  file_.write(object.substr(0, object.size() - 1));
  first_ = false;
}

MHQA_INLINE void result_writer::finish(std::string_view dataset, std::string_view evaluator,
                                       const std::vector<named_score>& scores, std::string_view signature) {
  line_ = "\n], ";
  std::string tail;
  json_writer json{tail};
  json.begin_object().member("dataset", dataset).member("evaluator", evaluator).key("scores").begin_object();
  for (const named_score& one : scores) json.member(one.name, one.value);
  json.end_object().member("signature", signature).end_object();
  line_.append(tail, 1).append("\n");  // the object goes on
  file_.write(line_);
  file_.close();
}

namespace detail {

MHQA_INLINE void read_texts(json_value value, std::vector<std::string>& out) {
  value.array([&](json_value one) { out.emplace_back(one.string()); });
}

MHQA_INLINE question_row::stated_sufficiency read_sufficiency(json_value value) {
  double probability = 0;
  bool label = false;
  const auto read_probability = [&](json_value field) {
    probability = field.number();
    if (!(probability >= 0 && probability <= 1)) field.context().fail("expected a probability from 0 to 1");
  };
  read_fields(value, required_field{"probability", read_probability}, required_field{"label", label});
  return {probability, label};
}

inline void read_result_row(json_value row, result_answer& answer, result_question& question) {
  const auto read_spans = [&](json_value value) {
    read_texts(value, answer.spans);
    answer.is_list = true;
  };
  const auto read_type = [&](json_value value) {
    if (value.is_string()) answer.answer_type = value.string();
  };
  const auto read_groups = [&](json_value value) {
    value.object([&](std::string_view field, json_value one) { question.groups.emplace_back(field, one.string()); });
  };
  const auto read_step = [&](json_value step) {
    std::vector<std::string> texts;
    read_texts(step, texts);
    if (texts.size() != 2) step.context().fail("expected a step's question and answer");
    question.steps.push_back({std::move(texts[0]), std::move(texts[1])});
  };
  std::vector<std::string> missing;  // the numbers say the same
  const auto read_number = [&](std::string_view key, json_value value) {
    if (value.is_boolean()) return;  // a label of the question
    answer.numbers.emplace_back(key, value.is_null() ? std::nullopt : std::optional{value.number()});
  };
  read_fields(row, required_field{"id", record_id(answer.id)}, required_field{"golds", answer.golds},
              required_field{"prediction", or_null(answer.prediction)},
              optional_field{"question", or_null(question.text)}, optional_field{"spans", read_spans},
              optional_field{"answer_type", read_type}, optional_field{"groups", read_groups},
              optional_field{"sufficiency", [&](json_value value) { question.sufficiency = read_sufficiency(value); }},
              optional_field{"steps", [&](json_value list) { list.array(read_step); }},
              optional_field{"missing", missing}, other_fields{read_number});
  row.context().id = {};
}

}  // namespace detail

MHQA_INLINE result_file read_result(const std::string& path) {
  result_file out{.path = path};
  bool has_questions = false;
  json_document document{path};
  document.for_each_field([&](std::string_view key, json_value value) {
    if (key == "questions") {
      has_questions = true;
      value.array([&](json_value row) {
        detail::read_result_row(row, out.result.answers.emplace_back(), out.questions.emplace_back());
      });
    } else if (key == "dataset") {
      out.dataset = value.string();
    } else if (key == "evaluator") {
      out.result.evaluator = value.string();
    } else if (key == "signature") {
      out.result.signature = value.string();
    } else if (key == "scores") {
      value.object([&](std::string_view name, json_value number) {
        out.scores.push_back({std::string{name}, number.is_null() ? std::nullopt : std::optional{number.number()}});
      });
    }
  });
  const auto expect = [&](bool found, std::string_view field) {
    if (found) return;
    throw_data_error({.file = path, .field = std::string{field}},
                     "expected a result, as `mhqa eval --result` and `mhqa score --result` write it; the field is "
                     "missing",
                     errc::missing_field);
  };
  expect(has_questions, "questions");
  expect(!out.result.evaluator.empty(), "evaluator");
  expect(!out.result.signature.empty(), "signature");
  if (out.result.answers.empty()) {
    throw_data_error({.file = path, .field = "questions"}, "expected questions, found none", errc::missing);
  }
  return out;
}

MHQA_INLINE std::vector<named_score> means_of(const scored_result& result) {
  if (!result.totals.empty()) return result.totals;
  std::vector<named_score> out;
  std::vector<std::uint64_t> counts;
  for (const result_answer& answer : result.answers) {
    for (const auto& [name, value] : answer.numbers) {
      std::size_t at = 0;
      while (at < out.size() && out[at].name != name) ++at;
      if (at == out.size()) {
        out.push_back({name, std::nullopt});
        counts.push_back(0);
      }
      if (!value) continue;
      out[at].value = out[at].value.value_or(0) + *value;
      ++counts[at];
    }
  }
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (counts[i] != 0) *out[i].value /= static_cast<double>(counts[i]);
  }
  return out;
}

MHQA_INLINE result_question question_of(const question_row& row) {
  result_question out;
  out.text = row.question.value_or("");
  for (const auto& [question, answer] : row.steps) out.steps.push_back({std::string{question}, std::string{answer}});
  for (const auto& [field, value] : row.groups) out.groups.emplace_back(field, value);
  out.sufficiency = row.sufficiency;
  return out;
}

MHQA_INLINE void write_result(const std::string& path, const scored_result& result,
                              std::span<const result_question> questions, std::string_view dataset) {
  unique_ids ids;
  for (const result_answer& answer : result.answers) ids.add(answer.id, {});
  result_writer out{path};
  question_row row;
  for (std::size_t i = 0; i < result.answers.size(); ++i) {
    const result_answer& answer = result.answers[i];
    row.clear();
    if (!questions.empty()) {
      const result_question& asked = questions[i];
      row.question = asked.text;
      row.sufficiency = asked.sufficiency;
      for (const result_step& step : asked.steps) row.steps.push_back({step.question, step.answer});
      for (const auto& [field, value] : asked.groups) row.groups.emplace_back(field, value);
    }
    row.id = answer.id;
    row.golds.assign(answer.golds.begin(), answer.golds.end());
    if (answer.prediction) row.prediction = *answer.prediction;
    if (!answer.answer_type.empty()) row.answer_type = answer.answer_type;
    if (answer.is_list) row.spans.emplace(answer.spans.begin(), answer.spans.end());
    for (const auto& [name, value] : answer.numbers) row.add(name, value);
    out.add(row);
  }
  out.finish(dataset, result.evaluator, means_of(result), result.signature);
  out.commit();
}

}  // namespace mhqa::inline v0_1::io
