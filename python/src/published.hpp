// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Scores and rewards of the published programs, by their names.
#pragma once

#include <mhqa/batch/published_reward.hpp>

#include <nanobind/nanobind.h>

#include <optional>
#include <string>
#include <string_view>

namespace mhqa_python {

/// Returns the published function of this name, which takes texts.
///
/// Errors: ValueError, with all names, for another
[[nodiscard]] const mhqa::batch::published_reward& published_reward_of(const std::string& rule);

/// Returns one dict per prediction: the evaluator's numbers, None if it has none, or {"error": why} if it raises. A
/// prediction is a string, None (absent: each number is 0) or, for programs that take spans, a list of strings. With an
/// extraction, the answer that it finds in each prediction is scored, and the dict has "extracted" and "why", too.
[[nodiscard]] nanobind::list published_scores(nanobind::handle predictions, nanobind::handle golds,
                                              const std::string& dialect, const std::optional<std::string>& extraction,
                                              const std::string& answer_type);

/// The options of a published function: the tokens, and the numbers of a dict by the names of batch::reward_arguments.
///
/// Errors: TypeError for a number that the function does not take; ValueError for NaN
[[nodiscard]] mhqa::batch::reward_options options_of(const mhqa::batch::published_reward& reward, std::string_view eos,
                                                     std::string_view pad, nanobind::handle numbers);

/// Returns one dict per text: reward, extracted, why and the function's other numbers, or {"error": why}. Judges on all
/// threads.
[[nodiscard]] nanobind::list published_verdicts(nanobind::handle texts, nanobind::handle golds, const std::string& rule,
                                                const std::string& eos_token, const std::string& pad_token,
                                                nanobind::handle numbers);

/// Returns only the rewards, computed on all threads: a column "reward", float64 if `wide`, NaN if the function raises.
[[nodiscard]] nanobind::dict published_rewards(nanobind::handle texts, nanobind::handle golds, const std::string& rule,
                                               const std::string& eos_token, const std::string& pad_token,
                                               nanobind::handle numbers, bool wide, nanobind::handle out);

}  // namespace mhqa_python
