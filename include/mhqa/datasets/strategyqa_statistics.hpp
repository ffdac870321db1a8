// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// What StrategyQA's paper says of its records (Geva et al. 2021, Table 4 and Sec. 4.2): sizes, lengths, how far the
// annotators agree, which steps have evidence; each beside the printed figure.
#pragma once

#include <mhqa/compose/implicit.hpp>
#include <mhqa/datasets/strategyqa.hpp>
#include <mhqa/graph/decomposition.hpp>
#include <mhqa/text/split.hpp>

#include <algorithm>
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
inline namespace v0 {
namespace strategyqa {

/// Whether an item of this kind stands among what an annotator gives for a step: "operation" or "no_evidence".
[[nodiscard]] inline bool has_mark(const step_evidence& step, std::string_view mark) noexcept {
  return std::any_of(step.begin(), step.end(), [mark](const evidence_item& item) { return item.mark == mark; });
}

/// How many annotators must call a step an operation for it to be one.
enum class operation_rule : std::uint8_t { anyone, majority };

/// What the annotators make of each step of the decomposition; a step without annotation is for retrieval.
///
/// Shape:   one kind a step. `anyone` is what a warning needs, which each annotator gets; more than half is a majority
/// Example: a step marked by one of three annotators is an operation for `anyone` alone
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

/// How well a question's steps are covered by evidence. A step is covered by an annotator who did not say that all or
/// a part of its evidence is missing.
struct step_coverage {
  std::vector<std::size_t> annotators;  ///< by step: how many cover it
  bool each_by_someone = false;         ///< every step by some annotator
  bool all_by_one = false;              ///< all steps by one annotator
  bool none = false;                    ///< no step by anybody

  friend bool operator==(const step_coverage&, const step_coverage&) = default;
};

/// The coverage of a record by evidence.
///
/// Undefined: a record without annotators or without steps is covered in no sense, and `none`
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

/// One figure, and what the paper prints for it.
struct statistic {
  std::string_view name;
  std::optional<double> value;
  std::optional<double> paper{};  ///< of the 2,290 training questions; empty where it prints none
};

/// Sums up records, one after another; the strings are copied.
///
/// Shape:  a monoid: add() records, merge with +=
/// Cost:   O(text log distinct strings); memory for the distinct terms, steps, paragraphs and trigrams
/// Source: Geva et al. 2021, Table 4 and Sec. 4.2. Words are tokens between white space, steps and trigrams differ
///         where their bytes do, an annotator's paragraphs count with their repeats
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
    terms_.insert(other.terms_.begin(), other.terms_.end());
    different_steps_.insert(other.different_steps_.begin(), other.different_steps_.end());
    different_paragraphs_.insert(other.different_paragraphs_.begin(), other.different_paragraphs_.end());
    for (const auto& [trigram, count] : other.as_written_) as_written_[trigram] += count;
    for (const auto& [trigram, count] : other.lower_case_) lower_case_[trigram] += count;
    for (const auto& [size, count] : other.by_steps_) by_steps_[size] += count;
    for (const auto& [size, count] : other.by_paragraphs_) by_paragraphs_[size] += count;
    return *this;
  }

  /// The figures in the paper's order.
  ///
  /// Units:     counts, means, percentages where the name says so, Jaccard coefficients in [0, 1]
  /// Undefined: a mean of nothing is empty
  [[nodiscard]] std::vector<statistic> named() const {
    const auto count = [](std::uint64_t n) { return std::optional{static_cast<double>(n)}; };
    const auto mean = [](std::uint64_t sum, std::uint64_t n, double scale = 1) {
      return n == 0 ? std::nullopt : std::optional{scale * static_cast<double>(sum) / static_cast<double>(n)};
    };
    return {{"questions", count(questions_), 2290},
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
            {"no_step_covered_percent", mean(none_, questions_, 100), 0.5}};
  }

  using trigram_count = std::pair<std::string, std::uint64_t>;
  /// The most frequent three tokens in a row and how often they are; of several the first by bytes.
  [[nodiscard]] trigram_count top_trigram() const { return top(as_written_); }
  /// The same of words in lower case without punctuation.
  [[nodiscard]] trigram_count top_trigram_lower_case() const { return top(lower_case_); }

  using histogram = std::map<std::size_t, std::uint64_t>;
  /// How many questions have so many steps, and how many annotations so many paragraphs (Figure 3).
  [[nodiscard]] const histogram& by_steps() const noexcept { return by_steps_; }
  [[nodiscard]] const histogram& by_paragraphs() const noexcept { return by_paragraphs_; }
  [[nodiscard]] std::uint64_t questions() const noexcept { return questions_; }

 private:
  using counts = std::map<std::string, std::uint64_t, std::less<>>;

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
};

}  // namespace strategyqa
}  // namespace v0
}  // namespace mhqa
