// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of strategyqa_statistics.hpp.
#pragma once

#include <mhqa/datasets/strategyqa_statistics.hpp>

#include <mhqa/compose/implicit.hpp>
#include <mhqa/graph/decomposition.hpp>
#include <mhqa/text/split.hpp>

#include <algorithm>
#include <array>

namespace mhqa::inline v0_1::strategyqa {

MHQA_INLINE bool has_mark(const step_evidence& step, std::string_view mark) noexcept {
  return std::any_of(step.begin(), step.end(), [mark](const evidence_item& item) { return item.mark == mark; });
}

MHQA_INLINE std::vector<step_kind> annotated_kinds(const record& r, operation_rule rule) {
  std::vector<step_kind> kinds;
  for (std::size_t step = 0; step < r.decomposition.size(); ++step) {
    std::size_t marks = 0;
    for (const annotation& a : r.evidence) marks += step < a.size() && has_mark(a[step], "operation") ? 1 : 0;
    const bool operation = rule == operation_rule::anyone ? marks > 0 : 2 * marks > r.evidence.size();
    kinds.push_back(operation ? step_kind::operation : step_kind::retrieval);
  }
  return kinds;
}

MHQA_INLINE std::vector<step_needs> annotated_needs(const record& r) {
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

MHQA_INLINE step_coverage coverage_of(const record& r) {
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

MHQA_INLINE void statistics::add(const record& r) {
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

MHQA_INLINE statistics& statistics::operator+=(const statistics& other) {
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

MHQA_INLINE std::vector<statistic> statistics::named() const {
  const auto count = [](std::uint64_t n) { return std::optional{static_cast<double>(n)}; };
  const auto mean = [](std::uint64_t sum, std::uint64_t n, double scale = 1) {
    return n == 0 ? std::nullopt : std::optional{scale * static_cast<double>(sum) / static_cast<double>(n)};
  };
  std::vector<statistic> out{{"questions", count(questions_), 2290},
                             {"yes_percent", mean(yes_, questions_, 100), 46.8},
                             {"majority_percent", mean(std::max(yes_, questions_ - yes_), questions_, 100)},
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

MHQA_INLINE void statistics::count_kinds(const record& r) {
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

MHQA_INLINE statistics::trigram_count statistics::top(const counts& all) {
  const auto best =
      std::max_element(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  return best == all.end() ? trigram_count{} : trigram_count{best->first, best->second};
}

}  // namespace mhqa::inline v0_1::strategyqa
