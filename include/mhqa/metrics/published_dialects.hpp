// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Every published program of metrics/published.hpp by name, including the extraction before its comparison.
// find_published("flashrag")->score(input, result) gives em, acc, f1, precision and recall.
#pragma once

#include <mhqa/metrics/bag_program.hpp>
#include <mhqa/metrics/ircot.hpp>
#include <mhqa/metrics/lm_eval.hpp>
#include <mhqa/metrics/published.hpp>
#include <mhqa/metrics/report.hpp>
#include <mhqa/metrics/set_f1.hpp>
#include <mhqa/text/extract_places.hpp>
#include <mhqa/text/normalize.hpp>
#include <mhqa/text/unicode_forms.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1 {
namespace detail {

template <const bag_program& Program>
void score_as_bag(const published_input& in, published_result& out) {
  score_bag(Program, in.prediction.front(), in.golds, out);
}

/// DROP: the golds are the spans of one answer (em, f1), and each gold is one of several answers (max_em, max_f1).
void score_drop(const published_input& in, published_result& out);

/// LongBench: the line that the task triviaqa reads, the first that is not empty.
[[nodiscard]] inline std::string_view longbench_line(std::string_view text) noexcept {
  text.remove_prefix(std::min(text.find_first_not_of('\n'), text.size()));
  return text.substr(0, text.find('\n'));
}

void score_longbench(const published_input& in, published_result& out);

/// Returns the last match of a command with a braced group on one line: from its first occurrence on the last line with
/// one to that line's last brace.
[[nodiscard]] std::optional<std::string_view> last_greedy_group(std::string_view text, std::string_view open);

/// Search-o1: the last box; within it the last \text{}, without brackets at its ends.
[[nodiscard]] std::string_view search_o1_answer(std::string_view text);

void score_search_o1(const published_input& in, published_result& out);

/// MoreHopQA: from the last closed <answer>, in any case, to the last </answer>; otherwise the whole text.
[[nodiscard]] std::string_view morehopqa_answer(std::string_view text);

/// MoreHopQA: the types of answers that are compared as floats.
[[nodiscard]] constexpr bool is_morehopqa_number(std::string_view answer_type) noexcept {
  return answer_type == "number" || answer_type == "year";
}

/// MoreHopQA: the types of answers that are compared as they are; "place" is one of previous answers.
[[nodiscard]] constexpr bool is_morehopqa_text(std::string_view answer_type) noexcept {
  for (const std::string_view type : {"", "string", "letter", "person", "organization", "character", "place"}) {
    if (answer_type == type) return true;
  }
  return false;
}

/// MoreHopQA: a text without commas as the float that Python prints, or nothing.
[[nodiscard]] std::optional<std::string> morehopqa_number(std::string_view text);

void score_morehopqa(const published_input& in, published_result& out);

/// MultiHop-RAG: between the quotation marks after the phrase that its prompt asks for; otherwise the whole text.
[[nodiscard]] std::string_view multihop_rag_answer(std::string_view text) noexcept;

/// MultiHop-RAG's numbers of a file. Until commit 33d3ad09, its accuracy counts a miss as a true negative, too.
template <bool MissesAreNegatives>
void total_multihop_rag(file_counts counts, published_result& out) {
  const auto right = static_cast<double>(counts.right), n = static_cast<double>(counts.counted);
  const double rate = counts.counted == 0 ? 0 : right / n;  // misses are fp and fn alike
  out.add("precision", rate);
  out.add("recall", rate);
  out.add("f1", rate > 0 ? 2 * (rate * rate) / (rate + rate) : 0);
  out.add("accuracy", !MissesAreNegatives || counts.counted == 0 ? rate : n / (right + 3 * (n - right)));
}

/// MultiHop-RAG: right if the lower-case texts share any word. A line is a file of one answer.
template <bool MissesAreNegatives>
void score_multihop_rag(const published_input& in, published_result& out) {
  const std::string_view said = multihop_rag_answer(in.prediction.front());
  if (in.golds.empty()) return out.raise("expected one gold answer");
  constexpr normalization lowered{.punctuation = false, .articles = false};
  const normalized prediction{said, lowered}, gold{in.golds.front(), lowered};
  out.set_prediction(prediction.text());
  out.add_gold(gold.text());
  std::vector<std::string_view> words, wanted;
  sorted_words(prediction, words);
  sorted_words(gold, wanted);
  const bool counted = !in.golds.front().empty();
  out.set_counts({counted && common_in_order(words, wanted) != 0 ? 1U : 0U, counted ? 1U : 0U});
  total_multihop_rag<MissesAreNegatives>(out.counts(), out);
}

/// Returns DPR's tokens between line breaks, which no token contains.
[[nodiscard]] inline std::string dpr_text(std::string_view text) {
  std::string out = "\n";
  for (const std::string& token : searchable_tokens(text)) out.append(token).append("\n");
  return out;
}

/// DPR: true if the document contains an answer.
void score_dpr(const published_input& in, published_result& out);

/// PopQA: the first line of a generation, after one empty line at most.
[[nodiscard]] inline std::string_view popqa_line(std::string_view text) noexcept {
  if (text.starts_with("\n\n")) text.remove_prefix(2);
  return text.substr(0, text.find('\n'));
}

/// PopQA: right if any gold is a substring, as written, in lower case or capitalised.
void score_popqa(const published_input& in, published_result& out);

template <bool ArticlesRemoved>
void score_lm_eval(const published_input& in, published_result& out) {
  if (in.golds.empty()) return out.raise("expected at least one gold answer: NumPy finds no type for an empty list");
  std::vector<std::string> golds{in.golds.begin(), in.golds.end()};
  normalize_lm_eval(golds, ArticlesRemoved);
  const auto matches = [&](std::string_view response) {
    std::vector<std::string> said{std::string{strip(response)}};
    normalize_lm_eval(said, ArticlesRemoved);
    if (out.prediction().empty()) out.set_prediction(said.front());
    return std::find(golds.begin(), golds.end(), said.front()) != golds.end() ? 1 : 0;
  };
  out.add("exact_match", matches(in.prediction.front()));
  out.add("exact_match_until", matches(until_stop(in.prediction.front())));
  for (const std::string& gold : golds) out.add_gold(gold);
}

/// Set F1 by the rules of ASearcher and SkyRL-agent (f1), and by those of DeepResearcher, which has neither booleans
/// nor Chinese.
void score_set_f1(const published_input& in, published_result& out);

}  // namespace detail

