// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Records of HotpotQA, 2WikiMultihopQA and MuSiQue as questions that can be probed: titles become
// positions, and the supports that hold the answer are marked.
//   auto q = mhqa::to_probe_question(record); if (!mhqa::why_not_probed(q)) … mhqa::views::disconnected_probe(q, seed)
#pragma once

#include <mhqa/datasets/musique.hpp>
#include <mhqa/probe/question.hpp>
#include <mhqa/types.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace mhqa {
inline namespace v0 {

/// What a fact of the context is.
enum class fact_unit : std::uint8_t { paragraph, sentence };

/// A record with titled paragraphs of sentences and supports named by title and sentence.
template <class R>
concept titled_record = requires(const R& r) {
  { r.id } -> std::convertible_to<std::string_view>;
  { r.answer } -> std::convertible_to<std::string_view>;
  { r.context } -> std::convertible_to<const std::vector<titled_paragraph>&>;
  { r.supporting_facts } -> std::convertible_to<const std::vector<supporting_fact>&>;
};

/// Where a supporting fact stands in a record's context.
struct fact_place {
  std::uint32_t position = not_in_context;  ///< of its paragraph, or of its sentence among those of all paragraphs
  const titled_paragraph* paragraph = nullptr;
  std::size_t sentence = 0;
};

/// The place of a supporting fact.
///
/// Undefined: a title that stands on several paragraphs means the first, as in the published converter; a title or
///            sentence that the context lacks has the position not_in_context
/// Cost:      O(paragraphs)
[[nodiscard]] inline fact_place find_fact(const std::vector<titled_paragraph>& context, const supporting_fact& fact,
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

/// The record as a question; sentences are numbered through all paragraphs.
///
/// Shape:     supports ascend by position, each once
/// Undefined: as find_fact; for a support that is not in the context why_not_probed has a reason
/// Cost:      O(facts * paragraphs), and one search of the answer in each support
template <titled_record R>
[[nodiscard]] probe_question to_probe_question(const R& record, fact_unit unit = fact_unit::paragraph) {
  std::vector<fact_place> supports;
  std::uint32_t sentences = 0;
  for (const titled_paragraph& p : record.context) sentences += static_cast<std::uint32_t>(p.sentences.size());

  for (const supporting_fact& fact : record.supporting_facts) {
    const fact_place one = find_fact(record.context, fact, unit);
    const auto same = [&](const fact_place& other) { return other.position == one.position; };
    if (std::none_of(supports.begin(), supports.end(), same)) supports.push_back(one);
  }
  std::sort(supports.begin(), supports.end(),
            [](const fact_place& a, const fact_place& b) { return a.position < b.position; });

  probe_question q{
      .id = record.id,
      .fact_count = unit == fact_unit::paragraph ? static_cast<std::uint32_t>(record.context.size()) : sentences};
  for (std::size_t i = 0; i < supports.size(); ++i) {
    const auto& [position, paragraph, sentence] = supports[i];
    q.supports.push_back(position);
    if (paragraph == nullptr || i >= max_bipartition_facts) continue;
    bool holds = false;
    for (std::size_t s = 0; s < paragraph->sentences.size(); ++s) {
      if (unit == fact_unit::paragraph || s == sentence)
        holds = holds || holds_answer(record.answer, paragraph->sentences[s]);
    }
    if (holds) q.answer_supports |= std::uint32_t{1} << i;
  }
  return q;
}

/// A MuSiQue record as a question: facts are its paragraphs, by their place in the list. An alias in a support counts
/// as the answer.
[[nodiscard]] inline probe_question to_probe_question(const musique::record& record) {
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

}  // namespace v0
}  // namespace mhqa
