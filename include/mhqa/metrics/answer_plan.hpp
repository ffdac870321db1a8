// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Every evaluator of answers as one set of choices that can be exchanged one by one: how the answer is read, how texts
// are normalised, how two texts are compared, which gold counts. Shows which choice makes two numbers differ.
//   plan_scorer score; score(*find_plan("flashrag", "acc"), "in Paris", {{"Paris"}}) == 1.0
#pragma once

#include <mhqa/metrics/bag_program.hpp>
#include <mhqa/metrics/dialect.hpp>
#include <mhqa/metrics/overlap.hpp>
#include <mhqa/text/normalize.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace mhqa::inline v0_1 {

/// The number that a plan computes.
enum class plan_number : std::uint8_t {
  em,           ///< the texts are equal after normalisation
  f1,           ///< of the words in common
  precision,    ///< common words by predicted words
  recall,       ///< common words by gold words
  contained,    ///< the gold is a substring of the prediction
  covered,      ///< every word of the gold is a word of the prediction
  shares_word,  ///< any word of the gold is a word of the prediction
  answered,     ///< the extracted answer has a text; golds do not matter
  unused        ///< always 0: the program computes it for other data only
};

/// The part of a prediction that is taken for the answer.
enum class plan_extraction : std::uint8_t {
  whole,
  after_answer_is,  ///< IRCoT: after the last "answer is"; a list in brackets gives several spans
  last_box,         ///< Search-o1: the last \boxed{}
  answer_tag,       ///< MoreHopQA: the last <answer>
  quoted_phrase,    ///< MultiHop-RAG: after "The answer to the question is"
  first_paragraph,  ///< PopQA: the first line, after two line breaks at most
  first_line,       ///< LongBench: the first line that is not empty
  stripped,         ///< lm-eval: without white space at its ends
  until_stop        ///< lm-eval: the same, before the tasks' stop strings
};

/// How a text is brought into the form that is compared.
enum class plan_text : std::uint8_t {
  steps,             ///< the steps of answer_plan::steps
  drop,              ///< DROP: numbers as Python floats, punctuation and articles removed
  lm_eval,           ///< lm-eval: lower case and punctuation, spaces kept
  lm_eval_articles,  ///< the same; articles before a space removed
  written,           ///< nothing; the gold also in lower case and capitalised
  dpr_tokens,        ///< DPR: tokens of NFD text in lower case
  kilt,              ///< DPR's check for KILT: SQuAD's form, articles by regex's word boundaries
  joined             ///< IRCoT's support: SQuAD's form without spaces
};

/// The golds that count.
enum class plan_golds : std::uint8_t {
  each,            ///< the number is maximised over the golds
  first_best_f1,   ///< precision and recall of the first gold with the highest F1
  all_of_best_f1,  ///< the number of the gold with the highest F1; 0 where no F1 is above 0
  sharing,         ///< the maximum over golds that share a word with the prediction
  spans,           ///< all golds are the spans of one answer
  span_set         ///< the same; whole spans are compared, as two sets
};

/// The treatment of golds without text.
enum class plan_blank : std::uint8_t {
  kept,
  dropped,  ///< after normalisation; if all are, the gold is ""
  skipped   ///< as written; they score 0
};

/// The rounding of a question's F1, precision and recall.
enum class plan_rounding : std::uint8_t {
  none,
  two_places,    ///< NumPy's, after multiplication by 100: DROP
  three_places,  ///< Python's: IRCoT's support
  percentage     ///< Python's, two places of the percentage: LongBench
};

/// The choices of an evaluator for one number.
struct answer_plan {
  plan_number number = plan_number::em;
  plan_extraction extraction = plan_extraction::whole;
  bool booleans = false;  ///< "True" and "False" are read as yes and no
  plan_text text = plan_text::steps;
  normalization steps = normalizations::squad;
  bool whole = false;    ///< the answer is one item: every number equals exact match
  bool sets = false;     ///< repeated words count once
  bool chinese = false;  ///< Chinese golds are compared by characters
  bool closed = false;   ///< yes, no and noanswer have no F1 unless both sides are the same
  bool typed = false;    ///< answers whose answer_type is a number are compared as floats
  bool numbers = false;  ///< no F1 where the gold has numbers and the prediction has none of them
  empty_rule empty = empty_rule::zero;
  bool empty_sides = false;  ///< precision is 1 without predicted words, recall is 1 without gold words
  bool raw_golds = false;    ///< golds are compared as written
  plan_blank blank = plan_blank::kept;
  plan_golds golds = plan_golds::each;
  plan_rounding rounding = plan_rounding::none;
  bool misses = false;   ///< 0 becomes 1/3 if a gold has a text: MultiHop-RAG counts a miss as a true negative, too
  bool percent = false;  ///< the program gives a percentage; a plan's number is always a fraction

  friend constexpr bool operator==(const answer_plan&, const answer_plan&) = default;
};

