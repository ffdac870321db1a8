// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// One instance of a probe: a question with some facts removed, and labels for the rest. It consists of a few masks; its
// paragraphs are a lazy view, and only a writer copies their text.
#pragma once

#include <mhqa/probe/numbered.hpp>
#include <mhqa/probe/question.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace mhqa::inline v0_1 {

/// How much of the support a context contains; the values are those of DiRe's files.
enum class sufficiency : std::int8_t { none = -1, partial = 0, full = 1 };

/// A reduced context of a question, and its labels.
///
/// Shape: bit i of the support masks is the question's i-th support; bit j of removed_others is the j-th distractor
///        drawn for the question. kept_supports is also the support label
struct instance {
  std::uint32_t group = 0;    ///< the bi-partition, by its half without fact 0; 0 in a question without groups
  std::uint32_t sub_idx = 0;  ///< number within the group, rotated so that it does not reveal the label
  std::uint32_t removed_supports = 0;
  std::uint32_t removed_others = 0;
  std::uint32_t kept_supports = 0;
  bool answer_label = false;    ///< true if a kept support contains the answer
  bool labels_omitted = false;  ///< true if the instance has no such labels in the paper
  std::optional<mhqa::sufficiency> sufficiency{};

  friend constexpr bool operator==(const instance&, const instance&) = default;
};

/// A few positions in ascending order, without allocation.
class position_set {
 public:
  constexpr void insert(std::uint32_t position) noexcept {
    std::size_t i = size_++;
    for (; i > 0 && at_[i - 1] > position; --i) at_[i] = at_[i - 1];
    at_[i] = position;
  }
  [[nodiscard]] constexpr bool contains(std::uint32_t position) const noexcept {
    return std::binary_search(begin(), end(), position);
  }
  [[nodiscard]] constexpr const std::uint32_t* begin() const noexcept { return at_.data(); }
  [[nodiscard]] constexpr const std::uint32_t* end() const noexcept { return at_.data() + size_; }
  [[nodiscard]] constexpr std::size_t size() const noexcept { return size_; }

 private:
  std::array<std::uint32_t, 2 * max_bipartition_facts> at_{};
  std::size_t size_ = 0;
};

/// Inserts the positions whose bits are set in a mask.
constexpr void insert_marked(position_set& into, std::span<const std::uint32_t> positions,
                             std::uint32_t mask) noexcept {
  for (; mask != 0; mask &= mask - 1) into.insert(positions[static_cast<std::size_t>(std::countr_zero(mask))]);
}

/// Maps k to the k-th position that is not removed.
struct nth_kept {
  position_set removed{};

  [[nodiscard]] constexpr std::uint32_t operator()(std::uint32_t k) const noexcept {
    std::uint32_t last = ~std::uint32_t{0};
    for (const std::uint32_t position : removed) {
      if (position > k) break;
      k += position != last ? 1U : 0U;
      last = position;
    }
    return k;
  }
};

namespace views {

/// Returns the positions of a context that are not removed, ascending.
///
/// Shape:   a sized random-access view that contains the set
/// Cost:    O(removed) per element
/// Example: for (auto at : views::kept(10, source.removed(instance))) write(paragraphs[at]);
[[nodiscard]] constexpr numbered_view<nth_kept> kept(std::uint32_t fact_count, const position_set& removed) {
  std::uint32_t left = fact_count, last = fact_count;
  for (const std::uint32_t position : removed) {
    left -= position < fact_count && position != last ? 1U : 0U;
    last = position;
  }
  return {left, {removed}};
}

}  // namespace views

/// The purposes of random draws in this room; each has its own draws, numbered by a mask.
enum class probe_draw : std::uint32_t {
  probe_rotation = 0x50726f01,
  transform_rotation,
  transformed_probe_rotation,
  others,        // Fr
  other_subset,  // Fr1 for a removed subset of supports
  other_extra,   // the fact that P(T) adds to Fr1
  trivial,
  balance,
  balance_groups,
  sample,
  annotation_other,  // fr
  annotation_order,
  adversary,
};

/// Returns the random numbers of one decision about an instance.
[[nodiscard]] constexpr draws draws_for(const support_layout& layout, probe_draw what,
                                        std::uint32_t number = 0) noexcept {
  return {layout.seed, layout.record, (std::uint64_t{static_cast<std::uint32_t>(what)} << 32U) | number};
}

/// Returns true if a group belongs to a random fraction of all groups (the paper's inoculation sets of 1 % and 5 %).
///
/// Shape: whole groups are sampled; a larger fraction contains every smaller one; each group is drawn independently, so
///        the sample's size varies, but splitting the input does not change it
[[nodiscard]] constexpr bool in_sample(const support_layout& layout, std::uint32_t group, double fraction) noexcept {
  return draws_for(layout, probe_draw::sample, group).unit() < fraction;
}

/// Returns a uniformly random subset of `count` of the lowest n bits (Floyd's algorithm).
///
/// Cost: `count` draws
[[nodiscard]] constexpr std::uint32_t random_subset(std::uint32_t n, std::uint32_t count, draws& random) noexcept {
  std::uint32_t mask = 0;
  for (std::uint32_t j = n - count; j < n; ++j) {
    const std::uint32_t bit = std::uint32_t{1} << random.below(std::uint64_t{j} + 1);
    mask |= (mask & bit) == 0 ? bit : std::uint32_t{1} << j;
  }
  return mask;
}

/// Draws `count` facts uniformly from the distractors, ascending.
///
/// Requires: fact_count >= support_count + count
/// Cost:     `count` draws and O(count * support_count) steps, for any size of the context
[[nodiscard]] constexpr position_set random_others(const support_layout& layout, std::uint32_t count,
                                                   draws& random) noexcept {
  MHQA_EXPECTS(layout.fact_count >= layout.support_count && layout.fact_count - layout.support_count >= count,
               "mhqa::random_others: expected at least as many distractors as facts to draw");
  position_set ranks;  // among the distractors
  const std::uint32_t n = layout.fact_count - layout.support_count;
  for (std::uint32_t j = n - count; j < n; ++j) {
    const auto rank = static_cast<std::uint32_t>(random.below(std::uint64_t{j} + 1));
    ranks.insert(ranks.contains(rank) ? j : rank);
  }
  position_set supports;
  insert_marked(supports, layout.supports, all_facts(layout.support_count));
  position_set positions;
  for (std::uint32_t position : ranks) {
    for (const std::uint32_t support : supports) position += support <= position ? 1 : 0;
    positions.insert(position);
  }
  return positions;
}

}  // namespace mhqa::inline v0_1
