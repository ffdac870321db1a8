// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of composed.hpp.
#pragma once

#include <mhqa/compose/composed.hpp>

#include <cstddef>

namespace mhqa::inline v0_1 {

MHQA_INLINE composed_question make_composed(const single_hop_pool& pool, const composition& c, std::string text,
                                            composed_context context, bool answerable) {
  composed_question out;
  out.id = id_of(pool, c);
  out.text = std::move(text);
  const std::vector<std::string> texts = steps_of(pool, c);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const single_hop& q = pool.questions[c.questions[i]];
    composed_step& step = out.steps.emplace_back();
    step.question = texts[i];
    step.answer = q.answer;
    step.origin = c.questions[i];
    for (std::uint32_t p = 0; p < context.size(); ++p) {
      if (context[p].supporting && context[p].paragraph == q.paragraph) step.support = p;
    }
  }
  const single_hop& last = pool.questions[c.steps().back()];
  out.answer = last.answer;
  out.aliases = last.aliases;
  out.paragraphs = std::move(context);
  out.answerable = answerable;
  return out;
}

MHQA_INLINE std::pair<composed_question, composed_question> make_pair_of_twins(const single_hop_pool& pool,
                                                                               const composition& c,
                                                                               const std::string& text,
                                                                               const composed_context& context,
                                                                               const unanswerable_twin& twin) {
  composed_question with = make_composed(pool, c, text, context);
  composed_question without = make_composed(pool, c, text, twin.context, false);
  if (twin.first) std::swap(with, without);
  return {std::move(with), std::move(without)};
}

MHQA_INLINE std::pair<composed_question, composed_question> make_pair_of_twins(const single_hop_pool& pool,
                                                                               const made_question& made) {
  return make_pair_of_twins(pool, made.graph, made.text, made.context, made.twin);
}

MHQA_INLINE composed_question make_composed(const single_hop_pool& pool, const made_question& made) {
  return make_composed(pool, made.graph, made.text, made.context);
}

}  // namespace mhqa::inline v0_1
