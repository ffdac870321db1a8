// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of composition_files.hpp.
#pragma once

#include <mhqa/io/composition_files.hpp>

#include <mhqa/error.hpp>
#include <mhqa/graph/shapes.hpp>

namespace mhqa::inline v0_1::io {

MHQA_INLINE pool_ids::pool_ids(const single_hop_pool& pool) {
  for (const single_hop& q : pool.questions) {
    ids_.insert(q.id);
    sizes_.push_back(q.question.size());
  }
}

MHQA_INLINE std::uint32_t pool_ids::read(json_value value) const {
  const std::string_view id = value.string();
  const std::uint32_t at = ids_.find(id);
  if (at == string_index::npos) value.context().fail("the pool has no question \"" + std::string{id} + "\"");
  return at;
}

MHQA_INLINE void pool_ids::check(mention m, std::uint32_t question, const json_context& context) const {
  const std::size_t size = question < sizes_.size() ? sizes_[question] : 0;
  if (m.begin <= size && m.size <= size - m.begin) return;
  context.fail("expected a bridge inside the question of " + std::to_string(size) + " bytes, found [" +
               std::to_string(m.begin) + ", " + std::to_string(m.size) + "]");
}

namespace detail {

inline void write_mention(json_writer& json, mention m) {
  json.begin_array().value(m.begin).value(m.size).end_array();
}

[[nodiscard]] inline std::vector<std::uint32_t> read_numbers(json_value value) {
  std::vector<std::uint32_t> out;
  value.array([&](json_value item) { out.push_back(item.natural()); });
  return out;
}

}  // namespace detail

MHQA_INLINE void write_pair(std::string& out, const single_hop_pool& pool, const question_pair& pair) {
  json_writer json{out};
  json.begin_object().member("head", pool.questions[pair.head].id).member("tail", pool.questions[pair.tail].id);
  detail::write_mention(json.key("bridge"), pair.bridge);
  json.end_object();
}

MHQA_INLINE question_pair read_pair(json_value value, const pool_ids& ids) {
  question_pair out;
  json_context& context = value.context();
  value.object([&](std::string_view key, json_value field) {
    if (key == "head") out.head = ids.read(field);
    if (key == "tail") out.tail = ids.read(field);
    if (key != "bridge") return;
    const auto numbers = detail::read_numbers(field);
    if (numbers.size() == 2) out.bridge = {numbers[0], numbers[1]};
  });
  ids.check(out.bridge, out.tail, context);
  return out;
}

MHQA_INLINE void write_composition(json_writer& json, const single_hop_pool& pool, const composition& c) {
  json.member("id", std::string_view{id_of(pool, c)}).member("shape", to_string(c.kind));
  json.key("questions").begin_array();
  for (const std::uint32_t q : c.steps()) json.value(pool.questions[q].id);
  json.end_array().key("bridges").begin_array();
  for (std::size_t e = 0; e + 1 < hops(c.kind); ++e) detail::write_mention(json, c.bridges[e]);
  json.end_array();
}

MHQA_INLINE void read_composition_field(std::string_view key, json_value field, const pool_ids& ids, composition& c) {
  if (key == "shape") {
    const std::string_view name = field.string();
    const auto found = parse_shape(name);
    if (!found) field.context().fail("expected a reasoning shape, found \"" + std::string{name} + "\"");
    c.kind = *found;
  } else if (key == "questions") {
    std::size_t n = 0;
    field.array([&](json_value item) {
      if (n < c.questions.size()) c.questions[n++] = ids.read(item);
    });
  } else if (key == "bridges") {
    std::size_t n = 0;
    field.array([&](json_value item) {
      const auto numbers = detail::read_numbers(item);
      if (n < c.bridges.size() && numbers.size() == 2) c.bridges[n++] = {numbers[0], numbers[1]};
    });
  }
}

MHQA_INLINE void write_context(json_writer& json, const composed_context& context) {
  json.begin_array();
  for (const composed_paragraph& p : context) {
    json.begin_array().value(p.paragraph).value(p.supporting ? 1 : 0).end_array();
  }
  json.end_array();
}

MHQA_INLINE composed_context read_context(json_value value, const single_hop_pool& pool) {
  composed_context out;
  value.array([&](json_value item) {
    const auto numbers = detail::read_numbers(item);
    if (numbers.size() != 2 || numbers[0] >= pool.paragraphs.size()) item.context().fail("expected a paragraph");
    out.push_back({numbers[0], numbers[1] != 0});
  });
  return out;
}

MHQA_INLINE void write_contexts(std::string& out, const single_hop_pool& pool, const made_question& q) {
  json_writer json{out};
  json.begin_object().member("id", std::string_view{id_of(pool, q.graph)});
  write_context(json.key("context"), q.context);
  write_context(json.key("twin"), q.twin.context);
  json.member("step", q.twin.step).member("twin_first", q.twin.first).end_object();
}

MHQA_INLINE void read_contexts(json_value value, const single_hop_pool& pool, made_question& q) {
  value.object([&](std::string_view key, json_value field) {
    if (key == "context") q.context = read_context(field, pool);
    if (key == "twin") q.twin.context = read_context(field, pool);
    if (key == "step") q.twin.step = static_cast<std::uint32_t>(field.integer());
    if (key == "twin_first") q.twin.first = field.boolean();
  });
}

MHQA_INLINE void write_composed(std::string& out, const single_hop_pool& pool, const composed_question& q) {
  mhqa::musique::record r;
  r.id = q.id;
  r.question = q.text;
  r.answer = q.answer;
  r.answer_aliases.assign(q.aliases.begin(), q.aliases.end());
  r.answerable = q.answerable;
  for (std::size_t i = 0; i < q.paragraphs.size(); ++i) {
    const context_paragraph& p = pool.paragraphs[q.paragraphs[i].paragraph];
    r.paragraphs.push_back({static_cast<std::int64_t>(i), p.title, p.text, q.paragraphs[i].supporting});
  }
  for (const composed_step& s : q.steps) {
    mhqa::musique::step& step = r.decomposition.emplace_back();
    step.name = pool.questions[s.origin].id;
    step.question = s.question;
    step.answer = s.answer;
    if (s.support) step.paragraph_support_idx = *s.support;
  }
  json_writer json{out};
  musique::write(json, r);
}

}  // namespace mhqa::inline v0_1::io
