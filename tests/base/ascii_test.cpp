// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/ascii.hpp>

#include <doctest/doctest.h>

#include <cctype>
#include <string>

namespace ascii = mhqa::ascii;

static_assert(ascii::equal_ignoring_case("NaN", "nan") && !ascii::equal_ignoring_case("nan", "nano"));
static_assert(ascii::trim(" \t a b\r\n") == "a b" && ascii::trim(" \n").empty());

TEST_CASE("ascii: agrees with the C library's \"C\" locale on all 256 bytes") {
  for (int byte = 0; byte < 256; ++byte) {
    CAPTURE(byte);
    const char c = static_cast<char>(byte);
    CHECK(ascii::is_digit(c) == (std::isdigit(byte) != 0));
    CHECK(ascii::is_upper(c) == (std::isupper(byte) != 0));
    CHECK(ascii::is_lower(c) == (std::islower(byte) != 0));
    CHECK(ascii::is_letter(c) == (std::isalpha(byte) != 0));
    CHECK(ascii::is_space(c) == (std::isspace(byte) != 0));
    CHECK(ascii::is_graphic(c) == (std::isgraph(byte) != 0));
    CHECK(ascii::to_lower(c) == static_cast<char>(std::tolower(byte)));
    CHECK(ascii::to_upper(c) == static_cast<char>(std::toupper(byte)));
    const bool hex = std::isxdigit(byte) != 0;
    CHECK(ascii::hex_value(c) == (hex ? std::stoi(std::string(1, c), nullptr, 16) : -1));
  }
}
