// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of hotpotqa.hpp.
#pragma once

#include <mhqa/io/datasets/hotpotqa.hpp>

#include <mhqa/io/facts.hpp>
#include <mhqa/io/json_fields.hpp>
#include <mhqa/io/json_table.hpp>

namespace mhqa::inline v0_1::io::hotpotqa {

MHQA_INLINE void read(json_value value, record& out, fields wanted) {
  out.id = out.question = out.answer = out.type = out.level = {};
  out.supporting_facts.clear();
  out.context.clear();
  out.has_supporting_facts = false;
  const auto read_support = [&](json_value facts) {
    out.supporting_facts.clear();
    read_facts(facts, out.supporting_facts);
    out.has_supporting_facts = true;
  };
  read_fields(
      value, id_field{out.id}, required_field{"answer", out.answer}, optional_field{"supporting_facts", read_support},
      optional_field{"type", out.type}, optional_field{"level", out.level},
      optional_field{"question", out.question, wanted != fields::gold},
      optional_field{"context", [&](json_value list) { read_paragraphs(list, out.context); }, wanted == fields::all});
}

MHQA_INLINE void write(json_writer& out, const record& r) {
  out.begin_object();
  out.member("_id", r.id).member("answer", r.answer).member("question", r.question);
  if (r.has_supporting_facts) write_facts(out.key("supporting_facts"), r.supporting_facts);
  write_paragraphs(out.key("context"), r.context);
  out.member("type", r.type).member("level", r.level).end_object();
}

MHQA_INLINE mhqa::hotpotqa::prediction predictions::find(std::string_view id) {
  const task_prediction found = tasks_.find(id);
  return {found.answer, found.supporting_facts};
}

MHQA_INLINE void append_official_missing(std::string& out, std::string_view id,
                                         const mhqa::hotpotqa::question_scores& s) {
  if (!s.answer) out.append("missing answer ").append(id).append("\n");
  if (!s.support && s.has_gold_support) out.append("missing sp fact ").append(id).append("\n");
}

MHQA_INLINE void append_official(std::string& out, const mhqa::hotpotqa::published_totals& t) {
  char separator = '{';
  for (const named_score& score : t.named()) {
    out += separator;
    if (separator == ',') out += ' ';
    separator = ',';
    out.append("'").append(score.name).append("': ");
    append_python_double(out, score.value.value_or(0));
  }
  out += "}\n";
}

MHQA_INLINE void append_official(std::string& out, const evaluation<mhqa::hotpotqa::data_set>& e,
                                 const data_source& gold, const data_source& prediction) {
  using slots = mhqa::hotpotqa::slots;
  mhqa::hotpotqa::published_totals sums = e.published;
  const bool has_facts = sums[slots::questions_with_support] == sums[slots::questions];
  if (has_facts) {
    for (const missing_question& q : e.missing) {
      for (const std::string& kind : q.kinds) {
        out.append(kind == "sp" ? "missing sp fact " : "missing answer ").append(q.id).append("\n");
      }
    }
  } else {
    predictions said{prediction};
    auto records = golds(gold);
    for (record r; records.next(r);) {
      const mhqa::hotpotqa::prediction one = said.find(r.id);
      if (!one.answer) out.append("missing answer ").append(r.id).append("\n");
      if (!one.supporting_facts) out.append("missing sp fact ").append(r.id).append("\n");
      if (!one.supporting_facts || r.has_supporting_facts) continue;
      throw_data_error({.file = gold.name(), .id = std::string{r.id}, .field = "supporting_facts"},
                       "the published program needs this field, because the predictions have facts for the id",
                       errc::missing_field);
    }
    sums[slots::questions_with_support] = sums[slots::questions];  // the program divides by all questions
  }
  append_official(out, sums);
}

}  // namespace mhqa::inline v0_1::io::hotpotqa
