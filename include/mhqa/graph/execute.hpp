// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs a function over a dag, each node with its predecessors' results; and, on top of it, answers a decomposition
// with a single-hop reader (MuSiQue's Step Execution, Trivedi et al. 2022, Sec. 7.2.1).
//   auto run = mhqa::execute<double>(graph, [&](mhqa::node_id node, mhqa::node_inputs<double> inputs) { … });
//   auto read = mhqa::execute(steps, [&](std::string_view question) { return my_reader(question, context); });
#pragma once

#include <mhqa/config.hpp>
#include <mhqa/error.hpp>
#include <mhqa/expansion_budget.hpp>
#include <mhqa/graph/dag.hpp>
#include <mhqa/graph/detail/optional_of.hpp>
#include <mhqa/graph/graph_view.hpp>
#include <mhqa/graph/references.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace mhqa::inline v0_1 {

/// A view of the results of a node's predecessors, in the order in which the edges to it were given. Elements are
/// references into the results of the run.
template <class T>
class node_inputs {
 public:
  class iterator {
   public:
    using value_type = T;
    using difference_type = std::ptrdiff_t;
    using reference = const T&;
    using pointer = const T*;
    using iterator_category = std::forward_iterator_tag;

    constexpr iterator() = default;
    constexpr iterator(const std::optional<T>* results, const node_id* node) noexcept
        : results_{results}, node_{node} {}

    [[nodiscard]] constexpr const T& operator*() const noexcept { return *results_[*node_]; }
    [[nodiscard]] constexpr const T* operator->() const noexcept { return &*results_[*node_]; }
    constexpr iterator& operator++() noexcept {
      ++node_;
      return *this;
    }
    constexpr iterator operator++(int) noexcept {
      const iterator old = *this;
      ++node_;
      return old;
    }
    friend constexpr bool operator==(const iterator& a, const iterator& b) noexcept { return a.node_ == b.node_; }

   private:
    const std::optional<T>* results_ = nullptr;
    const node_id* node_ = nullptr;
  };

  constexpr node_inputs(std::span<const std::optional<T>> results, std::span<const node_id> nodes) noexcept
      : results_{results}, nodes_{nodes} {}

  [[nodiscard]] constexpr std::size_t size() const noexcept { return nodes_.size(); }
  [[nodiscard]] constexpr bool empty() const noexcept { return nodes_.empty(); }
  [[nodiscard]] constexpr iterator begin() const noexcept { return {results_.data(), nodes_.data()}; }
  [[nodiscard]] constexpr iterator end() const noexcept { return {results_.data(), nodes_.data() + nodes_.size()}; }
  [[nodiscard]] constexpr const T& operator[](std::size_t i) const noexcept {
    MHQA_EXPECTS(i < nodes_.size(), "mhqa::node_inputs: index out of range");
    return *results_[nodes_[i]];
  }
  [[nodiscard]] constexpr const T& front() const noexcept { return (*this)[0]; }
  [[nodiscard]] constexpr const T& back() const noexcept { return (*this)[size() - 1]; }
  /// Returns the predecessors, in the same order.
  [[nodiscard]] constexpr std::span<const node_id> nodes() const noexcept { return nodes_; }

 private:
  std::span<const std::optional<T>> results_;
  std::span<const node_id> nodes_;
};

/// The results of a run over a dag.
template <class T>
struct graph_run {
  std::vector<std::optional<T>> results;  ///< by node; empty for the nodes that were not run
  std::optional<node_id> stopped_at{};    ///< the node that ended the run early

  [[nodiscard]] constexpr bool finished() const noexcept { return !stopped_at; }
};

/// Computes a node from its inputs; returns T or std::optional<T>; an empty optional ends the run.
template <class F, class T>
concept node_function = std::invocable<F&, node_id, node_inputs<T>> &&
    std::convertible_to<std::invoke_result_t<F&, node_id, node_inputs<T>>, std::optional<T>>;

/// Calls f(node, inputs) for each node of a dag after its predecessors.
///
/// Shape:   n nodes -> at most n calls, in the order of graph.order(). If f returns an empty std::optional, no further
///          node is run and `stopped_at` is set
/// Errors:  exceptions of f pass through; a dag has no cycles or invalid edges
/// Cost:    n calls of f and one allocation
/// Example: execute<int>(dag{3, {{1, 2}, {0, 2}}}, [](node_id n, node_inputs<int> in) {
///            return in.empty() ? static_cast<int>(n) : in[0] * 10 + in[1]; }).results  // 0, 1, 10
template <class T, node_function<T> F>
[[nodiscard]] graph_run<T> execute(const dag& graph, F&& f) {
  graph_run<T> run;
  run.results.resize(graph.size());
  for (const node_id node : graph.order()) {
    std::optional<T> result = std::invoke(f, node, node_inputs<T>{run.results, graph.inputs(node)});
    if (!result) {
      run.stopped_at = node;
      break;
    }
    run.results[node] = std::move(result);
  }
  return run;
}

/// The result of a single-hop reader: a string, or a struct with `answer` and, if the reader knows them, `support`
/// (paragraph numbers) and `sufficient` (whether the context contains the answer).
template <class R>
concept hop_result = std::convertible_to<const R&, std::string_view> || requires(const R& r) {
  { r.answer } -> std::convertible_to<std::string_view>;
};

