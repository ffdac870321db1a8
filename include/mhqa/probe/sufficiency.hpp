// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// T(q), the contrastive transform that makes a question harder to answer by shortcuts: one context with all supports
// and one for each incomplete subset, all of the same length. The model must find the sufficient one. P(T(q)) probes
// the transform; the trivial transform is the control that only groups.
#pragma once

#include <mhqa/probe/bipartition.hpp>
#include <mhqa/probe/instance.hpp>
#include <mhqa/probe/numbered.hpp>
#include <mhqa/rounded.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace mhqa::inline v0_1 {

/// Shared by T(q) and P(T(q)): the supports and Fr, the distractors drawn once per question.
struct contrast_layout {
  support_layout base{};
  std::array<std::uint32_t, max_bipartition_facts - 1> others{};  ///< Fr, ascending; support_count - 1 of them

  [[nodiscard]] constexpr std::uint32_t all_supports() const noexcept { return all_facts(base.support_count); }
  [[nodiscard]] constexpr std::uint32_t all_others() const noexcept { return all_facts(base.support_count - 1); }

  /// Fr1: the distractors removed together with a subset of the supports, so that every context of T(q) lacks
  /// support_count - 1 facts.
  [[nodiscard]] constexpr std::uint32_t others_with(std::uint32_t gone) const noexcept {
    draws random = draws_for(base, probe_draw::other_subset, gone);
    const std::uint32_t n = base.support_count - 1;
    return random_subset(n, n - static_cast<std::uint32_t>(std::popcount(gone)), random);
  }

  /// Fr1': Fr1 plus one more of Fr, so that every context of P(T(q)) lacks support_count facts.
  [[nodiscard]] constexpr std::uint32_t more_others_with(std::uint32_t gone) const noexcept {
    const std::uint32_t some = others_with(gone);
    draws random = draws_for(base, probe_draw::other_extra, gone);
    std::uint32_t rest = all_others() ^ some;
    for (auto skip = random.below(static_cast<std::uint64_t>(std::popcount(rest))); skip > 0; --skip) rest &= rest - 1;
    return some | (rest & (~rest + 1));
  }

  /// Returns the positions that an instance lacks.
  [[nodiscard]] constexpr position_set removed(const instance& one) const noexcept {
    position_set positions;
    insert_marked(positions, base.supports, one.removed_supports);
    insert_marked(positions, others, one.removed_others);
    return positions;
  }
};

/// Returns the layout of a question that can be transformed.
///
/// Errors: data_error that names the id and the reason; call why_not_transformed first to avoid it
template <probeable Q>
[[nodiscard]] constexpr contrast_layout contrast_layout_of(const Q& question, std::uint64_t seed) {
  if (const auto why = why_not_transformed(question)) {
    throw_data_error({.id = std::string{std::string_view{question.id}}},
                     "cannot be transformed: " + std::string{to_string(*why)});
  }
  contrast_layout layout{.base = layout_of(question, seed)};
  draws random = draws_for(layout.base, probe_draw::others);
  const position_set drawn = random_others(layout.base, layout.base.support_count - 1, random);
  std::copy(drawn.begin(), drawn.end(), layout.others.begin());
  return layout;
}

/// Maps k to the k-th instance of T(q): k = 0 is the sufficient one; k > 0 lacks the supports of mask k.
struct sufficiency_source {
  contrast_layout layout{};
  std::uint32_t start = 0;  ///< rotation of sub_idx

  [[nodiscard]] constexpr instance operator()(std::uint32_t k) const noexcept {
    const std::uint32_t kept = layout.all_supports() ^ k;
    return {.sub_idx = static_cast<std::uint32_t>((std::uint64_t{start} + k) % layout.all_supports()),
            .removed_supports = k,
            .removed_others = k == 0 ? layout.all_others() : layout.others_with(k),
            .kept_supports = kept,
            .answer_label = (kept & layout.base.answer_supports) != 0,
            .labels_omitted = k != 0,
            .sufficiency = k == 0 ? sufficiency::full : sufficiency::partial};
  }

  [[nodiscard]] constexpr position_set removed(const instance& one) const noexcept { return layout.removed(one); }

  /// For a training set with equally frequent labels: the sufficient instance and a random other one.
  [[nodiscard]] constexpr std::array<instance, 2> balanced() const noexcept {
    draws random = draws_for(layout.base, probe_draw::balance);
    return {(*this)(0), (*this)(1 + static_cast<std::uint32_t>(random.below(layout.all_supports() - 1)))};
  }
};

/// Maps k to the k-th group of P(T(q)): the context without support, then the two with one half of it.
struct transformed_probe_source {
  contrast_layout layout{};

  [[nodiscard]] constexpr std::array<instance, 3> operator()(std::uint32_t k) const noexcept {
    const auto [left, right] = nth_bipartition<>{layout.all_supports()}(k);
    draws random = draws_for(layout.base, probe_draw::transformed_probe_rotation, right);
    const auto start = static_cast<std::uint32_t>(random.below(3));
    std::array<instance, 3> group{
        instance{.removed_supports = layout.all_supports(), .labels_omitted = true, .sufficiency = sufficiency::none},
        half(left), half(right)};
    for (std::uint32_t i = 0; i < 3; ++i) {
      group[i].group = right;
      group[i].sub_idx = (start + i) % 3;
    }
    return group;
  }

