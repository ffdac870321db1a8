// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The statistics of StrategyQA's paper (Geva et al. 2021, Table 4 and Sec. 4.2): sizes, lengths, agreement of
// annotators, steps with evidence; each next to the printed figure.
#pragma once

#include <mhqa/compose/implicit.hpp>
#include <mhqa/datasets/strategyqa.hpp>
#include <mhqa/graph/decomposition.hpp>
#include <mhqa/graph/step_kind.hpp>
#include <mhqa/metrics/agreement.hpp>
#include <mhqa/metrics/judge_agreement.hpp>
#include <mhqa/text/split.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0_1 {
namespace strategyqa {

/// Returns true if an annotator's evidence for a step contains this mark: "operation" or "no_evidence".
[[nodiscard]] inline bool has_mark(const step_evidence& step, std::string_view mark) noexcept {
  return std::any_of(step.begin(), step.end(), [mark](const evidence_item& item) { return item.mark == mark; });
}

/// The number of annotators who must mark a step as an operation.
enum class operation_rule : std::uint8_t { anyone, majority };

/// Returns the kind of each step according to the annotators; a step without annotation is retrieval.
///
/// Shape:   one kind per step. `majority` means more than half; `anyone` suits warnings
/// Example: a step marked by one of three annotators is an operation only for `anyone`
[[nodiscard]] inline std::vector<step_kind> annotated_kinds(const record& r,
                                                            operation_rule rule = operation_rule::majority) {
  std::vector<step_kind> kinds;
  for (std::size_t step = 0; step < r.decomposition.size(); ++step) {
    std::size_t marks = 0;
    for (const annotation& a : r.evidence) marks += step < a.size() && has_mark(a[step], "operation") ? 1 : 0;
    const bool operation = rule == operation_rule::anyone ? marks > 0 : 2 * marks > r.evidence.size();
    kinds.push_back(operation ? step_kind::operation : step_kind::retrieval);
  }
  return kinds;
}

/// Returns what a majority of the annotators says each step needs: evidence, an operation or both.
///
/// Shape: one per step; a step without a majority has no requirement
[[nodiscard]] inline std::vector<step_needs> annotated_needs(const record& r) {
  std::vector<step_needs> needs;
  for (std::size_t step = 0; step < r.decomposition.size(); ++step) {
    std::size_t operate = 0, look_up = 0;
    for (const annotation& a : r.evidence) {
      if (step >= a.size()) continue;
      const bool operation = has_mark(a[step], "operation");
      operate += operation ? 1 : 0;
      look_up += a[step].size() > (operation ? 1U : 0U) ? 1 : 0;
    }
    needs.push_back({2 * look_up > r.evidence.size(), 2 * operate > r.evidence.size()});
  }
  return needs;
}

/// How well evidence covers a question's steps. An annotator covers a step unless they marked evidence as missing.
struct step_coverage {
  std::vector<std::size_t> annotators;  ///< by step: number of annotators who cover it
  bool each_by_someone = false;         ///< some annotator covers each step
  bool all_by_one = false;              ///< one annotator covers all steps
  bool none = false;                    ///< nobody covers any step

