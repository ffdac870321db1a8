// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The interface of reading models: a callable takes a question and paragraphs and returns an answer and, if it knows
// them, its confidence, its support and whether the paragraphs suffice.
#pragma once

#include <mhqa/config.hpp>
#include <mhqa/error.hpp>

#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1 {

/// A paragraph that a reader may use. It is identified by its position, never by its title.
struct context_paragraph {
  std::string_view title;
  std::string_view text;

  friend constexpr bool operator==(const context_paragraph&, const context_paragraph&) = default;
};

/// A fold that no question is of.
inline constexpr std::uint32_t no_fold = std::numeric_limits<std::uint32_t>::max();

/// One question put to a reader. The views are valid during the call.
struct reading_task {
  std::string_view id;
  std::string_view question;
  std::span<const context_paragraph> context;
  std::uint32_t fold = no_fold;  ///< a reader that remembers questions leaves out those of this fold
  std::string_view whole{};      ///< the question whose last step this is, to be answered by yes or no; empty: none
};

/// A sentence that supports an answer: where it begins.
struct read_sentence {
  std::uint32_t paragraph = 0;  ///< position in the task's context
  std::uint32_t begin = 0;      ///< byte of its text

  friend constexpr auto operator<=>(const read_sentence&, const read_sentence&) = default;
};

/// The result of reading. Fields that the reader does not know stay empty.
struct reading {
  std::string answer;                      ///< empty means no answer
  std::optional<double> confidence{};      ///< of the answer; higher is surer; any scale, not NaN
  std::vector<std::uint32_t> support{};    ///< positions in the task's context
  std::optional<int> sufficiency{};        ///< 1: the context suffices; 0: not; -1 as in DiRe's probe of the transform
  std::vector<read_sentence> sentences{};  ///< of the support

  friend bool operator==(const reading&, const reading&) = default;
};

/// The most paragraphs that a reader may be given for one question, over all its steps. Reading one context 64 times is
/// always allowed.
inline constexpr std::size_t most_read_paragraphs = std::size_t{1} << 22U;

/// Refuses a question that would take a reader too long: it reads all paragraphs for each step, so n steps and n
/// paragraphs take n^2 readings of a paragraph.
///
/// Errors: data_error beyond most_read_paragraphs
inline void expect_few_readings(std::size_t readings, std::size_t paragraphs) {
  if (readings <= 64 || paragraphs <= most_read_paragraphs / readings) return;
  throw_data_error({}, "expected at most " + std::to_string(most_read_paragraphs / paragraphs) + " readings of its " +
                           std::to_string(paragraphs) + " paragraphs, found " + std::to_string(readings));
}

/// A callable that reads. The result of a call does not depend on earlier calls.
template <class R>
concept reader = requires(R& read, const reading_task& task) {
  { read(task) } -> std::convertible_to<reading>;
};

}  // namespace mhqa::inline v0_1
