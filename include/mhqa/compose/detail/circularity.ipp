// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of circularity.hpp.
#pragma once

#include <mhqa/compose/circularity.hpp>

#include <mhqa/english/asked.hpp>
#include <mhqa/english/demonyms.hpp>
#include <mhqa/english/lexicon.hpp>
#include <mhqa/english/sentence_words.hpp>
#include <mhqa/text/inflection.hpp>
#include <mhqa/text/stop_words.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace mhqa::inline v0_1 {
namespace detail {

[[nodiscard]] inline std::vector<std::string> content_words(std::string_view text, mention without = {}) {
  std::vector<std::string> out;
  for (const sentence_word& w : sentence_words{text}) {
    if (without.size != 0 && w.begin < without.begin + without.size && w.end > without.begin) continue;
    if (is_function_word(w.lower)) continue;
    if (std::find(out.begin(), out.end(), w.lower) == out.end()) out.push_back(w.lower);
  }
  return out;
}

[[nodiscard]] inline bool same_content(std::string_view a, std::string_view b) {
  if (may_be_same_word(a, b)) return true;
  const std::string_view pa = place_of_demonym(a), pb = place_of_demonym(b);
  return (!pa.empty() && (pa == b || pa == pb)) || (!pb.empty() && pb == a);
}

[[nodiscard]] inline std::size_t count_shared(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  std::size_t n = 0;
  for (const std::string& x : a) {
    n += std::any_of(b.begin(), b.end(), [&](const std::string& y) { return same_content(x, y); }) ? 1U : 0U;
  }
  return n;
}

}  // namespace detail

MHQA_INLINE bool tail_answer_is_given(std::string_view head_question, std::string_view head_answer,
                                      std::string_view tail_answer) {
  const auto bridge = detail::content_words(head_answer), asked = detail::content_words(head_question),
             answer = detail::content_words(tail_answer);
  const auto is_in = [](const std::string& word, const std::vector<std::string>& words) {
    return std::any_of(words.begin(), words.end(), [&](const std::string& w) { return detail::same_content(word, w); });
  };
  const bool person = what_is_asked(head_question).kind == answer_kind::person;
  constexpr std::array<std::string_view, 4> eras{"ad", "bc", "bce", "ce"};
  const auto counts_time = [&](std::string_view w) {
    return std::find(eras.begin(), eras.end(), w) != eras.end() || lexicon::standard().is(w, word_class::number);
  };
  const bool all = std::all_of(answer.begin(), answer.end(),
                               [&](const std::string& w) { return is_in(w, bridge) || is_in(w, asked); });
  if (all && !answer.empty()) return true;
  const bool holds = std::all_of(bridge.begin(), bridge.end(), [&](const std::string& w) {
    return std::find(answer.begin(), answer.end(), w) != answer.end();
  });
  if (holds && !bridge.empty()) return true;
  const sentence_words head{head_question}, tail{tail_answer};
  return std::any_of(tail.begin(), tail.end(), [&](const sentence_word& w) {
    // "1973" beside "in 1973-1974" is given
    if (w.number && w.text.size() > 3 && head_question.find(w.text) != head_question.npos) return true;
    // "323 BC" beside "330 BC" gives nothing, nor does a surname that the bridge has, too
    return w.capital && !is_function_word(w.lower) && !counts_time(w.lower) && !(person && is_in(w.lower, bridge)) &&
           std::any_of(head.begin(), head.end(), [&](const sentence_word& h) { return h.text == w.text; });
  });
}

MHQA_INLINE bool tail_repeats_head(std::string_view head_question, std::string_view tail_question, mention bridge) {
  const auto head = detail::content_words(head_question);
  const auto whole = detail::content_words(tail_question);
  const auto rest = detail::content_words(tail_question, bridge);
  const std::size_t of_head = detail::count_shared(head, whole), of_tail = detail::count_shared(rest, head);
  // "On what date did the NFL announce that #1 would headline the show?": the clause tells only what the head asks.
  const sentence_words tail{tail_question};
  const auto [first, last] = tail.of(bridge);
  if (bridge.size != 0 && first > 0 && detail::is_complementizer(tail[first - 1].lower) && last < tail.size()) {
    const auto clause = detail::content_words(tail_question.substr(tail[last].begin));
    if (clause.size() > 1 && detail::count_shared(clause, head) == clause.size()) return true;
  }
  return (of_head >= 2 && of_tail >= 2 && 5 * of_head >= 3 * head.size()) ||
         (of_tail >= 2 && 5 * of_tail >= 3 * rest.size());
}

}  // namespace mhqa::inline v0_1
