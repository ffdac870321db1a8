// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Reconstructs the output of a published program from a golden expected.json.
#pragma once

#include "support/json.hpp"

#include <string>

namespace mhqa_test {

/// The warnings, a line each, then print(json.dumps(metrics, indent=4)).
[[nodiscard]] inline std::string published_output(const json& missing, const json& metrics) {
  std::string out;
  for (const std::string& line : missing.strings()) out += line + "\n";
  out += "{";
  for (const auto& [name, value] : metrics.members()) {
    out += out.back() == '{' ? "\n" : ",\n";
    out += "    \"" + name + "\": " + value.as<json::number>().text;
  }
  return out + "\n}\n";
}

}  // namespace mhqa_test
