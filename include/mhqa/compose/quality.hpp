// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Selects the single-hop questions that are good enough to compose from: a paragraph of suitable length contains the
// answer, and some model finds it (Trivedi et al. 2022, Sec. 5, S1).
//   auto good = mhqa::good_questions(pool, words);  auto smaller = mhqa::select_questions(pool, good.kept);
#pragma once

#include <mhqa/compose/misspelt.hpp>
#include <mhqa/compose/pool.hpp>
#include <mhqa/compose/pool_words.hpp>
#include <mhqa/compose/requests.hpp>
#include <mhqa/compose/rules.hpp>
#include <mhqa/config.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1 {

/// Limits for a good single-hop question, with the paper's values.
struct quality_limits {
  std::size_t min_context_words = 20;   ///< white-space-separated words of the paragraph's text
  std::size_t max_context_words = 300;  ///< both inclusive
  double answer_f1 = 0;                 ///< some model's answer must have a higher F1, if models answered
  bool spelling = true;                 ///< drop questions with typing errors (paragraph_spelling)
  bool grammar = true;                  ///< drop questions with grammatical mistakes (find_mistake)
  std::uint64_t without_rows = 0;       ///< bit n leaves out row n of grammar_rows

  friend constexpr bool operator==(const quality_limits&, const quality_limits&) = default;
};

/// The faults of a question, in the order of checking.
enum class quality_fault : std::uint8_t {
  blank_question,  ///< the question normalises to nothing
  blank_answer,    ///< the answer normalises to nothing, e.g. an article
  short_context,
  long_context,
  answer_not_in_paragraph,  ///< neither text nor title mentions the answer
  misspelt,                 ///< a word has a typing error; only good_questions() decides this
  ungrammatical,            ///< "Why did they introduced it?"; likewise
  no_model_right            ///< no model's answer shares a word with it
};

/// The number of values of quality_fault.
inline constexpr std::size_t quality_faults = 8;

/// Returns the reason code: "blank-question", "short-context", …
[[nodiscard]] constexpr std::string_view to_string(quality_fault fault) noexcept {
  constexpr std::array<std::string_view, quality_faults> names{
      "blank-question",          "blank-answer", "short-context", "long-context",
      "answer-not-in-paragraph", "misspelt",     "ungrammatical", "no-model-right"};
  return names[static_cast<std::size_t>(fault)];
}

/// Returns the first fault of a question, without models and without mistakes of language.
[[nodiscard]] std::optional<quality_fault> check_quality(const single_hop_pool& pool, const pool_words& words,
                                                         std::uint32_t question, const quality_limits& limits = {});

/// Some questions of a pool that follow each other: positions in [first, last).
struct question_range {
  std::uint32_t first = 0;
  std::uint32_t last = 0;

  friend constexpr bool operator==(const question_range&, const question_range&) = default;
};

/// Returns the range of all questions of a pool.
[[nodiscard]] question_range all_questions(const single_hop_pool& pool) noexcept;

/// Returns the requests to the models of S1: every question with its paragraph.
///
/// Shape: one request per question, in the pool's order; the request's id is the question's
/// Requires: some.last <= number of questions
[[nodiscard]] std::vector<reading_request> quality_requests(const single_hop_pool& pool, const question_range& some);

/// \overload For all questions.
[[nodiscard]] std::vector<reading_request> quality_requests(const single_hop_pool& pool);

/// The questions that S1 keeps.
struct quality_result {
  std::vector<std::uint32_t> kept;    ///< positions in the pool, ascending
  std::vector<reason_count> dropped;  ///< one entry per fault, in order

  friend bool operator==(const quality_result&, const quality_result&) = default;
};

/// Finds the good questions among some of a pool and counts the others by reason.
///
/// Shape:   readings[model][question], the first being some.first; without readings no question is dropped for models'
///          answers
/// Requires: some.last <= number of questions
/// Errors:  data_error unless there is one reading per question
/// Cost:    O(bytes)
/// Source:  Trivedi et al. 2022, Sec. 5, S1: any of five models with an answer F1 > 0, 20 to 300 words of context. Of
///          SQuAD's 10,570 development questions, 155 have a longer context, and 207 others an answer that
///          neither text nor title mention
[[nodiscard]] quality_result good_questions_of(const single_hop_pool& pool, const pool_words& words,
                                               const question_range& some, const quality_limits& limits,
                                               const model_readings& readings = {});

/// \overload With the words of the paragraphs of a pool of which this one is a part; without them, spelling is not
/// checked.
[[nodiscard]] quality_result good_questions_of(const single_hop_pool& pool, const pool_words& words,
                                               const question_range& some, const quality_limits& limits,
                                               const paragraph_spelling* spelling, const model_readings& readings = {});

/// Finds the good questions of a whole pool, as good_questions_of().
[[nodiscard]] quality_result good_questions(const single_hop_pool& pool, const pool_words& words,
                                            const quality_limits& limits = {}, const model_readings& readings = {});

/// Returns some questions of a pool with their paragraphs, in the same order.
///
/// Errors: data_error for a position out of range
[[nodiscard]] single_hop_pool select_questions(const single_hop_pool& pool, std::span<const std::uint32_t> questions);

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/compose/detail/quality.ipp>
#endif
