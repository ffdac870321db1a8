// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The metrics of the DiRe paper as combinations of policies: for a data set, its probe, its contrastive transform, the
// transform's probe, and the trivial transform. Trivedi et al. 2020, Eq. (5)-(10), App. A and G.
#pragma once

#include <mhqa/find.hpp>
#include <mhqa/metrics/group_metrics.hpp>
#include <mhqa/metrics/group_policies.hpp>
#include <mhqa/metrics/grouped.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace mhqa::inline v0_1 {
namespace dire {

/// The derived data set that is evaluated.
enum class kind : std::uint8_t { original, probe, transformed, probe_of_transformed, trivial };

/// All kinds.
inline constexpr std::array<kind, 5> kinds{kind::original, kind::probe, kind::transformed, kind::probe_of_transformed,
                                           kind::trivial};

/// Returns the kind's name, which is also its file's.
[[nodiscard]] constexpr std::string_view to_string(kind which) noexcept {
  constexpr std::array<std::string_view, kinds.size()> names{"original", "probe", "transformed", "probe_of_transformed",
                                                             "trivial"};
  return names[static_cast<std::size_t>(which)];
}

/// The published metrics; Condition is condition::none or condition::with_original.
///
/// Example: dire::metrics<dire::kind::probe, condition::with_original>::answer{}(groups, gold, original)
template <kind Kind, policy Condition = condition::none>
struct metrics;

template <policy Condition>
struct metrics<kind::original, Condition> {
  using answer = grouped<answer_metric, Condition>;
  using paragraphs = grouped<paragraphs_metric, Condition>;
  using sentences = grouped<sentences_metric, Condition>;
};

template <policy Condition>
struct metrics<kind::probe, Condition> {
  using answer = grouped<answer_metric, combine::highest_confidence, Condition, over::any_bipartition>;
  using paragraphs = grouped<paragraphs_metric, combine::union_of, Condition, over::any_bipartition>;
  using sentences = grouped<sentences_metric, combine::union_of, Condition, over::any_bipartition>;
};

template <policy Condition>
struct metrics<kind::transformed, Condition> {
  using answer = grouped<answer_metric, among::labelled<1>, gate::sufficiency_right, Condition>;
  using paragraphs = grouped<paragraphs_metric, among::labelled<1>, gate::sufficiency_right, Condition>;
  using sentences = grouped<sentences_metric, among::labelled<1>, gate::sufficiency_right, Condition>;
};

template <policy Condition>
struct metrics<kind::probe_of_transformed, Condition> {
  using answer = grouped<answer_metric, among::labelled<0>, combine::highest_confidence, gate::sufficiency_right,
                         Condition, over::any_bipartition>;
  using paragraphs = grouped<paragraphs_metric, among::labelled<0>, combine::union_of, gate::sufficiency_right,
                             Condition, over::any_bipartition>;
  using sentences = grouped<sentences_metric, among::labelled<0>, combine::union_of, gate::sufficiency_right, Condition,
                            over::any_bipartition>;
};

template <policy Condition>
struct metrics<kind::trivial, Condition> {
  using answer = grouped<answer_metric, Condition, over::every_copy>;
  using paragraphs = grouped<paragraphs_metric, Condition, over::every_copy>;
  using sentences = grouped<sentences_metric, Condition, over::every_copy>;
};

}  // namespace dire

/// Lets find<dire::kind>("probe") look kinds up.
template <>
struct named_values<dire::kind> {
  static constexpr std::string_view kind = "kind of data set";
  static constexpr const auto& all = dire::kinds;
};

namespace dire {

/// Older name of find<kind>(name).
[[nodiscard]] constexpr std::optional<kind> find_kind(std::string_view name) noexcept {
  const kind* const found = find<kind>(name);
  return found == nullptr ? std::nullopt : std::optional{*found};
}

}  // namespace dire
}  // namespace mhqa::inline v0_1
