// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Converts records of HotpotQA, 2WikiMultihopQA and MuSiQue to questions that can be probed: titles become positions,
// and supports that contain the answer are marked.
//   auto q = mhqa::to_probe_question(record); if (!mhqa::why_not_probed(q)) … mhqa::views::disconnected_probe(q, seed)
#pragma once

#include <mhqa/datasets/musique.hpp>
#include <mhqa/probe/question.hpp>
#include <mhqa/text/string_index.hpp>
#include <mhqa/types.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1 {

/// The unit of a fact.
enum class fact_unit : std::uint8_t { paragraph, sentence };

/// A record with titled paragraphs of sentences and supports named by title and sentence.
template <class R>
concept titled_record = requires(const R& r) {
  { r.id } -> std::convertible_to<std::string_view>;
  { r.answer } -> std::convertible_to<std::string_view>;
  { r.context } -> std::convertible_to<const std::vector<titled_paragraph>&>;
  { r.supporting_facts } -> std::convertible_to<const std::vector<supporting_fact>&>;
};

/// The place of a supporting fact in a record's context.
struct fact_place {
  std::uint32_t position = not_in_context;  ///< of its paragraph, or of its sentence counted through all paragraphs
  const titled_paragraph* paragraph = nullptr;
  std::size_t sentence = 0;
};

/// Finds the place of a supporting fact.
///
/// Undefined: a title of several paragraphs means the first, as in the published converter; a title or sentence that
///            the context lacks has the position not_in_context
/// Cost:      O(paragraphs)
[[nodiscard]] fact_place find_fact(const std::vector<titled_paragraph>& context, const supporting_fact& fact,
                                   fact_unit unit);

/// Does find_fact() for many facts of one context.
///
/// Cost: O(paragraphs) once, then one look-up per fact
class fact_finder {
 public:
  fact_finder(const std::vector<titled_paragraph>& context, fact_unit unit);

  [[nodiscard]] fact_place operator()(const supporting_fact& fact) const;

 private:
  static constexpr std::size_t few = 32;  // paragraphs that are compared one by one

  const std::vector<titled_paragraph>* context_;
  fact_unit unit_;
  string_index titles_;
  std::vector<fact_place> first_;  // of each title
};

/// Converts a record to a question; sentences are numbered through all paragraphs.
///
/// Shape:     distinct supports, by ascending position
/// Undefined: as find_fact; why_not_probed reports a support that is not in the context
/// Cost:      O(paragraphs + facts log facts), and one search for the answer per support
template <titled_record R>
[[nodiscard]] probe_question to_probe_question(const R& record, fact_unit unit = fact_unit::paragraph) {
  std::vector<fact_place> supports;
  std::uint32_t sentences = 0;
  for (const titled_paragraph& p : record.context) sentences += static_cast<std::uint32_t>(p.sentences.size());

  const fact_finder find{record.context, unit};
  for (const supporting_fact& fact : record.supporting_facts) supports.push_back(find(fact));
  std::sort(supports.begin(), supports.end(),
            [](const fact_place& a, const fact_place& b) { return a.position < b.position; });
  const auto same = [](const fact_place& a, const fact_place& b) { return a.position == b.position; };
  supports.erase(std::unique(supports.begin(), supports.end(), same), supports.end());

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

/// Converts a MuSiQue record to a question: facts are its paragraphs, by position. An alias in a support counts as the
/// answer.
[[nodiscard]] probe_question to_probe_question(const musique::record& record);

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/datasets/detail/probe_questions.ipp>
#endif
