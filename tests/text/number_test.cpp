// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/text/number.hpp>

#include <mhqa/random.hpp>
#include <mhqa/text/unicode.hpp>
#include <mhqa/utf8.hpp>

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// float() and repr() of Python 3.11; the expected spellings below are what it prints for repr(float(text)).

namespace {

std::string spelled(double value) {
  std::string out;
  mhqa::append_python_double(out, value);
  return out;
}

static_assert(mhqa::unicode::digit(U'7') == 7);
static_assert(mhqa::unicode::digit(U'/') == -1 && mhqa::unicode::digit(U':') == -1);
static_assert(mhqa::unicode::digit(U'\u0665') == 5);
static_assert(mhqa::unicode::digit(U'\u00B2') == -1, "superscripts are digits, but no decimal ones");
static_assert(mhqa::unicode::digit(U'\U0001D7FF') == 9 && mhqa::unicode::digit(U'\U0001D800') == -1);

}  // namespace

TEST_CASE("number: texts that float() takes") {
  const std::vector<std::pair<std::string_view, std::string_view>> table = {
      {" +1_000. ", "1000.0"},
      {"5", "5.0"},
      {"+5", "5.0"},
      {"-5", "-5.0"},
      {"5.", "5.0"},
      {".5", "0.5"},
      {"1e5", "100000.0"},
      {"1E+5", "100000.0"},
      {"1e-5", "1e-05"},
      {"1e1_0", "10000000000.0"},
      {"1_0.2_5e0_1", "102.5"},
      {"inf", "inf"},
      {"-INF", "-inf"},
      {"Infinity", "inf"},
      {"+iNfInItY", "inf"},
      {"nan", "nan"},
      {"-nan", "nan"},
      {"NaN", "nan"},
      {"٥", "5.0"},
      {"５.５", "5.5"},
      {"𝟘𝟙", "1.0"},
      {"\u00A05\u3000", "5.0"},
      {"\u20075", "5.0"},
      {"1e400", "inf"},
      {"-1e400", "-inf"},
      {"1e-400", "0.0"},
      {"-1e-400", "-0.0"},
      {"1e999999999999999999999", "inf"},
      {"0e999999999999999999999", "0.0"},
      {"1e-999999999999999999999", "0.0"},
      {"000000000000000000000000000000.0000000000000000001", "1e-19"},
      {"9007199254740993", "9007199254740992.0"},
      {"123456789012345678901234567890", "1.2345678901234568e+29"},
      {"1.7976931348623157e308", "1.7976931348623157e+308"},
      {"1.7976931348623159e308", "inf"},
      {"4.9e-324", "5e-324"},
      {"2e-324", "0.0"},
      {"\t\n\v\f\r5 \r", "5.0"},
      {"-0", "-0.0"},
      {"0.1", "0.1"},
      {"1_2_3", "123.0"},
      {"٣.١٤", "3.14"},
      {"0000000000000000000000000000001", "1.0"},
      {"100000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
       "000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
       "000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
       "00000000000000000000000000000000000000000000000000000000000000000000e-400",
       "1.0"},
  };
  for (const auto& row : table) {
    CAPTURE(row.first);
    const auto value = mhqa::python_float(row.first);
    REQUIRE(value);
    CHECK(spelled(*value) == row.second);
  }
}

TEST_CASE("number: texts that float() refuses") {
  const std::vector<std::string_view> table = {
      "",
      " ",
      "+",
      "-",
      ".",
      "e5",
      "1e",
      "1e+",
      "1,000",
      "1__0",
      "_1",
      "1_",
      "1_e1",
      "1_.0",
      "1._0",
      "1e_1",
      "in_f",
      "0x10",
      "5 5",
      "5\037",
      "\0345",
      "\0345\u00A0",
      "5\177",
      "½",
      "²",
      "Ⅷ",
      "infinit",
      "nano",
      "--5",
      "+-5",
      "1.2.3",
      "五",
      "5\u200B",
      "5a",
      "1e5.0",
      "\u00A0",
      "True",
      std::string_view{"5\0", 2},
      "\xFF",
      "5\xFF",
      "\xED\xA0\xBD",
  };
  for (const std::string_view text : table) {
    CAPTURE(text);
    CHECK(!mhqa::python_float(text));
  }
}

TEST_CASE("number: 660 characters are decimal digits, each with its distance from its script's zero as value") {
  int digits = 0;
  for (char32_t code = 0; code < 0x110000; ++code) {
    const int value = mhqa::unicode::digit(code);
    if (value < 0) continue;
    ++digits;
    CHECK(value <= 9);
    if (value > 0) CHECK(mhqa::unicode::digit(code - 1) == value - 1);
    std::string text = "1";
    mhqa::utf8::append(text, {code, 4});
    CHECK(mhqa::python_float(text) == 10.0 + value);
  }
  CHECK(digits == 660);
}

TEST_CASE("number: spelled as repr() spells a float") {
  const std::vector<std::pair<double, std::string_view>> table = {
      {0x0.0p+0, "0.0"},
      {-0x0.0p+0, "-0.0"},
      {0x1.0000000000000p+0, "1.0"},
      {0x1.999999999999ap-4, "0.1"},
      {0x1.5555555555555p-2, "0.3333333333333333"},
      {0x1.9000000000000p+6, "100.0"},
      {0x1.0aae147ae147bp+6, "66.67"},
      {0x1.c6bf526340000p+49, "1000000000000000.0"},
      {0x1.1c37937e08000p+53, "1e+16"},
      {0x1.1c37937e07fffp+53, "9999999999999998.0"},
      {0x1.b69b4ba630f35p+56, "1.2345678901234568e+17"},
      {0x1.a36e2eb1c432dp-14, "0.0001"},
      {0x1.4f8b588e368f1p-17, "1e-05"},
      {0x1.a36371ea531a8p-14, "9.999e-05"},
      {0x1.02e4b6ce5dc68p-13, "0.00012345"},
      {0x0.0000000000001p-1022, "5e-324"},
      {0x1.fffffffffffffp+1023, "1.7976931348623157e+308"},
      {0x1.0000000000000p+53, "9007199254740992.0"},
      {-0x1.4000000000000p+1, "-2.5"},
      {0x1.0f0cf064dd592p+73, "1e+22"},
      {0x1.1eb2d66005835p+997, "1.5e+300"},
      {0x1.249ad2594c37dp+332, "1e+100"},
      {HUGE_VAL, "inf"},
      {-HUGE_VAL, "-inf"},
  };
  for (const auto& [value, expected] : table) CHECK(spelled(value) == expected);
  CHECK(spelled(std::nan("")) == "nan");
  CHECK(spelled(-std::nan("")) == "nan");
}

TEST_CASE("number: spelled numbers are read back bit for bit") {
  mhqa::draws random{20261121, "number"};
  for (int i = 0; i < 20000; ++i) {
    const auto value = std::bit_cast<double>(random());
    if (std::isnan(value)) continue;
    const std::string text = spelled(value);
    CAPTURE(text);
    const auto back = mhqa::python_float(text);
    REQUIRE(back);
    CHECK(std::bit_cast<std::uint64_t>(*back) == std::bit_cast<std::uint64_t>(value));
  }
}
