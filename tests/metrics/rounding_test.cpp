// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Python's round(x, n) is the decimal nearest to the exact value of the double; only a double that is exactly half-way
// goes to the even digit. So 2.675, which lies below, gives 2.67, and 0.125, which is exact, gives 0.12.
#include <mhqa/metrics/rounding.hpp>

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <initializer_list>

using mhqa::python_round;

TEST_CASE("rounding: CPython 3.11's own results") {
  struct row {
    double value;
    int decimals;
    double rounded;
  };
  for (const row& r : std::initializer_list<row>{
           {0x1.5666666666666p+1, 2, 0x1.55c28f5c28f5cp+1},    // round(2.675, 2) == 2.67
           {0x1.0000000000000p-3, 2, 0x1.eb851eb851eb8p-4},    // round(0.125, 2) == 0.12
           {0x1.0147ae147ae14p+0, 2, 0x1.0000000000000p+0},    // round(1.005, 2) == 1.0
           {0x1.0000000000000p-1, 0, 0x0.0p+0},                // round(0.5, 0) == 0.0
           {0x1.8000000000000p+0, 0, 0x1.0000000000000p+1},    // round(1.5, 0) == 2.0
           {0x1.4000000000000p+1, 0, 0x1.0000000000000p+1},    // round(2.5, 0) == 2.0
           {0x1.8000000000000p-2, 2, 0x1.851eb851eb852p-2},    // round(0.375, 2) == 0.38
           {0x1.4000000000000p-1, 2, 0x1.3d70a3d70a3d7p-1},    // round(0.625, 2) == 0.62
           {0x1.0624dd2f1a9fcp-11, 3, 0x1.0624dd2f1a9fcp-10},  // round(0.0005, 3) == 0.001
           {0x1.89374bc6a7efap-10, 3, 0x1.0624dd2f1a9fcp-9},   // round(0.0015, 3) == 0.002
           {0x1.0000000000000p-4, 3, 0x1.fbe76c8b43958p-5},    // round(0.0625, 3) == 0.062
           {0x1.8000000000000p-3, 3, 0x1.810624dd2f1aap-3},    // round(0.1875, 3) == 0.188
           {0x1.4000000000000p+1, 3, 0x1.4000000000000p+1},    // round(2.5, 3) == 2.5
           {-0x1.5666666666666p+1, 2, -0x1.55c28f5c28f5cp+1},  // round(-2.675, 2) == -2.67
           {-0x1.0000000000000p-3, 2, -0x1.eb851eb851eb8p-4},  // round(-0.125, 2) == -0.12
           {-0x1.0624dd2f1a9fcp-10, 2, -0x0.0p+0},             // round(-0.001, 2) == -0.0
           {0x0.0p+0, 2, 0x0.0p+0},                            // round(0.0, 2) == 0.0
           {0x1.56e1fc2f8f359p-997, 3, 0x0.0p+0},              // round(1e-300, 3) == 0.0
           {0x1.8ffae147ae148p+6, 2, 0x1.9000000000000p+6},    // round(99.995, 2) == 100.0
           {0x1.8ffae147ae101p+6, 2, 0x1.8ff5c28f5c28fp+6},    // round(99.994999999999, 2) == 99.99
           {0x1.238a3d70a3d71p+6, 2, 0x1.238f5c28f5c29p+6},    // round(72.885, 2) == 72.89
           {0x1.900a3d70a3d71p+5, 2, 0x1.90147ae147ae1p+5},    // round(50.005, 2) == 50.01
           {0x1.7f178cef08a7fp-1, 3, 0x1.7ef9db22d0e56p-1},    // round(0.7482265512265512, 3) == 0.748
           {0x1.1b66666666666p+6, 1, 0x1.1b33333333333p+6},    // round(70.85, 1) == 70.8
           {0x1.1bccccccccccdp+6, 1, 0x1.1c00000000000p+6},    // round(70.95, 1) == 71.0
           {0x1.c933333333333p+5, 1, 0x1.c8ccccccccccdp+5},    // round(57.15, 1) == 57.1
           {0x1.2d687e525460bp+20, 2, 0x1.2d687e6666666p+20},  // round(1234567.8951, 2) == 1234567.9
           {0x1.c6bf526340004p+49, 0, 0x1.c6bf526340000p+49},  // round(1000000000000000.5, 0) == 1000000000000000.0
           {0x1.1c37937e07fffp+53, 3, 0x1.1c37937e07fffp+53},  // round(9999999999999998.0, 3) == 9999999999999998.0
           {0x1.1666666666666p+2, 1, 0x1.1333333333333p+2},    // round(4.35, 1) == 4.3
           {0x1.23d70a3d70a3dp-2, 2, 0x1.1eb851eb851ecp-2},    // round(0.285, 2) == 0.28
           {0x1.0aae147ae147bp+5, 2, 0x1.0ab851eb851ecp+5},    // round(33.335, 2) == 33.34
           {0x1.0aa8f5c28f5c3p+6, 2, 0x1.0aae147ae147bp+6},    // round(66.665, 2) == 66.67
           {0x1.5555555555555p-2, 20, 0x1.5555555555555p-2},   // round(0.3333333333333333, 20) == 0.3333333333333333
           {0x1.999999999999ap-4, 20, 0x1.999999999999ap-4},   // round(0.1, 20) == 0.1
           {0x1.999999999999ap-4, 17, 0x1.999999999999ap-4},   // round(0.1, 17) == 0.1
           {0x1.4cd916872b021p+5, 2, 0x1.4ce147ae147aep+5},    // round(41.606, 2) == 41.61
           {0x1.009374bc6a7f0p+2, 2, 0x1.00a3d70a3d70ap+2},    // round(4.009, 2) == 4.01
           {0x1.7666666666666p+1, 2, 0x1.75c28f5c28f5cp+1},    // round(2.925, 2) == 2.92
           {0x1.aae147ae147aep+1, 2, 0x1.aa3d70a3d70a4p+1},    // round(3.335, 2) == 3.33
           {0x1.548c49ba5e354p+6, 2, 0x1.548f5c28f5c29p+6},    // round(85.137, 2) == 85.14
           {0x1.1bdb22d0e5604p+6, 2, 0x1.1bd70a3d70a3dp+6},    // round(70.964, 2) == 70.96
           {0x1.34bc6a7ef9db2p+0, 2, 0x1.35c28f5c28f5cp+0},    // round(1.206, 2) == 1.21
           {0x1.8fb851eb851ecp+5, 2, 0x1.8fc28f5c28f5cp+5},    // round(49.965, 2) == 49.97
           {0x1.67e978d4fdf3bp+6, 2, 0x1.67eb851eb851fp+6},    // round(89.978, 2) == 89.98
           {0x1.c63d70a3d70a4p+4, 2, 0x1.c63d70a3d70a4p+4},    // round(28.39, 2) == 28.39
       }) {
    CAPTURE(r.value);
    CAPTURE(r.decimals);
    // The signs of zeros too.
    CHECK(std::bit_cast<std::uint64_t>(python_round(r.value, r.decimals)) == std::bit_cast<std::uint64_t>(r.rounded));
  }
}

TEST_CASE("rounding: a dialect that does not round keeps the value") {
  CHECK(python_round(0.123456789, -1) == 0.123456789);
}

TEST_CASE("rounding: rounding twice changes nothing, and the result is within half a place") {
  for (int i = 0; i <= 20000; ++i) {
    const double value = i / 7.0;
    for (int decimals = 0; decimals <= 4; ++decimals) {
      const double rounded = python_round(value, decimals);
      REQUIRE(python_round(rounded, decimals) == rounded);
      REQUIRE(python_round(-value, decimals) == -rounded);
      REQUIRE(std::fabs(rounded - value) <= 0.5 * std::pow(10.0, -decimals) * (1 + 1e-9));
    }
  }
}
