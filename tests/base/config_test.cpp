// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/config.hpp>
#include <mhqa/error.hpp>

#include <doctest/doctest.h>

#include <string>
#include <type_traits>

TEST_CASE("config: the version string is made of the three version numbers") {
  CHECK(std::string{MHQA_VERSION_STRING} == std::to_string(MHQA_VERSION_MAJOR) + "." +
                                                std::to_string(MHQA_VERSION_MINOR) + "." +
                                                std::to_string(MHQA_VERSION_PATCH));
}

TEST_CASE("config: the inline namespace is named after the version") {
  static_assert(MHQA_VERSION_MAJOR == 0 && MHQA_VERSION_MINOR == 1);
  static_assert(std::is_same_v<mhqa::place, mhqa::v0_1::place>);
}

TEST_CASE("config: a promise that is kept costs nothing and can be checked in constant evaluation") {
  constexpr auto half = [](int even) {
    MHQA_EXPECTS(even % 2 == 0, "half: the number must be even");
    return even / 2;
  };
  static_assert(half(6) == 3);
  CHECK(half(8) == 4);
}
