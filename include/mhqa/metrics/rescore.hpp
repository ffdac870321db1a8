// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Scores the answers of a result again by another evaluator, under that evaluator's names of the numbers.
//   rescored(result, "flashrag").answers[0].number("acc")
#pragma once

#include <mhqa/metrics/bag_program.hpp>
#include <mhqa/metrics/published.hpp>
#include <mhqa/metrics/report.hpp>
#include <mhqa/metrics/scored_result.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1 {

/// The treatment of a question without a prediction when answers are scored again.
enum class absent_answers : std::uint8_t {
  zero,        ///< each number is 0: a line of a file whose prediction is null
  by_dialect,  ///< as the dialect's `missing` says: a question of a data set that its evaluator leaves out or refuses
};

namespace detail {

/// Returns the input of an evaluator; `spans` and `golds` are memory for its views.
[[nodiscard]] published_input input_of(const result_answer& one, std::vector<std::string_view>& spans,
                                       std::vector<std::string_view>& golds);

}  // namespace detail

/// Returns the answers as a dialect or a published program scores them.
///
/// Shape:     one answer for each of the result's, with the same texts. A number that only a whole file has, as
///            MultiHop-RAG's accuracy, is in `totals` alone. The signature has n, the absent answers and the golds'
///            hash
/// Undefined: an answer on which the program raises, or that it does not count, has no numbers; `refused` has the ids
///            of the former and the reasons
/// Errors:    data_error for an unknown name
[[nodiscard]] scored_result rescored(const scored_result& result, std::string_view evaluator,
                                     absent_answers absent = absent_answers::by_dialect, signature_choices more = {});

/// Returns the numbers of two results that can be compared: exact match (or the number in its place) and F1. Where one
/// evaluator has only one of the two, it is compared with both of the other's.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> matching_numbers(const scored_result& a,
                                                                                const scored_result& b);

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/metrics/detail/rescore.ipp>
#endif
