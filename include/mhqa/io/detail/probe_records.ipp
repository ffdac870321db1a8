// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of probe_records.hpp.
#pragma once

#include <mhqa/io/probe_records.hpp>

#include <mhqa/io/facts.hpp>
#include <mhqa/io/json_fields.hpp>
#include <mhqa/io/record_copy.hpp>

#include <algorithm>

namespace mhqa::inline v0_1::io {

MHQA_INLINE probe_records::probe_records(const std::string& path, probe_format format, fact_unit unit)
    : path_{path}, source_{path, lifetime::record, content_tally::on}, format_{format}, unit_{unit} {
  if (format == probe_format::musique && unit == fact_unit::sentence) {
    throw_data_error({.file = path},
                     "expected paragraphs as facts: MuSiQue does not split its paragraphs into sentences");
  }
}

MHQA_INLINE bool probe_records::next(probe_text& out) {
  std::optional<json_value> value = source_.next();
  if (!value) return false;
  common_.clear();
  out.dataset = probe_format_names[static_cast<std::size_t>(format_)];
  notes_.clear();
  out.unit = unit_;
  out.answerable = true;
  if (format_ == probe_format::musique) {
    read_musique(*value, out);
  } else {
    read_titled(*value, out);
  }
  return true;
}

MHQA_INLINE bool probe_records::is_note(std::string_view key) {
  constexpr std::array<std::string_view, 4> notes{"evidences", "evidences_id", "entity_ids", "question_decomposition"};
  return std::find(notes.begin(), notes.end(), key) != notes.end();
}

MHQA_INLINE bool probe_records::is_of_instances(std::string_view key) {
  constexpr std::array<std::string_view, 6> own{"answer_label", "label_omitted", "sufficiency",
                                                "sub_idx",      "group",         "removed"};
  return std::find(own.begin(), own.end(), key) != own.end();
}

MHQA_INLINE void probe_records::copy_field(std::string_view key, json_value field) {
  if (is_written_anew(key)) return;
  if (is_of_instances(key)) field.context().fail("expected an original record, found an instance of a probe");
  std::string& to = is_note(key) ? notes_ : common_;
  to += ", ";
  append_json_string(to, key);
  to += ": ";
  json_writer json{to};
  copy_record_field(key, field, json);
}

MHQA_INLINE void probe_records::keep_string(std::string_view key, std::string_view text) {
  common_.append(", \"").append(key).append("\": ");
  append_json_string(common_, text);
}

MHQA_INLINE void probe_records::read_titled(json_value value, probe_text& out) {
  record_.supporting_facts.clear();
  record_.context.clear();
  std::optional<std::string_view> question;
  const auto read_answer = [&](json_value field) { keep_string("answer", record_.answer = field.string()); };
  read_fields(
      value, id_field{record_.id}, required_field{"answer", read_answer},
      required_field{"supporting_facts", [&](json_value facts) { read_facts(facts, record_.supporting_facts); }},
      required_field{"context", [&](json_value list) { read_paragraphs(list, record_.context); }},
      optional_field{"question", question},
      other_fields{[&](std::string_view key, json_value field) { copy_field(key, field); }});

  const probe_question q = to_probe_question(record_, unit_);
  begin(out, q, question);
  const fact_finder find{record_.context, unit_};
  for (const supporting_fact& fact : record_.supporting_facts) add_fact(out, fact, find(fact).position);
  if (marks_answers_) {
    for (const titled_paragraph& p : record_.context) {
      bool any = false;
      for (const std::string_view sentence : p.sentences) {
        const bool found = occurs_in(record_.answer, sentence);
        if (unit_ == fact_unit::sentence) out.answer_facts.push_back(found);
        any = any || found;
      }
      if (unit_ == fact_unit::paragraph) out.answer_facts.push_back(any);
    }
  }
  for (const titled_paragraph& p : record_.context) {
    begin_paragraph(out, p.title, static_cast<std::int64_t>(out.paragraphs.size()));
    for (const std::string_view sentence : p.sentences) add_sentence(out, sentence);
    end_paragraph(out);
  }
}

MHQA_INLINE void probe_records::read_musique(json_value value, probe_text& out) {
  rows_.paragraphs.clear();
  rows_.answer_aliases.clear();
  std::optional<std::string_view> question;
  const auto read_answer = [&](json_value field) { keep_string("answer", rows_.answer = field.string()); };
  const auto read_aliases = [&](json_value field) {
    detail::read_into(field, rows_.answer_aliases);
    common_ += ", \"answer_aliases\": ";
    json_writer json{common_};
    json.begin_array();
    for (const std::string_view alias : rows_.answer_aliases) json.value(alias);
    json.end_array();
  };
  const auto read_answerable = [&](json_value field) {
    out.answerable = field.boolean();
    common_.append(", \"answerable\": ").append(out.answerable ? "true" : "false");
  };
  const auto read_list = [&](json_value list) {
    musique::detail::read_paragraphs(list, rows_.paragraphs, musique::fields::all);
  };
  read_fields(value, required_field{"id", record_id(rows_.id)}, required_field{"answer", read_answer},
              required_field{"paragraphs", read_list}, optional_field{"question", question},
              optional_field{"answer_aliases", read_aliases}, optional_field{"answerable", read_answerable},
              other_fields{[&](std::string_view key, json_value field) { copy_field(key, field); }});

  const probe_question q = to_probe_question(rows_);
  begin(out, q, question);
  for (const std::uint32_t at : q.supports) add_fact(out, {rows_.paragraphs[at].title, 0}, at);
  for (const mhqa::musique::paragraph& p : rows_.paragraphs) {
    const auto in_text = [&p](std::string_view answer) { return occurs_in(answer, p.text); };
    if (marks_answers_) {
      out.answer_facts.push_back(in_text(rows_.answer) ||
                                 std::any_of(rows_.answer_aliases.begin(), rows_.answer_aliases.end(), in_text));
    }
    begin_paragraph(out, p.title, p.idx);
    add_sentence(out, p.text);
    end_paragraph(out);
  }
}

MHQA_INLINE void probe_records::begin(probe_text& out, const probe_question& q,
                                      const std::optional<std::string_view>& question) {
  out.id = q.id;
  out.fact_count = q.fact_count;
  out.supports = q.supports;
  out.answer_supports = q.answer_supports;
  out.answer_facts.clear();
  out.facts.clear();
  out.paragraphs.clear();
  out.sentences.clear();
  out.bytes = "\"_id\": ";
  append_json_string(out.bytes, q.id);
  out.id_field = {0, out.bytes.size()};
  if (question) {
    out.bytes += ", \"question\": ";
    append_json_string(out.bytes, *question);
  }
  out.question = {out.id_field.end, out.bytes.size()};
  out.bytes += common_;
  out.common = {out.question.end, out.bytes.size()};
  out.bytes += notes_;
  out.notes = {out.common.end, out.bytes.size()};
}

MHQA_INLINE void probe_records::add_fact(probe_text& out, const supporting_fact& fact, std::uint32_t position) {
  const std::size_t start = out.bytes.size();
  json_writer json{out.bytes};
  json.begin_array().value(fact.title).value(fact.sentence).end_array();
  const auto support = std::lower_bound(out.supports.begin(), out.supports.end(), position) - out.supports.begin();
  out.facts.push_back({{start, out.bytes.size()}, static_cast<std::uint32_t>(support)});
}

MHQA_INLINE void probe_records::begin_paragraph(probe_text& out, std::string_view title, std::int64_t position) {
  if (!out.paragraphs.empty()) out.bytes += ", ";
  out.paragraphs.push_back({{out.bytes.size(), 0}, out.sentences.size(), position});
  out.bytes += '[';
  append_json_string(out.bytes, title);
  out.bytes += ", [";
}

MHQA_INLINE void probe_records::add_sentence(probe_text& out, std::string_view sentence) {
  if (out.sentences.size() != out.paragraphs.back().first_sentence) out.bytes += ", ";
  const std::size_t start = out.bytes.size();
  append_json_string(out.bytes, sentence);
  out.sentences.push_back({start, out.bytes.size()});
}

MHQA_INLINE void probe_records::end_paragraph(probe_text& out) {
  out.bytes += "]]";
  out.paragraphs.back().json.end = out.bytes.size();
}

}  // namespace mhqa::inline v0_1::io
