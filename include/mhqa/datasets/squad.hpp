// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// SQuAD 1.1 and 2.0 (Rajpurkar et al. 2016, 2018): a question and the official evaluations (evaluate-v1.1.py,
// evaluate-v2.0.py) over ranges. Reading their files: mhqa/io/datasets/squad.hpp.
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/metrics/accumulator.hpp>
#include <mhqa/metrics/answer.hpp>
#include <mhqa/metrics/report.hpp>
#include <mhqa/metrics/thresholds.hpp>

#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0 {
namespace squad {

/// The two evaluations: 1.1, where every question has an answer, and 2.0, where some have none.
enum class version : std::uint8_t { v1_1, v2_0 };

/// The dialect of an evaluation.
[[nodiscard]] constexpr const dialect& rules_of(version v) noexcept {
  return v == version::v1_1 ? dialects::squad_1_1 : dialects::squad_2_0;
}

/// The evaluation that a dialect names: squad-1.1 or squad-2.0.
[[nodiscard]] constexpr std::optional<version> find_version(const dialect& d) noexcept {
  for (const version v : {version::v1_1, version::v2_0}) {
    if (rules_of(v) == d) return v;
  }
  return std::nullopt;
}

/// A gold answer: a span of the paragraph, by its first character where the file says it.
struct answer {
  std::string_view text;
  std::optional<std::int64_t> start;

  friend bool operator==(const answer&, const answer&) = default;
};

/// A question with the paragraph that it is asked about.
struct record {
  std::string_view id;
  std::string_view question;
  std::vector<answer> answers;               ///< none: the question has no answer (2.0)
  std::vector<answer> plausible_answers;     ///< 2.0: what a careless reader would say; never scored
  std::optional<bool> impossible;            ///< 2.0's is_impossible; the evaluation looks at `answers` instead
  std::string_view title;                    ///< of the article
  std::string_view context;                  ///< the paragraph
  std::uint32_t article = 0, paragraph = 0;  ///< numbers in the file and in the article, from 0

  [[nodiscard]] bool has_answer() const noexcept { return !answers.empty(); }
  friend bool operator==(const record&, const record&) = default;
};

/// What a model says about one question; "" says that it has no answer.
struct prediction {
  std::optional<std::string_view> answer{};
  double no_answer = 0;        ///< probability that there is no answer
  std::uint64_t position = 0;  ///< of that probability in its file; decides between equal ones
};

/// The scores of one question; without a prediction there are none.
struct question_scores {
  std::optional<scores> answer;   ///< after the threshold
  std::optional<rejectable> row;  ///< before it, for best thresholds (2.0)
  bool has_answer = false;
};

/// Scores questions one after another with memory that it reuses; one per thread.
///
/// Shape:     2.0: an answer whose no_answer is above the threshold counts as "there is none": 1 or 0
/// Undefined: a gold answer that normalises to nothing is left out (2.0); if none is left, "" is right
/// Errors:    data_error for a question without a gold answer in 1.1
/// Source:    compute_score of evaluate-v1.1.py; get_raw_scores and apply_no_ans_threshold of evaluate-v2.0.py
class evaluator {
 public:
  explicit evaluator(version v, double threshold = 1.0) : version_{v}, threshold_{threshold}, answers_{rules_of(v)} {}

  [[nodiscard]] question_scores operator()(const record& gold, const prediction& predicted) {
    if (version_ == version::v1_1 && !gold.has_answer()) {
      throw_data_error({.id = std::string{gold.id}, .field = "answers"},
                       "expected at least one gold answer in SQuAD 1.1");
    }
    question_scores result;
    result.has_answer = gold.has_answer();
    if (!predicted.answer) return result;
    golds_.clear();
    for (const answer& a : gold.answers) golds_.push_back(a.text);
    result.answer = answers_(*predicted.answer, std::span<const std::string_view>{golds_});
    if (version_ == version::v1_1) return result;
    result.row = rejectable{predicted.no_answer, predicted.position, *result.answer, gold.has_answer(),
                            !predicted.answer->empty()};
    if (predicted.no_answer > threshold_) {
      const double right = gold.has_answer() ? 0 : 1;
      result.answer = scores{right, right, right, right};
    }
    return result;
  }

  [[nodiscard]] const dialect& rules() const noexcept { return answers_.rules(); }
  [[nodiscard]] version which() const noexcept { return version_; }
  [[nodiscard]] double threshold() const noexcept { return threshold_; }

 private:
  version version_;
  double threshold_;
  answer_scorer<> answers_;
  std::vector<std::string_view> golds_;
};

/// Sums over questions: all, those that have an answer, those that have none.
///
/// Shape:   a monoid with exact_sum: add() questions, merge with +=
/// Differs: evaluate-v2.0.py ends with a KeyError as soon as one question lacks a prediction (it drops the question
///          from the total, then looks for its score in its group); here it leaves its group as it leaves the total
template <class Sum>
struct basic_totals {
  basic_accumulator<Sum> all, has_answer, no_answer;
  std::uint64_t questions = 0;
  std::uint64_t missing = 0;

  constexpr void add(const question_scores& s) {
    ++questions;
    missing += s.answer ? 0 : 1;
    if (!s.answer) return;
    all += *s.answer;
    (s.has_answer ? has_answer : no_answer) += *s.answer;
  }

