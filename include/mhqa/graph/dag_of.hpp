// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// A dag over your own nodes, which name the nodes that they need:
//   const mhqa::dag graph = mhqa::dag_of(tasks, &task::name, &task::needs);
#pragma once

#include <mhqa/error.hpp>
#include <mhqa/graph/dag.hpp>
#include <mhqa/graph/graph_view.hpp>

#include <concepts>
#include <cstddef>
#include <functional>
#include <map>
#include <ranges>
#include <string>
#include <string_view>
#include <vector>

namespace mhqa::inline v0_1 {

namespace detail {

template <class R, class Name, class Inputs>
concept named_nodes = std::ranges::forward_range<const R> && requires(const R& nodes, Name& name, Inputs& inputs) {
  requires std::constructible_from<std::string, decltype(std::invoke(name, *std::ranges::begin(nodes)))>;
  requires std::ranges::input_range<decltype(std::invoke(inputs, *std::ranges::begin(nodes)))>;
  requires std::convertible_to<
      std::ranges::range_reference_t<decltype(std::invoke(inputs, *std::ranges::begin(nodes)))>, std::string_view>;
};

}  // namespace detail

/// Returns the dag of `nodes`, whose numbers are their positions in the range.
///
/// Shape:   name and inputs are callables or pointers to members: name(node) is a string, inputs(node) a range of
///          strings; dag::inputs() keeps their order
/// Errors:  data_error for a name that occurs twice, for an input that no node has as its name, and for a cycle; the
///          messages contain the names
/// Cost:    O(n log n + inputs log inputs)
/// Example: dag_of(tasks, &task::name, &task::needs).order()
template <class R, class Name, class Inputs>
requires detail::named_nodes<R, Name, Inputs>
[[nodiscard]] dag dag_of(const R& nodes, Name name, Inputs inputs) {
  std::vector<std::string> names;
  for (const auto& node : nodes) names.emplace_back(std::invoke(name, node));
  std::map<std::string_view, node_id> numbers;
  for (const std::string& each : names) {
    if (!numbers.emplace(each, static_cast<node_id>(numbers.size())).second) {
      throw_data_error({}, "two nodes have the name \"" + each + "\"");
    }
  }
  std::vector<edge> edges;
  node_id to = 0;
  for (const auto& node : nodes) {
    for (auto&& each : std::invoke(inputs, node)) {  // keeps a string alive that the range makes
      const std::string_view input = each;
      const auto from = numbers.find(input);
      if (from == numbers.end()) {
        throw_data_error({},
                         "node \"" + names[to] + "\" needs \"" + std::string{input} + "\", but no node has that name");
      }
      edges.push_back({from->second, to});
    }
    ++to;
  }
  return dag{graph_view{names.size(), edges}, [&](node_id node) { return '"' + names[node] + '"'; }};
}

}  // namespace mhqa::inline v0_1