/// All programs, sorted by name.
inline constexpr std::array published_dialects{
    published_dialect{"beerqa", "beerqa/IRRR utils/eval_beerqa.py@c46b35c",
                      "text:squad|closed:yes,no,noanswer|golds:all-of-best-f1|no-golds:0",
                      &detail::score_as_bag<bag_programs::beerqa>},
    published_dialect{"dpr-has-answer", "facebookresearch/DPR dpr/data/qa_validation.py@a31212d",
                      "text:nfd,tokens,lower (string), squad, articles between regex's words (kilt)|match:run "
                      "(string), substring (kilt)|no-golds:0",
                      &detail::score_dpr},
    published_dialect{
        "drop", "allenai/allennlp-reading-comprehension allennlp_rc/eval/drop_eval.py@14fc0a4",
        "text:drop|words:set|spans:aligned|numbers:gate|rounded:2|golds:spans (em, f1), max-of-each (max_)",
        &detail::score_drop, true},
    published_dialect{"flashrag", "RUC-NLPIR/FlashRAG flashrag/evaluator/metrics.py@1ee5249",
                      "text:squad|closed:yes,no,noanswer|golds:max-of-each|acc:substring|no-golds:0",
                      &detail::score_as_bag<bag_programs::flashrag>},
    published_dialect{"hipporag", "OSU-NLP-Group/HippoRAG src/hipporag/evaluation/qa_eval.py@c617143",
                      "text:squad|closed:none|golds:max-of-each|no-golds:error",
                      &detail::score_as_bag<bag_programs::hipporag>},
    published_dialect{
        "ircot", "StonyBrookNLP/ircot evaluate.py@3c1820f",
        "text:drop|answer:after \"answer is\"|ftfy:not done|words:set|spans:aligned|rounded:2|no-golds:error",
        &score_ircot, true},
    published_dialect{"lm-eval-nq-open", "EleutherAI/lm-evaluation-harness lm_eval/tasks/nq_open@4e7e0d4",
                      "text:lower,punctuation|articles:before a space|spaces:kept|golds:any|no-golds:error|numpy:2.4",
                      &detail::score_lm_eval<true>},
    published_dialect{"lm-eval-triviaqa", "EleutherAI/lm-evaluation-harness lm_eval/tasks/triviaqa@4e7e0d4",
                      "text:lower,punctuation|articles:kept|spaces:kept|golds:any|no-golds:error|numpy:2.4",
                      &detail::score_lm_eval<false>},
    published_dialect{"longbench", "THUDM/LongBench LongBench/metrics.py@2e00731",
                      "text:squad|closed:none|golds:max|rounded:2 (tasks)|no-golds:0", &detail::score_longbench},
    published_dialect{"morehopqa", "Alab-NII/morehopqa evaluate.py, postprocess.py@27c72b1",
                      "text:squad|answer:last <answer>|numbers:float|closed:yes,no,noanswer|golds:one",
                      &detail::score_morehopqa, false, true},
    published_dialect{"multihop-rag", "yixuantt/MultiHop-RAG qa_evaluate.py@3dd4d4e",
                      "text:lower|match:any word|accuracy:(tp+tn)/(tp+tn+fp+fn), a miss is a tn|total:file|golds:one",
                      &detail::score_multihop_rag<true>, false, true, &detail::total_multihop_rag<true>, "accuracy"},
    published_dialect{"multihop-rag-33d3ad09", "yixuantt/MultiHop-RAG qa_evaluate.py@33d3ad09",
                      "text:lower|match:any word|accuracy:hits/n|total:file|golds:one",
                      &detail::score_multihop_rag<false>, false, true, &detail::total_multihop_rag<false>},
    published_dialect{"popqa", "AlexTMallen/adaptive-retrieval run_model.py@2b70c1e",
                      "text:as written|match:substring as written, lower or capitalised|golds:any|no-golds:0",
                      &detail::score_popqa},
    published_dialect{
        "r1-searcher", "RUCAIBox/R1-Searcher evaluation/metric_calc_rule.py@631167c",
        "text:triviaqa|booleans:yes,no|closed:yes,no,noanswer|golds:max, prec and recall of first best f1",
        &detail::score_as_bag<bag_programs::r1_searcher>},
    published_dialect{"search-o1", "sunnynexus/Search-o1 scripts/evaluate.py@6ced48f",
                      "text:squad|answer:last \\boxed|golds:max-of-each of those that share a word|no-golds:0",
                      &detail::score_search_o1},
    published_dialect{"set-f1",
                      "inclusionAI/ASearcher@813e804, NovaSky-AI/SkyRL@a956457, GAIR-NLP/DeepResearcher@c93be8f",
                      "text:punctuation spaced|articles:kept|words:set|chinese:characters (f1)|golds:max|no-golds:0",
                      &detail::score_set_f1},
    published_dialect{"triviaqa", "mandarjoshi90/triviaqa evaluation/triviaqa_evaluation.py@ca43b58",
                      "text:triviaqa|closed:none|golds:max-of-each|oracle:gold as written|no-golds:error",
                      &detail::score_as_bag<bag_programs::triviaqa>},
};

/// Returns the program with this name, or null.
///
/// Example: find_published("drop")->lists
[[nodiscard]] constexpr const published_dialect* find_published(std::string_view name) noexcept {
  for (const published_dialect& one : published_dialects) {
    if (one.name == name) return &one;
  }
  return nullptr;
}

/// Returns one line that names every choice of the program, then the result's own choices: n, the golds, a profile.
///
/// Example: "popqa|program:AlexTMallen/adaptive-retrieval run_model.py@2b70c1e|text:as written|…|unicode:14.0|mhqa:…"
[[nodiscard]] std::string signature_of(const published_dialect& dialect, const signature_choices& more = {});

/// Scores one answer by a program.
///
/// Errors: throws nothing; out.error() says why the program raises, or which input it expects
void score_published(const published_dialect& dialect, const published_input& in, published_result& out);

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/metrics/detail/published_dialects.ipp>
#endif
