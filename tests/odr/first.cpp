// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Two units that include the whole library link into one program: nothing is defined twice.
#include <mhqa/mhqa.hpp>

std::uint64_t second(std::uint64_t n);

int main() {
  return mhqa::draws{1, std::uint64_t{2}}.below(10) == second(10) ? 0 : 1;
}
