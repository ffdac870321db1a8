// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The words of all questions of a data set, by a verbaliser or by those who answered requests, and how many have none
// for which reason (Trivedi et al. 2022, Sec. 5, S7).
//   auto words = mhqa::word_questions(requests, mhqa::rule_verbaliser{});
#pragma once

#include <mhqa/compose/rules.hpp>
#include <mhqa/compose/verbalise.hpp>
#include <mhqa/compose/wording_check.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0 {

/// Questions in words, in the order of their requests.
struct worded_questions {
  std::vector<std::string> questions;  ///< empty where there are no words
  std::vector<reason_count> dropped;   ///< why not, in the order of the reasons' names; each is there at least once

  friend bool operator==(const worded_questions&, const worded_questions&) = default;
};

namespace detail {

// of(i) gives the words of request i; without any, the reason.
template <class F>
[[nodiscard]] worded_questions collect_words(std::size_t requests, F&& of) {
  worded_questions out;
  std::map<std::string_view, std::uint64_t> reasons;
  for (std::size_t i = 0; i < requests; ++i) {
    std::pair<std::string, std::string_view> words = of(i);
    if (words.first.empty()) ++reasons[words.second];
    out.questions.push_back(std::move(words.first));
  }
  for (const auto& [reason, count] : reasons) out.dropped.push_back({std::string{reason}, count});
  return out;
}

}  // namespace detail

/// The words that a verbaliser finds.
///
/// Shape:   requests[n] -> n questions, and the codes of `unworded` with their counts
/// Example: word_questions(requests, rule_verbaliser{}).dropped  // {{"no-rule", 42}, {"part-of-name", 24}}
template <class V>
requires verbaliser<V>
[[nodiscard]] worded_questions word_questions(std::span<const wording_request> requests, V verbalise) {
  return detail::collect_words(requests.size(), [&](std::size_t i) {
    wording words = verbalise(requests[i]);
    if (words && words.question.empty()) return std::pair{std::string{}, to_string(wording_verdict::no_words)};
    return std::pair{words ? std::move(words.question) : std::string{}, to_string(words.why)};
  });
}

/// \overload The words that somebody answered the requests with.
///
/// Errors: as check_wordings
[[nodiscard]] inline worded_questions word_questions(std::span<const wording_request> requests,
                                                     std::span<const wording_answer> answers) {
  wording_results said = check_wordings(requests, answers);
  return detail::collect_words(requests.size(), [&](std::size_t i) {
    return std::pair{std::move(said.questions[i]), to_string(said.verdicts[i])};
  });
}

}  // namespace v0
}  // namespace mhqa
