// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of reasoning_shape.hpp.
#pragma once

#include <mhqa/graph/reasoning_shape.hpp>

#include <algorithm>
#include <charconv>
#include <span>
#include <system_error>

namespace mhqa::inline v0_1 {

MHQA_INLINE reasoning_shape::reasoning_shape(shape known) : nodes_{mhqa::hops(known)} {
  const std::span<const edge> edges = graph_of(known).edges;
  edges_.assign(edges.begin(), edges.end());
}

MHQA_INLINE std::optional<shape> reasoning_shape::known() const noexcept {
  for (const shape s : all_shapes) {
    const graph_view other = graph_of(s);
    if (other.nodes == nodes_ && std::equal(edges_.begin(), edges_.end(), other.edges.begin(), other.edges.end())) {
      return s;
    }
  }
  return std::nullopt;
}

MHQA_INLINE std::vector<node_id> places_in_shape(const dag& graph) {
  return detail::canonical_order{graph}.places();
}

MHQA_INLINE std::string to_string(const reasoning_shape& s) {
  if (const auto known = s.known()) return std::string{to_string(*known)};
  std::string out = std::to_string(s.hops()) + "hop";
  if (s.hops() < 2) return out;
  char separator = ':';
  for (const edge& e : s.graph().edges) {
    out += separator;
    out += std::to_string(e.from + std::size_t{1}) + ">" + std::to_string(e.to + std::size_t{1});
    separator = ',';
  }
  return s.graph().edges.empty() ? out + ":" : out;
}

MHQA_INLINE parsed<reasoning_shape> parse_reasoning_shape(std::string_view name) {
  if (const auto known = parse_shape(name)) return {reasoning_shape{*known}, {}, 0};
  const auto fail = [](std::string_view expected, std::size_t at) { return not_parsed<reasoning_shape>(expected, at); };
  std::size_t at = 0;
  const auto number = [&](std::size_t& out) {
    const char* const begin = name.data() + at;
    const auto [end, error] = std::from_chars(begin, name.data() + name.size(), out);
    if (error != std::errc{} || out > 9999) return false;
    at += static_cast<std::size_t>(end - begin);
    return true;
  };
  std::size_t nodes = 0;
  if (!number(nodes)) return fail("the number of steps, 0 to 9999", at);
  if (!name.substr(at).starts_with("hop")) return fail("\"hop\"", at);
  at += 3;
  std::vector<edge> edges;
  if (at == name.size() && nodes < 2) return {reasoning_shape{dag{graph_view{nodes, edges}}}, {}, 0};
  if (at == name.size() || name[at] != ':') return fail("a name of MuSiQue's or \":\"", at);
  ++at;
  while (at < name.size()) {
    const std::size_t begin = at;
    std::size_t from = 0, to = 0;
    if (!number(from) || at == name.size() || name[at] != '>') return fail("an edge such as 1>2", begin);
    ++at;
    if (!number(to)) return fail("an edge such as 1>2", begin);
    if (from == 0 || from > nodes || to == 0 || to > nodes) return fail("a step of the graph", begin);
    edges.push_back({static_cast<node_id>(from - 1), static_cast<node_id>(to - 1)});
    if (at == name.size()) break;
    if (name[at] != ',' || at + 1 == name.size()) return fail("\",\" and an edge", at);
    ++at;
  }
  if (!find_cycle({nodes, edges}).empty()) return fail("edges without a cycle", 0);
  return {reasoning_shape{dag{graph_view{nodes, edges}}}, {}, 0};
}

}  // namespace mhqa::inline v0_1
