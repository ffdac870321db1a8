// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of decomposition.hpp.
#pragma once

#include <mhqa/graph/decomposition.hpp>

#include <mhqa/ascii.hpp>
#include <mhqa/graph/dag.hpp>
#include <mhqa/graph/graph_view.hpp>
#include <mhqa/graph/references.hpp>

#include <algorithm>
#include <utility>

namespace mhqa::inline v0_1 {

MHQA_INLINE std::vector<decomposition_finding> check_decomposition(std::span<const std::string> steps,
                                                                   std::span<const step_kind> kinds) {
  using enum decomposition_fault;
  std::vector<decomposition_finding> findings;
  const auto report = [&findings](decomposition_fault fault, std::vector<std::uint32_t> where) {
    findings.push_back({fault, std::move(where)});
  };
  const auto last = static_cast<std::uint32_t>(steps.size());
  if (last < 2) report(too_few_steps, {});
  std::vector<bool> referenced(steps.size(), false);
  for (std::uint32_t n = 1; n <= last; ++n) {
    const std::string& step = steps[n - 1];
    if (step.find_first_not_of(" \t\n\v\f\r") == std::string::npos) report(blank_step, {n});
    for (const std::uint32_t to : referenced_steps(step)) {
      if (to == 0 || to > last) {
        report(dangling_reference, {n, to});
      } else if (to >= n) {
        report(to == n ? self_reference : forward_reference, {n, to});
      } else {
        referenced[to - 1] = true;
      }
    }
    if (n < last && n <= kinds.size() && kinds[n - 1] == step_kind::operation) report(intermediate_operation, {n});
  }
  if (last == 0) return findings;
  std::vector<edge> edges = reference_edges(steps);
  const std::vector<node_id> used = reaching({steps.size(), edges}, last - 1);
  for (std::uint32_t n = 1; n < last; ++n) {
    if (!referenced[n - 1]) report(unreferenced_step, {n});
    if (!std::binary_search(used.begin(), used.end(), n - 1)) report(last_not_reached, {n});
  }
  std::erase_if(edges, [](const edge& e) { return e.from == e.to; });
  std::vector<node_id> cycle = find_cycle({steps.size(), edges});
  for (node_id& node : cycle) ++node;
  if (!cycle.empty()) report(cyclic_references, std::move(cycle));
  return findings;
}

MHQA_INLINE std::optional<reasoning_shape> shape_of(std::span<const std::string> steps) {
  if (steps.empty()) return std::nullopt;
  std::uint32_t n = 0;
  for (const std::string& step : steps) {
    ++n;
    for (const std::uint32_t to : referenced_steps(step)) {
      if (to == 0 || to >= n) return std::nullopt;
    }
  }
  const std::vector<edge> edges = reference_edges(steps);
  return reasoning_shape{dag{graph_view{steps.size(), edges}}};
}

MHQA_INLINE std::string print_decomposition(std::span<const std::string> steps, decomposition_style style) {
  std::string out;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (style == decomposition_style::qdmr) {
      out += i == 0 ? "return " : " ;return ";
      out += steps[i];
      continue;
    }
    out += std::to_string(i + 1) + ". ";
    for (const char c : steps[i]) out += c == '\n' || c == '\r' ? ' ' : c;
    out += '\n';
  }
  return out;
}

MHQA_INLINE parsed<std::vector<std::string>> parse_decomposition(std::string_view text, decomposition_style style) {
  using result = parsed<std::vector<std::string>>;
  constexpr std::string_view blanks = " \t\v\f\r\n";
  const bool qdmr = style == decomposition_style::qdmr;
  std::vector<std::string> steps;
  bool numbered = false;
  std::size_t next = 0;
  for (bool more = true; more;) {
    std::size_t begin = next;
    std::size_t end = text.find(qdmr ? ';' : '\n', begin);
    more = end != std::string_view::npos;
    end = std::min(end, text.size());
    next = end + 1;
    while (begin < end && blanks.find(text[begin]) != std::string_view::npos) ++begin;
    while (begin < end && blanks.find(text[end - 1]) != std::string_view::npos) --end;
    std::string_view step = text.substr(begin, end - begin);
    if (qdmr) {
      if (step.empty()) return not_parsed<std::vector<std::string>>("a step", begin);
      if (step != "return" && !step.starts_with("return "))
        return not_parsed<std::vector<std::string>>("return", begin);
      step.remove_prefix(6);
    } else {
      if (step.empty()) continue;
      const std::string number = std::to_string(steps.size() + 1);
      const std::string_view after = step.substr(std::min(number.size(), step.size()));
      const bool has = step.starts_with(number) && (after.starts_with(". ") || after.starts_with(") "));
      if (steps.empty()) numbered = has;
      if (numbered && !has) return not_parsed<std::vector<std::string>>("the next step's number", begin);
      if (numbered) step.remove_prefix(number.size() + 2);
    }
    step.remove_prefix(std::min(step.find_first_not_of(blanks), step.size()));
    if (step.empty()) return not_parsed<std::vector<std::string>>("a step", end);
    steps.emplace_back(step);
  }
  if (steps.empty()) return not_parsed<std::vector<std::string>>("a step", text.size());
  return result{std::move(steps), {}, 0};
}

}  // namespace mhqa::inline v0_1
