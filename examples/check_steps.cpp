// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Checks decompositions as StrategyQA's collection did, distinguishes retrieval steps from operations, and names the
// reasoning shape.
// g++ -std=c++20 -I include examples/check_steps.cpp
#include <mhqa/graph/decomposition.hpp>
#include <mhqa/graph/reasoning_shape.hpp>

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

int main() {
  const std::vector<std::string> texts{
      "1. When was Emma published?\n2. When was Marie Curie born?\n3. Is #1 before #2?",
      "When did Jane Austen die?\nWho was born in Warsaw?\nIs #1 before #3?",
      "return novels by Jane Austen ;return #1 published after 1814",
      "1. Who wrote Emma?\n2. When did #1 die?\n3. Who wrote Waverley?\n4. When did #3 die?\n5. Is #2 before #4?",
  };
  for (const std::string& text : texts) {
    const bool qdmr = text.starts_with("return");
    const auto steps =
        mhqa::parse_decomposition(text, qdmr ? mhqa::decomposition_style::qdmr : mhqa::decomposition_style::numbered);
    if (!steps) {
      std::printf("no decomposition: expected %s\n", std::string{steps.expected}.c_str());
      continue;
    }
    for (const std::string& step : *steps) {
      const bool operation = mhqa::kind_by_rule(step) == mhqa::step_kind::operation;
      std::printf("%-10s %s\n", operation ? "operation" : "retrieval", step.c_str());
    }
    const auto found = mhqa::check_decomposition(*steps);
    for (const mhqa::decomposition_finding& finding : found) {
      std::printf("  %s:", std::string{to_string(finding.fault)}.c_str());
      for (const std::uint32_t step : finding.steps) std::printf(" #%u", step);
      std::printf("\n");
    }
    const auto shape = mhqa::shape_of(*steps);
    if (found.empty() && shape) std::printf("  shape %s\n", to_string(*shape).c_str());
  }
}
