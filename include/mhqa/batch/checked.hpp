// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Batches that were looked at before any kernel runs on them. check() is the one place that reads a batch on the
// host's behalf: it says what is wrong, or gives a value that later calls take without looking or waiting again.
#pragma once

#include <mhqa/batch/back_end.hpp>
#include <mhqa/batch/ragged.hpp>
#include <mhqa/error.hpp>

#include <thrust/execution_policy.h>
#include <thrust/find.h>
#include <thrust/functional.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/reduce.h>
#include <thrust/transform_reduce.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>

namespace mhqa {
inline namespace v0 {
namespace batch {

namespace detail {

inline constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

/// What the offsets of some rows say: the first row that is out of order, the shortest and the longest.
struct row_facts {
  std::uint32_t first_bad = none;
  std::uint32_t shortest = none;
  std::uint32_t longest = 0;
};

struct join_facts {
  MHQA_HD row_facts operator()(const row_facts& a, const row_facts& b) const {
    return {a.first_bad < b.first_bad ? a.first_bad : b.first_bad, a.shortest < b.shortest ? a.shortest : b.shortest,
            a.longest > b.longest ? a.longest : b.longest};
  }
};

template <class Offset>
struct facts_of_row {
  const Offset* offsets;
  std::uint64_t end;

  MHQA_HD row_facts operator()(std::uint32_t i) const {
    const Offset from = offsets[i];
    const Offset to = offsets[i + 1];
    if (from < 0 || to < from || static_cast<std::uint64_t>(to) > end) return {i, none, 0};
    const auto size = static_cast<std::uint32_t>(to - from);
    return {none, size, size};
  }
};

struct is_negative {
  MHQA_HD bool operator()(std::int32_t id) const { return id < 0; }
};

struct as_unsigned {
  MHQA_HD std::uint32_t operator()(std::int32_t id) const { return static_cast<std::uint32_t>(id); }
};

struct ignored_bit {
  MHQA_HD std::uint32_t operator()(std::uint8_t marks) const { return marks & token_mark::ignored; }
};

struct larger {
  MHQA_HD std::uint32_t operator()(std::uint32_t a, std::uint32_t b) const { return a < b ? b : a; }
};

inline void check_count(std::size_t count, const char* what) {
  if (count >= (std::size_t{1} << 31U)) {
    throw_data_error({.field = what}, "expected fewer than 2^31 elements, found " + std::to_string(count));
  }
}

/// Throws unless the offsets rise from 0 or more to at most `end`.
template <class Policy, class Offset>
row_facts check_offsets(const Policy& policy, std::span<const Offset> offsets, std::size_t end, const char* what) {
  if (offsets.empty()) throw_data_error({.field = what}, "expected one offset more than rows, found none");
  check_count(offsets.size(), what);
  const auto rows = static_cast<std::uint32_t>(offsets.size() - 1);
  const thrust::counting_iterator<std::uint32_t> first{0};
  const row_facts facts = thrust::transform_reduce(
      policy, first, first + rows, facts_of_row<Offset>{offsets.data(), end}, row_facts{}, join_facts{});
  if (facts.first_bad != none) {
    throw_data_error({.field = what}, "expected offsets that rise from 0 or more to at most " + std::to_string(end) +
                                          "; those of row " + std::to_string(facts.first_bad) + " do not");
  }
  return facts;
}

/// Throws for a negative id; else returns the largest id + 1.
template <class Policy>
std::uint32_t check_ids(const Policy& policy, std::span<const std::int32_t> ids, const char* what) {
  if (ids.empty()) return 0;
  const std::int32_t* const first = ids.data();
  const std::int32_t* const last = first + ids.size();
  const std::uint32_t largest = thrust::transform_reduce(policy, first, last, as_unsigned{}, 0U, larger{});
  if (largest <= static_cast<std::uint32_t>(std::numeric_limits<std::int32_t>::max())) return largest + 1;
  const auto at = thrust::find_if(policy, first, last, is_negative{}) - first;
  throw_data_error({.field = what}, "expected ids of 0 or more; the one at " + std::to_string(at) + " is negative");
}

}  // namespace detail

/// A batch whose offsets, ids and counts are in order. It refers to the caller's arrays, which must not change in a
/// way that breaks that.
template <row_offset Offset = std::int32_t>
class checked_batch {
 public:
  [[nodiscard]] const token_batch<Offset>& get() const noexcept { return batch_; }
  [[nodiscard]] std::size_t predictions() const noexcept { return batch_.predictions.rows(); }
  /// The largest id + 1.
  [[nodiscard]] std::uint32_t vocabulary() const noexcept { return vocabulary_; }
  [[nodiscard]] std::uint32_t longest_prediction() const noexcept { return longest_prediction_; }
  [[nodiscard]] std::uint32_t longest_gold() const noexcept { return longest_gold_; }
  /// Whether an id is marked as ignored.
  [[nodiscard]] bool some_ignored() const noexcept { return some_ignored_; }
  /// Whether a question has no gold at all, which some dialects allow.
  [[nodiscard]] bool lacks_golds() const noexcept { return lacks_golds_; }

 private:
  template <class Policy, row_offset O>
  friend checked_batch<O> check(const Policy& policy, const token_batch<O>& batch);

  token_batch<Offset> batch_{};
  std::uint32_t vocabulary_ = 0;
  std::uint32_t longest_prediction_ = 0;
  std::uint32_t longest_gold_ = 0;
  bool some_ignored_ = false;
  bool lacks_golds_ = false;
};

/// Looks at a batch that lies where `policy` runs.
///
/// Errors: data_error for no prediction; offsets that are negative, decrease or go past the end; negative ids, ids
///         beyond the marks; 2^31 or more ids; counts of predictions, questions and golds that do not fit together;
///         thrust::system_error where CUDA has no driver or fails
/// Cost:   reads each id, offset and mark once; on a GPU the caller waits for it
template <class Policy, row_offset Offset>
[[nodiscard]] checked_batch<Offset> check(const Policy& policy, const token_batch<Offset>& batch) {
  detail::check_count(batch.predictions.values.size(), "predictions.values");
  detail::check_count(batch.golds.values.size(), "golds.values");
  if (batch.predictions.offsets.size() < 2) {
    throw_data_error({.field = "predictions.offsets"}, "expected at least one prediction, found none");
  }
  if (batch.golds.offsets.empty()) {
    throw_data_error({.field = "golds.offsets"}, "expected one offset more than rows, found none");
  }
  const std::size_t rows = batch.predictions.rows();
  const std::size_t questions = batch.questions();
  if (batch.per_question == 0 || rows % batch.per_question != 0 || rows / batch.per_question != questions) {
    throw_data_error({.field = "predictions"}, "expected " + std::to_string(batch.per_question) + " for each of " +
                                                   std::to_string(questions) + " questions, found " +
                                                   std::to_string(rows));
  }

  detail::memory_of<Policy>::check_ready(policy);
  checked_batch<Offset> out;
  out.batch_ = batch;
  out.longest_prediction_ =
      detail::check_offsets(policy, batch.predictions.offsets, batch.predictions.values.size(), "predictions.offsets")
          .longest;
  out.longest_gold_ =
      detail::check_offsets(policy, batch.golds.offsets, batch.golds.values.size(), "golds.offsets").longest;
  if (!batch.gold_groups.empty()) {
    out.lacks_golds_ =
        detail::check_offsets(policy, batch.gold_groups, batch.golds.rows(), "gold_groups").shortest == 0;
  }
  const std::uint32_t predicted = detail::check_ids(policy, batch.predictions.values, "predictions.values");
  const std::uint32_t gold = detail::check_ids(policy, batch.golds.values, "golds.values");
  out.vocabulary_ = predicted < gold ? gold : predicted;
  if (!batch.marks.empty() && batch.marks.size() < out.vocabulary_) {
    throw_data_error({.field = "marks"}, "expected a mark for each of " + std::to_string(out.vocabulary_) +
                                             " ids, found " + std::to_string(batch.marks.size()));
  }
  if (!batch.marks.empty()) {
    const std::uint8_t* const marks = batch.marks.data();
    out.some_ignored_ = thrust::transform_reduce(policy, marks, marks + batch.marks.size(), detail::ignored_bit{}, 0U,
                                                 detail::larger{}) != 0;
  }
  return out;
}

/// Consecutive groups of the elements of a column, in order: group i is the elements offsets[i] up to offsets[i + 1].
template <row_offset Offset = std::int32_t>
class checked_groups {
 public:
  [[nodiscard]] std::span<const Offset> offsets() const noexcept { return offsets_; }
  [[nodiscard]] std::size_t size() const noexcept { return offsets_.size() - 1; }
  /// How many elements the groups may refer to.
  [[nodiscard]] std::size_t elements() const noexcept { return elements_; }
  /// Whether a group is empty.
  [[nodiscard]] bool some_empty() const noexcept { return some_empty_; }

 private:
  template <class Policy, row_offset O>
  friend checked_groups<O> check_groups(const Policy& policy, std::span<const O> offsets, std::size_t elements);

  std::span<const Offset> offsets_{};
  std::size_t elements_ = 0;
  bool some_empty_ = false;
};

/// Looks at the offsets of groups over a column of so many elements.
///
/// Errors: data_error for no offset, offsets that are negative, decrease or go past the end
/// Cost:   reads each offset once; on a GPU the caller waits for it
template <class Policy, row_offset Offset>
[[nodiscard]] checked_groups<Offset> check_groups(const Policy& policy, std::span<const Offset> offsets,
                                                  std::size_t elements) {
  detail::memory_of<Policy>::check_ready(policy);
  checked_groups<Offset> out;
  out.some_empty_ = detail::check_offsets(policy, offsets, elements, "groups").shortest == 0;
  out.offsets_ = offsets;
  out.elements_ = elements;
  return out;
}

}  // namespace batch
}  // namespace v0
}  // namespace mhqa
