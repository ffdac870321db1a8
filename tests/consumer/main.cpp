// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#if defined(MHQA_CONSUMER_USES_IO)
#include <mhqa/mhqa.hpp>
#else
#include <mhqa/core.hpp>
#endif

#include <cstdio>

int main() {
  std::printf("mhqa %s\n", MHQA_VERSION_STRING);
  return mhqa::philox4x32({}, {})[0] == 0x6627e8d5U ? 0 : 1;
}