/// Answers one step; called as reader(question) or reader(question, n) with the step's number, from 1. If it returns an
/// empty std::optional, the execution ends.
template <class F>
concept hop_reader =
    (std::invocable<F&, std::string_view, std::size_t> &&
     hop_result<detail::without_optional_t<std::invoke_result_t<F&, std::string_view, std::size_t>>>) ||
    (std::invocable<F&, std::string_view> &&
     hop_result<detail::without_optional_t<std::invoke_result_t<F&, std::string_view>>>);

namespace detail {

template <class F>
decltype(auto) read_hop(F& reader, std::string_view question, std::size_t step) {
  if constexpr (std::invocable<F&, std::string_view, std::size_t>) {
    return std::invoke(reader, question, step);
  } else {
    return std::invoke(reader, question);
  }
}

template <class R>
[[nodiscard]] std::string_view answer_of_hop(const R& hop) {
  if constexpr (std::convertible_to<const R&, std::string_view>) {
    return static_cast<std::string_view>(hop);
  } else {
    return static_cast<std::string_view>(hop.answer);
  }
}

// The graph of n steps, after a check of every reference; referenced(i) has the steps that step i refers to, from 1.
template <class F>
[[nodiscard]] dag graph_of_steps(std::size_t n, F&& referenced) {
  if (n == 0) throw_data_error({}, "a decomposition needs at least one step");
  std::vector<edge> edges;
  for (std::size_t i = 0; i < n; ++i) {
    for (const std::uint32_t to : referenced(i)) {
      if (to == 0 || to > n) {
        throw_data_error({}, "step " + std::to_string(i + 1) + " refers to #" + std::to_string(to) +
                                 ", but there are " + std::to_string(n) + " steps");
      }
      edges.push_back({to - 1, static_cast<node_id>(i)});
    }
  }
  return dag{graph_view{n, edges}, [](node_id node) { return "#" + std::to_string(node + std::size_t{1}); }};
}

}  // namespace detail

/// The execution of a decomposition. Vectors are indexed by step, from 0.
template <class R>
struct execution {
  std::vector<std::string> questions;       ///< the steps with the answers filled in; empty if not asked
  std::vector<R> hops;                      ///< the reader's results
  std::string answer;                       ///< the answer to the last step; empty if it was not asked
  std::vector<std::size_t> support;         ///< the paragraphs of all steps, ascending, each once
  std::optional<bool> sufficient;           ///< true if the reader says so for each step; empty if R has no such member
  std::optional<std::size_t> stopped_at{};  ///< the step, from 1, whose empty result ended the execution
};

/// Answers every step after the steps it refers to; each `#n` is replaced by the answer to step n.
///
/// Shape:   steps[n] -> at most n calls of the reader, in topological order. An answer "" does not end the execution;
///          an empty std::optional does
/// Errors:  data_error for no steps, for a reference to a missing step and for a cycle; those of expansion_budget;
///          exceptions of the reader pass through
/// Cost:    n calls of the reader, and O(text)
/// Source:  Trivedi et al. 2022, Sec. 7.2.1: the context is sufficient for the question if it is for each step
/// Example: the steps "Who wrote Emma?" and "Where was #1 born?" ask "Where was Jane Austen born?" second
template <hop_reader F>
[[nodiscard]] auto execute(std::span<const std::string> steps, F&& reader) {
  using result = std::remove_cvref_t<decltype(detail::read_hop(reader, std::string_view{}, std::size_t{}))>;
  using hop = detail::without_optional_t<result>;
  for (const std::string& step : steps) expect_step_numbers(step);
  const dag graph = detail::graph_of_steps(steps.size(), [&](std::size_t i) { return referenced_steps(steps[i]); });
  execution<result> out;
  out.questions.resize(steps.size());
  std::vector<std::string> answers(steps.size());
  expansion_budget budget;
  for (const std::string& step : steps) budget.grow(step.size());
  const auto answer_to = [&answers](std::uint32_t n) { return std::optional<std::string_view>{answers[n - 1]}; };
  auto run = execute<hop>(graph, [&](node_id node, const node_inputs<hop>&) -> std::optional<hop> {
    budget.spend(filled_size(steps[node], answer_to));
    out.questions[node] = fill(steps[node], answers);
    std::optional<hop> read = detail::read_hop(reader, out.questions[node], node + std::size_t{1});
    if (read) answers[node] = detail::answer_of_hop(*read);
    budget.grow(answers[node].size());
    return read;
  });
  if (run.stopped_at) out.stopped_at = *run.stopped_at + std::size_t{1};
  for (std::optional<hop>& each : run.results) {
    if (each) {
      if constexpr (requires { out.support.assign(each->support.begin(), each->support.end()); }) {
        for (const auto index : each->support) out.support.push_back(static_cast<std::size_t>(index));
      }
      if constexpr (requires { static_cast<bool>(each->sufficient); }) {
        out.sufficient = out.sufficient.value_or(true) && static_cast<bool>(each->sufficient);
      }
    }
    if constexpr (std::same_as<hop, result>) {
      out.hops.push_back(*std::move(each));
    } else {
      out.hops.push_back(std::move(each));
    }
  }
  if (out.stopped_at && out.sufficient) out.sufficient = false;
  std::sort(out.support.begin(), out.support.end());
  out.support.erase(std::unique(out.support.begin(), out.support.end()), out.support.end());
  out.answer = std::move(answers.back());
  return out;
}

}  // namespace mhqa::inline v0_1
