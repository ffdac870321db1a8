// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of composition.hpp.
#pragma once

#include <mhqa/compose/composition.hpp>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

namespace mhqa::inline v0_1 {

MHQA_INLINE std::string id_of(const single_hop_pool& pool, const composition& c) {
  std::string out{to_string(c.kind)};
  out += '_';
  for (const std::uint32_t question : c.steps()) {
    out += '_';
    out += pool.questions[question].id;
  }
  return out;
}

MHQA_INLINE std::vector<std::string> steps_of(const single_hop_pool& pool, const composition& c) {
  std::vector<std::string> out;
  const std::span<const edge> edges = graph_of(c.kind).edges;
  for (std::size_t step = 0; step < hops(c.kind); ++step) {
    std::vector<std::pair<mention, std::uint32_t>> references;
    for (std::size_t e = 0; e < edges.size(); ++e) {
      if (edges[e].to == step) references.emplace_back(c.bridges[e], edges[e].from + 1);
    }
    std::sort(references.begin(), references.end());
    const std::string_view text = pool.questions[c.questions[step]].question;
    std::string& line = out.emplace_back();
    std::size_t at = 0;
    for (const auto& [where, number] : references) {
      if (where.begin < at) continue;
      line += text.substr(at, where.begin - at);
      line += '#' + std::to_string(number);
      at = where.begin + where.size;
    }
    line += text.substr(at);
  }
  return out;
}

}  // namespace mhqa::inline v0_1
