// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Steps whose answers are lists, as FanOutQA's: a later step is asked once for each answer.
//   fan_out_step step{"Who governs Oslo?"}; step.refer("Oslo", 1); step.text()  // "Who governs #1?"
#pragma once

#include <mhqa/expansion_budget.hpp>
#include <mhqa/graph/dag.hpp>
#include <mhqa/graph/execute.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1 {

/// A step as texts, and the steps whose answers stand between them. A `#1` within a text is not a reference.
class fan_out_step {
 public:
  /// Makes a step without references.
  explicit fan_out_step(std::string_view text) : texts_{std::string{text}} {}

  /// Makes a step in which each `#n` of find_references() is a reference.
  [[nodiscard]] static fan_out_step with_references(std::string_view step);

  /// Appends a text and a reference.
  void append(std::string_view text, std::uint32_t step);
  /// \overload a text.
  void append(std::string_view text) { texts_.back() += text; }

  /// Returns true if a text has the answer, from the beginning of a word on.
  [[nodiscard]] bool names(std::string_view answer) const;

  /// Replaces the answer by a reference wherever a text has it from the beginning of a word on: also in "Osloites".
  void refer(std::string_view answer, std::uint32_t step);

  /// Returns the texts, one more than there are references.
  [[nodiscard]] std::span<const std::string> texts() const noexcept { return texts_; }
  /// Returns the steps, from 1, that stand between the texts.
  [[nodiscard]] std::span<const std::uint32_t> references() const noexcept { return to_; }
  /// Returns the step with `#n` for each reference.
  [[nodiscard]] std::string text() const {
    return filled([](std::uint32_t n) { return "#" + std::to_string(n); });
  }
  /// Returns the step with answer_of(n) for each reference.
  template <class F>
  [[nodiscard]] std::string filled(F&& answer_of) const {
    std::string out = texts_[0];
    for (std::size_t i = 0; i < to_.size(); ++i) {
      out += std::invoke(answer_of, to_[i]);
      out += texts_[i + 1];
    }
    return out;
  }

  friend bool operator==(const fan_out_step&, const fan_out_step&) = default;

 private:
  /// Finds "Oslo" in "in Oslo", not in "anOslo"; "20" not in "201".
  [[nodiscard]] static std::size_t find_name(std::string_view text, std::string_view name, std::size_t from);

  std::vector<std::string> texts_;
  std::vector<std::uint32_t> to_;
};

/// The execution of steps whose answers are lists. Vectors are indexed by step, from 0.
struct fan_out_execution {
  std::vector<std::vector<std::string>> questions;  ///< with the answers filled in
  std::vector<std::vector<std::string>> answers;    ///< those of all questions of the step, in their order
};

/// Answers every step once for each answer to the step it refers to; for several such steps, once for each combination.
///
/// Shape:   reader(question) returns a range of strings; a step that refers to one without answers is not asked. All
///          references of a step to one other are filled with the same answer
/// Errors:  as execute(steps, reader); a step's own answers do not raise the bound of its questions
/// Cost:    one call of the reader for each question, and O(text)
/// Source:  the decompositions of FanOutQA (Zhu et al. 2024); plan_fan_out() of rollout/fan_out.hpp makes the steps
/// Example: after {"Oslo", "Riga"} for "Which capitals?", the step "Who governs #1?" asks two questions
template <class F>
[[nodiscard]] fan_out_execution execute_fan_out(std::span<const fan_out_step> steps, F&& reader) {
  const dag graph = detail::graph_of_steps(steps.size(), [&](std::size_t i) { return steps[i].references(); });
  fan_out_execution out;
  out.questions.resize(steps.size());
  out.answers.resize(steps.size());
  expansion_budget budget;
  for (const fan_out_step& step : steps) {
    for (const std::string& text : step.texts()) budget.grow(text.size());
  }
  for (const node_id node : graph.order()) {
    std::vector<std::uint32_t> to(steps[node].references().begin(), steps[node].references().end());
    std::sort(to.begin(), to.end());
    to.erase(std::unique(to.begin(), to.end()), to.end());
    std::vector<std::size_t> at(to.size(), 0);  // which answer to each
    const auto chosen = [&](std::uint32_t n) {
      const auto k = static_cast<std::size_t>(std::find(to.begin(), to.end(), n) - to.begin());
      return std::string_view{out.answers[n - 1][at[k]]};
    };
    bool more = std::none_of(to.begin(), to.end(), [&](std::uint32_t n) { return out.answers[n - 1].empty(); });
    while (more) {
      std::size_t bytes = 0;
      for (const std::string& text : steps[node].texts()) bytes += text.size();
      for (const std::uint32_t n : steps[node].references()) bytes += chosen(n).size();
      budget.spend(bytes);
      const std::string& question = out.questions[node].emplace_back(steps[node].filled(chosen));
      for (auto&& answer : std::invoke(reader, std::string_view{question})) {
        out.answers[node].emplace_back(answer);
      }
      more = false;
      for (std::size_t k = to.size(); !more && k-- > 0;) {
        more = ++at[k] < out.answers[to[k] - 1].size();
        if (!more) at[k] = 0;
      }
    }
    for (const std::string& answer : out.answers[node]) budget.grow(answer.size());
  }
  return out;
}

/// \overload each `#n` of a step is a reference.
template <class F>
[[nodiscard]] fan_out_execution execute_fan_out(std::span<const std::string> steps, F&& reader) {
  std::vector<fan_out_step> all;
  for (const std::string& step : steps) all.push_back(fan_out_step::with_references(step));
  return execute_fan_out(std::span<const fan_out_step>{all}, std::forward<F>(reader));
}

}  // namespace mhqa::inline v0_1

#if !defined(MHQA_COMPILED)
#include <mhqa/graph/detail/fan_out.ipp>
#endif
