// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of probe_questions.hpp.
#pragma once

#include <mhqa/datasets/probe_questions.hpp>

namespace mhqa::inline v0_1 {

MHQA_INLINE fact_place find_fact(const std::vector<titled_paragraph>& context, const supporting_fact& fact,
                                 fact_unit unit) {
  std::uint32_t before = 0;  // facts in earlier paragraphs
  for (const titled_paragraph& p : context) {
    const std::size_t size = p.sentences.size();
    if (p.title == fact.title) {
      if (unit == fact_unit::paragraph) return {before, &p, 0};
      if (fact.sentence < 0 || static_cast<std::size_t>(fact.sentence) >= size) return {};
      return {before + static_cast<std::uint32_t>(fact.sentence), &p, static_cast<std::size_t>(fact.sentence)};
    }
    before += unit == fact_unit::paragraph ? 1 : static_cast<std::uint32_t>(size);
  }
  return {};
}

MHQA_INLINE fact_finder::fact_finder(const std::vector<titled_paragraph>& context, fact_unit unit)
    : context_{&context}, unit_{unit} {
  if (context.size() <= few) return;
  std::uint32_t before = 0;
  for (const titled_paragraph& p : context) {
    if (titles_.insert(p.title).second) first_.push_back({before, &p, 0});
    before += unit == fact_unit::paragraph ? 1 : static_cast<std::uint32_t>(p.sentences.size());
  }
}

MHQA_INLINE fact_place fact_finder::operator()(const supporting_fact& fact) const {
  if (context_->size() <= few) return find_fact(*context_, fact, unit_);
  const std::uint32_t number = titles_.find(fact.title);
  if (number == string_index::npos) return {};
  fact_place out = first_[number];
  if (unit_ == fact_unit::paragraph) return out;
  if (fact.sentence < 0 || static_cast<std::size_t>(fact.sentence) >= out.paragraph->sentences.size()) return {};
  out.position += static_cast<std::uint32_t>(fact.sentence);
  out.sentence = static_cast<std::size_t>(fact.sentence);
  return out;
}

MHQA_INLINE probe_question to_probe_question(const musique::record& record) {
  probe_question q{.id = record.id, .fact_count = static_cast<std::uint32_t>(record.paragraphs.size())};
  for (std::uint32_t i = 0; i < q.fact_count; ++i) {
    const musique::paragraph& p = record.paragraphs[i];
    if (!p.is_supporting) continue;
    const auto in_text = [&](std::string_view answer) { return holds_answer(answer, p.text); };
    const bool holds =
        in_text(record.answer) || std::any_of(record.answer_aliases.begin(), record.answer_aliases.end(), in_text);
    if (holds && q.supports.size() < max_bipartition_facts) q.answer_supports |= std::uint32_t{1} << q.supports.size();
    q.supports.push_back(i);
  }
  return q;
}

}  // namespace mhqa::inline v0_1
