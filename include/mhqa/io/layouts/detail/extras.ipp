// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of extras.hpp.
#pragma once

#include <mhqa/io/layouts/extras.hpp>

#include <mhqa/io/facts.hpp>
#include <mhqa/io/json_table.hpp>
#include <mhqa/io/layouts/musique_rows.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>

namespace mhqa {
inline namespace v0_1 {
namespace io {
namespace detail {

MHQA_INLINE void read_strings(json_value value, std::vector<std::string_view>& out) {
  out.clear();
  value.array([&](json_value one) { out.push_back(one.string()); });
}

template <class Text>
void write_strings(json_writer& out, const Text& texts) {
  out.begin_array();
  for (const auto& text : texts) out.value(std::string_view{text});
  out.end_array();
}

MHQA_INLINE void read_columns(json_value value, any_question& q) {
  constexpr std::array<table_column, 6> columns{{{"title"},
                                                 {"sentences", "content", false},
                                                 {"text", {}, false},
                                                 {"id", {}, false},
                                                 {"idx", {}, false},
                                                 {"relevance", {}, false}}};
  q.passages.clear();
  std::array<bool, 6> seen{};
  read_table(value, columns, {}, [&](std::size_t row, std::size_t column, json_value cell) {
    any_passage& p = row_of(q.passages, row);
    seen[column] = true;
    if (column == 0) {
      p.title = cell.string();
    } else if (column == 1) {
      read_strings(cell, p.parts);
    } else if (column == 2) {
      if (!seen[1]) p.parts = {cell.string()};
    } else if (column == 3) {
      p.id = cell.string();
    } else if (column == 4) {
      p.idx = cell.integer();
    } else {
      p.level = static_cast<int>(std::clamp<std::int64_t>(cell.integer(), -1000, 1000));
    }
  });
  value.context().require(q.passages.empty() || seen[1] || seen[2], "sentences");
  q.has_labels = seen[5];
  for (std::size_t i = 0; i < q.passages.size(); ++i) {
    q.passages[i].split = seen[1];
    if (!seen[4]) q.passages[i].idx = static_cast<std::int64_t>(i);
  }
}

inline void write_columns(json_writer& out, const any_question& q) {
  const auto any = [&](auto test) { return std::any_of(q.passages.begin(), q.passages.end(), test); };
  const bool split = any([](const any_passage& p) { return p.split; });
  out.begin_object().key("title").begin_array();
  for (const any_passage& p : q.passages) out.value(p.title);
  out.end_array().key(split ? "sentences" : "text").begin_array();
  std::string scratch;
  for (const any_passage& p : q.passages) split ? write_strings(out, p.parts) : void(out.value(text_of(p, scratch)));
  out.end_array();
  if (any([](const any_passage& p) { return !p.id.empty(); })) {
    out.key("id").begin_array();
    for (const any_passage& p : q.passages) out.value(p.id);
    out.end_array();
  }
  std::int64_t position = 0;
  if (any([&](const any_passage& p) { return p.idx != position++; })) {
    out.key("idx").begin_array();
    for (const any_passage& p : q.passages) out.value(p.idx);
    out.end_array();
  }
  if (q.has_labels && (!q.has_facts || !split)) {
    out.key("relevance").begin_array();
    for (const any_passage& p : q.passages) out.value(p.level);
    out.end_array();
  }
  out.end_object();
}

/// The names in the free object that have a meaning, also the answers in BEIR's.
inline constexpr std::array<std::string_view, 23> extra_names{"type",
                                                              "level",
                                                              "context",
                                                              "supporting_facts",
                                                              "answer_start",
                                                              "answerable",
                                                              "unanswerable_answers",
                                                              "plausible_answers",
                                                              "question_decomposition",
                                                              "evidences",
                                                              "evidences_id",
                                                              "answer_id",
                                                              "entity_ids",
                                                              "data_source",
                                                              "ability",
                                                              "split",
                                                              "index",
                                                              "wiki_url",
                                                              "id",
                                                              "question",
                                                              "answer",
                                                              "answer_aliases",
                                                              "golden_answers"};

MHQA_INLINE void read_extra(std::string_view key, json_value value, any_question& q, answer_extras& about,
                            named_counts& lost) {
  if (key == "type" && value.is_string()) {
    q.type = value.string();
  } else if (key == "level" && value.is_string()) {
    q.level = value.string();
  } else if (key == "context" && value.is_object()) {
    read_columns(value, q);
  } else if (key == "supporting_facts" && (value.is_object() || value.is_array())) {
    q.facts.clear();
    q.has_facts = true;
    read_facts(value, q.facts);
  } else if (key == "answer_start" && value.is_array()) {
    about.starts.clear();
    value.array([&](json_value one) { about.starts.push_back(one.is_null() ? -1 : one.integer()); });
  } else if (key == "answerable" && value.is_boolean()) {
    q.answerable = value.boolean();
  } else if (key == "unanswerable_answers" && value.is_array()) {
    read_strings(value, about.unanswerable);
  } else if (key == "plausible_answers" && value.is_array()) {
    q.plausible.clear();
    value.array([&](json_value one) {
      mhqa::squad::answer& a = q.plausible.emplace_back();
      one.object([&](std::string_view name, json_value field) {
        if (name == "text") a.text = field.string();
        if (name == "answer_start") a.start = field.integer();
      });
    });
  } else if (key == "question_decomposition" && (value.is_array() || value.is_object())) {
    read_musique_steps(value, q, lost);
  } else if ((key == "evidences" || key == "evidences_id") && (value.is_array() || value.is_object())) {
    std::vector<evidence_triple>& to = key == "evidences" ? q.evidences : q.evidences_id;
    to.clear();
    read_triples(value, to);
    q.has_ids = q.has_ids || key == "evidences_id";
  } else if (key == "answer_id" && (value.is_string() || value.is_null())) {
    if (!value.is_null()) q.answer_id = value.string();
    q.has_ids = true;
  } else if (key == "entity_ids" && value.is_string()) {
    q.entity_ids = value.string();
  } else if (key == "data_source" && value.is_string()) {
    q.source = value.string();
  } else if (key == "ability" && value.is_string()) {
    q.ability = value.string();
  } else if (key == "split" && value.is_string()) {
    q.split = value.string();
  } else if (key == "index" && value.is_number()) {
    q.index = value.integer();
  } else if (key == "wiki_url" && value.is_string()) {
    q.link = value.string();
  } else {
    keep_other(key, value, q);
  }
}

MHQA_INLINE void finish_extras(any_question& q, const answer_extras& about, const json_context& context) {
  const std::vector<std::int64_t>& starts = about.starts;
  if (!starts.empty() && starts.size() != q.answers.size()) {
    context.fail("expected as many \"answer_start\" as gold answers, " + std::to_string(q.answers.size()) + "; found " +
                 std::to_string(starts.size()));
  }
  for (std::size_t i = 0; i < starts.size(); ++i) {
    if (starts[i] >= 0) q.answers[i].start = starts[i];
  }
  if (q.unanswerable() && q.answers.empty()) {
    for (const std::string_view text : about.unanswerable) q.answers.push_back({text, std::nullopt});
  }
  if (q.has_facts && !q.has_labels && !q.passages.empty()) label_by_facts(q);
}

MHQA_INLINE void write_extras(json_writer& out, const any_question& q, named_counts& lost, bool beir) {
  const auto text = [&](std::string_view name, std::string_view value) {
    if (!value.empty()) out.member(name, value);
  };
  text("type", q.type);
  text("level", q.level);
  if (q.has_facts && beir) {
    write_facts(out.key("supporting_facts"), q.facts);
  } else if (q.has_facts) {
    out.key("supporting_facts").begin_object().key("title").begin_array();
    for (const supporting_fact& f : q.facts) out.value(f.title);
    out.end_array().key("sent_id").begin_array();
    for (const supporting_fact& f : q.facts) out.value(f.sentence);
    out.end_array().end_object();
  }
  if (!beir && !q.passages.empty()) write_columns(out.key("context"), q);
  if (!q.unanswerable() && std::any_of(q.answers.begin(), q.answers.end(), [](const auto& a) { return !!a.start; })) {
    out.key("answer_start").begin_array();
    for (std::size_t i = 0; i < q.answers.size(); ++i) {
      if (!several_spans(q, i)) out.value(q.answers[i].start);
    }
    out.end_array();
  }
  if (q.answerable) out.member("answerable", *q.answerable);
  if (q.unanswerable() && !q.answers.empty()) {
    out.key("unanswerable_answers").begin_array();
    for (const mhqa::squad::answer& a : q.answers) out.value(a.text);
    out.end_array();
  }
  if (!q.plausible.empty()) {
    out.key("plausible_answers").begin_array();
    for (const mhqa::squad::answer& a : q.plausible) {
      out.begin_object().member("text", a.text);
      if (a.start) out.member("answer_start", *a.start);
      out.end_object();
    }
    out.end_array();
  }
  if (!q.steps.empty()) write_musique_steps(out.key("question_decomposition"), q);
  if (!q.evidences.empty()) write_triples(out.key("evidences"), q.evidences);
  if (q.has_ids) {
    write_triples(out.key("evidences_id"), q.evidences_id);
    out.member("answer_id", q.answer_id);
  }
  text("entity_ids", q.entity_ids);
  text("wiki_url", q.link);
  for (const auto& [name, json] : q.others) {
    if (std::find(extra_names.begin(), extra_names.end(), name) != extra_names.end()) {
      lost.add(name);
    } else {
      out.key(name).raw(json);
    }
  }
}

MHQA_INLINE void write_golds(json_writer& out, const any_question& q, named_counts& lost) {
  out.begin_array();
  for (std::size_t i = 0; i < q.answers.size() && !q.unanswerable(); ++i) {
    several_spans(q, i) ? lost.add("answer_aliases: of several spans") : void(out.value(q.answers[i].text));
  }
  out.end_array();
}

}  // namespace detail
}  // namespace io
}  // namespace v0_1
}  // namespace mhqa
