// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests whether the evidence of each step leads the decomposition to the right answer: a reader answers every step from
// that step's paragraphs, with earlier answers filled in (Geva et al. 2021, Sec. 3.4, "Evidence Verification Task").
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/graph/execute.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1 {

/// The verdict on the evidence of a decomposition.
enum class evidence_verdict : std::uint8_t {
  verified,      ///< the last step's answer is right
  wrong_answer,  ///< every step has an answer, but the last one is wrong
  unanswered     ///< a step has no answer
};

/// Returns the reason code: "verified", "wrong-answer", "unanswered".
[[nodiscard]] constexpr std::string_view to_string(evidence_verdict verdict) noexcept {
  constexpr std::array<std::string_view, 3> names{"verified", "wrong-answer", "unanswered"};
  return names[static_cast<std::size_t>(verdict)];
}

/// A decomposition answered step by step.
struct evidence_verification {
  evidence_verdict verdict = evidence_verdict::unanswered;
  std::vector<std::string> questions;     ///< the steps as asked
  std::vector<std::string> answers;       ///< by step
  std::vector<std::uint32_t> unanswered;  ///< the steps without an answer, from 1

  friend bool operator==(const evidence_verification&, const evidence_verification&) = default;
};

/// Answers a step from its paragraphs, in any type that the caller uses as evidence; "" means no answer.
template <class F, class Evidence>
concept evidence_reader = std::invocable<F&, std::string_view, const Evidence&> &&
    std::convertible_to<std::invoke_result_t<F&, std::string_view, const Evidence&>, std::string>;

/// Answers every step from its own evidence and compares the last answer with the right one.
///
/// Shape:   steps[n], evidence[n] -> n calls read(question, evidence[i]), each step after those that it refers to;
///          same(answer, right) decides; the default is equality
/// Errors:  data_error unless there is one evidence per step; those of execute()
/// Cost:    n calls
/// Source:  Geva et al. 2021, Sec. 3.4 and 4.2
/// Example: steps "Who wrote Emma?", "Was #1 English?" with a reader that answers "Jane Austen" and "yes" are verified
///          for "yes"
template <class Evidence, evidence_reader<Evidence> F, class Same = std::equal_to<>>
requires std::predicate<Same&, const std::string&, std::string_view>
[[nodiscard]] evidence_verification verify_evidence(std::span<const std::string> steps,
                                                    std::span<const Evidence> evidence, std::string_view right,
                                                    F&& read, Same same = {}) {
  if (steps.size() != evidence.size()) {
    throw_data_error({}, "verify_evidence: expected evidence for " + std::to_string(steps.size()) +
                             " steps, found it for " + std::to_string(evidence.size()));
  }
  auto run = execute(steps, [&](std::string_view question, std::size_t step) -> std::string {
    return std::invoke(read, question, evidence[step - 1]);
  });
  evidence_verification out;
  out.questions = std::move(run.questions);
  out.answers = std::move(run.hops);
  for (std::size_t i = 0; i < out.answers.size(); ++i) {
    if (out.answers[i].empty()) out.unanswered.push_back(static_cast<std::uint32_t>(i + 1));
  }
  if (out.unanswered.empty()) {
    const bool is_right = std::invoke(same, out.answers.back(), right);
    out.verdict = is_right ? evidence_verdict::verified : evidence_verdict::wrong_answer;
  }
  return out;
}

}  // namespace mhqa::inline v0_1