  constexpr basic_totals& operator+=(const basic_totals& other) {
    all += other.all;
    has_answer += other.has_answer;
    no_answer += other.no_answer;
    questions += other.questions;
    missing += other.missing;
    return *this;
  }

  /// The published numbers in the program's order. 1.1: exact_match, f1 over all questions. 2.0: exact, f1, total over
  /// the questions with a prediction, then the same as HasAns_… and NoAns_… for each group that is not empty.
  ///
  /// Units:     percentages, unrounded; total is a count
  /// Undefined: no question -> empty values (the programs divide by zero)
  [[nodiscard]] std::vector<named_score> named(version v) const {
    std::vector<named_score> out;
    const auto percent = [](const Sum& sum, std::uint64_t n) {
      return n == 0 ? std::nullopt : std::optional{100.0 * sum.value() / static_cast<double>(n)};
    };
    if (v == version::v1_1) {
      out.push_back({"exact_match", percent(all.em, questions)});
      out.push_back({"f1", percent(all.f1, questions)});
      return out;
    }
    const auto group = [&](const std::string& prefix, const basic_accumulator<Sum>& sums) {
      out.push_back({prefix + "exact", percent(sums.em, sums.count)});
      out.push_back({prefix + "f1", percent(sums.f1, sums.count)});
      out.push_back({prefix + "total", static_cast<double>(sums.count)});
    };
    group("", all);
    if (has_answer.count != 0) group("HasAns_", has_answer);
    if (no_answer.count != 0) group("NoAns_", no_answer);
    return out;
  }
};

using totals = basic_totals<exact_sum>;
using published_totals = basic_totals<published_sum>;

/// The four best_ numbers and the three average precisions of 2.0; for runs with probabilities.
struct threshold_scores {
  std::optional<threshold_choice> exact, f1;
  std::optional<double> exact_precision, f1_precision, oracle_precision;

  /// best_exact, best_exact_thresh, best_f1, best_f1_thresh, and where some question has an answer pr_exact_ap,
  /// pr_f1_ap, pr_oracle_ap. The program gives the latter only when it also draws curves.
  ///
  /// Units: percentages, unrounded; thresholds are probabilities
  [[nodiscard]] std::vector<named_score> named(bool precisions = true) const {
    std::vector<named_score> out;
    const auto best = [&out](const std::string& name, const std::optional<threshold_choice>& choice) {
      out.push_back({name, choice ? std::optional{choice->mean(100.0)} : std::nullopt});
      out.push_back({name + "_thresh", choice ? std::optional{choice->threshold} : std::nullopt});
    };
    best("best_exact", exact);
    best("best_f1", f1);
    if (!precisions || !oracle_precision) return out;
    out.push_back({"pr_exact_ap", 100.0 * *exact_precision});
    out.push_back({"pr_f1_ap", 100.0 * *f1_precision});
    out.push_back({"pr_oracle_ap", 100.0 * *oracle_precision});
    return out;
  }
};

/// What the best thresholds are found from: a row for each question with a prediction.
///
/// Shape: a monoid up to the order of its rows, which the result does not depend on
/// Cost:  64 bytes a question
struct threshold_totals {
  std::vector<rejectable> rows;

  void add(const question_scores& s) {
    if (s.row) rows.push_back(*s.row);
  }
  threshold_totals& operator+=(const threshold_totals& other) {
    rows.insert(rows.end(), other.rows.begin(), other.rows.end());
    return *this;
  }

  /// Sorts the rows and finds the numbers.
  ///
  /// Source: find_all_best_thresh and run_precision_recall_analysis of evaluate-v2.0.py
  [[nodiscard]] threshold_scores result() {
    sort_by_no_answer(rows);
    const auto em = [](const rejectable& row) { return row.score.em; };
    const auto f1 = [](const rejectable& row) { return row.score.f1; };
    return {best_threshold(rows, em), best_threshold(rows, f1), average_precision(rows, em),
            average_precision(rows, f1), average_precision(rows, [](const rejectable&) { return 1.0; })};
  }
};

namespace detail {

/// "0.5": the shortest decimal that is this double.
[[nodiscard]] inline std::string shortest(double value) {
  std::array<char, 32> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  return {digits.data(), end};
}

}  // namespace detail

/// The report of an evaluation with these totals; `best` for a 2.0 run with probabilities.
[[nodiscard]] inline report make_report(const totals& t, version v, const data_fingerprint& data,
                                        const std::optional<threshold_scores>& best = std::nullopt,
                                        double threshold = 1.0) {
  report out{.dataset = "squad", .rules = rules_of(v), .scores = t.named(v), .counts = {}, .signature = {}};
  if (best) {
    for (named_score& score : best->named()) out.scores.push_back(std::move(score));
  }
  out.counts = {{"questions", t.questions}, {"missing", t.missing}};
  std::vector<std::pair<std::string, std::string>> choices{{"n", std::to_string(t.questions)}};
  if (v == version::v2_0) {
    choices.emplace_back("no-answer", best ? "probability>" + detail::shortest(threshold) : "empty-text");
  }
  out.signature = make_signature(rules_of(v), data, choices);
  return out;
}

}  // namespace squad
}  // namespace v0
}  // namespace mhqa
