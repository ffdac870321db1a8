// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The statistics of StrategyQA's paper (Geva et al. 2021, Table 4 and Sec. 4.2): sizes, lengths, agreement of
// annotators, steps with evidence; each next to the printed figure.
#pragma once

#include <mhqa/datasets/strategyqa.hpp>
#include <mhqa/graph/step_kind.hpp>
#include <mhqa/metrics/agreement.hpp>
#include <mhqa/metrics/bag_program.hpp>
#include <mhqa/metrics/judge_agreement.hpp>

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

namespace mhqa::inline v0_1::strategyqa {

/// Returns true if an annotator's evidence for a step contains this mark: "operation" or "no_evidence".
[[nodiscard]] bool has_mark(const step_evidence& step, std::string_view mark) noexcept;

/// The number of annotators who must mark a step as an operation.
enum class operation_rule : std::uint8_t { anyone, majority };

/// Returns the kind of each step according to the annotators; a step without annotation is retrieval.
///
/// Shape:   one kind per step. `majority` means more than half; `anyone` suits warnings
/// Example: a step marked by one of three annotators is an operation only for `anyone`
[[nodiscard]] std::vector<step_kind> annotated_kinds(const record& r, operation_rule rule = operation_rule::majority);

/// Returns what a majority of the annotators says each step needs: evidence, an operation or both.
///
/// Shape: one per step; a step without a majority has no requirement
[[nodiscard]] std::vector<step_needs> annotated_needs(const record& r);

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
[[nodiscard]] step_coverage coverage_of(const record& r);

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
  void add(const record& r);

  statistics& operator+=(const statistics& other);

  /// Returns the figures in the paper's order.
  ///
  /// Units:     counts, means, percentages if the name says so, Jaccard coefficients in [0, 1]
  /// Undefined: a mean over nothing is empty
  [[nodiscard]] std::vector<statistic> named() const;

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
  void count_kinds(const record& r);

  template <class Words>
  static void count_trigrams(const Words& words, counts& out) {
    std::string trigram;
    for (std::size_t i = 0; i + 2 < words.size(); ++i) {
      trigram.assign(words[i]).append(" ").append(words[i + 1]).append(" ").append(words[i + 2]);
      ++out[trigram];
    }
  }
  static trigram_count top(const counts& all);

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

}  // namespace mhqa::inline v0_1::strategyqa

#if !defined(MHQA_COMPILED)
#include <mhqa/datasets/detail/strategyqa_statistics.ipp>
#endif
