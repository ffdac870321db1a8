// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The choices of an answer plan as a list: each with its name, its value in words, and how another plan takes it over.
#pragma once

#include <mhqa/metrics/answer_plan.hpp>

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace mhqa::inline v0_1::detail {

/// A choice of a plan: its name, its value in words, and how it is taken over.
struct plan_choice {
  std::string_view name;
  std::string (*value)(const answer_plan&);
  void (*take)(answer_plan&, const answer_plan&);
};

[[nodiscard]] inline bool both_steps(const answer_plan& a, const answer_plan& b) noexcept {
  return a.text == plan_text::steps && b.text == plan_text::steps;
}

inline constexpr std::array plan_choices{
    plan_choice{"number",
                [](const answer_plan& p) {
                  constexpr std::string_view names[] = {"exact match", "F1",           "precision",
                                                        "recall",      "gold within",  "all words of the gold",
                                                        "any word",    "answer found", "always 0"};
                  return std::string{names[static_cast<std::size_t>(p.number)]};
                },
                [](answer_plan& to, const answer_plan& from) { to.number = from.number; }},
    plan_choice{"extraction",
                [](const answer_plan& p) {
                  constexpr std::string_view names[] = {
                      "whole text",      "after \"answer is\"", "last box", "last <answer>",      "quoted phrase",
                      "first paragraph", "first line",          "stripped", "until a stop string"};
                  return std::string{names[static_cast<std::size_t>(p.extraction)]};
                },
                [](answer_plan& to, const answer_plan& from) { to.extraction = from.extraction; }},
    plan_choice{"booleans", [](const answer_plan& p) { return std::string{p.booleans ? "yes and no" : "as written"}; },
                [](answer_plan& to, const answer_plan& from) { to.booleans = from.booleans; }},
    plan_choice{"normalisation",
                [](const answer_plan& p) {
                  constexpr std::string_view names[] = {"steps",
                                                        "drop",
                                                        "lm-eval",
                                                        "lm-eval, articles removed",
                                                        "as written",
                                                        "DPR's tokens",
                                                        "SQuAD's, articles between regex's words",
                                                        "SQuAD's, without spaces"};
                  return std::string{names[static_cast<std::size_t>(p.text)]};
                },
                [](answer_plan& to, const answer_plan& from) {
                  if (both_steps(to, from)) return;
                  to.text = from.text;
                  to.steps = from.steps;
                }},
    plan_choice{"case", [](const answer_plan& p) { return std::string{p.steps.lower_case ? "lower" : "kept"}; },
                [](answer_plan& to, const answer_plan& from) {
                  if (both_steps(to, from)) to.steps.lower_case = from.steps.lower_case;
                }},
    plan_choice{"punctuation",
                [](const answer_plan& p) {
                  if (p.steps.spaced) return std::string{p.steps.quotes ? "spaced, with quotes" : "spaced"};
                  return std::string{p.steps.punctuation ? "deleted" : "kept"};
                },
                [](answer_plan& to, const answer_plan& from) {
                  if (!both_steps(to, from)) return;
                  to.steps.punctuation = from.steps.punctuation;
                  to.steps.spaced = from.steps.spaced;
                  to.steps.quotes = from.steps.quotes;
                  to.steps.lower_last = from.steps.lower_last;
                }},
    plan_choice{"articles", [](const answer_plan& p) { return std::string{p.steps.articles ? "removed" : "kept"}; },
                [](answer_plan& to, const answer_plan& from) {
                  if (both_steps(to, from)) to.steps.articles = from.steps.articles;
                }},
    plan_choice{"normalisation of golds",
                [](const answer_plan& p) { return std::string{p.raw_golds ? "none" : "as the prediction"}; },
                [](answer_plan& to, const answer_plan& from) { to.raw_golds = from.raw_golds; }},
    plan_choice{"unit", [](const answer_plan& p) { return std::string{p.whole ? "whole answer" : "words"}; },
                [](answer_plan& to, const answer_plan& from) { to.whole = from.whole; }},
    plan_choice{"repeated words", [](const answer_plan& p) { return std::string{p.sets ? "counted once" : "counted"}; },
                [](answer_plan& to, const answer_plan& from) { to.sets = from.sets; }},
    plan_choice{"Chinese golds", [](const answer_plan& p) { return std::string{p.chinese ? "characters" : "words"}; },
                [](answer_plan& to, const answer_plan& from) { to.chinese = from.chinese; }},
    plan_choice{"closed answers",
                [](const answer_plan& p) { return std::string{p.closed ? "yes, no, noanswer" : "none"}; },
                [](answer_plan& to, const answer_plan& from) { to.closed = from.closed; }},
    plan_choice{"answer types",
                [](const answer_plan& p) { return std::string{p.typed ? "numbers as floats" : "all as texts"}; },
                [](answer_plan& to, const answer_plan& from) { to.typed = from.typed; }},
    plan_choice{"numbers", [](const answer_plan& p) { return std::string{p.numbers ? "one must match" : "words"}; },
                [](answer_plan& to, const answer_plan& from) { to.numbers = from.numbers; }},
    plan_choice{"empty answers",
                [](const answer_plan& p) {
                  if (p.empty_sides) return std::string{"1 for an empty side"};
                  return std::string{p.empty == empty_rule::zero ? "0" : "1 if both"};
                },
                [](answer_plan& to, const answer_plan& from) {
                  to.empty = from.empty;
                  to.empty_sides = from.empty_sides;
                }},
    plan_choice{"blank golds",
                [](const answer_plan& p) {
                  constexpr std::string_view names[] = {"kept", "dropped", "skipped"};
                  return std::string{names[static_cast<std::size_t>(p.blank)]};
                },
                [](answer_plan& to, const answer_plan& from) { to.blank = from.blank; }},
    plan_choice{"golds",
                [](const answer_plan& p) {
                  constexpr std::string_view names[] = {"maximum",
                                                        "first with the best F1",
                                                        "one with the best F1",
                                                        "those that share a word",
                                                        "spans of one answer",
                                                        "a set of spans"};
                  return std::string{names[static_cast<std::size_t>(p.golds)]};
                },
                [](answer_plan& to, const answer_plan& from) { to.golds = from.golds; }},
    plan_choice{"rounding of questions",
                [](const answer_plan& p) {
                  constexpr std::string_view names[] = {"none", "2 places", "3 places", "2 places of the percentage"};
                  return std::string{names[static_cast<std::size_t>(p.rounding)]};
                },
                [](answer_plan& to, const answer_plan& from) { to.rounding = from.rounding; }},
    plan_choice{"misses", [](const answer_plan& p) { return std::string{p.misses ? "1/3" : "0"}; },
                [](answer_plan& to, const answer_plan& from) { to.misses = from.misses; }},
};

}  // namespace mhqa::inline v0_1::detail