/// A plan and where it is found: the evaluator's name and the name of its number.
struct named_plan {
  std::string_view evaluator;
  std::string_view number;
  answer_plan plan;
};

namespace detail {

constexpr plan_number to_plan(bag_number number) noexcept {
  switch (number) {
    case bag_number::f1:
    case bag_number::rounded_percent:
      return plan_number::f1;
    case bag_number::precision:
      return plan_number::precision;
    case bag_number::recall:
      return plan_number::recall;
    case bag_number::contained:
    case bag_number::run:
    case bag_number::raw_contained:
      return plan_number::contained;
    case bag_number::covered:
      return plan_number::covered;
    default:
      return plan_number::em;
  }
}

/// The plan of a data set's evaluator.
constexpr answer_plan to_plan(const dialect& d, plan_number number) noexcept {
  return {.number = number,
          .steps = d.text,
          .whole = d.unit == answer_unit::whole,
          .closed = d.closed_answers,
          .empty = d.empty_answer,
          .blank = d.blank_golds_dropped ? plan_blank::dropped : plan_blank::kept};
}

constexpr answer_plan to_plan(const bag_program& program, bag_number number) noexcept {
  answer_plan out = to_plan(program.rules, to_plan(number));
  out.booleans = program.booleans;
  out.golds = program.sharing_only                            ? plan_golds::sharing
              : program.choice == gold_choice::first_best_f1  ? plan_golds::first_best_f1
              : program.choice == gold_choice::all_of_best_f1 ? plan_golds::all_of_best_f1
                                                              : plan_golds::each;
  out.raw_golds = number == bag_number::raw_contained;
  out.rounding = number == bag_number::rounded_percent ? plan_rounding::percentage : plan_rounding::none;
  out.percent = out.raw_golds || number == bag_number::rounded_percent;
  return out;
}

/// The bag programs, with the part of the prediction that each reads.
struct planned_program {
  bag_program program;
  plan_extraction extraction = plan_extraction::whole;
  bool typed = false;
};

inline constexpr std::array planned_programs{
    planned_program{bag_programs::beerqa},
    planned_program{bag_programs::flashrag},
    planned_program{bag_programs::hipporag},
    planned_program{bag_programs::longbench},
    planned_program{bag_programs::r1_searcher},
    planned_program{bag_programs::triviaqa},
    planned_program{bag_programs::morehopqa, plan_extraction::answer_tag, true},
    planned_program{bag_programs::search_o1, plan_extraction::last_box}};

constexpr answer_plan drop_plan(plan_number number) noexcept {
  return {.number = number,
          .text = plan_text::drop,
          .sets = true,
          .numbers = true,
          .empty = empty_rule::one_if_both,
          .empty_sides = number == plan_number::precision || number == plan_number::recall,
          .rounding = plan_rounding::two_places};
}

/// IRCoT's numbers of answers, and of the same spans as support.
constexpr answer_plan ircot_plan(plan_number number) noexcept {
  answer_plan out = drop_plan(number);
  out.extraction = plan_extraction::after_answer_is;
  out.golds = plan_golds::spans;
  return out;
}
constexpr answer_plan ircot_support_plan(plan_number number) noexcept {
  return {.number = number,
          .extraction = plan_extraction::after_answer_is,
          .text = plan_text::joined,
          .golds = plan_golds::span_set,
          .rounding = plan_rounding::three_places};
}

constexpr answer_plan with(answer_plan plan, plan_golds golds, plan_blank blank) noexcept {
  plan.golds = golds;
  plan.blank = blank;
  return plan;
}

inline constexpr answer_plan set_plan{.number = plan_number::f1,
                                      .booleans = true,
                                      .steps = normalizations::words_lowered_last,
                                      .sets = true,
                                      .chinese = true};
inline constexpr answer_plan any_word_plan{.number = plan_number::shares_word,
                                           .extraction = plan_extraction::quoted_phrase,
                                           .steps = {.punctuation = false, .articles = false}};

constexpr answer_plan any_word_accuracy_plan() noexcept {
  answer_plan out = any_word_plan;
  out.misses = true;
  return out;
}

/// LongBench's task triviaqa, which reads one line.
constexpr answer_plan longbench_line_plan() noexcept {
  answer_plan out = to_plan(bag_programs::longbench, bag_number::rounded_percent);
  out.extraction = plan_extraction::first_line;
  return out;
}

/// Search-o1's numbers that no bag program has.
constexpr answer_plan search_o1_plan(plan_number number) noexcept {
  answer_plan out = to_plan(bag_programs::search_o1, bag_number::em);
  out.number = number;
  out.extraction = plan_extraction::last_box;
  return out;
}

/// The plans of numbers that no bag program has.
inline constexpr std::array other_plans{
    named_plan{"dpr-has-answer", "string", {.number = plan_number::contained, .text = plan_text::dpr_tokens}},
    named_plan{"dpr-has-answer", "kilt", {.number = plan_number::contained, .text = plan_text::kilt}},
    named_plan{"drop", "max_em", with(drop_plan(plan_number::em), plan_golds::each, plan_blank::skipped)},
    named_plan{"drop", "max_f1", with(drop_plan(plan_number::f1), plan_golds::each, plan_blank::skipped)},
    named_plan{"drop", "em", with(drop_plan(plan_number::em), plan_golds::spans, plan_blank::kept)},
    named_plan{"drop", "f1", with(drop_plan(plan_number::f1), plan_golds::spans, plan_blank::kept)},
    named_plan{"ircot", "em", ircot_plan(plan_number::em)},
    named_plan{"ircot", "f1", ircot_plan(plan_number::f1)},
    named_plan{"ircot", "precision", ircot_plan(plan_number::precision)},
    named_plan{"ircot", "recall", ircot_plan(plan_number::recall)},
    named_plan{"ircot", "sp_em", ircot_support_plan(plan_number::em)},
    named_plan{"ircot", "sp_f1", ircot_support_plan(plan_number::f1)},
    named_plan{"ircot", "sp_precision", ircot_support_plan(plan_number::precision)},
    named_plan{"ircot", "sp_recall", ircot_support_plan(plan_number::recall)},
    named_plan{"lm-eval-nq-open",
               "exact_match",
               {.extraction = plan_extraction::stripped, .text = plan_text::lm_eval_articles}},
    named_plan{"lm-eval-nq-open",
               "exact_match_until",
               {.extraction = plan_extraction::until_stop, .text = plan_text::lm_eval_articles}},
    named_plan{
        "lm-eval-triviaqa", "exact_match", {.extraction = plan_extraction::stripped, .text = plan_text::lm_eval}},
    named_plan{"lm-eval-triviaqa",
               "exact_match_until",
               {.extraction = plan_extraction::until_stop, .text = plan_text::lm_eval}},
    named_plan{"longbench", "triviaqa", longbench_line_plan()},
    named_plan{"multihop-rag", "accuracy", any_word_accuracy_plan()},
    named_plan{"multihop-rag", "f1", any_word_plan},
    named_plan{"multihop-rag", "precision", any_word_plan},
    named_plan{"multihop-rag", "recall", any_word_plan},
    named_plan{"multihop-rag-33d3ad09", "accuracy", any_word_plan},
    named_plan{"multihop-rag-33d3ad09", "f1", any_word_plan},
    named_plan{"multihop-rag-33d3ad09", "precision", any_word_plan},
    named_plan{"multihop-rag-33d3ad09", "recall", any_word_plan},
    named_plan{"popqa", "is_correct", {.number = plan_number::contained, .text = plan_text::written}},
    named_plan{
        "popqa",
        "pred",
        {.number = plan_number::contained, .extraction = plan_extraction::first_paragraph, .text = plan_text::written}},
    named_plan{"search-o1", "is_valid_answer", search_o1_plan(plan_number::answered)},
    named_plan{"search-o1", "math_equal", search_o1_plan(plan_number::unused)},
    named_plan{"set-f1", "f1", set_plan},
    named_plan{
        "set-f1", "deepresearcher_f1", {.number = plan_number::f1, .steps = normalizations::words, .sets = true}},
    named_plan{"set-f1", "deepresearcher_em", {.steps = normalizations::words}},
};

/// The number that a data set's evaluator prints under a name.
constexpr std::optional<plan_number> number_of(std::string_view name) noexcept {
  for (const std::string_view em : {"em", "exact", "answer_em", "exact_match", "accuracy"}) {
    if (name == em) return plan_number::em;
  }
  if (name == "f1" || name == "answer_f1") return plan_number::f1;
  if (name == "prec" || name == "precision") return plan_number::precision;
  if (name == "recall") return plan_number::recall;
  return std::nullopt;
}

}  // namespace detail

/// Returns the plan of an evaluator's number, or nothing where the number is not one of answers (support, evidence) or
/// the evaluator does not have it.
///
/// Example: find_plan("musique", "answer_f1")->empty == empty_rule::one_if_both
[[nodiscard]] constexpr std::optional<answer_plan> find_plan(std::string_view evaluator,
                                                             std::string_view number) noexcept {
  for (const named_plan& one : detail::other_plans) {
    if (one.evaluator == evaluator && one.number == number) return one.plan;
  }
  for (const detail::planned_program& one : detail::planned_programs) {
    if (one.program.rules.name.view() != evaluator) continue;
    for (const bag_metric& metric : one.program.metrics) {
      if (metric.name != number || metric.number == bag_number::nothing) continue;
      answer_plan out = detail::to_plan(one.program, metric.number);
      out.extraction = one.extraction;
      out.typed = one.typed;
      return out;
    }
    return std::nullopt;
  }
  const dialect* const d = find<dialect>(evaluator);
  const std::optional<plan_number> which = detail::number_of(number);
  if (d == nullptr || !which) return std::nullopt;
  return detail::to_plan(*d, *which);
}

}  // namespace mhqa::inline v0_1