  [[nodiscard]] constexpr position_set removed(const instance& one) const noexcept { return layout.removed(one); }

  /// For a training set: the instance without support and a random half of the k-th group.
  [[nodiscard]] constexpr std::array<instance, 2> balanced(std::uint32_t k) const noexcept {
    const std::array<instance, 3> group = (*this)(k);
    draws random = draws_for(layout.base, probe_draw::balance_groups, group[0].group);
    return {group[0], group[1 + random.below(2)]};
  }

 private:
  [[nodiscard]] constexpr instance half(std::uint32_t gone) const noexcept {
    const std::uint32_t kept = layout.all_supports() ^ gone;
    return {.removed_supports = gone,
            .removed_others = layout.more_others_with(gone),
            .kept_supports = kept,
            .answer_label = (kept & layout.base.answer_supports) != 0,
            .sufficiency = sufficiency::partial};
  }
};

/// Maps k to the k-th copy of the trivial transform.
struct trivial_source {
  support_layout layout{};

  [[nodiscard]] constexpr instance operator()(std::uint32_t k) const noexcept {
    return {.sub_idx = k,
            .removed_others = all_facts(layout.support_count - 1),
            .kept_supports = all_facts(layout.support_count),
            .answer_label = layout.answer_supports != 0};
  }

  /// Returns the positions that a copy lacks; each copy has its own draw.
  [[nodiscard]] constexpr position_set removed(const instance& copy) const noexcept {
    draws random = draws_for(layout, probe_draw::trivial, copy.sub_idx);
    return random_others(layout, layout.support_count - 1, random);
  }
};

namespace views {

/// Returns T(q): the contexts that a model must tell apart by whether their support is sufficient.
///
/// Shape:  question -> a sized random-access view of 2^n - 1 instances of exactly |C| - n + 1 facts each. The first
///         keeps all supports and lacks Fr (label full); the m-th lacks the supports of mask m and its own subset of Fr
///         (label partial, other labels omitted)
/// Errors: data_error if the question cannot be transformed (see why_not_transformed)
/// Cost:   n draws per question, at most n per instance that is read
/// Source: Trivedi et al. 2020, App. A.3, Eq. (11)-(12)
/// Differs: the published converter puts the drawn fact in the place of the removed one; here contexts keep the
///          original order
template <probeable Q>
[[nodiscard]] constexpr numbered_view<sufficiency_source> sufficiency_transform(const Q& question,
                                                                                std::uint64_t seed = 0) {
  const contrast_layout layout = contrast_layout_of(question, seed);
  const std::uint32_t count = layout.all_supports();
  draws random = draws_for(layout.base, probe_draw::transform_rotation);
  return {count, {layout, static_cast<std::uint32_t>(random.below(count))}};
}

/// Returns P(T(q)): for each bi-partition, tests whether a model can distinguish a context without support from one
/// with half of it.
///
/// Shape:  question -> a sized random-access view of 2^(n-1) - 1 groups of three instances of exactly |C| - n facts
///         each, labelled none, partial, partial; the same Fr as sufficiency_transform with this seed
/// Errors: data_error if the question cannot be transformed
/// Source: Trivedi et al. 2020, App. A.5
/// Differs: the published contexts are the same sets of paragraphs, but the one without support has the drawn fact in a
///         support's place; here contexts keep the original order
template <probeable Q>
[[nodiscard]] constexpr numbered_view<transformed_probe_source> probe_of_transform(const Q& question,
                                                                                   std::uint64_t seed = 0) {
  const contrast_layout layout = contrast_layout_of(question, seed);
  return {bipartition_count(layout.base.support_count), {layout}};
}

/// Returns the trivial transform: copies that lack some distractors, with the same labels.
///
/// Shape:  question -> a sized random-access view of 2^n - 1 instances of exactly |C| - n + 1 facts each, each without
///         its own draw of n - 1 distractors. A grouped score over them is the minimum
/// Errors: data_error if the question cannot be transformed
/// Source: Trivedi et al. 2020, App. G (three copies for n = 2)
template <probeable Q>
[[nodiscard]] constexpr numbered_view<trivial_source> trivial_transform(const Q& question, std::uint64_t seed = 0) {
  const support_layout layout = contrast_layout_of(question, seed).base;
  return {all_facts(layout.support_count), {layout}};
}

}  // namespace views

/// Returns the largest drop of an exact-match score that unnoticed proxies of supports can explain.
///
/// Shape:   each of `distractors` paragraphs can replace a support with this probability; among k of them a perfect
///          reader picks the annotated one with probability 1 / (k + 1) -> the sum over k >= 1 of
///          Bin(distractors, probability)(k) / (k + 1), in [0, 1/2]
/// Source:  Trivedi et al. 2020, App. D.1
/// Example: proxy_score_drop(8, 0.017)  // 0.0628
[[nodiscard]] inline double proxy_score_drop(unsigned distractors, double probability) {
  double sum = 0;
  double ways = 0;  // the logarithm of distractors choose k, which would overflow a double
  for (unsigned k = 1; k <= distractors && probability > 0; ++k) {
    const unsigned others = distractors - k;
    ways += std::log((others + 1.0) / k);
    const double absent = others == 0 ? 0 : rounded(others * std::log1p(-probability));
    sum += std::exp(ways + rounded(k * std::log(probability)) + absent) / (k + 1.0);
  }
  return sum;
}

}  // namespace mhqa::inline v0_1
