// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// StrategyQA (Geva et al. 2021): the record, the official evaluation (strategyqa-evaluator's eval.py) of accuracy, SARI
// of the decomposition and recall@k of the evidence; and the agreement of its annotators.
#pragma once

#include <mhqa/bytes.hpp>
#include <mhqa/datasets/data_set.hpp>
#include <mhqa/error.hpp>
#include <mhqa/metrics/agreement.hpp>
#include <mhqa/metrics/dialect.hpp>
#include <mhqa/metrics/report.hpp>
#include <mhqa/metrics/sari.hpp>
#include <mhqa/metrics/sum.hpp>
#include <mhqa/metrics/totals.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1::strategyqa {

/// One item of an annotator's evidence for a step: paragraphs ("Title-3"), or a mark.
struct evidence_item {
  std::vector<std::string_view> paragraphs;  ///< empty if there is a mark
  std::optional<std::string_view> mark;      ///< "operation": needs none; "no_evidence": some was not found

  friend bool operator==(const evidence_item&, const evidence_item&) = default;
};

/// One annotator's evidence for one step.
using step_evidence = std::vector<evidence_item>;
/// One annotator's evidence for each step of the decomposition.
using annotation = std::vector<step_evidence>;

/// A question with its decomposition, in which "#2" stands for the second step's answer.
struct record {
  std::string_view qid;
  std::string_view term;         ///< the Wikipedia title shown to the question's writer
  std::string_view description;  ///< of the term
  std::string_view question;
  bool answer = false;
  std::vector<std::string_view> facts;
  std::vector<std::string_view> decomposition;
  std::vector<annotation> evidence;

  friend bool operator==(const record&, const record&) = default;
};

/// A predicted answer. The program counts anything except true and false as wrong.
enum class verdict : std::uint8_t { no, yes, neither };

/// A model's output for one question. Missing tasks are empty.
struct prediction {
  std::optional<verdict> answer{};
  std::optional<std::span<const std::string_view>> decomposition{};
  std::optional<std::span<const std::string_view>> paragraphs{};  ///< ids, best first
};

/// The scores of one question. Tasks without a prediction are empty.
struct question_scores {
  std::optional<double> accuracy;
  std::optional<double> sari;
  std::optional<double> recall;
  bool neither = false;  ///< the answer was neither true nor false
};

/// Appends all paragraphs of a step, repeats included.
void append_paragraphs(const step_evidence& step, std::vector<std::string_view>& out);

/// Returns the page of a paragraph: "Albany, New York-2" -> "Albany, New York".
[[nodiscard]] constexpr std::string_view page_of(std::string_view paragraph) noexcept {
  return paragraph.substr(0, paragraph.rfind('-'));
}

/// A paragraph of the evidence corpus.
struct paragraph {
  std::string_view title;
  std::int64_t index = 0;  ///< its number on the page
  std::string_view text;

  /// Returns the name that evidence uses: "Albany, New York-2".
  [[nodiscard]] std::string id() const { return std::string{title} + '-' + std::to_string(index); }
  friend bool operator==(const paragraph&, const paragraph&) = default;
};

/// Scores questions and reuses its memory. Use one evaluator per thread.
///
/// Undefined: an annotator without a paragraph has recall 0
/// Errors:    data_error for predicted paragraphs if the question has no annotator
/// Source:    AnswerEvaluator, DecompositionEvaluator and ParagraphsEvaluator of eval.py
class evaluator {
 public:
  static constexpr std::size_t default_limit = 10;

  explicit evaluator(std::size_t retrieval_limit = default_limit) : limit_{retrieval_limit} {}

  [[nodiscard]] question_scores operator()(const record& gold, const prediction& predicted);

  [[nodiscard]] std::size_t retrieval_limit() const noexcept { return limit_; }

 private:
  /// Splits steps into words and joins them by spaces. A question mark is a word: "a b?" -> "a", "b", "?".
  class words {
   public:
    void assign(std::span<const std::string_view> steps);
    [[nodiscard]] std::span<const std::string_view> tokens() const noexcept { return tokens_; }

   private:
    std::string text_;
    std::vector<std::string_view> tokens_;
  };

  std::size_t limit_;
  sari_scorer sari_;
  words source_, prediction_, target_;
  std::vector<std::string_view> evidence_;
};

/// The three published numbers: means over the questions with that kind of prediction.
struct slots {
  using result = question_scores;
  enum sum : std::uint8_t { accuracy, sari, recall };
  enum count : std::uint8_t { questions, neither };
  static constexpr std::size_t sums = 3, counts = 2;
  static constexpr std::string_view dataset = "strategyqa";
  static constexpr dialect rules = dialects::strategyqa;

  template <class Totals>
  static constexpr void add(Totals& t, const question_scores& s) {
    const auto one = [&t](sum which, const std::optional<double>& value) {
      if (value) t[which] += scores{*value, *value, *value, *value};
    };
    ++t[questions];
    t[neither] += s.neither ? 1 : 0;  // an answer that is neither true nor false: wrong
    one(accuracy, s.accuracy);
    one(sari, s.sari);
    one(recall, s.recall);
  }

