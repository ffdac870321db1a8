// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include "support/shared_data.hpp"

#include <cstdio>
#include <cstdlib>
#include <string>
#include <system_error>

namespace mhqa_test {
namespace {

int missing = 0;

}  // namespace

std::optional<std::filesystem::path> find_shared_data(std::string_view relative) {
  const char* variable = std::getenv("MHQA_TEST_DATA");
  const std::filesystem::path root = variable == nullptr ? MHQA_TEST_DATA_DEFAULT : variable;
  std::error_code error;
  if (root.empty() || !std::filesystem::exists(root / relative, error)) return std::nullopt;
  return root / relative;
}

std::optional<std::filesystem::path> shared_data(std::string_view relative) {
  auto path = find_shared_data(relative);
  if (!path) skip_test(std::string{relative} + " not found (MHQA_TEST_DATA)");
  return path;
}

void skip_test(std::string_view why) {
  ++missing;
  std::printf("mhqa-skip: %s\n", std::string{why}.c_str());
}

int missing_data() noexcept {
  return missing;
}

}  // namespace mhqa_test
