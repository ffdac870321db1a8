// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of any_question.hpp.
#pragma once

#include <mhqa/io/layouts/any_question.hpp>

#include <mhqa/io/facts.hpp>
#include <mhqa/io/json_copy.hpp>
#include <mhqa/io/json_records.hpp>

#include <algorithm>

namespace mhqa::inline v0_1::io {

MHQA_INLINE void named_counts::add(std::string_view name, std::uint64_t count) {
  auto at = counts_.find(name);
  if (at == counts_.end()) {
    at = counts_.try_emplace(std::string{counts_.size() < most ? name : "(other fields)"}, 0).first;
  }
  at->second += count;
}

MHQA_INLINE std::uint64_t named_counts::operator[](std::string_view name) const {
  const auto at = counts_.find(name);
  return at == counts_.end() ? 0 : at->second;
}

namespace detail {

MHQA_INLINE bool several_spans(const any_question& q, std::size_t answer) noexcept {
  return answer < q.typed.size() && q.typed[answer].spans.size() > 1;
}

/// True if a fact names a paragraph that the question does not have, as in HotpotQA's full-wiki setting.
[[nodiscard]] inline bool has_fact_without_paragraph(const any_question& q) {
  string_index titles;
  if (!q.facts.empty()) {
    for (const any_passage& p : q.passages) titles.insert(p.title);
  }
  return std::any_of(q.facts.begin(), q.facts.end(),
                     [&](const supporting_fact& f) { return !titles.contains(f.title); });
}

}  // namespace detail

MHQA_INLINE void count_losses(const any_question& q, const layout_fields& held, named_counts& lost) {
  const auto lose = [&lost](bool has, bool holds, std::string_view name) {
    if (has && !holds) lost.add(name);
  };
  const auto any_passage_is = [&q](auto test) { return std::any_of(q.passages.begin(), q.passages.end(), test); };
  bool other = false, repeated = false, start = false;
  detail::for_each_answer(q, [&](std::size_t i, bool fresh) {
    start = start || q.answers[i].start.has_value();
    if (i != 0) (fresh ? other : repeated) = true;
  });
  lose(other, held.aliases, "answer_aliases");
  lose(repeated, held.repeated, "answers.repeated");
  lose(start, held.starts, "answer_start");
  lose(!q.plausible.empty(), held.plausible, "plausible_answers");
  lose(std::any_of(q.typed.begin(), q.typed.end(), [](const typed_answer& a) { return !a.plain(); }), held.typed,
       "answer.type");
  lose(!q.type.empty(), held.type, "type");
  lose(!q.level.empty(), held.level, "level");
  if (!held.passages) {
    lose(!q.passages.empty(), false, "context");
  } else {
    std::int64_t position = 0;
    lose(q.passages.size() > 1, held.several, "context.boundaries");
    lose(any_passage_is([](const any_passage& p) { return !p.title.empty(); }), held.titles, "context.title");
    lose(any_passage_is([](const any_passage& p) { return !p.id.empty(); }), held.passage_ids, "context.id");
    lose(any_passage_is([&](const any_passage& p) { return p.idx != position++; }), held.idx, "context.idx");
    lose(any_passage_is([](const any_passage& p) { return p.split && p.parts.size() != 1; }), held.sentences,
         "context.sentences");
  }
  lose(any_passage_is([](const any_passage& p) { return p.level > 0; }), held.labels, "context.is_supporting");
  lose(any_passage_is([](const any_passage& p) { return p.level > 1; }), held.grades, "context.level");
  lose(!q.facts.empty(), held.facts, "supporting_facts.sentence");
  if (!held.facts) lose(detail::has_fact_without_paragraph(q), false, "supporting_facts: no paragraph has the title");
  lose(!q.evidences.empty(), held.evidences, "evidences");
  lose(!q.evidences_id.empty(), held.evidences, "evidences_id");
  lose(q.answer_id.has_value(), held.evidences, "answer_id");
  lose(!q.entity_ids.empty(), held.entity_ids, "entity_ids");
  lose(!q.steps.empty(), held.steps, "question_decomposition");
  lose(!q.source.empty(), held.source, "data_source");
  lose(!q.ability.empty(), held.source, "ability");
  lose(!q.split.empty(), held.source, "split");
  lose(q.index.has_value(), held.index, "index");
  lose(!q.link.empty(), held.link, "wiki_url");
  if (!held.others) {
    for (const auto& [name, json] : q.others) lost.add(name);
  }
}

namespace detail {

MHQA_INLINE void clear(any_question& q) {
  any_question empty;
  const auto keep = [](auto& from, auto& to) {
    from.clear();
    to = std::move(from);
  };
  keep(q.answers, empty.answers);
  keep(q.plausible, empty.plausible);
  keep(q.typed, empty.typed);
  keep(q.passages, empty.passages);
  keep(q.facts, empty.facts);
  keep(q.evidences, empty.evidences);
  keep(q.evidences_id, empty.evidences_id);
  keep(q.steps, empty.steps);
  keep(q.others, empty.others);
  q = std::move(empty);
}

MHQA_INLINE void keep_other(std::string_view name, json_value value, any_question& to) {
  std::string text;
  json_writer json{text};
  copy_json(value, json);
  to.others.emplace_back(name, value.context().arena.store(text));
}

MHQA_INLINE std::string_view read_id(json_value value) {
  json_context& context = value.context();
  if (value.is_number()) return context.id = context.arena.store(std::to_string(value.integer()));
  context.id = value.string();
  if (context.id.empty()) context.fail("expected an id, found an empty string");
  return context.id;
}

MHQA_INLINE void append_text(std::string& out, const any_passage& p) {
  append_sentences(out, p.parts);
}

MHQA_INLINE std::string_view text_of(const any_passage& p, std::string& scratch) {
  if (p.parts.size() == 1) return p.parts.front();
  scratch.clear();
  append_text(scratch, p);
  return scratch;
}

MHQA_INLINE void join_passages(const any_question& q, std::string& out, std::vector<std::size_t>* begins) {
  out.clear();
  if (begins != nullptr) begins->assign(1, 0);
  for (std::size_t i = 0; i < q.passages.size(); ++i) {
    if (i != 0) out += '\n';
    append_text(out, q.passages[i]);
    if (begins != nullptr) begins->push_back(out.size() + 1);
  }
}

MHQA_INLINE void label_by_facts(any_question& q) {
  string_index titles;
  for (const supporting_fact& f : q.facts) titles.insert(f.title);
  q.has_labels = true;
  for (any_passage& p : q.passages) p.level = titles.contains(p.title) ? 1 : 0;
}

}  // namespace detail
}  // namespace mhqa::inline v0_1::io
