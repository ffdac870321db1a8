// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of context_records.hpp.
#pragma once

#include <mhqa/io/context_records.hpp>

#include <mhqa/datasets/probe_questions.hpp>
#include <mhqa/io/facts.hpp>
#include <mhqa/io/json_fields.hpp>
#include <mhqa/io/record_copy.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace mhqa::inline v0_1::io {

MHQA_INLINE bool context_records::next(context_record& out) {
  std::optional<json_value> value = source_.next();
  if (!value) return false;
  out = {};
  if (format_ == probe_format::musique) {
    read_musique(*value, out);
  } else {
    read_titled(*value, out);
  }
  out.answers.insert(out.answers.begin(), out.answer);
  return true;
}

MHQA_INLINE json_writer context_records::copied_fields::key(std::string_view name) {
  text += text.empty() ? "{" : ", ";
  append_json_string(text, name);
  text += ": ";
  return json_writer{text};
}

MHQA_INLINE void context_records::refuse_instance(std::string_view key, json_context& context) {
  if (key == "removed" || key == "answer_label" || key == "sub_idx") {
    context.fail("expected an original record, found an instance of a probe");
  }
}

MHQA_INLINE void context_records::finish(const copied_fields& fields, context_record& out) {
  out.before = fields.text.substr(0, fields.cut);
  out.after = fields.text.substr(fields.cut) + "}";
}

MHQA_INLINE void context_records::read_titled(json_value value, context_record& out) {
  json_context& context = value.context();
  copied_fields fields;
  id_field id{out.id};
  bool has_answer = false, has_context = false, has_facts = false;
  value.object([&](std::string_view key, json_value field) {
    refuse_instance(key, context);
    if (id.take(key, field)) {
      fields.key("_id").value(out.id);
      return;
    }
    json_writer json = fields.key(key);
    if (key == "answer") {
      json.value(out.answer = field.string());
      has_answer = true;
    } else if (key == "question") {
      json.value(out.question = field.string());
    } else if (key == "supporting_facts") {
      out.supporting_facts.clear();
      read_facts(field, out.supporting_facts);
      write_facts(json, out.supporting_facts);
      has_facts = true;
    } else if (key == "context") {
      if (has_context) context.fail("expected the field once");
      read_paragraphs(field, out.context);
      fields.cut = fields.text.size();
      has_context = true;
    } else {
      copy_record_field(key, field, json);
    }
  });
  id.check(context);
  context.require(has_answer, "answer");
  context.require(has_facts, "supporting_facts");
  context.require(has_context, "context");
  finish(fields, out);
  probe_question q = to_probe_question(out);
  out.fact_count = q.fact_count;
  out.supports = std::move(q.supports);
  out.answer_supports = q.answer_supports;
  for (std::size_t i = 0; i < out.context.size(); ++i) out.numbers.push_back(static_cast<std::int64_t>(i));
}

MHQA_INLINE void context_records::read_musique(json_value value, context_record& out) {
  json_context& context = value.context();
  copied_fields fields;
  mhqa::musique::record row;
  bool has_id = false, has_answer = false, has_paragraphs = false;
  value.object([&](std::string_view key, json_value field) {
    refuse_instance(key, context);
    json_writer json = fields.key(key);
    if (key == "id") {
      json.value(row.id = out.id = context.id = field.string());
      has_id = true;
    } else if (key == "answer") {
      json.value(row.answer = out.answer = field.string());
      has_answer = true;
    } else if (key == "question") {
      json.value(out.question = field.string());
    } else if (key == "answerable") {
      json.value(out.answerable = field.boolean());
    } else if (key == "answer_aliases") {
      json.begin_array();
      field.array([&](json_value alias) {
        out.answers.push_back(alias.string());
        json.value(out.answers.back());
      });
      json.end_array();
    } else if (key == "paragraphs") {
      if (has_paragraphs) context.fail("expected the field once");
      musique::detail::read_paragraphs(field, row.paragraphs, musique::fields::all);
      fields.cut = fields.text.size();
      has_paragraphs = true;
    } else {
      copy_record_field(key, field, json);
    }
  });
  context.require(has_id, "id");
  context.require(has_answer, "answer");
  context.require(has_paragraphs, "paragraphs");
  finish(fields, out);
  row.answer_aliases = out.answers;
  probe_question q = to_probe_question(row);
  out.fact_count = q.fact_count;
  out.supports = std::move(q.supports);
  out.answer_supports = q.answer_supports;
  for (const mhqa::musique::paragraph& p : row.paragraphs) {
    out.context.push_back({p.title, {p.text}});
    out.numbers.push_back(p.idx);
  }
}

MHQA_INLINE void append_context_record(std::string& out, const context_record& record, probe_format format,
                                       std::span<const titled_paragraph> context) {
  out += record.before;
  json_writer json{out};
  if (format != probe_format::musique) {
    write_paragraphs(json, context);
  } else {
    json.begin_array();
    for (std::size_t i = 0; i < context.size(); ++i) {
      std::string text;
      for (const std::string_view sentence : context[i].sentences) text += sentence;
      const bool support = std::find(record.supports.begin(), record.supports.end(), static_cast<std::uint32_t>(i)) !=
                           record.supports.end();
      json.begin_object().member("idx", record.numbers[i]).member("title", context[i].title);
      json.member("paragraph_text", std::string_view{text}).member("is_supporting", support).end_object();
    }
    json.end_array();
  }
  out += record.after;
}

}  // namespace mhqa::inline v0_1::io
