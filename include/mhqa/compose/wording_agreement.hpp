// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Wordings of the same questions by several people or models: the one that is used, and how far they agree.
//   const auto joined = mhqa::join_wordings(requests, people);  // joined.results.questions, joined.agreement.words_f1
#pragma once

#include <mhqa/compose/verbalise.hpp>
#include <mhqa/compose/wording_check.hpp>
#include <mhqa/compose/wordings.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace mhqa::inline v0_1 {

/// What became of one person's answers.
struct wording_person {
  std::array<std::uint64_t, 5> verdicts{};  ///< by wording_verdict
  std::vector<reason_count> faults;         ///< of refused wordings, sorted by reason
  std::uint64_t used = 0;                   ///< wordings that the questions got

  [[nodiscard]] std::uint64_t count(wording_verdict v) const noexcept { return verdicts[static_cast<std::size_t>(v)]; }

  friend bool operator==(const wording_person&, const wording_person&) = default;
};

/// The agreement of several people. Undefined numbers (nothing to compare) are empty.
struct wording_agreement {
  std::vector<wording_person> people;     ///< in the order of the input
  std::uint64_t answered_by_several = 0;  ///< questions
  std::uint64_t worded_by_several = 0;    ///< questions with two wordings or more that are kept
  std::optional<double> words_f1;         ///< mean over these: one drawn wording against the others, the maximum
  std::optional<double> same_verdict;     ///< mean share of pairs of people who say the same about the entities
  std::optional<double> entity_kappa;     ///< Fleiss' kappa of these verdicts

  friend bool operator==(const wording_agreement&, const wording_agreement&) = default;
};

/// The wordings that are used, and the people's agreement.
struct joined_wordings {
  wording_results results;
  wording_agreement agreement;
};

/// Joins the answers of several people to the same requests.
///
/// Shape:  people[p] has p's answers in any order -> n verdicts. A question is discarded if at least half of its
///         answers say that a bridge means different entities; otherwise it gets, of the wordings without a fault, the
///         one with the highest mean token F1 (MuSiQue's dialect) against the others, the first of equal ones. With one
///         person, the results are those of check_wordings. The drawn wording depends on (seed, id)
/// Errors: data_error for nobody; those of check_wordings for each person
/// Cost:   O(people^2) scores a question
/// Source: agreement after Trivedi et al. 2022, Sec. 6, Table 3, on wordings instead of answers
[[nodiscard]] joined_wordings join_wordings(std::span<const wording_request> requests,
                                            std::span<const std::vector<wording_answer>> people,
                                            std::uint64_t seed = 0);

/// Returns the wordings of join_wordings(), and by reason the questions that have none.
///
/// Errors: those of join_wordings
[[nodiscard]] worded_questions word_questions(std::span<const wording_request> requests,
                                              std::span<const std::vector<wording_answer>> people);

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/compose/detail/wording_agreement.ipp>
#endif
