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

namespace mhqa::inline v0_1 {
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

// The fault of a question's form, without a look at its steps.
[[nodiscard]] inline wording_fault fault_of_form(std::string_view question) {
  using enum wording_fault;
  if (question.find_first_not_of(" \t\r\n") == std::string_view::npos) return blank;
  for (const char c : question) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) return control;
  }
  if (!question.ends_with('?') || question.find('?') + 1 != question.size()) return no_question;
  const auto first = static_cast<unsigned char>(question.front());
  const bool opens = (first >= 'A' && first <= 'Z') || (first >= '0' && first <= '9') || first == '"' || first >= 0x80;
  return opens && find_references(question).empty() ? none : bad_beginning;
}

// True if a question contains an answer of its hops that no step contains.
[[nodiscard]] inline bool shows_answer(const wording_request& request, std::string_view question) {
  std::string steps;
  for (const std::string& step : request.steps) steps += step + ' ';
  const auto shown = [&](std::string_view answer) {
    return is_mentioned(answer, question) && !is_mentioned(answer, steps);
  };
  return std::any_of(request.answers.begin(), request.answers.end(), shown) ||
         std::any_of(request.hops.begin(), request.hops.end(), [&](const wording_hop& hop) {
           return std::any_of(hop.aliases.begin(), hop.aliases.end(), shown);
         });
}

// True if the words of a question have a word of a step, or all its parts.
[[nodiscard]] inline bool keeps_parts(std::string_view word, const std::vector<std::string>& said) {
  if (keeps_word(word, said)) return true;
  bool parts = true;
  for_each_part(word,
                [&](std::string_view part) { parts = parts && (is_function_word(part) || keeps_word(part, said)); });
  return parts;
}

// What a question has lost of a step.
[[nodiscard]] inline wording_fault lost_of_step(std::string_view step, const std::vector<std::string>& said) {
  using enum wording_fault;
  const sentence_words words{step};
  const auto refers = [&](std::size_t i) { return i < words.size() && words[i].text.front() == '#'; };
  std::size_t kept = 0, all = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const sentence_word& w = words[i];
    if (refers(i) || is_function_word(w.lower) || is_one_of(w.lower, verbs)) continue;
    // "Matthew #1" and "the Roman #1" are parts of the bridge's name.
    if (w.capital && (refers(i + 1) || (i > 0 && refers(i - 1)))) continue;
    const bool found = keeps_parts(w.lower, said), name = w.number || (w.capital && i != 0);
    if (name && !found) return name_lost;
    if (name || is_one_of(w.lower, loose_words)) continue;
    ++all;
    kept += found ? 1U : 0U;
  }
  const bool lost = (3 * kept < 2 * all && all - kept > 1) || (all == 1 && kept == 0);
  return lost ? constraint_lost : none;
}

}  // namespace detail

MHQA_INLINE wording_fault find_fault(const wording_request& request, std::string_view question) {
  using enum wording_fault;
  if (const wording_fault form = detail::fault_of_form(question); form != none) return form;
  std::size_t words = 0;
  for (const std::string& step : request.steps) words += count_words(step);
  if (count_words(question) > 3 * words + 10) return too_long;
  if (detail::shows_answer(request, question)) return answer_shown;
  std::vector<std::string> said;
  for (const sentence_word& w : sentence_words{question}) {
    said.push_back(w.lower);
    detail::for_each_part(w.lower, [&](std::string_view part) { said.emplace_back(part); });
  }
  for (const std::string& step : request.steps) {
    if (const wording_fault lost = detail::lost_of_step(step, said); lost != none) return lost;
  }
  return none;
}

}  // namespace mhqa::inline v0_1