  /// Returns accuracy, SARI, Recall@k.
  ///
  /// Units:     fractions, unrounded
  /// Undefined: no prediction of a kind -> empty value (the program prints 0.0)
  template <class Totals>
  [[nodiscard]] static std::vector<named_score> named(const Totals& t,
                                                      std::size_t retrieval_limit = evaluator::default_limit) {
    const auto mean = [&t](sum which) {
      const std::optional<scores> s = t[which].mean();
      return s ? std::optional{s->em} : std::nullopt;
    };
    return {{"Accuracy", mean(accuracy)},
            {"SARI", mean(sari)},
            {"Recall@" + std::to_string(retrieval_limit), mean(recall)}};
  }
  template <class Totals>
  [[nodiscard]] static std::vector<named_count> counted(const Totals& t) {
    return {{"questions", t[questions]},
            {"answers", t[accuracy].count},
            {"answers_neither_true_nor_false", t[neither]},
            {"decompositions", t[sari].count},
            {"retrievals", t[recall].count}};
  }
  template <class Totals>
  [[nodiscard]] static signature_choices choices(const Totals& t,
                                                 std::size_t retrieval_limit = evaluator::default_limit) {
    return {{"n", std::to_string(t[questions])},
            {"sari", "tensor2tensor"},
            {"recall", "max-of-annotators@" + std::to_string(retrieval_limit)}};
  }
};

/// Sums of the slots: exact, or added in the order of the file as the published program does.
using totals = mhqa::totals<slots, exact_sum>;
using published_totals = mhqa::totals<slots, published_sum>;

/// The traits of StrategyQA for `evaluate`.
struct data_set {
  using record = strategyqa::record;
  using prediction = strategyqa::prediction;
  using result = question_scores;
  using slots = strategyqa::slots;
  using hooks = data_set_hooks<data_set, hook::options, hook::save_options, hook::load_options>;
  static constexpr std::array<std::string_view, 2> group_fields{"answer", "steps"};

  std::size_t retrieval_limit = evaluator::default_limit;  ///< k of Recall@k
  static constexpr dialect rules = dialects::strategyqa;

  [[nodiscard]] evaluator make_evaluator() const { return evaluator{retrieval_limit}; }
  [[nodiscard]] static std::string_view id(const record& r) { return r.qid; }
  [[nodiscard]] static std::string_view group(const record& r, std::string_view field, std::string& store);
  static void fingerprint(const record& r, std::string& out);
  [[nodiscard]] static result score(evaluator& scorer, const record& gold, const prediction* predicted);
  template <class F>
  static void for_each_missing(const result&, F&&) {}
  static void row(const result& s, question_row& out);
  static void texts(const record& r, const prediction* predicted, question_row& out);
  [[nodiscard]] std::size_t options() const { return retrieval_limit; }
  void save_options(byte_writer& out) const { out.number(retrieval_limit); }
  void load_options(byte_reader& in) { retrieval_limit = static_cast<std::size_t>(in.number()); }
};

/// The mean Jaccard index of two annotators' evidence for the same step, over steps and pairs of annotators who both
/// name a paragraph.
///
/// Shape:  a monoid with exact_sum: add() records, merge with +=
/// Source: Geva et al. 2021, Sec. 4.2: 0.43 for paragraphs, 0.69 for their pages
template <class Sum>
struct basic_evidence_agreement {
  Sum paragraphs, pages;
  std::uint64_t pairs = 0;

  void add(const record& r) {
    std::vector<std::vector<std::string_view>> found(r.evidence.size());
    std::size_t steps = 0;
    for (const annotation& a : r.evidence) steps = std::max(steps, a.size());
    for (std::size_t step = 0; step < steps; ++step) {
      for (std::size_t a = 0; a < found.size(); ++a) {
        found[a].clear();
        if (step < r.evidence[a].size()) append_paragraphs(r.evidence[a][step], found[a]);
      }
      for (std::size_t a = 0; a < found.size(); ++a) {
        for (std::size_t b = a + 1; b < found.size(); ++b) add_pair(found[a], found[b]);
      }
    }
  }

  constexpr basic_evidence_agreement& operator+=(const basic_evidence_agreement& other) {
    paragraphs += other.paragraphs;
    pages += other.pages;
    pairs += other.pairs;
    return *this;
  }

  /// Returns the mean; empty if no pair has evidence on both sides.
  [[nodiscard]] std::optional<double> paragraph_jaccard() const { return mean(paragraphs); }
  [[nodiscard]] std::optional<double> page_jaccard() const { return mean(pages); }

 private:
  void add_pair(const std::vector<std::string_view>& a, const std::vector<std::string_view>& b) {
    if (a.empty() || b.empty()) return;
    ++pairs;
    paragraphs += *jaccard(a, b);
    const auto pages_of = [](const std::vector<std::string_view>& ids) {
      std::vector<std::string_view> out;
      for (const std::string_view id : ids) out.push_back(page_of(id));
      return out;
    };
    pages += *jaccard(pages_of(a), pages_of(b));
  }
  [[nodiscard]] std::optional<double> mean(const Sum& sum) const {
    return pairs == 0 ? std::nullopt : std::optional{sum.value() / static_cast<double>(pairs)};
  }
};

/// Agreement of annotators as exact sums.
using evidence_agreement = basic_evidence_agreement<exact_sum>;

}  // namespace mhqa::inline v0_1::strategyqa

#if !defined(MHQA_COMPILED)
#include <mhqa/datasets/detail/strategyqa.ipp>
#endif
