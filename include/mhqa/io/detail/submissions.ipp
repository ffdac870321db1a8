// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of submissions.hpp.
#pragma once

#include <mhqa/io/submissions.hpp>

#include <mhqa/error.hpp>
#include <mhqa/io/facts.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/json_fields.hpp>
#include <mhqa/io/json_records.hpp>
#include <mhqa/io/task_predictions.hpp>
#include <mhqa/text/string_index.hpp>
#include <mhqa/text/unique_ids.hpp>
#include <mhqa/types.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_set>
#include <utility>

namespace mhqa::inline v0_1::io {

MHQA_INLINE void submission_check::add(std::string_view id, std::string problem) {
  ++found;
  if (problems.size() < most_kept) problems.push_back({std::string{id}, std::move(problem)});
}

MHQA_INLINE submission_check check_musique(const std::string& predictions, const std::string& questions) {
  submission_check out;
  musique::predictions said{predictions, musique::prediction_layout::rows_or_answers};
  if (said.is_array()) out.add("", predictions + ": expected JSON Lines, one row per line; found a JSON array");
  json_records source{questions};
  std::vector<std::int64_t> idxs;
  std::unordered_set<std::int64_t> predicted;
  while (std::optional<json_value> value = source.next()) {
    std::string id;
    idxs.clear();
    const auto read_idxs = [&](json_value list) {
      read_table(list, std::array<table_column, 1>{{{"idx"}}}, {},
                 [&](std::size_t row, std::size_t, json_value idx) { row_of(idxs, row) = idx.integer(); });
    };
    read_fields(*value, required_field{"id", record_id(id)}, required_field{"paragraphs", read_idxs});
    const mhqa::musique::prediction row = said.next(id);
    ++out.questions;
    const std::uint64_t before = out.found;
    std::sort(idxs.begin(), idxs.end());
    predicted.clear();
    if (row.answer_only) {
      out.add(id, "expected a row with predicted_support_idxs and predicted_answerable, found an answer alone");
    }
    for (std::size_t i = 0; i < row.support_idxs.size(); ++i) {
      const std::int64_t idx = row.support_idxs[i];
      const std::string field = "predicted_support_idxs[" + std::to_string(i) + "]: expected ";
      if (!std::binary_search(idxs.begin(), idxs.end(), idx)) {
        out.add(id, field + "the idx of one of the " + std::to_string(idxs.size()) + " paragraphs, found " +
                        std::to_string(idx));
      } else if (!predicted.insert(idx).second) {
        out.add(id, field + "each idx once, found " + std::to_string(idx) + " twice");
      }
    }
    out.whole += out.found == before ? 1 : 0;
  }
  said.finish();
  if (out.questions == 0) throw_data_error({.file = questions}, "expected questions, found none", errc::missing);
  return out;
}

MHQA_INLINE submission_check check_tasks(const std::string& predictions, const std::string& questions,
                                         submission_tasks wanted) {
  task_predictions said{predictions};
  json_records source{questions};
  submission_check out;
  std::vector<titled_paragraph> context;
  std::vector<std::size_t> sentences;  // by number of the title: the most sentences of a paragraph
  unique_ids ids;
  while (std::optional<json_value> value = source.next()) {
    std::string_view id;
    context.clear();
    read_fields(*value, id_field{id},
                optional_field{"context", [&](json_value list) { read_paragraphs(list, context); }});
    ids.add(id, questions);
    ++out.questions;
    const std::uint64_t before = out.found;
    const task_prediction found = said.find(id);
    const auto expect = [&](bool there, const char* task) {
      if (!there) out.add(id, std::string{"expected a prediction in \""} + task + "\", found none");
    };
    expect(found.answer.has_value(), "answer");
    expect(found.supporting_facts.has_value(), "sp");
    if (wanted.evidence) expect(found.evidences.has_value(), "evidence");
    if (found.supporting_facts && !context.empty()) {
      string_index titles;
      sentences.clear();
      for (const titled_paragraph& p : context) {
        const auto [number, fresh] = titles.insert(p.title);
        if (fresh) sentences.push_back(0);
        sentences[number] = std::max(sentences[number], p.sentences.size());
      }
      for (const supporting_fact& fact : *found.supporting_facts) {
        const std::uint32_t number = titles.find(fact.title);
        if (number != string_index::npos && fact.sentence >= 0 &&
            static_cast<std::uint64_t>(fact.sentence) < sentences[number]) {
          continue;
        }
        out.add(id, "sp: expected a sentence of the context, found [\"" + std::string{fact.title} + "\", " +
                        std::to_string(fact.sentence) + "]");
      }
    }
    out.whole += out.found == before ? 1 : 0;
  }
  if (out.questions == 0) throw_data_error({.file = questions}, "expected questions, found none", errc::missing);
  if (said.unused() != 0) {
    out.add("", std::to_string(said.unused()) + " predictions have ids that the questions lack");
  }
  return out;
}

}  // namespace mhqa::inline v0_1::io
