// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of evidence_search.hpp.
#pragma once

#include <mhqa/io/evidence_search.hpp>

#include <mhqa/graph/joined_steps.hpp>
#include <mhqa/text/stop_words.hpp>

namespace mhqa {
inline namespace v0_1 {
namespace io {
namespace detail {

MHQA_INLINE searched_question read_searched(json_value value, bool by_steps) {
  json_context& context = value.context();
  searched_question out;
  bool has_id = false, has_question = false, has_steps = false;
  value.object([&](std::string_view key, json_value field) {
    if (key == "qid") {
      out.id = context.id = field.string();
      has_id = true;
    } else if (key == "question") {
      out.question = field.string();
      has_question = true;
    } else if (key == "decomposition" || key == "step_answers") {
      std::vector<std::string>& to = key == "decomposition" ? out.steps : out.answers;
      to.clear();
      field.array([&](json_value item) { to.emplace_back(item.string()); });
      has_steps = has_steps || key == "decomposition";
    }
  });
  context.require(has_id, "qid");
  context.require(by_steps || has_question, "question");
  context.require(!by_steps || has_steps, "decomposition");
  return out;
}

MHQA_INLINE std::vector<std::string> evidence_queries(const evidence_search& search, const searched_question& q) {
  if (!search.by_steps) return {without_stop_words(q.question)};
  const std::vector<std::string> steps = search.split_joined ? split_joined_steps(q.steps) : q.steps;
  if (search.references == query_references::answered && q.answers.size() != steps.size()) {
    throw_data_error({.file = search.questions, .id = std::string{q.id}, .field = "step_answers"},
                     "--references answered expects an answer for each of " + std::to_string(steps.size()) +
                         " steps, found " + std::to_string(q.answers.size()));
  }
  return step_queries(steps, search.references, q.answers);
}

}  // namespace detail
}  // namespace io
}  // namespace v0_1
}  // namespace mhqa
