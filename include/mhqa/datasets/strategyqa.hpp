// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// StrategyQA (Geva et al. 2021): its record, its official evaluation (strategyqa-evaluator's eval.py) over ranges:
// accuracy, SARI of the decomposition, recall@k of the evidence; and how far its annotators agree.
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/metrics/agreement.hpp>
#include <mhqa/metrics/dialect.hpp>
#include <mhqa/metrics/report.hpp>
#include <mhqa/metrics/retrieval.hpp>
#include <mhqa/metrics/sari.hpp>
#include <mhqa/metrics/sum.hpp>
#include <mhqa/text/split.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa {
inline namespace v0 {
namespace strategyqa {

/// One item of what an annotator gives for a step: paragraphs ("Title-3"), or a mark instead.
struct evidence_item {
  std::vector<std::string_view> paragraphs;  ///< empty beside a mark
  std::optional<std::string_view> mark;      ///< "operation": needs no evidence; "no_evidence": not all was found

  friend bool operator==(const evidence_item&, const evidence_item&) = default;
};

using step_evidence = std::vector<evidence_item>;
/// One annotator's evidence for each step of the decomposition.
using annotation = std::vector<step_evidence>;

/// A question with its strategy: the decomposition in which "#2" is the second step's answer.
struct record {
  std::string_view qid;
  std::string_view term;         ///< the Wikipedia term that the question's writer was shown
  std::string_view description;  ///< of the term
  std::string_view question;
  bool answer = false;
  std::vector<std::string_view> facts;
  std::vector<std::string_view> decomposition;
  std::vector<annotation> evidence;

  friend bool operator==(const record&, const record&) = default;
};

/// A predicted answer. Only the two truth values can be right; the program counts anything else as wrong.
enum class verdict : std::uint8_t { no, yes, neither };

/// What a model says about one question; a task it has no output for is empty.
struct prediction {
  std::optional<verdict> answer{};
  std::optional<std::span<const std::string_view>> decomposition{};
  std::optional<std::span<const std::string_view>> paragraphs{};  ///< ids, best first
};

/// The scores of one question; a task without a prediction has none.
struct question_scores {
  std::optional<double> accuracy;
  std::optional<double> sari;
  std::optional<double> recall;
  bool neither = false;  ///< the answer was neither true nor false
};

/// Appends all paragraphs of a step, repeats included.
inline void append_paragraphs(const step_evidence& step, std::vector<std::string_view>& out) {
  for (const evidence_item& item : step) out.insert(out.end(), item.paragraphs.begin(), item.paragraphs.end());
}

/// The page of a paragraph: "Albany, New York-2" -> "Albany, New York".
[[nodiscard]] constexpr std::string_view page_of(std::string_view paragraph) noexcept {
  return paragraph.substr(0, paragraph.rfind('-'));
}

/// A paragraph of the corpus in which evidence was found.
struct paragraph {
  std::string_view title;
  std::int64_t index = 0;  ///< its number on the page
  std::string_view text;

  /// As evidence names it: "Albany, New York-2".
  [[nodiscard]] std::string id() const { return std::string{title} + '-' + std::to_string(index); }
  friend bool operator==(const paragraph&, const paragraph&) = default;
};

/// Scores questions one after another with memory that it reuses; one per thread.
///
/// Undefined: an annotator without a paragraph has recall 0
/// Errors:    data_error for predicted paragraphs where the question has no annotator
/// Source:    AnswerEvaluator, DecompositionEvaluator and ParagraphsEvaluator of eval.py
class evaluator {
 public:
  static constexpr std::size_t default_limit = 10;

  explicit evaluator(std::size_t retrieval_limit = default_limit) : limit_{retrieval_limit} {}

  [[nodiscard]] question_scores operator()(const record& gold, const prediction& predicted) {
    question_scores result;
    if (predicted.answer) {
      result.accuracy = *predicted.answer == (gold.answer ? verdict::yes : verdict::no) ? 1 : 0;
      result.neither = *predicted.answer == verdict::neither;
    }
    if (predicted.decomposition) {
      source_.assign(std::span{&gold.question, 1});
      prediction_.assign(*predicted.decomposition);
      target_.assign(gold.decomposition);
      result.sari = sari_(source_.tokens(), prediction_.tokens(), target_.tokens()).sari;
    }
    if (predicted.paragraphs) {
      if (gold.evidence.empty()) {
        throw_data_error({.id = std::string{gold.qid}, .field = "evidence"}, "expected at least one annotator");
      }
      result.recall = 0;
      for (const annotation& annotator : gold.evidence) {
        evidence_.clear();
        for (const step_evidence& step : annotator) append_paragraphs(step, evidence_);
        result.recall = std::max(*result.recall, recall_at<std::string_view>(*predicted.paragraphs, evidence_, limit_));
      }
    }
    return result;
  }

  [[nodiscard]] std::size_t retrieval_limit() const noexcept { return limit_; }

 private:
  /// The words of steps joined by spaces, a question mark being a word of its own beginning: "a b?" -> "a", "b", "?".
  class words {
   public:
    void assign(std::span<const std::string_view> steps) {
      text_.clear();
      for (const std::string_view step : steps) {
        text_ += ' ';
        for (const char c : step) {
          if (c == '?') text_ += ' ';
          text_ += c;
        }
      }
      tokens_.clear();
      split_whitespace(std::string_view{text_}, [this](std::string_view word) { tokens_.push_back(word); });
    }
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

/// Sums over questions; each number's denominator is the questions that have that kind of prediction.
///
/// Shape: a monoid with exact_sum: add() questions, merge with +=
template <class Sum>
struct basic_totals {
  Sum accuracy, sari, recall;
  std::uint64_t questions = 0;
  std::uint64_t answers = 0, decompositions = 0, retrievals = 0;
  std::uint64_t neither = 0;  ///< answers that are neither true nor false: wrong

  constexpr void add(const question_scores& s) {
    ++questions;
    if (s.accuracy) accuracy += *s.accuracy;
    if (s.sari) sari += *s.sari;
    if (s.recall) recall += *s.recall;
    answers += s.accuracy ? 1 : 0;
    decompositions += s.sari ? 1 : 0;
    retrievals += s.recall ? 1 : 0;
    neither += s.neither ? 1 : 0;
  }

  constexpr basic_totals& operator+=(const basic_totals& other) {
    accuracy += other.accuracy;
    sari += other.sari;
    recall += other.recall;
    questions += other.questions;
    answers += other.answers;
    decompositions += other.decompositions;
    retrievals += other.retrievals;
    neither += other.neither;
    return *this;
  }

  /// Accuracy, SARI, Recall@k, in the program's order.
  ///
  /// Units:     fractions, unrounded
  /// Undefined: no prediction of a kind -> empty value (the program prints 0.0)
  [[nodiscard]] std::vector<named_score> named(std::size_t retrieval_limit = evaluator::default_limit) const {
    const auto mean = [](const Sum& sum, std::uint64_t n) {
      return n == 0 ? std::nullopt : std::optional{sum.value() / static_cast<double>(n)};
    };
    return {{"Accuracy", mean(accuracy, answers)},
            {"SARI", mean(sari, decompositions)},
            {"Recall@" + std::to_string(retrieval_limit), mean(recall, retrievals)}};
  }
};

using totals = basic_totals<exact_sum>;
using published_totals = basic_totals<published_sum>;

/// The report of an evaluation with these totals.
[[nodiscard]] inline report make_report(const totals& t, const data_fingerprint& data,
                                        std::size_t retrieval_limit = evaluator::default_limit) {
  const dialect& d = dialects::strategyqa;
  return {.dataset = "strategyqa",
          .rules = d,
          .scores = t.named(retrieval_limit),
          .counts = {{"questions", t.questions},
                     {"answers", t.answers},
                     {"answers_neither_true_nor_false", t.neither},
                     {"decompositions", t.decompositions},
                     {"retrievals", t.retrievals}},
          .signature = make_signature(d, data,
                                      {{"n", std::to_string(t.questions)},
                                       {"sari", "tensor2tensor"},
                                       {"recall", "max-of-annotators@" + std::to_string(retrieval_limit)}})};
}

/// Mean Jaccard of the evidence that two annotators give for the same step, over steps and pairs of annotators of
/// whom both name a paragraph.
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

  /// Empty where no pair has evidence on both sides.
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

using evidence_agreement = basic_evidence_agreement<exact_sum>;

}  // namespace strategyqa
}  // namespace v0
}  // namespace mhqa
