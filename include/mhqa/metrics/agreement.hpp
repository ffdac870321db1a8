// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// How well annotators agree with each other and with the gold labels: Jaccard and Cohen's kappa; human
// score, upper bound and agreement as in Trivedi et al. 2022 (MuSiQue), Sec. 6.
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/metrics/overlap.hpp>
#include <mhqa/random.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <vector>

namespace mhqa {
inline namespace v0 {

/// |A and B| / |A or B| of two lists taken as sets.
///
/// Undefined: both empty -> empty
/// Cost:      see set_overlap
/// Source:    Geva et al. 2021, Sec. 4.2
/// Example:   *jaccard(std::array{1, 2}, std::array{2, 3, 3})  // 1/3
template <class A, class B>
requires comparable_items<A, B>
[[nodiscard]] constexpr std::optional<double> jaccard(const A& a, const B& b) {
  const overlap counts = set_overlap(a, b);
  const std::uint64_t either = counts.predicted + counts.gold - counts.common;
  if (either == 0) return std::nullopt;
  return static_cast<double>(counts.common) / static_cast<double>(either);
}

/// Cohen's kappa of two raters: agreement beyond what their label frequencies give by chance.
///
/// Shape:     a[n], b[n] paired by position -> 1 for full agreement, 0 for chance, negative below
/// Undefined: no item, or both raters used one and the same label throughout -> empty
/// Errors:    data_error for lists of different lengths
/// Cost:      O(n * labels), no memory but a list of the labels
/// Source:    Cohen 1960; Geva et al. 2021, Table 5
/// Example:   *cohen_kappa(std::array{1, 1, 0, 0}, std::array{1, 0, 0, 0})  // 0.5
template <class A, class B>
requires comparable_items<A, B>
[[nodiscard]] std::optional<double> cohen_kappa(const A& a, const B& b) {
  const auto size = static_cast<std::uint64_t>(std::ranges::distance(a));
  if (const auto other = static_cast<std::uint64_t>(std::ranges::distance(b)); size != other) {
    throw_data_error({}, "cohen_kappa: expected as many labels by the second rater as by the first (" +
                             std::to_string(size) + "), found " + std::to_string(other));
  }
  if (size == 0) return std::nullopt;
  struct label {
    std::ranges::iterator_t<const A> first;  // where a used it first
    std::uint64_t by_a, by_b;
  };
  std::vector<label> labels;
  std::uint64_t same = 0;
  auto other = std::ranges::begin(b);
  for (auto i = std::ranges::begin(a); i != std::ranges::end(a); ++i, ++other) {
    const auto known = std::ranges::find_if(labels, [&](const label& l) { return *l.first == *i; });
    if (known == labels.end()) {
      labels.push_back({i, 1, 0});
    } else {
      ++known->by_a;
    }
    same += *i == *other ? 1 : 0;
  }
  for (const auto& item : b) {
    const auto known = std::ranges::find_if(labels, [&](const label& l) { return *l.first == item; });
    if (known != labels.end()) ++known->by_b;
  }
  const auto n = static_cast<double>(size);
  const double observed = static_cast<double>(same) / n;
  double chance = 0;
  for (const label& l : labels) chance += static_cast<double>(l.by_a) / n * (static_cast<double>(l.by_b) / n);
  if (labels.size() == 1 && labels.front().by_b == size) return std::nullopt;
  return (observed - chance) / (1 - chance);
}

/// Which annotation is the most frequent one; of several, one drawn uniformly.
///
/// Shape:     annotations[n] -> the place of its first occurrence; a draw is taken only for a tie
/// Undefined: no annotation -> empty
/// Cost:      O(n^2) comparisons
/// Source:    Trivedi et al. 2022, Sec. 6
/// Example:   annotations "x", "y", "y" -> 1
template <class T, class Same = std::equal_to<>>
requires std::predicate<Same&, const T&, const T&>
[[nodiscard]] std::optional<std::size_t> most_frequent(std::span<const T> annotations, draws& random, Same same = {}) {
  std::vector<std::size_t> best;
  std::size_t most = 0;
  for (std::size_t i = 0; i < annotations.size(); ++i) {
    const auto here = annotations.subspan(i);
    if (std::ranges::any_of(annotations.first(i), [&](const T& t) { return same(t, annotations[i]); })) continue;
    const auto count =
        static_cast<std::size_t>(std::ranges::count_if(here, [&](const T& t) { return same(t, annotations[i]); }));
    if (count > most) best.clear();
    if (count >= most) best.push_back(i);
    most = std::max(most, count);
  }
  if (best.empty()) return std::nullopt;
  return best.size() == 1 ? best.front() : best[static_cast<std::size_t>(random.below(best.size()))];
}

/// Scores of one annotation (predicted) against another or the gold label, as a callable.
template <class M, class T, class Gold>
concept annotation_metric = requires(M& metric, const T& predicted, const Gold& gold) {
  { metric(predicted, gold) } -> std::same_as<scores>;
};

/// Human score: the most frequent annotation against the gold label.
///
/// Undefined: no annotation -> empty
/// Source:    Trivedi et al. 2022, Sec. 6, "Human Score" (as Rajpurkar et al. 2018, but ties are drawn)
template <class T, class Gold, annotation_metric<T, Gold> Metric, class Same = std::equal_to<>>
[[nodiscard]] std::optional<scores> human_score(std::span<const T> annotations, const Gold& gold, Metric&& metric,
                                                draws& random, Same same = {}) {
  const auto chosen = most_frequent(annotations, random, same);
  if (!chosen) return std::nullopt;
  return metric(annotations[*chosen], gold);
}

/// Human upper bound: the best annotation against the gold label, each number by itself.
///
/// Undefined: no annotation -> empty
/// Source:    Trivedi et al. 2022, Sec. 6, "Human Upper Bound" (as Yang et al. 2018)
template <class T, class Gold, annotation_metric<T, Gold> Metric>
[[nodiscard]] std::optional<scores> human_upper_bound(std::span<const T> annotations, const Gold& gold,
                                                      Metric&& metric) {
  if (annotations.empty()) return std::nullopt;
  scores best;
  for (const T& annotation : annotations) best = maximum(best, metric(annotation, gold));
  return best;
}

/// Human agreement: one drawn annotation against the others, each number the maximum over those.
///
/// Undefined: fewer than two annotations -> empty
/// Source:    Trivedi et al. 2022, Sec. 6, "Human Agreement"
template <class T, annotation_metric<T, T> Metric>
[[nodiscard]] std::optional<scores> human_agreement(std::span<const T> annotations, Metric&& metric, draws& random) {
  if (annotations.size() < 2) return std::nullopt;
  const auto chosen = static_cast<std::size_t>(random.below(annotations.size()));
  scores best;
  for (std::size_t i = 0; i < annotations.size(); ++i) {
    if (i != chosen) best = maximum(best, metric(annotations[chosen], annotations[i]));
  }
  return best;
}

}  // namespace v0
}  // namespace mhqa
