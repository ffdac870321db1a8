// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Agreement of annotators with each other and with the gold labels: Jaccard, Cohen's and Fleiss' kappa, and the human
// score, upper bound and agreement of Trivedi et al. 2022 (MuSiQue), Sec. 6.
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/metrics/overlap.hpp>
#include <mhqa/random.hpp>
#include <mhqa/rounded.hpp>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <vector>

namespace mhqa::inline v0_1 {

/// Returns |A and B| / |A or B| of two lists taken as sets.
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

/// Returns Cohen's kappa of two raters: agreement beyond chance, given their label frequencies.
///
/// Shape:     a[n], b[n] paired by position -> 1 for full agreement, 0 for chance, negative below
/// Undefined: no item, or both raters gave every item the same label -> empty
/// Errors:    data_error for lists of different lengths
/// Cost:      O(n * labels), memory only for the list of labels
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
    std::ranges::iterator_t<const A> first;  // its first use by a
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
  for (const label& l : labels) chance += rounded(static_cast<double>(l.by_a) / n * (static_cast<double>(l.by_b) / n));
  if (labels.size() == 1 && labels.front().by_b == size) return std::nullopt;
  return (observed - chance) / (1 - chance);
}

/// Counts the labels of any number of raters for Fleiss' kappa: agreement of all raters beyond chance.
///
/// Shape:     a monoid: add() the votes of one item by category, merge with +=. Items may have different numbers of
///            raters; an item of fewer than two says nothing about agreement and is counted in unrated()
/// Undefined: no item, or all labels the same -> empty
/// Cost:      O(categories) an item; exact integer counts, so that the order of items does not matter
/// Source:    Fleiss 1971; with unequal numbers of raters the observed agreement is the mean over items
/// Example:   items {2, 0}, {1, 1}, {0, 2}  // kappa() == 1/3
template <std::size_t Categories>
class fleiss_counts {
 public:
  constexpr void add(const std::array<std::uint64_t, Categories>& votes) {
    std::uint64_t raters = 0, pairs = 0;
    for (const std::uint64_t v : votes) {
      raters += v;
      pairs += v * (v - (v == 0 ? 0 : 1));
    }
    if (raters < 2) {
      ++unrated_;
      return;
    }
    for (std::size_t i = 0; i < Categories; ++i) labels_[i] += votes[i];
    group& of = group_of(raters);
    ++of.items;
    of.agreeing += pairs;
  }

  constexpr fleiss_counts& operator+=(const fleiss_counts& other) {
    for (std::size_t i = 0; i < Categories; ++i) labels_[i] += other.labels_[i];
    for (const group& each : other.groups_) {
      group& of = group_of(each.raters);
      of.items += each.items;
      of.agreeing += each.agreeing;
    }
    unrated_ += other.unrated_;
    return *this;
  }

  [[nodiscard]] constexpr std::uint64_t unrated() const noexcept { return unrated_; }

  [[nodiscard]] constexpr std::optional<double> kappa() const {
    std::uint64_t items = 0, labels = 0;
    double observed = 0, chance = 0;
    for (const group& each : groups_) {
      items += each.items;
      observed += static_cast<double>(each.agreeing) / static_cast<double>(each.raters * (each.raters - 1));
    }
    for (const std::uint64_t n : labels_) labels += n;
    for (const std::uint64_t n : labels_) {
      if (labels == 0 || n == labels) return std::nullopt;
      const double share = static_cast<double>(n) / static_cast<double>(labels);
      chance += rounded(share * share);
    }
    observed /= static_cast<double>(items);
    return (observed - chance) / (1 - chance);
  }

 private:
  // Items with the same number of raters.
  struct group {
    std::uint64_t raters, items, agreeing;
  };
  constexpr group& group_of(std::uint64_t raters) {
    std::size_t at = 0;
    while (at < groups_.size() && groups_[at].raters < raters) ++at;
    if (at == groups_.size() || groups_[at].raters != raters) {
      groups_.insert(groups_.begin() + static_cast<std::ptrdiff_t>(at), group{raters, 0, 0});
    }
    return groups_[at];
  }

  std::array<std::uint64_t, Categories> labels_{};
  std::vector<group> groups_;
  std::uint64_t unrated_ = 0;
};

/// Returns the position of the most frequent annotation; draws uniformly among ties.
///
/// Shape:     annotations[n] -> the position of its first occurrence; uses a draw only for a tie
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

/// A callable that scores one annotation (as the prediction) against another or the gold label.
template <class M, class T, class Gold>
concept annotation_metric = requires(M& metric, const T& predicted, const Gold& gold) {
  { metric(predicted, gold) } -> std::same_as<scores>;
};

/// Returns the human score: the most frequent annotation against the gold label.
///
/// Undefined: no annotation -> empty
/// Source:    Trivedi et al. 2022, Sec. 6, "Human Score" (as Rajpurkar et al. 2018, but with random ties)
template <class T, class Gold, annotation_metric<T, Gold> Metric, class Same = std::equal_to<>>
[[nodiscard]] std::optional<scores> human_score(std::span<const T> annotations, const Gold& gold, Metric&& metric,
                                                draws& random, Same same = {}) {
  const auto chosen = most_frequent(annotations, random, same);
  if (!chosen) return std::nullopt;
  return metric(annotations[*chosen], gold);
}

/// Returns the human upper bound: the best annotation against the gold label, number by number.
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

/// Returns the human agreement: one drawn annotation against the others, the maximum over those, number by number.
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

}  // namespace mhqa::inline v0_1
