// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The sums of an evaluation. A data set describes its numbers once, as `slots`; totals<slots, Sum> adds questions,
// merges, and names the results. Totals carry their dialect, so a report cannot show the wrong one.
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/metrics/accumulator.hpp>
#include <mhqa/metrics/dialect_key.hpp>
#include <mhqa/metrics/report.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1 {

/// The description of an evaluation's numbers.
///
/// Shape: `sum` and `count` are enumerations from 0 with `sums` and `counts` enumerators; `rules` is the default
///        dialect; add(totals&, result) adds a question; named(totals) returns the published numbers in the program's
///        order; counted(totals) returns the counts and choices(totals) further choices of the signature
template <class S>
concept evaluation_slots = requires {
  typename S::result;
  typename S::sum;
  typename S::count;
  { S::sums } -> std::convertible_to<std::size_t>;
  { S::counts } -> std::convertible_to<std::size_t>;
  { S::dataset } -> std::convertible_to<std::string_view>;
  { S::rules } -> std::convertible_to<dialect>;
};

namespace detail {

template <class Result>
[[nodiscard]] constexpr dialect_key key_of_result(const Result& result) noexcept {
  if constexpr (requires { dialect_key{result.rules}; }) {
    return result.rules;
  } else if constexpr (requires { dialect_key{result->rules}; }) {
    return result ? result->rules : 0;
  } else {
    return 0;
  }
}

[[noreturn]] inline void throw_other_rules(std::string_view name) {
  throw_usage_error("mhqa::totals: the question was scored by another dialect than " + std::string{name} +
                    "; construct the totals with the evaluator's rules()");
}

}  // namespace detail

/// Sums and counts over questions.
///
/// Shape:   a monoid with exact_sum: add() questions, merge with +=; trivially copyable. Default-constructed totals
///          take the dialect of the first question if it is a published one
/// Errors:  usage_error for a question, or totals to merge, of another dialect
/// Example: hotpotqa::totals t; t.add(score(gold, prediction)); t[hotpotqa::slots::answer].mean()
template <evaluation_slots Slots, class Sum>
class totals {
 public:
  using slots = Slots;

  constexpr totals() : dialect_{Slots::rules}, key_{key_of(Slots::rules)} {}
  explicit constexpr totals(const dialect& d) : dialect_{d}, key_{key_of(d)}, decided_{true} {}

  constexpr void add(const typename Slots::result& result) {
    const dialect_key key = detail::key_of_result(result);
    if (!same_dialect(key, key_)) take_dialect(key);
    decided_ = true;
    Slots::add(*this, result);
  }

  constexpr totals& operator+=(const totals& other) requires requires(basic_accumulator<Sum> sum) { sum += sum; }
  {
    if (!other.decided_) return *this;
    if (!decided_) return *this = other;
    if (other.key_ != key_) detail::throw_other_rules(dialect_.name.view());
    for (std::size_t i = 0; i < sums_.size(); ++i) sums_[i] += other.sums_[i];
    for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i] += other.counts_[i];
    return *this;
  }

  [[nodiscard]] constexpr basic_accumulator<Sum>& operator[](typename Slots::sum which) noexcept {
    return sums_[static_cast<std::size_t>(which)];
  }
  [[nodiscard]] constexpr const basic_accumulator<Sum>& operator[](typename Slots::sum which) const noexcept {
    return sums_[static_cast<std::size_t>(which)];
  }
  [[nodiscard]] constexpr std::uint64_t& operator[](typename Slots::count which) noexcept {
    return counts_[static_cast<std::size_t>(which)];
  }
  [[nodiscard]] constexpr std::uint64_t operator[](typename Slots::count which) const noexcept {
    return counts_[static_cast<std::size_t>(which)];
  }

  /// Returns the published numbers in the program's order, unrounded and on the dialect's scale.
  ///
  /// Shape: `options` are those of Slots::named, e.g. the k of Recall@k
  template <class... Options>
  [[nodiscard]] std::vector<named_score> named(const Options&... options) const {
    return Slots::named(*this, options...);
  }

  [[nodiscard]] constexpr const dialect& rules() const noexcept { return dialect_; }

  friend constexpr bool operator==(const totals&, const totals&) = default;

 private:
  constexpr void take_dialect(dialect_key key) {
    for (const dialect& d : dialects::all) {
      if (decided_ || key_of(d) != key) continue;
      dialect_ = d;
      key_ = key;
      return;
    }
    detail::throw_other_rules(dialect_.name.view());
  }

  dialect dialect_;
  dialect_key key_;
  bool decided_ = false;  // set by the constructor or the first question
  std::array<basic_accumulator<Sum>, Slots::sums> sums_{};
  std::array<std::uint64_t, Slots::counts> counts_{};
};

namespace detail {

/// Makes a report whose signature has more choices than those of the slots.
template <class Slots, class Sum, class... Options>
[[nodiscard]] report make_report_with(const signature_choices& more, const totals<Slots, Sum>& t,
                                      const data_fingerprint& data, const Options&... options) {
  signature_choices choices = Slots::choices(t, options...);
  choices.insert(choices.end(), more.begin(), more.end());
  return {.dataset = std::string{Slots::dataset},
          .rules = t.rules(),
          .scores = t.named(options...),
          .counts = Slots::counted(t),
          .signature = make_signature(t.rules(), data, choices)};
}

}  // namespace detail

/// Makes the report of an evaluation, with the dialect of its totals.
///
/// Shape: `options` are those of Slots::named and Slots::choices
template <class Slots, class Sum, class... Options>
[[nodiscard]] report make_report(const totals<Slots, Sum>& t, const data_fingerprint& data, const Options&... options) {
  return detail::make_report_with({}, t, data, options...);
}

}  // namespace mhqa::inline v0_1
