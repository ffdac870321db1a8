// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The numbers that a published program prints for one answer, under its names. A published_dialect is a name, a
// signature and a scorer; metrics/published_dialects.hpp lists all.
//   score_published(flashrag, {.prediction = {{"Paris, France"}}, .golds = {{"Paris"}}}, result);  // em 0, f1 0.67, …
#pragma once

#include <mhqa/config.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1 {

/// One number of a program; empty if the program has none for this answer.
struct published_number {
  std::string_view name{};
  std::optional<double> value{};
};

/// The input of a program for one question.
///
/// Shape: `prediction` is one text, or the spans of a list; copies nothing
struct published_input {
  std::span<const std::string_view> prediction{};
  bool prediction_is_list = false;
  std::span<const std::string_view> golds{};
  std::string_view answer_type{};  ///< MoreHopQA's: "number", "person", …; empty: a text
  bool absent = false;             ///< the system gave no answer; `prediction` is not read
};

/// What an answer adds to the numbers that a program computes once for a whole file.
struct file_counts {
  std::uint64_t right = 0;
  std::uint64_t counted = 0;  ///< answers in the denominator

  file_counts& operator+=(const file_counts& other) noexcept {
    right += other.right;
    counted += other.counted;
    return *this;
  }
};

/// The output of a program for one answer: its numbers in its order, or the reason why it stops.
class published_result {
 public:
  void clear() noexcept {
    count_ = 0;
    counts_ = {};
    error_.clear();
    prediction_.clear();
    golds_.clear();
  }
  void add(std::string_view name, double value) {
    numbers_[count_++] = {name, std::isfinite(value) ? std::optional{value} : std::nullopt};
  }
  void add_undefined(std::string_view name) { numbers_[count_++] = {name, std::nullopt}; }
  /// Records that the program raises; `why` says what it expects.
  void raise(std::string why) { error_ = std::move(why); }
  /// Makes every number 0 that the program has, as for an answer that is absent.
  void set_to_zero() noexcept {
    for (std::size_t i = 0; i < count_; ++i) numbers_[i].value = numbers_[i].value ? std::optional{0.0} : std::nullopt;
    counts_.right = 0;
    prediction_.clear();
  }
  void clear_numbers() noexcept { count_ = 0; }
  void set_counts(file_counts counts) noexcept { counts_ = counts; }
  void set_prediction(std::string_view text) { prediction_.emplace_back(text); }
  void add_gold(std::string_view text) { golds_.emplace_back(text); }

  [[nodiscard]] std::span<const published_number> numbers() const noexcept { return {numbers_.data(), count_}; }
  [[nodiscard]] const std::string& error() const noexcept { return error_; }
  [[nodiscard]] file_counts counts() const noexcept { return counts_; }
  /// Returns the texts that were compared; for a list, one per span.
  [[nodiscard]] std::span<const std::string> prediction() const noexcept { return prediction_; }
  [[nodiscard]] std::span<const std::string> golds() const noexcept { return golds_; }

 private:
  std::array<published_number, 8> numbers_{};
  std::size_t count_ = 0;
  file_counts counts_{};
  std::string error_;
  std::vector<std::string> prediction_;
  std::vector<std::string> golds_;
};

/// A published program that scores one answer.
struct published_dialect {
  std::string_view name;
  std::string_view program;    ///< its repository and file, @ the commit that is followed
  std::string_view signature;  ///< its choices, key:value|…
  void (*score)(const published_input& in, published_result& out);
  bool lists = false;        ///< takes a list of spans as the prediction
  bool single_gold = false;  ///< takes only one gold answer
  /// Adds the numbers of a whole file, for a program whose numbers are no means of those of its answers.
  void (*total)(file_counts counts, published_result& out) = nullptr;
  std::string_view ratio{};  ///< a number that exists for a file alone: its mean over answers is another number
};

}  // namespace mhqa::inline v0_1
