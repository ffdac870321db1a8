// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include "reversed.hpp"  // made by CMake: the headers of all rooms of mhqa.hpp, the last first

std::uint64_t second(std::uint64_t n) {
  return mhqa::draws{1, std::uint64_t{2}}.below(n);
}
