// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// SQuAD 1.1 and 2.0 (Rajpurkar et al. 2016, 2018): the record and the official evaluations (evaluate-v1.1.py,
// evaluate-v2.0.py). mhqa/io/datasets/squad.hpp reads their files.
#pragma once

#include <mhqa/bytes.hpp>
#include <mhqa/datasets/data_set.hpp>
#include <mhqa/error.hpp>
#include <mhqa/metrics/answer.hpp>
#include <mhqa/metrics/report.hpp>
#include <mhqa/metrics/score_bytes.hpp>
#include <mhqa/metrics/thresholds.hpp>
#include <mhqa/metrics/totals.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1::squad {

/// The two evaluations: in 1.1 every question has an answer, in 2.0 some are unanswerable.
enum class version : std::uint8_t { v1_1, v2_0 };

/// Returns the dialect of an evaluation.
[[nodiscard]] constexpr const dialect& rules_of(version v) noexcept {
  return v == version::v1_1 ? dialects::squad_1_1 : dialects::squad_2_0;
}

/// Returns the evaluation of a dialect: squad-1.1 or squad-2.0.
[[nodiscard]] constexpr std::optional<version> find_version(const dialect& d) noexcept {
  for (const version v : {version::v1_1, version::v2_0}) {
    if (rules_of(v) == d) return v;
  }
  return std::nullopt;
}

/// A gold answer: a span of the paragraph, with its first character if the file has it.
struct answer {
  std::string_view text;
  std::optional<std::int64_t> start;

  friend bool operator==(const answer&, const answer&) = default;
};

/// A question with its paragraph.
struct record {
  std::string_view id;
  std::string_view question;
  std::vector<answer> answers;               ///< empty: the question has no answer (2.0)
  std::vector<answer> plausible_answers;     ///< 2.0: plausible but wrong answers; never scored
  std::optional<bool> impossible;            ///< 2.0's is_impossible; the evaluation reads `answers` instead
  std::string_view title;                    ///< title of the article
  std::string_view context;                  ///< the paragraph
  std::uint32_t article = 0, paragraph = 0;  ///< indices in the file and in the article

  [[nodiscard]] bool has_answer() const noexcept { return !answers.empty(); }
  friend bool operator==(const record&, const record&) = default;
};

/// A model's output for one question. "" means that the question has no answer.
struct prediction {
  std::optional<std::string_view> answer{};
  double no_answer = 0;        ///< the probability that there is no answer
  std::uint64_t position = 0;  ///< position of that probability in its file; breaks ties
};

/// The scores of one question; empty without a prediction.
struct question_scores {
  std::optional<scores> answer;   ///< after applying the threshold
  std::optional<rejectable> row;  ///< before applying it, for the best thresholds (2.0)
  bool has_answer = false;
  dialect_key rules = 0;  ///< of the evaluator
};

/// Scores questions and reuses its memory. Use one evaluator per thread.
///
/// Shape:     2.0: an answer with a no_answer above the threshold counts as "unanswerable" and scores 1 or 0
/// Undefined: a gold answer that normalises to nothing is dropped (2.0); if all do, "" is right
/// Errors:    data_error for a question without a gold answer in 1.1
/// Source:    compute_score of evaluate-v1.1.py; get_raw_scores and apply_no_ans_threshold of evaluate-v2.0.py
class evaluator {
 public:
  explicit evaluator(version v, double threshold = 1.0) : version_{v}, threshold_{threshold}, answers_{rules_of(v)} {}

  [[nodiscard]] question_scores operator()(const record& gold, const prediction& predicted);

  [[nodiscard]] const dialect& rules() const noexcept { return answers_.rules(); }
  [[nodiscard]] version which() const noexcept { return version_; }
  [[nodiscard]] double threshold() const noexcept { return threshold_; }

 private:
  version version_;
  double threshold_;
  answer_scorer<> answers_;
  std::vector<std::string_view> golds_;
};

