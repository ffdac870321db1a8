// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Programs that compare an answer with each gold as bags of words differ in few choices: normalisation, which number
// comes from which gold, extra tests. A bag_program contains these choices as data.
#pragma once

#include <mhqa/metrics/answer.hpp>
#include <mhqa/metrics/dialect.hpp>
#include <mhqa/metrics/published.hpp>
#include <mhqa/metrics/rounding.hpp>
#include <mhqa/metrics/token_bag.hpp>
#include <mhqa/text/contains.hpp>
#include <mhqa/text/normalize.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa {
inline namespace v0_1 {

/// A number that a bag program reports.
enum class bag_number : std::uint8_t {
  nothing,  ///< ends a list
  em,       ///< equal after normalisation
  f1,
  precision,
  recall,
  contained,       ///< the normalised gold is a substring of the normalised prediction
  covered,         ///< every word of the gold is a word of the prediction
  run,             ///< the gold's words are consecutive in the prediction, or `contained`
  raw_contained,   ///< 100 if the gold as written is a substring of the normalised prediction, else 0
  rounded_percent  ///< 100 F1, rounded to two places
};

/// The gold from which precision and recall (or all numbers) come.
enum class gold_choice : std::uint8_t {
  each,            ///< each number is maximised separately
  first_best_f1,   ///< precision and recall of the first gold with the highest F1
  all_of_best_f1,  ///< all numbers of that gold; zeros if no F1 is above 0
};

/// A number of a program and its name.
struct bag_metric {
  std::string_view name{};
  bag_number number = bag_number::nothing;
};

/// The choices of one program.
struct bag_program {
  dialect rules{};
  std::array<bag_metric, 6> metrics{};
  gold_choice choice = gold_choice::each;
  bool booleans = false;      ///< reads the texts "True" and "False" as yes and no
  bool needs_golds = true;    ///< raises without a gold; otherwise all numbers are 0
  bool sharing_only = false;  ///< ignores golds that share no word with the prediction, also for EM
};

namespace detail {

[[nodiscard]] constexpr std::string_view boolean_word(std::string_view text) noexcept {
  return text == "True" ? "yes" : text == "False" ? "no" : text;
}

/// Returns true if every word of the gold is a word of the prediction. Words are those of Python's split(" "), so the
/// empty text is one empty word.
///
/// Cost: O(n log n) in the words
[[nodiscard]] inline bool covers(const normalized& prediction, const normalized& gold) {
  if (gold.empty() || prediction.empty()) return gold.empty() && prediction.empty();
  constexpr std::size_t few = 16;
  const auto in_order = [](const normalized& text) {
    std::vector<std::string_view> words;
    for (const token& word : text.tokens()) words.push_back(word.in(text.text()));
    std::sort(words.begin(), words.end());
    return words;
  };
  if (gold.tokens().size() > few) {
    const auto have = in_order(prediction);
    const auto want = in_order(gold);
    return std::all_of(want.begin(), want.end(),
                       [&](std::string_view word) { return std::binary_search(have.begin(), have.end(), word); });
  }
  const char* const text = prediction.text().data();
  const std::span<const token> have = prediction.tokens();
  return std::all_of(gold.tokens().begin(), gold.tokens().end(), [&](const token& word) {
    return std::any_of(have.begin(), have.end(),
                       [&](const token& other) { return same_token(gold.text().data(), word, text, other); });
  });
}

/// The numbers for one gold.
struct bag_comparison {
  scores s{};
  bool contained = false, covered = false, raw = false, counts = false;
};

}  // namespace detail

/// Scores one prediction by a bag program.
///
/// Undefined: no golds -> raises or zeros, as in the program
/// Cost:      linear in the bytes of both sides, and O(n log n) in the words for `covered`
inline void score_bag(const bag_program& program, std::string_view prediction, std::span<const std::string_view> golds,
                      published_result& out) {
  const auto read = [&](std::string_view text) { return program.booleans ? detail::boolean_word(text) : text; };
  const auto asks = [&](bag_number number) {
    return std::any_of(program.metrics.begin(), program.metrics.end(),
                       [number](const bag_metric& metric) { return metric.number == number; });
  };
  const bool contains_asked = asks(bag_number::contained) || asks(bag_number::run);
  normalized said, gold;
  bag_scratch scratch;
  said.assign(read(prediction), program.rules.text);
  compared_text compared;
  compared.assign(said);
  out.set_prediction(said.text());
  detail::bag_comparison best;
  for (const std::string_view text : golds) {
    gold.assign(read(text), program.rules.text);
    out.add_gold(gold.text());
    detail::bag_comparison now;
    now.s = detail::score_texts(said.text(), gold.text(), program.rules,
                                [&] { return compared.overlap_with(gold, scratch); });
    // Consecutive words are also a substring, because both texts are joined by one space.
    now.contained = contains_asked && contains(said.text(), gold.text());
    now.covered = asks(bag_number::covered) && detail::covers(said, gold);
    now.raw = asks(bag_number::raw_contained) && contains(said.text(), text);
    if (program.sharing_only && !(now.s.f1 > 0)) continue;
    const bool higher = now.s.f1 > best.s.f1 || (!best.counts && program.choice == gold_choice::first_best_f1);
    if (program.choice == gold_choice::all_of_best_f1) {
      if (now.s.f1 > best.s.f1) best = now;
      continue;
    }
    const scores kept = best.s;
    best.s = maximum(best.s, now.s);
    if (program.choice == gold_choice::first_best_f1) {
      best.s.precision = higher ? now.s.precision : kept.precision;
      best.s.recall = higher ? now.s.recall : kept.recall;
    }
    best.contained |= now.contained;
    best.covered |= now.covered;
    best.raw |= now.raw;
    best.counts = true;
  }
  if (golds.empty() && program.needs_golds)
    return out.raise("expected at least one gold answer: the program has none to maximise over");
  for (const bag_metric& metric : program.metrics) {
    switch (metric.number) {
      case bag_number::nothing:
        return;
      case bag_number::em:
        out.add(metric.name, best.s.em);
        break;
      case bag_number::f1:
        out.add(metric.name, best.s.f1);
        break;
      case bag_number::precision:
        out.add(metric.name, best.s.precision);
        break;
      case bag_number::recall:
        out.add(metric.name, best.s.recall);
        break;
      case bag_number::contained:
      case bag_number::run:
        out.add(metric.name, best.contained ? 1 : 0);
        break;
      case bag_number::covered:
        out.add(metric.name, best.covered ? 1 : 0);
        break;
      case bag_number::raw_contained:
        out.add(metric.name, best.raw ? 100 : 0);
        break;
      case bag_number::rounded_percent:
        out.add(metric.name, python_round(100 * best.s.f1, 2));
        break;
    }
  }
}

namespace bag_programs {

using enum bag_number;

/// RUC-NLPIR/FlashRAG, flashrag/evaluator/metrics.py.
inline constexpr bag_program flashrag{
    .rules = {.name = "flashrag", .closed_answers = true},
    .metrics = {{{"em", em}, {"acc", contained}, {"f1", f1}, {"precision", precision}, {"recall", recall}}},
    .needs_golds = false};

/// mandarjoshi90/triviaqa, evaluation/triviaqa_evaluation.py.
inline constexpr bag_program triviaqa{
    .rules = {.name = "triviaqa", .text = normalizations::triviaqa},
    .metrics = {{{"exact_match", em}, {"f1", f1}, {"oracle_exact_match", raw_contained}}}};

/// OSU-NLP-Group/HippoRAG, src/hipporag/evaluation/qa_eval.py.
inline constexpr bag_program hipporag{.rules = {.name = "hipporag"}, .metrics = {{{"ExactMatch", em}, {"F1", f1}}}};

/// RUCAIBox/R1-Searcher, evaluation/metric_calc_rule.py.
inline constexpr bag_program r1_searcher{
    .rules = {.name = "r1-searcher", .text = normalizations::triviaqa, .closed_answers = true},
    .metrics = {{{"em", em},
                 {"f1", f1},
                 {"cover_em_1", covered},
                 {"cover_em_2", run},
                 {"prec", precision},
                 {"recall", recall}}},
    .choice = gold_choice::first_best_f1,
    .booleans = true};

/// beerqa/IRRR, utils/eval_beerqa.py, for one question.
inline constexpr bag_program beerqa{.rules = {.name = "beerqa", .closed_answers = true},
                                    .metrics = {{{"em", em}, {"f1", f1}, {"prec", precision}, {"recall", recall}}},
                                    .choice = gold_choice::all_of_best_f1,
                                    .needs_golds = false};

/// Alab-NII/morehopqa, evaluate.py, for the extracted answer.
inline constexpr bag_program morehopqa{
    .rules = {.name = "morehopqa", .closed_answers = true},
    .metrics = {{{"em", em}, {"f1", f1}, {"precision", precision}, {"recall", recall}}}};

/// sunnynexus/Search-o1, scripts/evaluate.py, mode qa, for the extracted answer.
inline constexpr bag_program search_o1{.rules = {.name = "search-o1"},
                                       .metrics = {{{"acc", contained}, {"em", em}, {"f1", f1}}},
                                       .needs_golds = false,
                                       .sharing_only = true};

/// THUDM/LongBench, LongBench/metrics.py: qa_f1_score, and the score that eval.py prints for HotpotQA.
inline constexpr bag_program longbench{.rules = {.name = "longbench"},
                                       .metrics = {{{"qa_f1_score", f1}, {"hotpotqa", rounded_percent}}},
                                       .needs_golds = false};

}  // namespace bag_programs

}  // namespace v0_1
}  // namespace mhqa
