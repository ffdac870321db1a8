// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Answering a multi-hop question by its decomposition: a single-hop reader answers every step along the
// edges, with the earlier answers put in (MuSiQue's Step Execution, Trivedi et al. 2022, Sec. 7.2.1).
//   auto run = mhqa::execute(steps, [&](std::string_view question) { return my_reader(question, context); });
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/graph/dag.hpp>
#include <mhqa/graph/references.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace mhqa {
inline namespace v0 {

/// What a single-hop reader returns: a string, or a struct with `answer` and, as far as it knows them,
/// `support` (paragraph numbers) and `sufficient` (whether the context holds the answer).
template <class R>
concept hop_result = std::convertible_to<const R&, std::string_view> || requires(const R& r) {
  { r.answer } -> std::convertible_to<std::string_view>;
};

/// Answers one step: called as reader(question) or as reader(question, n) with the step's number from 1.
template <class F>
concept hop_reader = (std::invocable<F&, std::string_view, std::size_t> &&
                      hop_result<std::remove_cvref_t<std::invoke_result_t<F&, std::string_view, std::size_t>>>) ||
                     (std::invocable<F&, std::string_view> &&
                      hop_result<std::remove_cvref_t<std::invoke_result_t<F&, std::string_view>>>);

namespace detail {

template <class F>
decltype(auto) read_hop(F& reader, std::string_view question, std::size_t step) {
  if constexpr (std::invocable<F&, std::string_view, std::size_t>) {
    return std::invoke(reader, question, step);
  } else {
    return std::invoke(reader, question);
  }
}

}  // namespace detail

/// How a decomposition was executed. Vectors are indexed by step, from 0.
template <hop_result R>
struct execution {
  std::vector<std::string> questions;  ///< the steps as they were asked
  std::vector<R> hops;                 ///< what the reader returned
  std::string answer;                  ///< the last step's
  std::vector<std::size_t> support;    ///< the paragraphs of all steps, ascending, each once; empty if R has none
  std::optional<bool> sufficient;      ///< true where it is for every step; nothing if R does not say
};

/// Answers every step after the steps it refers to; a reference becomes the answer to its step.
///
/// Shape:  steps[n] -> n calls of the reader, in topological order, also after one that found no answer
/// Errors: data_error for no steps, a reference to no step and for cyclic references
/// Cost:   n calls, O(text) besides
/// Source: Trivedi et al. 2022, Sec. 7.2.1: the question's context suffices if it does for all of its steps
/// Example: the steps "Who wrote Emma?" and "Where was #1 born?" ask "Where was Jane Austen born?" second
template <hop_reader F>
[[nodiscard]] auto execute(std::span<const std::string> steps, F&& reader) {
  using result = std::remove_cvref_t<decltype(detail::read_hop(reader, std::string_view{}, std::size_t{}))>;
  if (steps.empty()) throw_data_error({}, "a decomposition needs a step");
  for (std::size_t i = 0; i < steps.size(); ++i) {
    for (const std::uint32_t to : referenced_steps(steps[i])) {
      if (to != 0 && to <= steps.size()) continue;
      throw_data_error({}, "step " + std::to_string(i + 1) + " refers to #" + std::to_string(to) + " of " +
                               std::to_string(steps.size()) + " steps");
    }
  }
  const std::vector<edge> edges = reference_edges(steps);
  if (const auto cycle = find_cycle({steps.size(), edges}); !cycle.empty()) {
    std::string path;
    for (const node_id node : cycle) path += std::to_string(node + std::size_t{1}) + " -> ";
    throw_data_error({}, "steps wait for each other: " + path + std::to_string(cycle.front() + std::size_t{1}));
  }
  const dag graph{graph_view{steps.size(), edges}};
  std::vector<std::optional<result>> hops(steps.size());
  std::vector<std::string> answers(steps.size());
  execution<result> out;
  out.questions.resize(steps.size());
  for (const node_id node : graph.order()) {
    out.questions[node] = fill(steps[node], answers);
    hops[node].emplace(detail::read_hop(reader, out.questions[node], node + std::size_t{1}));
    if constexpr (std::convertible_to<const result&, std::string_view>) {
      answers[node] = static_cast<std::string_view>(*hops[node]);
    } else {
      answers[node] = static_cast<std::string_view>(hops[node]->answer);
    }
  }
  for (auto& hop : hops) {
    if constexpr (requires { out.support.assign(hop->support.begin(), hop->support.end()); }) {
      for (const auto index : hop->support) out.support.push_back(static_cast<std::size_t>(index));
    }
    if constexpr (requires { static_cast<bool>(hop->sufficient); }) {
      out.sufficient = out.sufficient.value_or(true) && static_cast<bool>(hop->sufficient);
    }
    out.hops.push_back(std::move(*hop));
  }
  std::sort(out.support.begin(), out.support.end());
  out.support.erase(std::unique(out.support.begin(), out.support.end()), out.support.end());
  out.answer = std::move(answers.back());
  return out;
}

}  // namespace v0
}  // namespace mhqa
