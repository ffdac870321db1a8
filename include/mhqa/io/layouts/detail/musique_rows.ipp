// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of musique_rows.hpp.
#pragma once

#include <mhqa/io/layouts/musique_rows.hpp>

#include <mhqa/io/json_fields.hpp>
#include <mhqa/io/json_table.hpp>

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1::io {
namespace detail {

/// Reads the paragraphs of a row, which may lack labels.
inline void read_musique_paragraphs(json_value value, any_question& q, named_counts& lost) {
  constexpr std::array<table_column, 4> columns{
      {{"idx"}, {"title", {}, false}, {"paragraph_text", {}, false}, {"is_supporting", {}, false}}};
  q.passages.clear();
  const auto read_cell = [&](std::size_t row, std::size_t column, json_value cell) {
    any_passage& p = row_of(q.passages, row);
    if (column == 0) {
      p.idx = cell.integer();
    } else if (column == 1) {
      p.title = cell.string();
    } else if (column == 2) {
      p.parts = {cell.string()};
    } else {
      p.level = cell.boolean() ? 1 : 0;
      q.has_labels = true;
    }
  };
  read_table(value, columns, {}, read_cell, [&](std::string_view key) { lost.add("paragraphs." + std::string{key}); });
}

MHQA_INLINE void read_musique_steps(json_value value, any_question& q, named_counts& lost) {
  musique::detail::read_steps(value, q.steps,
                              [&](std::string_view key) { lost.add("question_decomposition." + std::string{key}); });
}

MHQA_INLINE void write_musique_steps(json_writer& out, const any_question& q) {
  out.begin_array();
  for (const mhqa::musique::step& s : q.steps) {
    out.begin_object();
    s.name.empty() ? out.member("id", s.id) : out.member("id", s.name);
    out.member("question", s.question).member("answer", s.answer);
    out.member("paragraph_support_idx", s.paragraph_support_idx).end_object();
  }
  out.end_array();
}

}  // namespace detail

MHQA_INLINE void read_musique_rows(const std::string& path, named_counts& lost, const question_sink& to) {
  json_records source{path};
  any_question q;
  while (std::optional<json_value> value = source.next()) {
    detail::clear(q);
    std::optional<std::string_view> answer;
    std::vector<mhqa::squad::answer> aliases;
    const auto read_alias = [&](json_value alias) { aliases.push_back({alias.string(), std::nullopt}); };
    const auto read_steps = [&](json_value steps) { detail::read_musique_steps(steps, q, lost); };
    read_fields(*value, required_field{"id", [&](json_value id) { q.id = detail::read_id(id); }},
                optional_field{"question", q.question}, optional_field{"answer", answer},
                optional_field{"answer_aliases", [&](json_value list) { list.array(read_alias); }},
                optional_field{"answerable", q.answerable},
                optional_field{"paragraphs", [&](json_value list) { detail::read_musique_paragraphs(list, q, lost); }},
                optional_field{"question_decomposition", read_steps},
                other_fields{[&](std::string_view key, json_value field) { detail::keep_other(key, field, q); }});
    if (answer) {
      q.answers.push_back({*answer, std::nullopt});
      q.answers.insert(q.answers.end(), aliases.begin(), aliases.end());
    }
    to(q);
  }
}

MHQA_INLINE void musique_writer::add(const any_question& q, conversion_counts& counts) {
  const bool unanswerable = q.unanswerable();
  if (q.answers.empty() && !unanswerable) return counts.left_out.add("no answer");
  if (detail::several_spans(q, 0)) return counts.left_out.add("an answer of several spans");
  count_losses(q, fields, counts.lost);
  if (q.question.empty()) counts.absent.add("question");
  if (q.passages.empty()) counts.absent.add("paragraphs");
  if (!q.has_labels) counts.absent.add("paragraphs.is_supporting");
  if (q.steps.empty()) counts.absent.add("question_decomposition");
  text_.clear();
  json_writer json{text_};
  json.begin_object().member("id", q.id).key("paragraphs").begin_array();
  for (const any_passage& p : q.passages) {
    json.begin_object().member("idx", p.idx).member("title", p.title);
    json.member("paragraph_text", detail::text_of(p, joined_)).member("is_supporting", p.level > 0).end_object();
  }
  json.end_array().member("question", q.question);
  detail::write_musique_steps(json.key("question_decomposition"), q);
  json.member("answer", q.answers.empty() ? std::string_view{} : q.answers.front().text);
  json.key("answer_aliases").begin_array();
  bool first = true;
  detail::for_each_distinct_answer(q, [&](std::string_view text) {
    if (!std::exchange(first, false)) json.value(text);
  });
  json.end_array().member("answerable", !unanswerable).end_object();
  out_.write(text_ += '\n');
  ++counts.written;
}

}  // namespace mhqa::inline v0_1::io
