// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// References in the steps of a decomposition: `#n` stands for the answer to step n, and ` >> ` separates the two sides
// of a relation. Finds them, fills in answers and builds the graph. Steps are counted from 1, as in `#1`.
#pragma once

#include <mhqa/ascii.hpp>
#include <mhqa/config.hpp>
#include <mhqa/error.hpp>
#include <mhqa/graph/graph_view.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace mhqa::inline v0_1 {

/// One `#n` in the text of a step.
struct step_reference {
  std::size_t position;  ///< of the `#`, in bytes
  std::size_t size;      ///< of the `#` and all its digits
  std::uint32_t step;    ///< n; 2^32 - 1 if the number is larger

  friend constexpr bool operator==(const step_reference&, const step_reference&) = default;
};

/// Returns each `#` that is followed by a decimal digit, with all of its digits, from left to right.
///
/// Differs: StrategyQA's code replaces `#n` as a substring, for n <= 10, so that with three steps `#12` is
///          step 1 and a `2`. Here it is step 12
/// Cost:    O(text)
/// Example: find_references("Is #3 before #10?")  // {3, 2, 3}, {13, 3, 10}
[[nodiscard]] constexpr std::vector<step_reference> find_references(std::string_view step) {
  std::vector<step_reference> found;
  for (std::size_t at = 0; at + 1 < step.size(); ++at) {
    if (step[at] != '#' || !ascii::is_digit(step[at + 1])) continue;
    constexpr std::uint64_t limit = std::numeric_limits<std::uint32_t>::max();
    std::uint64_t number = 0;
    std::size_t end = at + 1;
    for (; end < step.size() && ascii::is_digit(step[end]); ++end) {
      number = std::min(limit, number * 10 + static_cast<std::uint64_t>(step[end] - '0'));
    }
    found.push_back({at, end - at, static_cast<std::uint32_t>(number)});
    at = end - 1;
  }
  return found;
}

/// Returns the numbers that a step refers to, ascending, each once.
/// Example: referenced_steps("Is #2 in #1 or #2?")  // 1, 2
[[nodiscard]] constexpr std::vector<std::uint32_t> referenced_steps(std::string_view step) {
  std::vector<std::uint32_t> numbers;
  for (const step_reference& r : find_references(step)) numbers.push_back(r.step);
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  return numbers;
}

/// Refuses a step with a reference whose number is beyond every step: the number that stands for it says nothing.
///
/// Errors: data_error with the reference as written
inline void expect_step_numbers(std::string_view step) {
  for (const step_reference& r : find_references(step)) {
    if (r.step != std::numeric_limits<std::uint32_t>::max()) continue;
    throw_data_error({}, "expected a reference to a step, found " + std::string{step.substr(r.position, r.size)});
  }
}

/// A step of the form `subject >> relation`, which MuSiQue derives from knowledge-base triples.
struct relation_step {
  std::string_view subject;
  std::string_view relation;

  friend constexpr bool operator==(const relation_step&, const relation_step&) = default;
};

/// Returns the two sides of a step with exactly one ` >> `, as views of the step; otherwise nothing.
/// Example: find_relation("#1 >> spouse")  // {"#1", "spouse"}
[[nodiscard]] constexpr std::optional<relation_step> find_relation(std::string_view step) noexcept {
  constexpr std::string_view mark = " >> ";
  const std::size_t at = step.find(mark);
  if (at == 0 || at == std::string_view::npos || at + mark.size() == step.size()) return std::nullopt;
  const std::string_view relation = step.substr(at + mark.size());
  if (relation.find(mark) != std::string_view::npos) return std::nullopt;
  return relation_step{step.substr(0, at), relation};
}

/// Returns the step with each `#n` replaced by answer_of(n); if that is empty, `#n` stays.
///
/// Differs: StrategyQA's code fills in one answer after the other, so that a `#1` inside an answer is replaced too.
///          Here answers are not searched
/// Example: fill("Is #1 older?", [](std::uint32_t) { return std::optional<std::string_view>{"Ada"}; })
template <class F>
requires std::convertible_to<std::invoke_result_t<F&, std::uint32_t>, std::optional<std::string_view>>
[[nodiscard]] std::string fill(std::string_view step, F&& answer_of) {
  std::string out;
  std::size_t from = 0;
  for (const step_reference& r : find_references(step)) {
    const std::optional<std::string_view> answer = answer_of(r.step);
    if (!answer) continue;
    out += step.substr(from, r.position - from);
    out += *answer;
    from = r.position + r.size;
  }
  out += step.substr(from);
  return out;
}

/// Returns the size of the text that fill() would return, without making it.
template <class F>
requires std::convertible_to<std::invoke_result_t<F&, std::uint32_t>, std::optional<std::string_view>>
[[nodiscard]] std::size_t filled_size(std::string_view step, F&& answer_of) {
  std::size_t out = step.size();
  for (const step_reference& r : find_references(step)) {
    if (const std::optional<std::string_view> answer = answer_of(r.step)) out += answer->size() - r.size;
  }
  return out;
}

/// \overload answers[n - 1] is the answer to step n; references to other steps stay.
[[nodiscard]] inline std::string fill(std::string_view step, std::span<const std::string> answers) {
  return fill(step, [answers](std::uint32_t n) -> std::optional<std::string_view> {
    if (n == 0 || n > answers.size()) return std::nullopt;
    return answers[n - 1];
  });
}

/// Returns the edges that the references form; nodes are counted from 0, so that `#1` in step 2 is 0 -> 1.
///
/// Shape: n steps -> edges of a graph of n nodes, each once, by `to`, then by `from`. A dangling reference gives no
///        edge, a step that refers to itself a loop
/// Cost:  O(text log text)
[[nodiscard]] inline std::vector<edge> reference_edges(std::span<const std::string> steps) {
  std::vector<edge> edges;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    for (const std::uint32_t n : referenced_steps(steps[i])) {
      if (n != 0 && n <= steps.size()) edges.push_back({n - 1, static_cast<node_id>(i)});
    }
  }
  return edges;
}

}  // namespace mhqa::inline v0_1
