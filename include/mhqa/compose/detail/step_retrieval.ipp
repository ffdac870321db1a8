// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The bodies of step_retrieval.hpp.
#pragma once

#include <mhqa/compose/step_retrieval.hpp>

#include <mhqa/graph/references.hpp>
#include <mhqa/text/stop_words.hpp>

#include <optional>
#include <string_view>

namespace mhqa::inline v0_1 {

MHQA_INLINE std::vector<std::string> step_queries(std::span<const std::string> steps, query_references references,
                                                  std::span<const std::string> answers) {
  std::vector<std::string> queries;
  for (const std::string& step : steps) {
    switch (references) {
      case query_references::kept:
        queries.push_back(without_stop_words(step));
        break;
      case query_references::answered:
        queries.push_back(without_stop_words(fill(step, answers)));
        break;
      case query_references::left_out:
        queries.push_back(
            without_stop_words(fill(step, [](std::uint32_t) { return std::optional<std::string_view>{""}; })));
        break;
    }
  }
  return queries;
}

}  // namespace mhqa::inline v0_1
