// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of titled.hpp.
#pragma once

#include <mhqa/io/layouts/titled.hpp>

#include <mhqa/io/facts.hpp>
#include <mhqa/io/json_fields.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/json_table.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace mhqa::inline v0_1::io {

MHQA_INLINE void read_titled(const std::string& path, named_counts&, const question_sink& to) {
  json_records source{path};
  any_question q;
  std::vector<titled_paragraph> context;
  while (std::optional<json_value> value = source.next()) {
    detail::clear(q);
    context.clear();
    std::optional<std::string_view> answer;
    const auto read_support = [&](json_value facts) {
      q.facts.clear();
      read_facts(facts, q.facts);
      q.has_facts = true;
    };
    const auto triples = [](std::vector<evidence_triple>& list) {
      return [&list](json_value table) {
        list.clear();
        read_triples(table, list);
      };
    };
    required_field evidences_id{"evidences_id", triples(q.evidences_id), false};
    required_field answer_id{"answer_id", or_null(q.answer_id), false};
    read_fields(*value, id_field{q.id, detail::read_id}, optional_field{"question", q.question},
                optional_field{"answer", answer}, optional_field{"type", q.type}, optional_field{"level", q.level},
                optional_field{"supporting_facts", read_support},
                optional_field{"context", [&](json_value list) { read_paragraphs(list, context); }},
                optional_field{"evidences", triples(q.evidences)}, evidences_id, answer_id,
                optional_field{"entity_ids", q.entity_ids},
                other_fields{[&](std::string_view key, json_value field) { detail::keep_other(key, field, q); }});
    if (answer) q.answers.push_back({*answer, std::nullopt});
    q.has_ids = evidences_id.seen && answer_id.seen;
    std::int64_t position = 0;
    for (titled_paragraph& p : context) {
      q.passages.push_back({.idx = position++, .title = p.title, .parts = std::move(p.sentences), .split = true});
    }
    if (q.has_facts) detail::label_by_facts(q);
    to(q);
  }
}

namespace detail {

/// Why HotpotQA's family cannot hold a question, or "".
[[nodiscard]] inline std::string_view unfit_for_one_answer(const any_question& q) noexcept {
  if (q.unanswerable()) return "unanswerable";
  if (q.answers.empty()) return "no answer";
  return several_spans(q, 0) ? "an answer of several spans" : "";
}

/// Sets the facts that a record is written with. Where the paragraphs are not split, each is one sentence, number 0.
///
/// Shape: returns false if the facts are not known
[[nodiscard]] inline bool facts_to_write(const any_question& q, std::vector<supporting_fact>& out,
                                         conversion_counts& counts) {
  const bool split = std::all_of(q.passages.begin(), q.passages.end(), [](const any_passage& p) { return p.split; });
  out.clear();
  if (q.has_facts && (split || q.passages.empty())) {
    out = q.facts;
    return true;
  }
  if (!q.has_labels || split) return false;
  string_index titles;
  bool twice = false;
  std::vector<std::uint32_t> uses;
  for (const any_passage& p : q.passages) {
    const auto [number, fresh] = titles.insert(p.title);
    fresh ? uses.push_back(1) : static_cast<void>(++uses[number]);
  }
  for (const any_passage& p : q.passages) {
    if (p.level <= 0) continue;
    std::uint32_t& left = uses[titles.find(p.title)];
    twice = twice || left != 1;
    if (left != 0) out.push_back({p.title, 0});
    left = 0;
  }
  if (twice) counts.lost.add("context.is_supporting: another paragraph has the title");
  if (q.has_facts) counts.lost.add("supporting_facts.sentence");
  return true;
}

}  // namespace detail

MHQA_INLINE void titled_writer::add(const any_question& q, conversion_counts& counts) {
  if (const std::string_view why = detail::unfit_for_one_answer(q); !why.empty()) return counts.left_out.add(why);
  count_losses(q, twowiki_ ? twowiki : hotpotqa, counts.lost);
  const bool has_facts = detail::facts_to_write(q, facts_, counts);
  const auto expect = [&](bool there, std::string_view name) {
    if (!there) counts.absent.add(name);
  };
  expect(!q.question.empty(), "question");
  expect(!q.type.empty(), "type");
  expect(!q.passages.empty(), "context");
  expect(has_facts, "supporting_facts");
  json_.begin_object().member("_id", q.id);
  if (twowiki_) json_.member("type", q.type);
  if (!twowiki_) json_.member("answer", q.answers.front().text);
  json_.member("question", q.question);
  if (has_facts && !twowiki_) write_facts(json_.key("supporting_facts"), facts_);
  json_.key("context").begin_array();
  for (const any_passage& p : q.passages) {
    json_.begin_array().value(p.title).begin_array();
    for (const std::string_view part : p.parts) json_.value(part);
    json_.end_array().end_array();
  }
  json_.end_array();
  if (twowiki_) {
    expect(!q.evidences.empty(), "evidences");
    json_.member("entity_ids", q.entity_ids);
    write_facts(json_.key("supporting_facts"), facts_);
    write_triples(json_.key("evidences"), q.evidences);
    json_.member("answer", q.answers.front().text);
    if (q.has_ids) {
      write_triples(json_.key("evidences_id"), q.evidences_id);
      json_.member("answer_id", q.answer_id);
    }
  } else {
    expect(!q.level.empty(), "level");
    json_.member("type", q.type).member("level", q.level);
  }
  json_.end_object();
  ++counts.written;
  flush();
}

MHQA_INLINE void titled_writer::finish(conversion_counts&) {
  json_.end_array();
  text_ += '\n';
  flush();
}

MHQA_INLINE void titled_writer::flush() {
  out_.write(text_);
  text_.clear();
}

}  // namespace mhqa::inline v0_1::io
