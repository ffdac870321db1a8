// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of pair_rules.hpp.
#pragma once

#include <mhqa/compose/pair_rules.hpp>

namespace mhqa::inline v0_1 {

MHQA_INLINE mention pair_candidate::bridge() const {
  if (!known_) {
    const auto all = (*find_)(head_question().answer, tail_question().question);
    bridge_ = all.empty() ? mention{} : all.front();
    known_ = true;
  }
  return bridge_;
}

MHQA_INLINE entity_place place_of_answer(const head_candidate& c) {
  const std::string_view answer = c.question().answer, text = c.paragraph().text;
  const auto found = find_answer(answer, text);
  return found ? entity_place{found->in(text), text, found->begin} : entity_place{answer, answer, 0};
}

MHQA_INLINE entity_place place_of_mention(const pair_candidate& p) {
  return {p.mentioned(), p.tail_question().question, p.bridge().begin};
}

}  // namespace mhqa::inline v0_1
