// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The decisions of metrics/grouped.hpp over score columns on a back end: which prediction of a group counts, the gate,
// the bound by the original question, and the maximum over groups. In that order they compute DiRe's Eq. (5) and (7)
// (Trivedi et al. 2020) and MuSiQue-Full. No call waits for a GPU.
#pragma once

#include <mhqa/batch/checked.hpp>
#include <mhqa/batch/columns.hpp>
#include <mhqa/error.hpp>
#include <mhqa/metrics/group_policies.hpp>

#include <thrust/for_each.h>
#include <thrust/iterator/counting_iterator.h>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>

namespace mhqa::inline v0_1::batch {

/// Selects predictions of a group: all, or those with this label.
struct labelled_as {
  std::span<const std::int32_t> labels{};  ///< one per prediction; empty selects all
  std::int32_t label = 0;
};

namespace detail {

inline void check_length(std::size_t found, std::size_t expected, const char* what) {
  if (found == expected) return;
  throw_data_error({.field = what},
                   "expected " + std::to_string(expected) + " elements, found " + std::to_string(found));
}

template <class Policy, class F>
void for_each_group(const Policy& policy, std::size_t groups, const F& f) {
  const thrust::counting_iterator<std::uint32_t> first{0};
  thrust::for_each(policy, first, first + static_cast<std::uint32_t>(groups), f);
}

template <class Offset, class Real, bool Maximum>
struct fold_group {
  const Offset* offsets;
  const Real* values;
  Real* out;

  MHQA_HD void operator()(std::uint32_t group) const {
    Real result = 0;
    for (Offset i = offsets[group]; i != offsets[group + 1]; ++i) {
      const Real value = values[i];
      if (i == offsets[group] || (Maximum ? result < value : value < result)) result = value;
    }
    out[group] = result;
  }
};

template <class Offset, class Real>
struct find_confident {
  const Offset* offsets;
  const Real* confidences;
  const std::int32_t* labels;
  std::int32_t label;
  bool last_wins;
  std::int32_t* out;

  MHQA_HD void operator()(std::uint32_t group) const {
    std::int32_t best = -1;
    Real highest = 0;
    for (Offset i = offsets[group]; i != offsets[group + 1]; ++i) {
      if (labels != nullptr && labels[i] != label) continue;
      const Real confidence = confidences[i];
      if (!(confidence == confidence)) {
        best = -1;
        break;
      }
      if (best < 0 || highest < confidence || (last_wins && !(confidence < highest))) {
        best = static_cast<std::int32_t>(i);
        highest = confidence;
      }
    }
    out[group] = best;
  }
};

template <class Offset>
struct find_only {
  const Offset* offsets;
  const std::int32_t* labels;
  std::int32_t label;
  std::int32_t* out;

  MHQA_HD void operator()(std::uint32_t group) const {
    std::int32_t found = -1;
    std::uint32_t count = 0;
    for (Offset i = offsets[group]; i != offsets[group + 1]; ++i) {
      if (labels != nullptr && labels[i] != label) continue;
      found = static_cast<std::int32_t>(i);
      ++count;
    }
    out[group] = count == 1 ? found : -1;
  }
};

template <class Real>
struct take_chosen {
  const Real* values;
  std::uint64_t size;
  const std::int32_t* which;
  Real* out;

  MHQA_HD void operator()(std::uint32_t group) const {
    const std::int32_t i = which[group];
    out[group] = i >= 0 && static_cast<std::uint64_t>(i) < size ? values[i] : Real{0};
  }
};

template <class Offset, class Real>
struct close_gate {
  const Offset* offsets;
  const std::int32_t* predicted;
  const std::int32_t* labels;
  Real* scores;

  MHQA_HD void operator()(std::uint32_t group) const {
    bool right = true;
    for (Offset i = offsets[group]; i != offsets[group + 1]; ++i) right = right && predicted[i] == labels[i];
    if (!right) scores[group] = 0;
  }
};

template <class Offset, class Real>
struct bound_group {
  const Offset* offsets;
  const Real* original;
  Real* scores;

