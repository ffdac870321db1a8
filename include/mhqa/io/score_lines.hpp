// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Scores lines {"prediction", "gold"} by a dialect or a published program of any name, as `mhqa score` does: a line for
// each, or the result of all with its means. An extraction profile may find the answer in each prediction first.
//   line_scorer score{"hotpotqa"};  answer_json_lines("-", out, score);
#pragma once

#include <mhqa/io/json.hpp>
#include <mhqa/io/json_writer.hpp>
#include <mhqa/io/published_lines.hpp>
#include <mhqa/metrics/answer_evaluator.hpp>
#include <mhqa/metrics/report.hpp>
#include <mhqa/metrics/scored_result.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::io {

namespace detail {

/// The part of each prediction that is scored: all of it, or the answer that a profile finds.
class scored_part {
 public:
  explicit scored_part(const extraction_profile* profile) : profile_{profile} {}

  /// Replaces the prediction by its answer, or by "" if the profile finds none. An absent prediction stays absent.
  ///
  /// Errors: data_error for a list as the prediction
  void take_from(answer_line& line, json_context& where);

  /// Writes the answer, or null, and the reason.
  void write(json_writer& json) const;

 private:
  const extraction_profile* profile_;
  std::string memory_;
  extraction found_{};
};

}  // namespace detail

/// Returns the choices of an evaluator and of a profile. The signature of a result has also n, the absent answers and
/// the hash of the golds.
///
/// Errors: data_error for an unknown name
[[nodiscard]] std::string line_signature(std::string_view evaluator, const extraction_profile* profile);

/// Answers each line of JSON with its scores.
///
/// Shape:  a dialect gives em, f1, precision and recall, each the maximum over the golds; a published program its own
///         numbers, null where it has none. Then the normalised texts and, with a profile, the answer it found (null:
///         none) and why. The line's id is repeated
/// Errors: data_error for an unknown name; from a call, for a line that read() refuses, one on which the program
///         raises, and a list as the prediction if there is a profile
/// Example: {"prediction": "a Rome", "gold": "Rome"} -> {"em": 1.0, "f1": 1.0, …} by hotpotqa
class line_scorer {
 public:
  explicit line_scorer(std::string_view evaluator, const extraction_profile* profile = nullptr)
      : by_{evaluator}, part_{profile} {}

  void operator()(json_value line, std::string& out);

 private:
  answer_evaluator by_;
  detail::scored_part part_;
  answer_line answer_;
  published_result result_;
};

/// Reads answers without numbers, with the values that an evaluator takes. A line without an id has its number, from 1.
///
/// Errors: data_error as read() of published_lines.hpp
[[nodiscard]] std::vector<result_answer> read_answer_lines(const std::string& path, const taken_values& takes = {},
                                                           const extraction_profile* profile = nullptr);

/// Scores all lines of a file as one result.
///
/// Shape:     as rescored(); an absent answer scores 0
/// Undefined: an answer on which the program raises has no numbers; `refused` has its id
/// Errors:    data_error as read_answer_lines() and for an unknown name
[[nodiscard]] scored_result score_lines(const std::string& path, std::string_view evaluator,
                                        const extraction_profile* profile = nullptr);

/// Appends a line for the mean of each number, "-" where no answer has it, the number of answers and of those that are
/// absent (scored 0) or refused (left out), if there are any, and the signature.
void append_means(std::string& out, const scored_result& result);

/// Appends the means, and `more` before them, as one JSON object, unrounded.
void append_means_json(std::string& out, const scored_result& result, const std::vector<named_score>& more = {});

/// Appends avg, pass@k and maj@k and the means, as lines or as one JSON object.
///
/// Errors: data_error as sample_scores()
void append_samples(std::string& out, const scored_result& result, std::span<const std::size_t> ks, bool json);

/// Throws if the program refused answers, for the first of them.
void expect_none_refused(const scored_result& result, const std::string& path);

}  // namespace mhqa::inline v0_1::io

#if !defined(MHQA_COMPILED)
#include <mhqa/io/detail/score_lines.ipp>
#endif