  friend bool operator==(const step_coverage&, const step_coverage&) = default;
};

/// Returns the coverage of a record by evidence.
///
/// Undefined: a record without annotators or steps has `none` set and nothing else
/// Source:    Geva et al. 2021, Sec. 4.2; by absence of the mark `no_evidence`
[[nodiscard]] inline step_coverage coverage_of(const record& r) {
  step_coverage out;
  const std::size_t steps = r.decomposition.size();
  out.annotators.resize(steps);
  for (const annotation& a : r.evidence) {
    std::size_t covered = 0;
    for (std::size_t step = 0; step < steps; ++step) {
      if (step >= a.size() || has_mark(a[step], "no_evidence")) continue;
      ++out.annotators[step];
      ++covered;
    }
    out.all_by_one = out.all_by_one || (steps != 0 && covered == steps);
  }
  const auto uncovered = std::count(out.annotators.begin(), out.annotators.end(), std::size_t{0});
  out.each_by_someone = steps != 0 && uncovered == 0;
  out.none = static_cast<std::size_t>(uncovered) == steps;
  return out;
}

/// A statistic, and the paper's figure for it.
struct statistic {
  std::string_view name;
  std::optional<double> value;
  std::optional<double>
      paper{};  ///< for the 2,290 training questions; empty if not printed, and beside other questions
};

/// Collects statistics of records; copies the strings.
///
/// Shape:  a monoid: add() records, merge with +=
/// Cost:   O(text log distinct strings); memory for the distinct terms, steps, paragraphs and trigrams
/// Source: Geva et al. 2021, Table 4 and Sec. 4.2. Words are separated by white space, steps and trigrams are distinct
///         if their bytes differ, an annotator's paragraphs count with repeats
class statistics {
 public:
  void add(const record& r) {
    ++questions_;
    yes_ += r.answer ? 1 : 0;
    terms_.emplace(r.term);
    std::vector<std::string_view> words;
    split_whitespace(r.question, [&words](std::string_view word) { words.push_back(word); });
    words_ += words.size();
    count_trigrams(words, as_written_);
    std::vector<std::string> lower;
    for_each_lower_word(r.question, [&lower](std::string_view word) { lower.emplace_back(word); });
    count_trigrams(lower, lower_case_);
    steps_ += r.decomposition.size();
    ++by_steps_[r.decomposition.size()];
    for (const std::string_view step : r.decomposition) different_steps_.emplace(step);
    std::vector<std::string_view> found;
    for (const annotation& a : r.evidence) {
      found.clear();
      for (const step_evidence& step : a) append_paragraphs(step, found);
      ++annotations_;
      paragraphs_ += found.size();
      ++by_paragraphs_[found.size()];
      for (const std::string_view paragraph : found) different_paragraphs_.emplace(paragraph);
    }
    agreement_.add(r);
    count_kinds(r);
    const step_coverage coverage = coverage_of(r);
    each_by_someone_ += coverage.each_by_someone ? 1 : 0;
    all_by_one_ += coverage.all_by_one ? 1 : 0;
    none_ += coverage.none ? 1 : 0;
  }

  statistics& operator+=(const statistics& other) {
    questions_ += other.questions_;
    yes_ += other.yes_;
    words_ += other.words_;
    steps_ += other.steps_;
    annotations_ += other.annotations_;
    paragraphs_ += other.paragraphs_;
    each_by_someone_ += other.each_by_someone_;
    all_by_one_ += other.all_by_one_;
    none_ += other.none_;
    agreement_ += other.agreement_;
    kinds_ += other.kinds_;
    pairs_ += other.pairs_;
    operations_ += other.operations_;
    mixed_ += other.mixed_;
    labels_ += other.labels_;
    terms_.insert(other.terms_.begin(), other.terms_.end());
    different_steps_.insert(other.different_steps_.begin(), other.different_steps_.end());
    different_paragraphs_.insert(other.different_paragraphs_.begin(), other.different_paragraphs_.end());
    for (const auto& [trigram, count] : other.as_written_) as_written_[trigram] += count;
    for (const auto& [trigram, count] : other.lower_case_) lower_case_[trigram] += count;
    for (const auto& [size, count] : other.by_steps_) by_steps_[size] += count;
    for (const auto& [size, count] : other.by_paragraphs_) by_paragraphs_[size] += count;
    return *this;
  }

  /// Returns the figures in the paper's order.
  ///
  /// Units:     counts, means, percentages if the name says so, Jaccard coefficients in [0, 1]
  /// Undefined: a mean over nothing is empty
  [[nodiscard]] std::vector<statistic> named() const {
    const auto count = [](std::uint64_t n) { return std::optional{static_cast<double>(n)}; };
    const auto mean = [](std::uint64_t sum, std::uint64_t n, double scale = 1) {
      return n == 0 ? std::nullopt : std::optional{scale * static_cast<double>(sum) / static_cast<double>(n)};
    };
    std::vector<statistic> out{{"questions", count(questions_), 2290},
                               {"yes_percent", mean(yes_, questions_, 100), 46.8},
                               {"terms", count(terms_.size()), 1333},
                               {"different_steps", count(different_steps_.size()), 6050},
                               {"different_paragraphs", count(different_paragraphs_.size()), 9251},
                               {"top_trigram", count(top_trigram().second), 31},
                               {"top_trigram_lower_case", count(top_trigram_lower_case().second), std::nullopt},
                               {"words_per_question", mean(words_, questions_), 9.6},
                               {"steps_per_question", mean(steps_, questions_), 2.93},
                               {"paragraphs_per_question", mean(paragraphs_, annotations_), 2.33},
                               {"jaccard_paragraphs", agreement_.paragraph_jaccard(), 0.43},
                               {"jaccard_pages", agreement_.page_jaccard(), 0.69},
                               {"each_step_covered_percent", mean(each_by_someone_, questions_, 100), 88.3},
                               {"covered_by_one_percent", mean(all_by_one_, questions_, 100), 86.9},
                               {"no_step_covered_percent", mean(none_, questions_, 100), 0.5},
                               {"operations_percent", mean(operations_, labels_, 100)},
                               {"operations_that_look_up", mean(mixed_, operations_, 100)},
                               {"step_kind_cohen_kappa", pairs_.kappa()},
                               {"step_kind_fleiss_kappa", kinds_.kappa()}};
    if (!is_of_paper()) {
      for (statistic& one : out) one.paper.reset();
    }
    return out;
  }

