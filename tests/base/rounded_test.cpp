// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/rounded.hpp>

#include <doctest/doctest.h>

#include <cmath>

static_assert(mhqa::rounded(0.5) == 0.5 && mhqa::rounded(0.5F) == 0.5F);

// x * x - y differs from fma(x, x, -y) for x = 1 + 2^-30 and y = 1 + 2^-29: the product's last bit is 2^-60.
TEST_CASE("rounded: a product is rounded before it is added, with -ffp-contract=fast too") {
  volatile double source = 1 + 0x1p-30;
  const double x = source;
  const double y = 1 + 0x1p-29;
  CHECK(std::fma(x, x, -y) == 0x1p-60);
  CHECK(mhqa::rounded(x * x) - y == 0);
  volatile float small = 1 + 0x1p-13F;
  const float f = small;
  CHECK(mhqa::rounded(f * f) - (1 + 0x1p-12F) == 0);
}
