// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Words all questions of a data set, with a verbaliser or from the answers to requests, and counts the reasons why
// questions have no wording (Trivedi et al. 2022, Sec. 5, S7).
//   auto words = mhqa::word_questions(requests, mhqa::rule_verbaliser{});
#pragma once

#include <mhqa/compose/rules.hpp>
#include <mhqa/compose/verbalise.hpp>
#include <mhqa/compose/wording_check.hpp>
#include <mhqa/text/lower.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1 {

/// Wordings, in the order of their requests.
struct worded_questions {
  std::vector<std::string> questions;  ///< empty if there is no wording
  std::vector<reason_count> dropped;   ///< why not, sorted by reason; every count is positive

  friend bool operator==(const worded_questions&, const worded_questions&) = default;
};

namespace detail {

// of(i) returns the wording of request i, or the reason why it has no words. Of equal wordings, the first stays.
template <class F>
[[nodiscard]] worded_questions collect_words(std::size_t requests, F&& of) {
  worded_questions out;
  std::map<std::string, std::uint64_t> reasons;
  std::unordered_set<std::string> taken;
  for (std::size_t i = 0; i < requests; ++i) {
    std::pair<std::string, std::string> words = of(i);
    if (!words.first.empty() && !taken.insert(to_lower(words.first)).second) words = {{}, "equal-wording"};
    if (words.first.empty()) ++reasons[words.second];
    out.questions.push_back(std::move(words.first));
  }
  for (const auto& [reason, count] : reasons) out.dropped.push_back({reason, count});
  return out;
}

// The questions of results, and the verdicts or faults of the others.
[[nodiscard]] inline worded_questions collect_results(wording_results said) {
  return collect_words(said.verdicts.size(), [&](std::size_t i) {
    const bool refused = said.verdicts[i] == wording_verdict::refused;
    const std::string_view why = refused ? to_string(said.faults[i]) : to_string(said.verdicts[i]);
    return std::pair{std::move(said.questions[i]), std::string{why}};
  });
}

}  // namespace detail

/// Returns the wordings of a verbaliser.
///
/// Shape:   requests[n] -> n questions, and the codes of `unworded` with their counts; "doubtful-" and the heaviest
///          sign for one with too many doubts
/// Example: word_questions(requests, rule_verbaliser{}).dropped  // {{"no-rule", 42}, {"part-of-name", 24}}
template <class V>
requires verbaliser<V>
[[nodiscard]] worded_questions word_questions(std::span<const wording_request> requests, V verbalise) {
  return detail::collect_words(requests.size(), [&](std::size_t i) {
    wording words = verbalise(requests[i]);
    if (words && words.question.empty())
      return std::pair{std::string{}, std::string{to_string(wording_verdict::no_words)}};
    std::string why{to_string(words.why)};
    if (!words.doubt.empty()) why.append("-").append(words.doubt);
    return std::pair{words ? std::move(words.question) : std::string{}, std::move(why)};
  });
}

/// \overload From the answers to the requests.
///
/// Errors: those of check_wordings
[[nodiscard]] inline worded_questions word_questions(std::span<const wording_request> requests,
                                                     std::span<const wording_answer> answers) {
  return detail::collect_results(check_wordings(requests, answers));
}

}  // namespace mhqa::inline v0_1
