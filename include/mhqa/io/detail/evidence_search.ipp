// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of evidence_search.hpp.
#pragma once

#include <mhqa/io/evidence_search.hpp>

#include <mhqa/graph/joined_steps.hpp>
#include <mhqa/io/json_fields.hpp>
#include <mhqa/text/stop_words.hpp>

namespace mhqa::inline v0_1::io::detail {

MHQA_INLINE searched_question read_searched(json_value value, evidence_query by) {
  const bool by_steps = by == evidence_query::decomposition;
  searched_question out;
  read_fields(value, required_field{"qid", record_id(out.id)}, required_field{"question", out.question, !by_steps},
              required_field{"decomposition", out.steps, by_steps}, optional_field{"step_answers", out.answers});
  return out;
}

MHQA_INLINE std::vector<std::string> evidence_queries(const evidence_search& search, const searched_question& q) {
  if (search.by == evidence_query::question) return {without_stop_words(q.question)};
  const std::vector<std::string> steps = search.split_joined ? split_joined_steps(q.steps) : q.steps;
  if (search.references == query_references::answered && q.answers.size() != steps.size()) {
    throw_data_error({.file = search.questions, .id = std::string{q.id}, .field = "step_answers"},
                     "`references` answered expects an answer for each of " + std::to_string(steps.size()) +
                         " steps, found " + std::to_string(q.answers.size()));
  }
  return step_queries(steps, search.references, q.answers);
}

}  // namespace mhqa::inline v0_1::io::detail