/// The published numbers: over all questions, those with an answer, those without. The dialect decides the version.
///
/// Differs: evaluate-v2.0.py ends with a KeyError if any question lacks a prediction (it drops the question from the
///          total, then looks its score up in its group); here the question leaves its group, too
struct slots {
  using result = question_scores;
  enum sum : std::uint8_t { all, has_answer, no_answer };
  enum count : std::uint8_t { questions, missing };
  static constexpr std::size_t sums = 3, counts = 2;
  static constexpr std::string_view dataset = "squad";
  static constexpr dialect rules = dialects::squad_2_0;

  template <class Totals>
  static constexpr void add(Totals& t, const question_scores& s) {
    ++t[questions];
    t[missing] += s.answer ? 0 : 1;
    if (!s.answer) return;
    t[all] += *s.answer;
    t[s.has_answer ? has_answer : no_answer] += *s.answer;
  }

  /// Returns for 1.1: exact_match, f1 over all questions. For 2.0: exact, f1, total over the questions with a
  /// prediction, then the same as HasAns_… and NoAns_… for each group that is not empty.
  ///
  /// Units:     percentages, unrounded; total is a count
  /// Undefined: no question -> empty values (the programs divide by zero)
  template <class Totals, class... Best>
  [[nodiscard]] static std::vector<named_score> named(const Totals& t, const Best&... best) {
    std::vector<named_score> out;
    const auto percent = [&t](const auto& sum, std::uint64_t n) {
      return n == 0 ? std::nullopt : std::optional{t.rules().scale * sum.value() / static_cast<double>(n)};
    };
    if (t.rules().missing == missing_rule::zero) {  // 1.1
      out.push_back({"exact_match", percent(t[all].em, t[questions])});
      out.push_back({"f1", percent(t[all].f1, t[questions])});
      return out;
    }
    const auto group = [&](const std::string& prefix, const auto& sums_of) {
      out.push_back({prefix + "exact", percent(sums_of.em, sums_of.count)});
      out.push_back({prefix + "f1", percent(sums_of.f1, sums_of.count)});
      out.push_back({prefix + "total", static_cast<double>(sums_of.count)});
    };
    group("", t[all]);
    if (t[has_answer].count != 0) group("HasAns_", t[has_answer]);
    if (t[no_answer].count != 0) group("NoAns_", t[no_answer]);
    (append_best(out, best), ...);
    return out;
  }
  template <class Totals>
  [[nodiscard]] static std::vector<named_count> counted(const Totals& t) {
    return {{"questions", t[questions]}, {"missing", t[missing]}};
  }
  template <class Totals>
  [[nodiscard]] static signature_choices choices(const Totals& t) {
    signature_choices out{{"n", std::to_string(t[questions])}};
    if (t.rules().missing != missing_rule::zero) out.emplace_back("no-answer", "empty-text");
    return out;
  }
  template <class Totals, class Best>
  [[nodiscard]] static signature_choices choices(const Totals& t, const Best& best) {
    signature_choices out = choices(t);
    if (t.rules().missing != missing_rule::zero && best.scores) out.back().second = best.choice();
    return out;
  }

 private:
  template <class Best>
  static void append_best(std::vector<named_score>& out, const Best& best) {
    if (!best.scores) return;
    for (named_score& score : best.scores->named()) out.push_back(std::move(score));
  }
};

/// Sums of the slots: exact, or added in the order of the file as the published program does.
using totals = mhqa::totals<slots, exact_sum>;
using published_totals = mhqa::totals<slots, published_sum>;

/// The four best_ numbers and the three average precisions of 2.0, for runs with probabilities.
struct threshold_scores {
  std::optional<threshold_choice> exact, f1;
  std::optional<double> exact_precision, f1_precision, oracle_precision;

  /// Returns best_exact, best_exact_thresh, best_f1, best_f1_thresh; if some question has an answer, also pr_exact_ap,
  /// pr_f1_ap, pr_oracle_ap, which the program computes only when it draws curves.
  ///
  /// Units: percentages, unrounded; thresholds are probabilities
  [[nodiscard]] std::vector<named_score> named(bool precisions = true) const;
};

