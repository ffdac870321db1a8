// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Looks for text, for tests that know a part of a message or an output.
#pragma once

#include <string_view>

namespace mhqa_test {

[[nodiscard]] inline bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

}  // namespace mhqa_test
