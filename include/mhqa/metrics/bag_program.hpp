// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Programs that compare an answer with each gold as bags of words differ in few choices: normalisation, which number
// comes from which gold, extra tests. A bag_program contains these choices as data.
#pragma once

#include <mhqa/metrics/dialect.hpp>
#include <mhqa/metrics/published.hpp>
#include <mhqa/text/normalize.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace mhqa::inline v0_1 {

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
[[nodiscard]] bool covers(const normalized& prediction, const normalized& gold);

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
void score_bag(const bag_program& program, std::string_view prediction, std::span<const std::string_view> golds,
               published_result& out);

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

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/metrics/detail/bag_program.ipp>
#endif