  /// True if there are as many questions as the paper describes, 2,290; the paper's values describe no other set.
  [[nodiscard]] bool is_of_paper() const noexcept { return questions_ == 2290; }

  using trigram_count = std::pair<std::string, std::uint64_t>;
  /// Returns the most frequent trigram and its count; ties go to the first by bytes.
  [[nodiscard]] trigram_count top_trigram() const { return top(as_written_); }
  /// Returns the same for lower-case words without punctuation.
  [[nodiscard]] trigram_count top_trigram_lower_case() const { return top(lower_case_); }

  using histogram = std::map<std::size_t, std::uint64_t>;
  /// The numbers of questions by number of steps, and of annotations by number of paragraphs (Figure 3).
  [[nodiscard]] const histogram& by_steps() const noexcept { return by_steps_; }
  [[nodiscard]] const histogram& by_paragraphs() const noexcept { return by_paragraphs_; }
  [[nodiscard]] std::uint64_t questions() const noexcept { return questions_; }

 private:
  using counts = std::map<std::string, std::uint64_t, std::less<>>;

  // Counts what each annotator calls each step. Annotators have no names, so Cohen's kappa pools their pairs.
  void count_kinds(const record& r) {
    for (std::size_t step = 0; step < r.decomposition.size(); ++step) {
      std::array<std::uint64_t, 2> votes{};
      for (std::size_t i = 0; i < r.evidence.size(); ++i) {
        if (step >= r.evidence[i].size()) continue;
        const step_evidence& marked = r.evidence[i][step];
        const bool operation = has_mark(marked, "operation");
        ++votes[operation ? 1 : 0];
        mixed_ += operation && marked.size() > 1 ? 1 : 0;
        for (std::size_t k = 0; k < i; ++k) {
          if (step < r.evidence[k].size()) pairs_.add(has_mark(r.evidence[k][step], "operation"), operation);
        }
      }
      labels_ += votes[0] + votes[1];
      operations_ += votes[1];
      kinds_.add(votes);
    }
  }

  template <class Words>
  static void count_trigrams(const Words& words, counts& out) {
    std::string trigram;
    for (std::size_t i = 0; i + 2 < words.size(); ++i) {
      trigram.assign(words[i]).append(" ").append(words[i + 1]).append(" ").append(words[i + 2]);
      ++out[trigram];
    }
  }
  static trigram_count top(const counts& all) {
    const auto best =
        std::max_element(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    return best == all.end() ? trigram_count{} : trigram_count{best->first, best->second};
  }

  std::uint64_t questions_ = 0, yes_ = 0, words_ = 0, steps_ = 0, annotations_ = 0, paragraphs_ = 0;
  std::uint64_t each_by_someone_ = 0, all_by_one_ = 0, none_ = 0;
  std::set<std::string, std::less<>> terms_, different_steps_, different_paragraphs_;
  counts as_written_, lower_case_;
  histogram by_steps_, by_paragraphs_;
  evidence_agreement agreement_;
  fleiss_counts<2> kinds_;  // of steps, by annotator
  judge_agreement pairs_;
  std::uint64_t labels_ = 0, operations_ = 0, mixed_ = 0;  // of steps by annotators; mixed: with evidence, too
};

}  // namespace strategyqa
}  // namespace v0_1
}  // namespace mhqa
