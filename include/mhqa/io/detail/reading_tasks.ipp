// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of reading_tasks.hpp.
#pragma once

#include <mhqa/io/reading_tasks.hpp>

#include <mhqa/ascii.hpp>
#include <mhqa/io/datasets/strategyqa.hpp>
#include <mhqa/io/facts.hpp>
#include <mhqa/io/json_fields.hpp>
#include <mhqa/io/json_table.hpp>

#include <algorithm>
#include <array>

namespace mhqa::inline v0_1::io {

MHQA_INLINE void cut_words(task_record& record, std::size_t most) noexcept {
  // Returns the size of the text's words that are left, and takes them.
  const auto take = [&most](std::string_view text) {
    std::size_t end = 0;
    for (std::size_t at = 0; at < text.size();) {
      while (at < text.size() && ascii::is_space(text[at])) ++at;
      if (at == text.size()) break;
      if (most == 0) return end;
      --most;
      while (at < text.size() && !ascii::is_space(text[at])) ++at;
      end = at;
    }
    return text.size();
  };
  take(record.question);
  for (context_paragraph& p : record.context) p.text = p.text.substr(0, take(p.text));
}

MHQA_INLINE void read_step_texts(json_value value, std::vector<std::string>& out) {
  out.clear();
  read_table(value, std::array<table_column, 1>{{{"question"}}}, {},
             [&](std::size_t row, std::size_t, json_value text) { row_of(out, row) = text.string(); });
}

MHQA_INLINE bool task_records::next(task_record& out) {
  std::optional<json_value> value = source_.next();
  if (!value) return false;
  json_context& context = value->context();
  if (first_) look_at_first(*value);
  out.context.clear();
  out.idxs.clear();
  out.steps.clear();
  out.sub_idx.reset();
  out.group.reset();
  out.has_positions = false;
  if (is_strategyqa_) {
    read_evidence(*value, out);
    return true;
  }
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
      read_step_texts(field, out.steps);
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

MHQA_INLINE void task_records::look_at_first(json_value value) {
  bool has_qid = false, has_context = false;
  value.object([&](std::string_view key, json_value) {
    has_qid = has_qid || key == "qid";
    has_context = has_context || key == "context" || key == "paragraphs";
  });
  first_ = false;
  is_strategyqa_ = has_qid && !has_context;
  if (is_strategyqa_ && !paragraphs_.empty()) corpus_ = strategyqa::evidence_texts{paragraphs_};
}

MHQA_INLINE void task_records::read_evidence(json_value value, task_record& out) {
  strategyqa::read(value, evidence_, strategyqa::fields::gold, {.paragraphs = true});
  value.context().require(!evidence_.question.empty(), "question");
  if (paragraphs_.empty()) value.context().fail("expected a file of the paragraphs of the evidence (`paragraphs`)");
  out.layout = task_layout::strategyqa;
  out.id = evidence_.qid;
  out.question = evidence_.question;
  out.steps.assign(evidence_.decomposition.begin(), evidence_.decomposition.end());
  out.context = corpus_.context_of(evidence_);
  missing_ += static_cast<std::uint64_t>(
      std::count_if(out.context.begin(), out.context.end(), [](const auto& p) { return p.text.empty(); }));
}

MHQA_INLINE void task_records::read_numbered(json_value value, task_record& out) {
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

MHQA_INLINE void task_records::join(task_record& out) {
  texts_.clear();
  for (const titled_paragraph& p : out.sentences) {
    append_sentences(texts_.emplace_back(), p.sentences);
  }
  out.context.clear();
  for (std::size_t i = 0; i < texts_.size(); ++i) out.context.push_back({out.sentences[i].title, texts_[i]});
}

namespace detail {

inline void expect_support_in_context(const task_record& record, const reading& said) {
  for (const std::uint32_t p : said.support) {
    if (p < record.context.size()) continue;
    throw_data_error({.id = std::string{record.id}},
                     "expected a support in the context, found paragraph " + std::to_string(p));
  }
}

}  // namespace detail

MHQA_INLINE void append_prediction(std::string& out, const task_record& record, const reading& said) {
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

MHQA_INLINE void verdict_predictions::add(const task_record& record, const reading& said) {
  json_writer json{answers_};
  answers_ += answers_.empty() ? "\n" : ",\n";
  append_json_string(answers_, record.id);
  answers_ += ": ";
  if (said.answer == "yes" || said.answer == "no") {
    json.value(said.answer == "yes");
  } else {
    json.value(said.answer);
  }
}

MHQA_INLINE void titled_predictions::add(const task_record& record, const reading& said) {
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

MHQA_INLINE void titled_predictions::add_sentence(const task_record& record, const read_sentence& one,
                                                  json_writer& facts) {
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

MHQA_INLINE std::uint64_t titled_predictions::best_sentence(const titled_paragraph& paragraph) {
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

}  // namespace mhqa::inline v0_1::io
