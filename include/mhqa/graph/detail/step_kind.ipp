// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of step_kind.hpp.
#pragma once

#include <mhqa/graph/step_kind.hpp>

#include <mhqa/english/sentence_words.hpp>
#include <mhqa/graph/references.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace mhqa::inline v0_1 {

MHQA_INLINE step_needs needs_by_rule(std::string_view step) {
  static const row_matcher rows{step_wording_rows};
  const std::size_t refers = referenced_steps(step).size();
  const std::vector<sentence_word> words = question_words(step);
  const auto has = [&](step_wording what, std::size_t from = 0) {
    return rows.fires(static_cast<std::size_t>(what), std::span{words}.subspan(from));
  };
  if (has(step_wording::calculates) || has(step_wording::orders)) return {.look_up = false, .operation = true};
  if (refers == 0) return {.look_up = true, .operation = false};
  const bool compares = has(step_wording::compares);
  if (refers > 1) {
    const bool relates = has(step_wording::relates) || (has(step_wording::asks) && !has(step_wording::joins));
    const bool look_up = relates && !compares;
    return {.look_up = look_up, .operation = !look_up};
  }
  bool operation = false;
  for (std::size_t i = 0; i < words.size(); ++i) {  // a clause may come first: "Considering #1, could …"
    const bool begins = i == 0 || words[i - 1].mark_after;
    operation = operation || (begins && has(step_wording::decides, i));
  }
  return {.look_up = !operation || !compares, .operation = operation};
}

MHQA_INLINE step_kind kind_by_rule(std::string_view step) {
  return needs_by_rule(step).operation ? step_kind::operation : step_kind::retrieval;
}

}  // namespace mhqa::inline v0_1