  MHQA_HD void operator()(std::uint32_t question) const {
    const Real most = original[question];
    for (Offset i = offsets[question]; i != offsets[question + 1]; ++i) {
      if (most < scores[i]) scores[i] = most;
    }
  }
};

}  // namespace detail

/// Writes the maximum of each group: a question scores what its best bi-partition does (Eq. 5; over::any_group).
///
/// Shape:     values[elements], groups -> out[groups]
/// Undefined: an empty group -> 0; NaN -> the result of std::max in the group's order: a leading NaN stays, a later one
///            is skipped
/// Errors:    data_error for columns of another length
/// Cost:      one step per value, one thread per group
template <class Policy, row_offset Offset, score_element Real>
void group_maximum(const Policy& policy, std::span<Real> values, const checked_groups<Offset>& groups,
                   std::span<std::remove_const_t<Real>> out) {
  detail::check_length(values.size(), groups.elements(), "values");
  detail::check_length(out.size(), groups.size(), "out");
  detail::for_each_group(
      policy, groups.size(),
      detail::fold_group<Offset, std::remove_const_t<Real>, true>{groups.offsets().data(), values.data(), out.data()});
}

/// Writes the minimum of each group (over::every_group). \overload
template <class Policy, row_offset Offset, score_element Real>
void group_minimum(const Policy& policy, std::span<Real> values, const checked_groups<Offset>& groups,
                   std::span<std::remove_const_t<Real>> out) {
  detail::check_length(values.size(), groups.elements(), "values");
  detail::check_length(out.size(), groups.size(), "out");
  detail::for_each_group(
      policy, groups.size(),
      detail::fold_group<Offset, std::remove_const_t<Real>, false>{groups.offsets().data(), values.data(), out.data()});
}

/// Writes the prediction of each group with the highest confidence (combine::highest_confidence).
///
/// Shape:     confidences[elements], groups -> which[groups], indices of elements
/// Undefined: -1 for a group without a selected prediction, or with a NaN confidence
/// Errors:    data_error for columns of another length, or 2^31 elements or more
/// Source:    Trivedi et al. 2020, Sec. 3.1; as published, ties go to the one received last
template <class Policy, row_offset Offset, score_element Real>
void most_confident(const Policy& policy, std::span<Real> confidences, const checked_groups<Offset>& groups,
                    std::span<std::int32_t> which, labelled_as among = {},
                    combine::tie ties = combine::tie::last_received) {
  detail::check_length(confidences.size(), groups.elements(), "confidences");
  detail::check_length(which.size(), groups.size(), "which");
  detail::checks::count(groups.elements(), "groups' elements");
  if (!among.labels.empty()) detail::check_length(among.labels.size(), groups.elements(), "labels");
  detail::for_each_group(policy, groups.size(),
                         detail::find_confident<Offset, std::remove_const_t<Real>>{
                             groups.offsets().data(), confidences.data(), among.labels.data(), among.label,
                             ties == combine::tie::last_received, which.data()});
}

/// Writes the only selected prediction of each group (combine::the_only).
///
/// Shape:     groups -> which[groups], indices of elements
/// Undefined: -1 for a group with no or several such predictions
/// Errors:    data_error for columns of another length, or 2^31 elements or more
template <class Policy, row_offset Offset>
void the_only(const Policy& policy, const checked_groups<Offset>& groups, std::span<std::int32_t> which,
              labelled_as among = {}) {
  detail::check_length(which.size(), groups.size(), "which");
  detail::checks::count(groups.elements(), "groups' elements");
  if (!among.labels.empty()) detail::check_length(among.labels.size(), groups.elements(), "labels");
  detail::for_each_group(
      policy, groups.size(),
      detail::find_only<Offset>{groups.offsets().data(), among.labels.data(), among.label, which.data()});
}

/// Writes the value of the prediction that was chosen for each group.
///
/// Shape:     values[elements], which[groups] -> out[groups]
/// Undefined: 0 if none was chosen (-1), or if the index is out of range
/// Errors:    data_error for columns of another length
template <class Policy, score_element Real>
void chosen(const Policy& policy, std::span<Real> values, std::span<const std::int32_t> which,
            std::span<std::remove_const_t<Real>> out) {
  detail::check_length(out.size(), which.size(), "out");
  detail::checks::count(which.size(), "which");
  detail::for_each_group(
      policy, which.size(),
      detail::take_chosen<std::remove_const_t<Real>>{values.data(), values.size(), which.data(), out.data()});
}

/// Sets the score of a group to 0 if a predicted sufficiency differs from its label (gate::sufficiency_right).
///
/// Shape:  predicted[elements], labels[elements], groups -> scores[groups]
/// Errors: data_error for columns of another length
/// Source: Trivedi et al. 2020, Sec. 4.2; MuSiQue-Full, metrics/group_answer_sufficiency.py
template <class Policy, row_offset Offset, std::floating_point Real>
void gate_by_sufficiency(const Policy& policy, std::span<const std::int32_t> predicted,
                         std::span<const std::int32_t> labels, const checked_groups<Offset>& groups,
                         std::span<Real> scores) {
  detail::check_length(predicted.size(), groups.elements(), "predicted");
  detail::check_length(labels.size(), groups.elements(), "labels");
  detail::check_length(scores.size(), groups.size(), "scores");
  detail::for_each_group(
      policy, groups.size(),
      detail::close_gate<Offset, Real>{groups.offsets().data(), predicted.data(), labels.data(), scores.data()});
}

/// Bounds the scores of a question's groups by the score of the undivided question (Eq. 7; condition::with_original).
///
/// Shape:  original[questions], questions' groups -> scores[groups of groups' elements]
/// Errors: data_error for columns of another length
/// Source: Trivedi et al. 2020, Eq. (7)
template <class Policy, row_offset Offset, score_element Real>
void bound_by_original(const Policy& policy, std::span<Real> original, const checked_groups<Offset>& questions,
                       std::span<std::remove_const_t<Real>> scores) {
  detail::check_length(original.size(), questions.size(), "original");
  detail::check_length(scores.size(), questions.elements(), "scores");
  detail::for_each_group(policy, questions.size(),
                         detail::bound_group<Offset, std::remove_const_t<Real>>{questions.offsets().data(),
                                                                                original.data(), scores.data()});
}

}  // namespace mhqa::inline v0_1::batch
