// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of 2wikimultihopqa.hpp.
#pragma once

#include <mhqa/io/datasets/2wikimultihopqa.hpp>

#include <mhqa/io/facts.hpp>
#include <mhqa/io/json_fields.hpp>
#include <mhqa/io/json_table.hpp>
#include <mhqa/io/official.hpp>

#include <optional>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1::io::twowiki {

MHQA_INLINE void read(json_value value, record& out, fields wanted, needs needed) {
  out.id = out.type = out.question = out.entity_ids = out.answer = {};
  out.context.clear();
  out.supporting_facts.clear();
  out.evidences.clear();
  out.evidences_id.clear();
  out.answer_id.reset();
  const auto triples = [](std::vector<evidence_triple>& to) {
    return [&to](json_value list) {
      to.clear();
      read_triples(list, to);
    };
  };
  const auto read_support = [&](json_value facts) {
    out.supporting_facts.clear();
    read_facts(facts, out.supporting_facts);
  };
  required_field support{"supporting_facts", read_support, needed.supporting_facts};
  required_field evidences{"evidences", triples(out.evidences), needed.evidences};
  required_field evidences_id{"evidences_id", triples(out.evidences_id), needed.ids};
  required_field answer_id{"answer_id", or_null(out.answer_id), needed.ids};
  read_fields(
      value, id_field{out.id}, required_field{"answer", out.answer}, support, evidences, evidences_id, answer_id,
      optional_field{"type", out.type}, optional_field{"question", out.question, wanted != fields::gold},
      optional_field{"context", [&](json_value list) { read_paragraphs(list, out.context); }, wanted == fields::all},
      optional_field{"entity_ids", out.entity_ids, wanted == fields::all});
  out.has_ids = evidences_id.seen && answer_id.seen;
  out.has_supporting_facts = support.seen;
  out.has_evidences = evidences.seen;
  if (!needed.ids) return;
  if (std::string problem = evidences_id_problem(out); !problem.empty()) {
    value.context().fail(std::move(problem));
  }
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

MHQA_INLINE aliases::aliases(const data_source& source) : source_{source, lifetime::source} {
  std::vector<std::string_view> names, demonyms;
  while (std::optional<json_value> value = source_.next()) {
    std::string_view id;
    read_fields(*value, required_field{"Q_id", record_id(id)}, required_field{"aliases", names},
                required_field{"demonyms", demonyms});
    names.insert(names.end(), demonyms.begin(), demonyms.end());
    if (!table_.add(id, names)) value->context().fail("expected each Q_id once, found it twice");
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

}  // namespace mhqa::inline v0_1::io::twowiki
