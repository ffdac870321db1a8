// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of 2wikimultihopqa.hpp.
#pragma once

#include <mhqa/io/datasets/2wikimultihopqa.hpp>

#include <mhqa/io/facts.hpp>
#include <mhqa/io/json_table.hpp>
#include <mhqa/io/official.hpp>

#include <optional>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0_1 {
namespace io {
namespace twowiki {

MHQA_INLINE void read(json_value value, record& out, fields wanted, needs needed) {
  json_context& context = value.context();
  out.id = out.type = out.question = out.entity_ids = out.answer = {};
  out.context.clear();
  out.supporting_facts.clear();
  out.evidences.clear();
  out.evidences_id.clear();
  out.answer_id.reset();
  id_field id;
  bool has_answer = false, has_support = false, has_evidences = false;
  bool has_evidences_id = false, has_answer_id = false;
  value.object([&](std::string_view key, json_value field) {
    if (id.reads(key, field, out.id)) return;
    if (key == "answer") {
      out.answer = field.string();
      has_answer = true;
    } else if (key == "supporting_facts") {
      out.supporting_facts.clear();
      read_facts(field, out.supporting_facts);
      has_support = true;
    } else if (key == "evidences") {
      out.evidences.clear();
      read_triples(field, out.evidences);
      has_evidences = true;
    } else if (key == "evidences_id") {
      out.evidences_id.clear();
      read_triples(field, out.evidences_id);
      has_evidences_id = true;
    } else if (key == "answer_id") {
      out.answer_id.reset();
      if (!field.is_null()) out.answer_id = field.string();
      has_answer_id = true;
    } else if (key == "type") {
      out.type = field.string();
    } else if (wanted != fields::gold && key == "question") {
      out.question = field.string();
    } else if (wanted == fields::all && key == "context") {
      read_paragraphs(field, out.context);
    } else if (wanted == fields::all && key == "entity_ids") {
      out.entity_ids = field.string();
    }
  });
  out.has_ids = has_evidences_id && has_answer_id;
  out.has_supporting_facts = has_support;
  out.has_evidences = has_evidences;
  id.require(context);
  context.require(has_answer, "answer");
  context.require(has_support || !needed.supporting_facts, "supporting_facts");
  context.require(has_evidences || !needed.evidences, "evidences");
  if (!needed.ids) return;
  context.require(has_evidences_id, "evidences_id");
  context.require(has_answer_id, "answer_id");
  if (std::string problem = evidences_id_problem(out); !problem.empty()) context.fail(std::move(problem));
}

MHQA_INLINE void write(json_writer& out, const record& r) {
  out.begin_object().member("_id", r.id).member("type", r.type).member("question", r.question);
  write_paragraphs(out.key("context"), r.context);
  out.member("entity_ids", r.entity_ids);
  write_facts(out.key("supporting_facts"), r.supporting_facts);
  write_triples(out.key("evidences"), r.evidences);
  out.member("answer", r.answer);
  if (r.has_ids) {
    write_triples(out.key("evidences_id"), r.evidences_id);
    out.member("answer_id", r.answer_id);
  }
  out.end_object();
}

MHQA_INLINE mhqa::twowiki::prediction predictions::find(std::string_view id) {
  const task_prediction found = tasks_.find(id);
  return {found.answer, found.supporting_facts, found.evidences};
}

MHQA_INLINE aliases::aliases(const std::string& path) : source_{path, lifetime::source} {
  std::vector<std::string_view> names, demonyms;
  while (std::optional<json_value> value = source_.next()) {
    json_context& context = value->context();
    std::string_view id;
    bool has_id = false, has_aliases = false, has_demonyms = false;
    const auto read_names = [](json_value list, std::vector<std::string_view>& to) {
      to.clear();  // of two members with one name Python keeps the last
      list.array([&](json_value name) { to.push_back(name.string()); });
      return true;
    };
    value->object([&](std::string_view key, json_value field) {
      if (key == "Q_id") {
        id = context.id = field.string();
        has_id = true;
      } else if (key == "aliases") {
        has_aliases = read_names(field, names);
      } else if (key == "demonyms") {
        has_demonyms = read_names(field, demonyms);
      }
    });
    context.require(has_id, "Q_id");
    context.require(has_aliases, "aliases");
    context.require(has_demonyms, "demonyms");
    names.insert(names.end(), demonyms.begin(), demonyms.end());
    if (!table_.add(id, names)) context.fail("expected each Q_id once, found it twice");
  }
}

MHQA_INLINE void append_official_missing(std::string& out, std::string_view id,
                                         const mhqa::twowiki::question_scores& s) {
  if (!s.answer) out.append("missing answer ").append(id).append("\n");
  if (!s.support) out.append("missing sp fact ").append(id).append("\n");
  if (!s.evidence) out.append("missing evidence ").append(id).append("\n");
}

MHQA_INLINE void append_official(std::string& out, const mhqa::twowiki::published_totals& t) {
  append_rounded_json(out, t.named(), dialects::twowiki_1_1.decimals);
}

MHQA_INLINE void append_official(std::string& out, const evaluation<mhqa::twowiki::data_set>& e) {
  for (const missing_question& q : e.missing) {
    for (const std::string& kind : q.kinds) {
      out.append("missing ").append(kind == "sp" ? "sp fact" : kind).append(" ").append(q.id).append("\n");
    }
  }
  append_official(out, e.published);
}

}  // namespace twowiki
}  // namespace io
}  // namespace v0_1
}  // namespace mhqa