/// The data for finding the best thresholds: one row per question with a prediction.
///
/// Shape: a monoid up to the order of its rows, which does not affect the result
/// Cost:  64 bytes per question
struct threshold_totals {
  std::vector<rejectable> rows;

  void add(const question_scores& s) {
    if (s.row) rows.push_back(*s.row);
  }
  threshold_totals& operator+=(const threshold_totals& other);

  /// Sorts the rows and computes the numbers.
  ///
  /// Source: find_all_best_thresh and run_precision_recall_analysis of evaluate-v2.0.py
  [[nodiscard]] threshold_scores result();
};

namespace detail {

/// Spells a double with the fewest digits: "0.5".
[[nodiscard]] std::string shortest(double value);

}  // namespace detail

/// The thresholds of a 2.0 run with probabilities, for totals::named() and make_report().
struct threshold_result {
  std::optional<threshold_scores> scores{};  ///< empty for a run without probabilities
  double threshold = 1.0;                    ///< of the evaluator

  [[nodiscard]] std::string choice() const { return "probability>" + detail::shortest(threshold); }
};

/// The traits of SQuAD for `evaluate`. The dialect selects the version.
struct data_set {
  using record = squad::record;
  using prediction = squad::prediction;
  using result = question_scores;
  using slots = squad::slots;
  using hooks = data_set_hooks<data_set, hook::options, hook::collector, hook::keeps_collected, hook::save_options,
                               hook::load_options>;
  static constexpr std::array<std::string_view, 2> group_fields{"title", "answerable"};

  dialect rules = dialects::squad_2_0;
  bool has_probabilities = false;  ///< 2.0: also finds the best thresholds
  double threshold = 1.0;          ///< 2.0: the answer is "" above this probability

  /// Collects the rows for best thresholds.
  struct collector {
    threshold_totals rows;

    static constexpr bool collects(std::string_view) noexcept { return true; }
    void add(std::string_view, const question_scores& s) { rows.add(s); }
    collector& operator+=(const collector& other);
    /// Orders the rows after those of the files before.
    void shift(std::uint64_t positions) {
      for (rejectable& row : rows.rows) row.position += positions;
    }
    void save(byte_writer& out) const;
    void load(byte_reader& in, const dialect&);
    template <class Totals>
    static void finish(Totals&) {}
  };

  [[nodiscard]] bool keeps_collected() const noexcept { return has_probabilities; }
  void save_options(byte_writer& out) const;
  void load_options(byte_reader& in);

  /// Errors: usage_error for a dialect other than squad-1.1 and squad-2.0
  [[nodiscard]] evaluator make_evaluator() const;
  [[nodiscard]] static std::string_view id(const record& r) { return r.id; }
  [[nodiscard]] static std::string_view group(const record& r, std::string_view field, std::string&) {
    return field == "title" ? r.title : std::string_view{r.has_answer() ? "yes" : "no"};
  }
  template <class Out>
  static void fingerprint(const record& r, Out& out) {
    for (const answer& a : r.answers) {
      append_gold(out, a.text);
      out.append("\n");
    }
  }
  [[nodiscard]] static prediction from_text(std::string_view answer) { return {.answer = answer}; }
  [[nodiscard]] static result score(evaluator& scorer, const record& gold, const prediction* predicted) {
    return scorer(gold, predicted != nullptr ? *predicted : prediction{});
  }
  template <class F>
  static void for_each_missing(const result& s, F&& f) {
    if (!s.answer) f("answer");
  }
  /// In 2.0 a question without a prediction leaves the denominators, so its numbers are empty.
  void row(const result& s, question_row& out) const;
  static void texts(const record& r, const prediction* predicted, question_row& out);
  /// Returns the options of named() and make_report().
  [[nodiscard]] threshold_result options(const collector& c) const;
};

}  // namespace mhqa::inline v0_1::squad

#if !defined(MHQA_COMPILED)
#include <mhqa/datasets/detail/squad.ipp>
#endif
