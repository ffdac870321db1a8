// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads files of questions with contexts as tasks for a reader, and writes its answers as predictions for the
// evaluations: MuSiQue's layout, and DiRe's for probe instances and for records of HotpotQA and 2WikiMultihopQA.
#pragma once

#include <mhqa/io/datasets/dire.hpp>
#include <mhqa/io/datasets/musique.hpp>
#include <mhqa/io/facts.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/json_table.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/metrics/token_bag.hpp>
#include <mhqa/model/reader.hpp>
#include <mhqa/text/normalize.hpp>
#include <mhqa/types.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0_1 {
namespace io {

/// The layout of a record.
enum class task_layout : std::uint8_t {
  musique,  ///< id, paragraphs [{idx, title, paragraph_text}], question_decomposition
  dire,     ///< _id, context [[title, [sentence]]]; instances also sub_idx, group and positions
  titled,   ///< records of HotpotQA and 2WikiMultihopQA: _id, context, and type, level or supporting_facts
};

/// One question with its context. Views are valid until the next record is read.
struct task_record {
  task_layout layout = task_layout::musique;
  std::string_view id;
  std::string_view question;
  std::vector<context_paragraph> context{};
  std::vector<titled_paragraph> sentences{};  ///< of the context, except in MuSiQue's layout
  std::vector<std::int64_t> idxs{};  ///< MuSiQue's idx of each paragraph; DiRe's `positions`, if the record has them
  bool has_positions = false;        ///< DiRe's layout: written by `mhqa probe`
  std::vector<std::string> steps{};  ///< MuSiQue's decomposition, with `#n`
  std::optional<std::uint32_t> sub_idx{};
  std::optional<std::uint32_t> group{};

  [[nodiscard]] reading_task task() const noexcept { return {id, question, context}; }
};

/// Reads records one at a time from a JSON array or JSON Lines, with memory for one.
///
/// Shape:  a record with `paragraphs` has MuSiQue's layout, one with `context` DiRe's; sentences of a paragraph are
///         joined by append_sentences()
/// Errors: data_error with record, id and field for a record with both or neither, or without id or question
class task_records {
 public:
  explicit task_records(const std::string& path) : source_{path} {}

  /// Reads the next record into `out`; returns false at the end.
  [[nodiscard]] bool next(task_record& out) {
    std::optional<json_value> value = source_.next();
    if (!value) return false;
    json_context& context = value->context();
    out.context.clear();
    out.idxs.clear();
    out.steps.clear();
    out.sub_idx.reset();
    out.group.reset();
    out.has_positions = false;
    bool has_id = false, has_question = false, has_paragraphs = false, has_context = false, is_record = false;
    value->object([&](std::string_view key, json_value field) {
      if (key == "id" || key == "_id") {
        out.id = context.id = field.string();
        has_id = true;
      } else if (key == "question") {
        out.question = field.string();
        has_question = true;
      } else if (key == "paragraphs") {
        has_paragraphs = true;
        read_numbered(field, out);
      } else if (key == "context") {
        has_context = true;
        read_paragraphs(field, out.sentences);
      } else if (key == "type" || key == "level" || key == "supporting_facts") {
        is_record = true;
      } else if (key == "question_decomposition") {
        out.steps.clear();
        read_table(field, std::array<table_column, 1>{{{"question"}}}, {},
                   [&](std::size_t row, std::size_t, json_value text) { row_of(out.steps, row) = text.string(); });
      } else if (key == "sub_idx") {
        out.sub_idx = field.natural();
      } else if (key == "group") {
        out.group = field.natural();
      } else if (key == "positions") {
        out.idxs.clear();
        field.array([&](json_value position) { out.idxs.push_back(position.integer()); });
        out.has_positions = true;
      }
    });
    context.require(has_id, "id");
    context.require(has_question, "question");
    if (has_paragraphs == has_context) context.fail("expected either \"paragraphs\" or \"context\"");
    const bool instance = out.has_positions || out.sub_idx || out.group || !is_record;
    out.layout = has_paragraphs ? task_layout::musique : instance ? task_layout::dire : task_layout::titled;
    if (has_context) join(out);
    if (out.idxs.size() != out.context.size() && (has_paragraphs || out.has_positions)) {
      context.fail("expected a position for each of the " + std::to_string(out.context.size()) + " paragraphs, found " +
                   std::to_string(out.idxs.size()));
    }
    return true;
  }

 private:
  static void read_numbered(json_value value, task_record& out) {
    constexpr std::array<table_column, 3> columns{{{"idx"}, {"title", {}, false}, {"paragraph_text"}}};
    out.idxs.clear();
    out.context.clear();
    read_table(value, columns, {}, [&](std::size_t row, std::size_t column, json_value cell) {
      if (column == 0) {
        row_of(out.idxs, row) = cell.integer();
      } else {
        context_paragraph& p = row_of(out.context, row);
        (column == 1 ? p.title : p.text) = cell.string();
      }
    });
  }

