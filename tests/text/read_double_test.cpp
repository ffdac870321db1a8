// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/text/read_double.hpp>

#include <doctest/doctest.h>

#include <limits>
#include <string>
#include <string_view>

TEST_CASE("read_double: the nearest double, subnormal ones included") {
  struct row {
    std::string_view text;
    double want;
  };
  const row rows[] = {
      {"0", 0.0},
      {"-12.5e3", -12500.0},
      {"0.1", 0.1},
      {"1.", 1.0},
      {".5", 0.5},
      {"1e22", 1e22},
      {"2.2250738585072011e-308", 0x0.fffffffffffffp-1022},
      {"5e-324", std::numeric_limits<double>::denorm_min()},
      {"1.7976931348623157e308", std::numeric_limits<double>::max()},
      {"0e999999", 0.0},
      // Half way between two doubles, but for a digit far to the right.
      {"9007199254740993.00000000000000000000000000000000000000000000001", 9007199254740994.0},
      {"9007199254740993", 9007199254740992.0},
  };
  for (const row& each : rows) {
    CAPTURE(each.text);
    double value = 7;
    CHECK(mhqa::detail::read_double(each.text, value));
    CHECK(value == each.want);
  }
}

TEST_CASE("read_double: out of range leaves the value") {
  for (const std::string_view text : {"1e309", "-1e309", "1e-400", "1.8e308"}) {
    CAPTURE(text);
    double value = 7;
    CHECK_FALSE(mhqa::detail::read_double(text, value));
    CHECK(value == 7);
  }
}
