// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/mhqa.hpp>

std::uint64_t second(std::uint64_t n) {
  return mhqa::draws{1, std::uint64_t{2}}.below(n);
}
