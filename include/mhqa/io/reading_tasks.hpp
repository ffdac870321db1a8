// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Files of questions with contexts as tasks for a reader, and its answers as the predictions that the evaluations read:
// MuSiQue's layout, and DiRe's for the instances of probes and for HotpotQA's and 2WikiMultihopQA's records.
#pragma once

#include <mhqa/io/datasets/dire.hpp>
#include <mhqa/io/datasets/musique.hpp>
#include <mhqa/io/facts.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/model/reader.hpp>
#include <mhqa/types.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa {
inline namespace v0 {
namespace io {

/// Whose layout a record has.
enum class task_layout : std::uint8_t {
  musique,  ///< id, paragraphs [{idx, title, paragraph_text}], question_decomposition
  dire      ///< _id, context [[title, [sentence]]], and of an instance sub_idx and group
};

/// One question with its context. Views are valid until the next record is read.
struct task_record {
  task_layout layout = task_layout::musique;
  std::string_view id;
  std::string_view question;
  std::vector<context_paragraph> context{};
  std::vector<std::int64_t> idxs{};  ///< MuSiQue's numbers of the paragraphs
  std::vector<std::string> steps{};  ///< MuSiQue's decomposition, with `#n`
  std::optional<std::uint32_t> sub_idx{};
  std::optional<std::uint32_t> group{};

  [[nodiscard]] reading_task task() const noexcept { return {id, question, context}; }
};

/// Reads one record after another from a JSON array or JSON Lines, with memory for one.
///
/// Shape:  a record with `paragraphs` has MuSiQue's layout, one with `context` DiRe's; a paragraph's sentences are
///         joined, with a space where the next one does not begin with one
/// Errors: data_error with record, id and field: a record with both or neither, without id or question
class task_records {
 public:
  explicit task_records(const std::string& path) : source_{path} {}

  /// The next record, in place of what `out` holds; false at the end.
  [[nodiscard]] bool next(task_record& out) {
    std::optional<json_value> value = source_.next();
    if (!value) return false;
    json_context& context = value->context();
    out.context.clear();
    out.idxs.clear();
    out.steps.clear();
    out.sub_idx.reset();
    out.group.reset();
    bool has_id = false, has_question = false, has_paragraphs = false, has_context = false;
    value->object([&](std::string_view key, json_value field) {
      if (key == "id" || key == "_id") {
        out.id = context.id = field.string();
        has_id = true;
      } else if (key == "question") {
        out.question = field.string();
        has_question = true;
      } else if (key == "paragraphs") {
        out.idxs.clear();
        out.context.clear();
        has_paragraphs = true;
        field.array([&](json_value one) { read_paragraph(one, out); });
      } else if (key == "context") {
        has_context = true;
        read_paragraphs(field, titled_);
      } else if (key == "question_decomposition") {
        out.steps.clear();
        field.array([&](json_value step) {
          bool has_step = false;
          step.object([&](std::string_view name, json_value part) {
            if (name != "question") return;
            out.steps.emplace_back(part.string());
            has_step = true;
          });
          context.require(has_step, "question");
        });
      } else if (key == "sub_idx") {
        out.sub_idx = field.natural();
      } else if (key == "group") {
        out.group = field.natural();
      }
    });
    context.require(has_id, "id");
    context.require(has_question, "question");
    if (has_paragraphs == has_context) context.fail("expected either \"paragraphs\" or \"context\"");
    out.layout = has_paragraphs ? task_layout::musique : task_layout::dire;
    if (has_context) join(out);
    return true;
  }

 private:
  static void read_paragraph(json_value value, task_record& out) {
    context_paragraph& paragraph = out.context.emplace_back();
    std::int64_t& idx = out.idxs.emplace_back();
    bool has_idx = false, has_text = false;
    value.object([&](std::string_view key, json_value field) {
      if (key == "idx") {
        idx = field.integer();
        has_idx = true;
      } else if (key == "title") {
        paragraph.title = field.string();
      } else if (key == "paragraph_text") {
        paragraph.text = field.string();
        has_text = true;
      }
    });
    value.context().require(has_idx, "idx");
    value.context().require(has_text, "paragraph_text");
  }

  void join(task_record& out) {
    texts_.clear();
    for (const titled_paragraph& p : titled_) {
      std::string& text = texts_.emplace_back();
      for (const std::string_view sentence : p.sentences) {
        if (!text.empty() && !sentence.empty() && !sentence.starts_with(' ')) text += ' ';
        text += sentence;
      }
    }
    out.context.clear();
    for (std::size_t i = 0; i < titled_.size(); ++i) out.context.push_back({titled_[i].title, texts_[i]});
  }

  json_records source_;
  std::vector<titled_paragraph> titled_;
  std::vector<std::string> texts_;
};

/// Appends a line of predictions in the layout that evaluates the record.
///
/// Shape:  MuSiQue: id, predicted_answer, predicted_support_idxs, predicted_answerable (true unless the reader says 0);
///         DiRe: question_id, sub_idx and group where the record has them, answer, answer_confidence and sufficiency
///         where the reader says them, supporting_paragraphs as titles
/// Errors: data_error for a support beyond the context
inline void append_prediction(std::string& out, const task_record& record, const reading& said) {
  for (const std::uint32_t p : said.support) {
    if (p < record.context.size()) continue;
    throw_data_error({.id = std::string{record.id}},
                     "expected a support in the context, found paragraph " + std::to_string(p));
  }
  json_writer json{out};
  json.begin_object();
  if (record.layout == task_layout::musique) {
    json.member("id", record.id).member("predicted_answer", said.answer).key("predicted_support_idxs").begin_array();
    for (const std::uint32_t p : said.support) json.value(record.idxs[p]);
    json.end_array().member("predicted_answerable", said.sufficiency.value_or(1) != 0).end_object();
  } else {
    json.member("question_id", record.id);
    if (record.sub_idx) json.member("sub_idx", *record.sub_idx);
    if (record.group) json.member("group", *record.group);
    json.member("answer", said.answer);
    if (said.confidence) json.member("answer_confidence", *said.confidence);
    json.key("supporting_paragraphs").begin_array();
    for (const std::uint32_t p : said.support) json.value(record.context[p].title);
    json.end_array();
    if (said.sufficiency) json.member("sufficiency", *said.sufficiency);
    json.end_object();
  }
  out += '\n';
}

}  // namespace io
}  // namespace v0
}  // namespace mhqa
