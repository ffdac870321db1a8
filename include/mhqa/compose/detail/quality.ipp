// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of quality.hpp.
#pragma once

#include <mhqa/compose/quality.hpp>

#include <mhqa/compose/mentions.hpp>
#include <mhqa/compose/ungrammatical.hpp>
#include <mhqa/graph/references.hpp>

#include <string>
#include <utility>

namespace mhqa::inline v0_1 {

MHQA_INLINE std::optional<quality_fault> check_quality(const single_hop_pool& pool, const pool_words& words,
                                                       std::uint32_t question, const quality_limits& limits) {
  const std::uint32_t paragraph = pool.questions[question].paragraph;
  if (words.question(question).empty()) return quality_fault::blank_question;
  if (words.answer(question).empty()) return quality_fault::blank_answer;
  const std::size_t size = count_words(pool.paragraphs[paragraph].text);
  if (size < limits.min_context_words) return quality_fault::short_context;
  if (size > limits.max_context_words) return quality_fault::long_context;
  if (!is_answer_in(words, question, paragraph)) return quality_fault::answer_not_in_paragraph;
  return std::nullopt;
}

MHQA_INLINE question_range all_questions(const single_hop_pool& pool) noexcept {
  return {0, static_cast<std::uint32_t>(pool.questions.size())};
}

MHQA_INLINE std::vector<reading_request> quality_requests(const single_hop_pool& pool, const question_range& some) {
  std::vector<reading_request> out;
  for (std::uint32_t i = some.first; i < some.last; ++i) {
    const single_hop& q = pool.questions[i];
    out.push_back({std::string{q.id}, i, std::string{q.question}, {q.paragraph}, 0});
  }
  return out;
}

MHQA_INLINE std::vector<reading_request> quality_requests(const single_hop_pool& pool) {
  return quality_requests(pool, all_questions(pool));
}

MHQA_INLINE quality_result good_questions_of(const single_hop_pool& pool, const pool_words& words,
                                             const question_range& some, const quality_limits& limits,
                                             const model_readings& readings) {
  const std::optional<paragraph_spelling> spelling =
      limits.spelling ? std::optional<paragraph_spelling>{std::in_place, pool} : std::nullopt;
  return good_questions_of(pool, words, some, limits, spelling ? &*spelling : nullptr, readings);
}

MHQA_INLINE quality_result good_questions_of(const single_hop_pool& pool, const pool_words& words,
                                             const question_range& some, const quality_limits& limits,
                                             const paragraph_spelling* spelling, const model_readings& readings) {
  MHQA_EXPECTS(some.first <= some.last && some.last <= pool.questions.size(),
               "mhqa::good_questions_of: expected a range of the pool's questions");
  if (!readings.empty()) detail::check_readings("good_questions", some.last - some.first, readings);
  std::array<std::uint64_t, quality_faults> counts{};
  quality_result out;
  reading_scorer score{pool};
  for (std::uint32_t i = some.first; i < some.last; ++i) {
    std::optional<quality_fault> fault = check_quality(pool, words, i, limits);
    if (!fault && spelling && spelling->finds_error(pool, i)) fault = quality_fault::misspelt;
    // A relation's label is no English.
    const std::string_view asked = pool.questions[i].question;
    if (!fault && limits.grammar && !find_relation(asked) &&
        find_mistake(asked, limits.without_rows) != grammar_rows.size()) {
      fault = quality_fault::ungrammatical;
    }
    if (!fault && !readings.empty()) {
      const reading_request request{std::string{pool.questions[i].id}, i, {}, {pool.questions[i].paragraph}, 0};
      bool right = false;
      for (const auto& model : readings) {
        right = right || score(request, model[i - some.first]).answer_f1 > limits.answer_f1;
      }
      if (!right) fault = quality_fault::no_model_right;
    }
    if (fault) {
      ++counts[static_cast<std::size_t>(*fault)];
    } else {
      out.kept.push_back(i);
    }
  }
  for (std::size_t f = 0; f < quality_faults; ++f) {
    out.dropped.push_back({std::string{to_string(static_cast<quality_fault>(f))}, counts[f]});
  }
  return out;
}

MHQA_INLINE quality_result good_questions(const single_hop_pool& pool, const pool_words& words,
                                          const quality_limits& limits, const model_readings& readings) {
  return good_questions_of(pool, words, all_questions(pool), limits, readings);
}

MHQA_INLINE single_hop_pool select_questions(const single_hop_pool& pool, std::span<const std::uint32_t> questions) {
  constexpr std::uint32_t unused = pool_words::unknown;
  std::vector<std::uint32_t> moved(pool.paragraphs.size(), unused);
  for (const std::uint32_t i : questions) {
    if (i >= pool.questions.size()) {
      throw_data_error({}, "select_questions: question " + std::to_string(i) + " of a pool of " +
                               std::to_string(pool.questions.size()));
    }
    moved[pool.questions[i].paragraph] = 0;
  }
  single_hop_pool out;
  for (std::size_t p = 0; p < moved.size(); ++p) {
    if (moved[p] == unused) continue;
    moved[p] = static_cast<std::uint32_t>(out.paragraphs.size());
    out.paragraphs.push_back(pool.paragraphs[p]);
  }
  out.questions.reserve(questions.size());
  for (const std::uint32_t i : questions) {
    out.questions.push_back(pool.questions[i]);
    out.questions.back().paragraph = moved[pool.questions[i].paragraph];
  }
  return out;
}

}  // namespace mhqa::inline v0_1
