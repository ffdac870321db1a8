// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// P(q), the probe for disconnected reasoning: for each bi-partition of a question's supports, the question twice, each
// time without one half. A model whose combined outputs are still right did not connect the facts.
// for (auto [a, b] : mhqa::views::disconnected_probe(question, seed)) …
#pragma once

#include <mhqa/probe/bipartition.hpp>
#include <mhqa/probe/instance.hpp>
#include <mhqa/probe/numbered.hpp>

#include <array>
#include <cstdint>

namespace mhqa::inline v0_1 {

/// Maps k to the k-th group of P(q).
struct disconnected_source {
  support_layout layout{};

  [[nodiscard]] constexpr std::array<instance, 2> operator()(std::uint32_t k) const noexcept {
    const auto [left, right] = nth_bipartition<>{all_facts(layout.support_count)}(k);
    const auto start = static_cast<std::uint32_t>(draws_for(layout, probe_draw::probe_rotation, right).below(2));
    return {without(left, right, start), without(right, left, start ^ 1U)};
  }

  /// Returns the positions that an instance lacks.
  [[nodiscard]] constexpr position_set removed(const instance& one) const noexcept {
    position_set positions;
    insert_marked(positions, layout.supports, one.removed_supports);
    return positions;
  }

 private:
  [[nodiscard]] constexpr instance without(std::uint32_t gone, std::uint32_t kept,
                                           std::uint32_t sub_idx) const noexcept {
    return {.group = (gone & 1U) != 0 ? kept : gone,
            .sub_idx = sub_idx,
            .removed_supports = gone,
            .kept_supports = kept,
            .answer_label = (kept & layout.answer_supports) != 0};
  }
};

namespace views {

/// Returns the groups of P(q): (Q, C without Fs1) and (Q, C without Fs2) for each bi-partition {Fs1, Fs2}.
///
/// Shape:  question -> a sized random-access view of 2^(n-1) - 1 groups of two instances, in the order of
///         views::bipartitions; the instance without fact 0 first. Labels: the supports that an instance keeps, and the
///         answer if one of them contains it
/// Errors: data_error if the question cannot be probed (see why_not_probed)
/// Cost:   about 20 ns per group that is read
/// Source: Trivedi et al. 2020, Eq. (1)-(4)
/// Differs: the published converter labels each half with the facts that it removed; here, as in the paper, the
///          labels are the facts that stay
template <probeable Q>
[[nodiscard]] constexpr numbered_view<disconnected_source> disconnected_probe(const Q& question,
                                                                              std::uint64_t seed = 0) {
  const support_layout layout = layout_of(question, seed);
  return {bipartition_count(layout.support_count), {layout}};
}

}  // namespace views
}  // namespace mhqa::inline v0_1