  void join(task_record& out) {
    texts_.clear();
    for (const titled_paragraph& p : out.sentences) {
      append_sentences(texts_.emplace_back(), p.sentences);
    }
    out.context.clear();
    for (std::size_t i = 0; i < texts_.size(); ++i) out.context.push_back({out.sentences[i].title, texts_[i]});
  }

  json_records source_;
  std::vector<std::string> texts_;
};

namespace detail {

inline void expect_support_in_context(const task_record& record, const reading& said) {
  for (const std::uint32_t p : said.support) {
    if (p < record.context.size()) continue;
    throw_data_error({.id = std::string{record.id}},
                     "expected a support in the context, found paragraph " + std::to_string(p));
  }
}

}  // namespace detail

/// Appends a line of predictions in the layout of the record's evaluation; a titled record gets DiRe's.
///
/// Shape:  MuSiQue: id, predicted_answer, predicted_support_idxs, predicted_answerable (true unless the reader says 0);
///         DiRe: question_id, sub_idx and group if the record has them, answer, answer_confidence and sufficiency if
///         the reader sets them, supporting_paragraphs as positions if the record has them, otherwise as titles
/// Errors: data_error for a support outside the context
inline void append_prediction(std::string& out, const task_record& record, const reading& said) {
  detail::expect_support_in_context(record, said);
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
    for (const std::uint32_t p : said.support) {
      record.has_positions ? json.value(record.idxs[p]) : json.value(record.context[p].title);
    }
    json.end_array();
    if (said.sufficiency) json.member("sufficiency", *said.sufficiency);
    json.end_object();
  }
  out += '\n';
}

/// Predictions in the layout of HotpotQA's family: {"answer": {id: string}, "sp": {id: [[title, sentence]]}}.
///
/// Shape: predicts the sentences that the reader names; if it names none, for each paragraph of its support the
///        sentence that shares most words with question and answer
/// Cost:  keeps all predictions until text()
class titled_predictions {
 public:
  void add(const task_record& record, const reading& said) {
    detail::expect_support_in_context(record, said);
    json_writer answers{answers_}, facts{facts_};
    separate(answers_);
    separate(facts_);
    append_json_string(answers_, record.id);
    append_json_string(facts_, record.id);
    answers_ += ": ";
    facts_ += ": ";
    answers.value(said.answer);
    facts.begin_array();
    for (const read_sentence& one : said.sentences) add_sentence(record, one, facts);
    words_.assign(std::string{record.question} + " " + said.answer);
    for (const std::uint32_t p : said.support) {
      const titled_paragraph& paragraph = record.sentences[p];
      if (paragraph.sentences.empty() || !said.sentences.empty()) continue;
      facts.begin_array().value(paragraph.title).value(best_sentence(paragraph)).end_array();
    }
    facts.end_array();
  }

  /// Returns the file.
  [[nodiscard]] std::string text() const { return "{\"answer\": {" + answers_ + "\n}, \"sp\": {" + facts_ + "\n}}\n"; }

 private:
  static void separate(std::string& out) { out += out.empty() ? "\n" : ",\n"; }

  // Finds the record's sentence that holds a place of the joined text; two places may be in one.
  void add_sentence(const task_record& record, const read_sentence& one, json_writer& facts) {
    const titled_paragraph& paragraph = record.sentences[one.paragraph];
    std::size_t end = 0, sentence = 0;
    for (std::size_t i = 0; i < paragraph.sentences.size(); ++i) {
      const std::string_view text = paragraph.sentences[i];
      if (end > one.begin) break;
      end += (end != 0 && !text.empty() && !text.starts_with(' ') ? 1U : 0U) + text.size();
      sentence = i;
    }
    const std::pair<std::uint32_t, std::size_t> found{one.paragraph, sentence};
    if (record_ == record.id && found == last_) return;
    record_ = record.id;
    last_ = found;
    facts.begin_array().value(paragraph.title).value(static_cast<std::uint64_t>(sentence)).end_array();
  }

  [[nodiscard]] std::uint64_t best_sentence(const titled_paragraph& paragraph) {
    std::uint64_t best = 0, most = 0;
    for (std::size_t i = 0; i < paragraph.sentences.size(); ++i) {
      sentence_.assign(paragraph.sentences[i]);
      const std::uint64_t common = bag_overlap(sentence_, words_, scratch_).common;
      if (common > most) {
        most = common;
        best = i;
      }
    }
    return best;
  }

  std::string answers_, facts_, record_;
  std::pair<std::uint32_t, std::size_t> last_{};
  normalized words_, sentence_;
  bag_scratch scratch_;
};

}  // namespace io
}  // namespace v0_1
}  // namespace mhqa
