// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The golds of a data set as ids: compiled once; select() takes those of a training step, to be scored against any
// number of predictions.
#pragma once

#include <mhqa/batch/intern.hpp>
#include <mhqa/batch/ragged.hpp>
#include <mhqa/error.hpp>
#include <mhqa/parallel.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace mhqa::inline v0_1::batch {

/// The golds of a data set as ids, compiled once for all training steps.
///
/// Shape: the golds of question q are the rows [groups[q], groups[q + 1])
struct compiled_golds {
  token_rows rows{};
  std::vector<std::int32_t> groups{0};

  [[nodiscard]] std::size_t questions() const noexcept { return groups.size() - 1; }

  /// Writes the golds of these questions, in this order, to `out`, which must not be this object.
  ///
  /// Errors: data_error, with `out` unchanged, if `out` is this object, an index is out of range, or there are 2^31 or
  ///         more golds or ids
  /// Cost:   copies the ids of the selected golds
  void select(std::span<const std::size_t> numbers, compiled_golds& out) const;
};

inline void compiled_golds::select(std::span<const std::size_t> numbers, compiled_golds& out) const {
  if (&out == this) throw_data_error({}, "compiled_golds::select: expected another object to write to");
  const auto row = [this](std::size_t q) { return static_cast<std::size_t>(groups[q]); };
  std::size_t ids = 0, golds = 0;
  for (const std::size_t q : numbers) {
    if (q >= questions()) {
      throw_data_error({}, "expected a question index from 0, below " + std::to_string(questions()) + ", found " +
                               std::to_string(q));
    }
    golds += row(q + 1) - row(q);
    ids += static_cast<std::size_t>(rows.offsets[row(q + 1)] - rows.offsets[row(q)]);
  }
  if (ids > detail::most_tokens || golds > detail::most_tokens) {
    throw_data_error({}, "expected fewer than 2^31 golds and fewer than 2^31 ids");
  }

  out.rows.values.clear();
  out.rows.words = rows.words;
  out.rows.offsets.assign(1, 0);
  out.groups.assign(1, 0);
  for (const std::size_t q : numbers) {
    const auto first = rows.values.begin();
    out.rows.values.insert(out.rows.values.end(), first + rows.offsets[row(q)], first + rows.offsets[row(q + 1)]);
    for (std::size_t g = row(q); g != row(q + 1); ++g) {
      out.rows.offsets.push_back(out.rows.offsets.back() + rows.offsets[g + 1] - rows.offsets[g]);
    }
    out.groups.push_back(static_cast<std::int32_t>(out.rows.rows()));
  }
}

namespace detail {

/// True if views of the strings in a range of ranges stay valid after iteration moves on.
template <class Questions>
inline constexpr bool lends_strings = [] {
  using answers = std::ranges::range_reference_t<const Questions&>;
  using answer = std::ranges::range_reference_t<std::remove_reference_t<answers>>;
  constexpr bool kept = std::is_lvalue_reference_v<answer> || std::is_pointer_v<answer>;
  return std::ranges::borrowed_range<answers> && (kept || std::same_as<std::remove_cv_t<answer>, std::string_view>);
}();

}  // namespace detail

/// Compiles golds: a range of questions, each a range of strings.
///
/// Requires: the strings outlive the call; a view that generates them does not compile
/// Errors: data_error, with the question's number from 1, for a question without golds, unless the dialect drops blank
///         golds; for 2^31 or more golds
template <class Questions, executor E = serial_executor>
[[nodiscard]] compiled_golds compile_golds(interner& words, const Questions& questions, E&& exec = E{}) {
  static_assert(detail::lends_strings<Questions>,
                "mhqa::batch::compile_golds: the strings must outlive the call; a view must not generate them");
  compiled_golds out;
  std::vector<std::string_view> texts;
  for (const auto& golds : questions) {
    const std::size_t before = texts.size();
    for (auto&& gold : golds) texts.push_back(gold);
    if (texts.size() == before && !words.rules().blank_golds_dropped) {
      throw_data_error({.record = out.groups.size()}, "expected at least one gold answer");
    }
    if (texts.size() > detail::most_tokens) throw_data_error({}, "expected fewer than 2^31 golds");
    out.groups.push_back(static_cast<std::int32_t>(texts.size()));
  }
  words.intern(texts, out.rows, exec);
  return out;
}

/// Makes a batch from predictions and golds that this interner made, with the marks of its dialect. The batch refers to
/// `words`, `predictions` and `golds`, which must outlive it.
///
/// Errors:  usage_error if another interner made the predictions or the golds: their ids mean other words
/// Example: token_f1(thrust::omp::par, batch_of(words, predictions, golds), columns<float>{.f1 = f1}, words.rules())
[[nodiscard]] inline token_batch<> batch_of(const interner& words, const token_rows& predictions,
                                            const compiled_golds& golds, std::size_t per_question = 1) {
  for (const token_rows* const rows : {&predictions, &golds.rows}) {
    if (words.knows(*rows)) continue;
    throw_usage_error(std::string{"mhqa::batch::batch_of: another interner made the "} +
                      (rows == &predictions ? "predictions" : "golds") + "; their ids mean other words");
  }
  return {.predictions = predictions.view(),
          .golds = golds.rows.view(),
          .gold_groups = golds.groups,
          .per_question = per_question,
          .marks = words.marks()};
}

}  // namespace mhqa::inline v0_1::batch
