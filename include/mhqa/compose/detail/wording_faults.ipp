// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of wording_faults.hpp.
#pragma once

#include <mhqa/compose/wording_faults.hpp>

#include <mhqa/compose/mentions.hpp>
#include <mhqa/english/sentence_words.hpp>
#include <mhqa/graph/references.hpp>
#include <mhqa/text/inflection.hpp>
#include <mhqa/text/stop_words.hpp>

#include <string>
#include <vector>

namespace mhqa {
inline namespace v0_1 {
namespace detail {

// Words that a wording may drop or paraphrase; they ask or point, and constrain nothing.
inline constexpr std::array<std::string_view, 33> loose_words{
    "also",  "amount",  "area",  "besides", "called", "country", "date",  "day",    "did",  "first",  "following",
    "known", "kind",    "large", "located", "made",   "name",    "named", "number", "part", "people", "person",
    "place", "program", "site",  "term",    "thing",  "time",    "times", "took",   "type", "used",   "year"};

// Pairs of interchangeable words.
inline constexpr std::array<std::array<std::string_view, 2>, 16> paraphrases{{{"begin", "start"},
                                                                              {"buy", "purchase"},
                                                                              {"child", "son"},
                                                                              {"country", "nation"},
                                                                              {"create", "make"},
                                                                              {"die", "death"},
                                                                              {"end", "finish"},
                                                                              {"help", "assist"},
                                                                              {"large", "big"},
                                                                              {"location", "place"},
                                                                              {"own", "belong"},
                                                                              {"show", "program"},
                                                                              {"spouse", "wife"},
                                                                              {"war", "conflict"},
                                                                              {"win", "victory"},
                                                                              {"win", "victorious"}}};

[[nodiscard]] inline bool keeps_word(std::string_view word, const std::vector<std::string>& said) {
  return std::any_of(said.begin(), said.end(), [&](const std::string& other) {
    if (may_be_same_word(word, other)) return true;
    // "creator", "created": one stem of at least five letters and most of both words.
    std::size_t same = 0;
    while (same < word.size() && same < other.size() && word[same] == other[same]) ++same;
    if (same >= 5 && 3 * same >= 2 * std::max(word.size(), other.size())) return true;
    return std::any_of(paraphrases.begin(), paraphrases.end(), [&](const auto& pair) {
      return (may_be_same_word(word, pair[0]) && may_be_same_word(other, pair[1])) ||
             (may_be_same_word(word, pair[1]) && may_be_same_word(other, pair[0]));
    });
  });
}

}  // namespace detail

MHQA_INLINE wording_fault find_fault(const wording_request& request, std::string_view question) {
  using enum wording_fault;
  if (question.find_first_not_of(" \t\r\n") == std::string_view::npos) return blank;
  for (const char c : question) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) return control;
  }
  if (!question.ends_with('?') || question.find('?') + 1 != question.size()) return no_question;
  const auto first = static_cast<unsigned char>(question.front());
  const bool opens = (first >= 'A' && first <= 'Z') || (first >= '0' && first <= '9') || first == '"' || first >= 0x80;
  if (!opens || !find_references(question).empty()) return bad_beginning;

  std::string steps;
  std::size_t words = 0;
  for (const std::string& step : request.steps) {
    steps += step;
    steps += ' ';
    words += count_words(step);
  }
  if (count_words(question) > 3 * words + 10) return too_long;
  const auto shown = [&](std::string_view answer) {
    return is_mentioned(answer, question) && !is_mentioned(answer, steps);
  };
  for (const std::string& answer : request.answers) {
    if (shown(answer)) return answer_shown;
  }
  for (const wording_hop& hop : request.hops) {
    if (std::any_of(hop.aliases.begin(), hop.aliases.end(), shown)) return answer_shown;
  }

  std::vector<std::string> said;
  for (const sentence_word& w : sentence_words{question}) {
    said.push_back(w.lower);
    detail::for_each_part(w.lower, [&](std::string_view part) { said.emplace_back(part); });
  }
  for (const std::string& step : request.steps) {
    const sentence_words in_step{step};
    std::size_t kept = 0, all = 0;
    for (std::size_t i = 0; i < in_step.size(); ++i) {
      const sentence_word& w = in_step[i];
      if (w.text.front() == '#' || is_function_word(w.lower) || detail::is_one_of(w.lower, detail::verbs)) continue;
      bool found = detail::keeps_word(w.lower, said), parts = true;
      detail::for_each_part(w.lower, [&](std::string_view part) {
        parts = parts && (is_function_word(part) || detail::keeps_word(part, said));
      });
      found = found || parts;
      // "Matthew #1" and "the Roman #1" are parts of the bridge's name.
      const bool beside = (i > 0 && in_step[i - 1].text.front() == '#') ||
                          (i + 1 < in_step.size() && in_step[i + 1].text.front() == '#');
      if (w.capital && beside) continue;
      const bool name = w.number || (w.capital && i != 0);
      if (name && !found) return name_lost;
      if (name || detail::is_one_of(w.lower, detail::loose_words)) continue;
      ++all;
      kept += found ? 1U : 0U;
    }
    if (3 * kept < 2 * all && all - kept > 1) return constraint_lost;
    if (all == 1 && kept == 0) return constraint_lost;
  }
  return none;
}

}  // namespace v0_1
}  // namespace mhqa
