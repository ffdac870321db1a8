// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Every published program of metrics/published.hpp by name, including the extraction before its comparison.
// find_published("flashrag")->score(input, result) gives em, acc, f1, precision and recall.
#pragma once

#include <mhqa/ascii.hpp>
#include <mhqa/metrics/bag_program.hpp>
#include <mhqa/metrics/drop.hpp>
#include <mhqa/metrics/ircot.hpp>
#include <mhqa/metrics/lm_eval.hpp>
#include <mhqa/metrics/published.hpp>
#include <mhqa/metrics/report.hpp>
#include <mhqa/metrics/set_f1.hpp>
#include <mhqa/text/contains.hpp>
#include <mhqa/text/extract_places.hpp>
#include <mhqa/text/normalize.hpp>
#include <mhqa/text/number.hpp>
#include <mhqa/text/split.hpp>
#include <mhqa/text/unicode_forms.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa {
inline namespace v0_1 {
namespace detail {

template <const bag_program& Program>
void score_as_bag(const published_input& in, published_result& out) {
  score_bag(Program, in.prediction.front(), in.golds, out);
}

/// DROP: the golds are the spans of one answer (em, f1), and each gold is one of several answers (max_em, max_f1).
inline void score_drop(const published_input& in, published_result& out) {
  const drop_answer predicted{in.prediction};
  const drop_answer gold{in.golds};
  for (const std::string& text : predicted.texts()) out.set_prediction(text);
  for (const std::string& text : gold.texts()) out.add_gold(text);
  const drop_scores one = drop_scorer::score(predicted, gold);
  out.add("em", one.em);
  out.add("f1", one.f1);
  if (in.golds.empty()) {
    out.add_undefined("max_em");
    out.add_undefined("max_f1");
    return;
  }
  double em = 0, f1 = 0;
  for (const std::string_view text : in.golds) {
    if (strip(text).empty()) continue;
    const drop_scores s = drop_scorer::score(predicted, drop_answer{std::span{&text, 1}});
    em = std::max(em, s.em);
    f1 = std::max(f1, s.f1);
  }
  out.add("max_em", em);
  out.add("max_f1", f1);
}

/// LongBench: the line that the task triviaqa reads, the first that is not empty.
[[nodiscard]] inline std::string_view longbench_line(std::string_view text) noexcept {
  text.remove_prefix(std::min(text.find_first_not_of('\n'), text.size()));
  return text.substr(0, text.find('\n'));
}

inline void score_longbench(const published_input& in, published_result& out) {
  published_result first_line;
  score_bag(bag_programs::longbench, longbench_line(in.prediction.front()), in.golds, first_line);
  score_bag(bag_programs::longbench, in.prediction.front(), in.golds, out);
  out.add("triviaqa", *first_line.numbers()[1].value);
}

/// Returns the last match of a command with a braced group on one line: from its first occurrence on the last line with
/// one to that line's last brace.
[[nodiscard]] inline std::optional<std::string_view> last_greedy_group(std::string_view text, std::string_view open) {
  std::optional<std::string_view> found;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    const std::size_t at = line.find(open);
    if (at != nowhere) {
      const std::size_t close = line.rfind('}');
      if (close != nowhere && close >= at + open.size()) {
        found = line.substr(at + open.size(), close - at - open.size());
      }
    }
    begin = end + 1;
  }
  return found;
}

/// Search-o1: the last box; within it the last \text{}, without brackets at its ends.
[[nodiscard]] inline std::string_view search_o1_answer(std::string_view text) {
  const auto box = last_greedy_group(text, "\\boxed{");
  if (!box) return {};
  std::string_view answer = last_greedy_group(*box, "\\text{").value_or(*box);
  answer.remove_prefix(std::min(answer.find_first_not_of("()"), answer.size()));
  const std::size_t last = answer.find_last_not_of("()");
  return answer.substr(0, last == nowhere ? 0 : last + 1);
}

inline void score_search_o1(const published_input& in, published_result& out) {
  const std::string_view answer = search_o1_answer(in.prediction.front());
  out.add("is_valid_answer", answer.empty() ? 0 : 1);
  score_bag(bag_programs::search_o1, answer, in.golds, out);
  out.add("math_equal", 0);
}

/// MoreHopQA: from the last closed <answer>, in any case, to the last </answer>; otherwise the whole text.
[[nodiscard]] inline std::string_view morehopqa_answer(std::string_view text) {
  // re.IGNORECASE matches U+017F with s.
  const auto stands = [](std::string_view rest, std::string_view tag) -> std::size_t {
    std::size_t at = 0;
    for (const char c : tag) {
      if (c == 's' && rest.substr(at).starts_with("\xC5\xBF")) {
        at += 2;
      } else if (at < rest.size() && ascii::to_lower(rest[at]) == c) {
        ++at;
      } else {
        return 0;
      }
    }
    return at;
  };
  std::size_t close = nowhere;
  for (std::size_t at = text.rfind('<'); at != nowhere; at = at == 0 ? nowhere : text.rfind('<', at - 1)) {
    const std::string_view rest = text.substr(at);
    if (close == nowhere) {
      if (stands(rest, close_tag) != 0) close = at;
    } else if (const std::size_t size = stands(rest, open_tag); size != 0) {
      return strip(text.substr(at + size, close - at - size));
    }
  }
  return text;
}

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
[[nodiscard]] inline std::optional<std::string> morehopqa_number(std::string_view text) {
  std::string plain{text};
  plain.erase(std::remove(plain.begin(), plain.end(), ','), plain.end());
  const std::optional<double> value = python_float(plain);
  if (!value) return std::nullopt;
  plain.clear();
  append_python_double(plain, *value);
  return plain;
}

inline void score_morehopqa(const published_input& in, published_result& out) {
  const std::string_view answer = morehopqa_answer(in.prediction.front());
  if (is_morehopqa_text(in.answer_type)) return score_bag(bag_programs::morehopqa, answer, in.golds, out);
  if (in.answer_type == "date" || in.answer_type == "datetime") {
    return out.raise("expected an answer_type other than \"" + std::string{in.answer_type} +
                     "\", for which the program uses a parser of dates and a named-entity model");
  }
  if (!is_morehopqa_number(in.answer_type)) {
    return out.raise(
        "expected an answer_type of MoreHopQA: string, letter, person, organization, character, place, number or "
        "year; found \"" +
        std::string{in.answer_type} + "\"");
  }
  const auto said = morehopqa_number(answer);
  const auto gold = in.golds.empty() ? std::nullopt : morehopqa_number(in.golds.front());
  if (!said || !gold) {
    return out.raise("expected numbers for an answer_type that is one; the program goes on with a named-entity model");
  }
  const std::string_view text = *gold;
  score_bag(bag_programs::morehopqa, *said, std::span{&text, 1}, out);
}

/// MultiHop-RAG: between the quotation marks after the phrase that its prompt asks for; otherwise the whole text.
[[nodiscard]] inline std::string_view multihop_rag_answer(std::string_view text) noexcept {
  constexpr std::string_view phrase = "The answer to the question is \"";
  for (std::size_t at = text.find(phrase); at != nowhere; at = text.find(phrase, at + 1)) {
    const std::string_view rest = text.substr(at + phrase.size());
    const std::size_t end = rest.find_first_of("\"\n");
    if (end != nowhere && rest[end] != '\n') return rest.substr(0, end);
  }
  return text;
}

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
inline void score_dpr(const published_input& in, published_result& out) {
  const std::string document = dpr_text(in.prediction.front());
  const std::string plain = kilt_form(in.prediction.front());
  out.set_prediction(plain);
  bool in_tokens = false, in_plain = false;
  for (const std::string_view gold : in.golds) {
    const std::string form = kilt_form(gold);
    in_tokens = in_tokens || contains(document, dpr_text(gold));
    in_plain = in_plain || contains(plain, form);
    out.add_gold(form);
  }
  out.add("string", in_tokens ? 1 : 0);
  out.add("kilt", in_plain ? 1 : 0);
}

/// PopQA: the first line of a generation, after one empty line at most.
[[nodiscard]] inline std::string_view popqa_line(std::string_view text) noexcept {
  if (text.starts_with("\n\n")) text.remove_prefix(2);
  return text.substr(0, text.find('\n'));
}

/// PopQA: right if any gold is a substring, as written, in lower case or capitalised.
inline void score_popqa(const published_input& in, published_result& out) {
  const std::string_view whole = in.prediction.front();
  const std::string_view cut = popqa_line(whole);
  out.set_prediction(whole);
  bool in_whole = false, in_cut = false;
  for (const std::string_view gold : in.golds) {
    std::string capital;
    append_capitalized(capital, gold);
    for (const std::string& form : {std::string{gold}, to_lower(gold), capital}) {
      in_whole = in_whole || contains(whole, form);
      in_cut = in_cut || contains(cut, form);
    }
    out.add_gold(gold);
  }
  out.add("is_correct", in_whole ? 1 : 0);
  out.add("pred", in_cut ? 1 : 0);
}

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
inline void score_set_f1(const published_input& in, published_result& out) {
  set_answer said, gold, plain_said, plain_gold;
  said.assign(in.prediction.front(), true, normalizations::words_lowered_last);
  plain_said.assign(in.prediction.front(), false, normalizations::words);
  out.set_prediction(said.text.text());
  double f1 = 0, plain_f1 = 0;
  bool em = false;
  for (const std::string_view text : in.golds) {
    gold.assign(text, true, normalizations::words_lowered_last);
    plain_gold.assign(text, false, normalizations::words);
    out.add_gold(gold.text.text());
    f1 = std::max(f1, score_sets(said, gold));
    plain_f1 = std::max(plain_f1, score_sets(plain_said, plain_gold, false));
    em = em || plain_said.text == plain_gold.text;
  }
  out.add("f1", f1);
  out.add("deepresearcher_f1", plain_f1);
  out.add("deepresearcher_em", em ? 1 : 0);
}

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
[[nodiscard]] inline std::string signature_of(const published_dialect& dialect, const signature_choices& more = {}) {
  std::string out{dialect.name};
  out.append("|program:").append(dialect.program).append("|").append(dialect.signature).append("|unicode:14.0");
  for (const auto& [key, value] : more) out.append("|").append(key).append(":").append(value);
  return out.append("|mhqa:" MHQA_VERSION_STRING);
}

/// Scores one answer by a program.
///
/// Errors: throws nothing; out.error() says why the program raises, or which input it expects
inline void score_published(const published_dialect& dialect, const published_input& in, published_result& out) {
  out.clear();
  if (in.prediction_is_list && !dialect.lists) return out.raise("expected a string as the prediction, found a list");
  if (dialect.single_gold && in.golds.size() > 1) {
    return out.raise("expected one gold answer, found " + std::to_string(in.golds.size()));
  }
  dialect.score(in, out);
}

}  // namespace v0_1
}  // namespace mhqa
