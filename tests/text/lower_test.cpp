// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/text/lower.hpp>

#include <mhqa/text/normalize.hpp>

#include "support/json.hpp"
#include "support/shared_data.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// str.lower of Python 3.11: each character by the Unicode 14.0 tables, U+0130 to two code points, and U+03A3 to the
// final sigma where a cased character stands before it and none behind it, case-ignorable ones not counted.

TEST_CASE("lower: white space, punctuation and articles stay as they are") {
  CHECK(mhqa::to_lower("").empty());
  CHECK(mhqa::to_lower("  The  U.S.A.\t\n") == "  the  u.s.a.\t\n");
  CHECK(mhqa::to_lower("A\u00a0B\u3000\u001cC") == "a\u00a0b\u3000\u001cc");
}

TEST_CASE("lower: letters of any script, and those whose lower case is longer") {
  CHECK(mhqa::to_lower("ÉCOLE Ünïcode ЖУК ՀԱՅ") == "école ünïcode жук հայ");
  CHECK(mhqa::to_lower("\u0130stanbul") == "i\u0307stanbul");  // 2 bytes to 3
  CHECK(mhqa::to_lower("\u1E9E \u212A \u2126") == "ß k ω");    // 3 bytes to 2, 1 and 2
  CHECK(mhqa::to_lower("\u023A\u2C6F") == "\u2C65\u0250");     // 2 bytes to 3, 3 bytes to 2
  CHECK(mhqa::to_lower("\U00010400") == "\U00010428");
}

TEST_CASE("lower: a sigma is final after a letter and before a non-letter") {
  // '.' and '\'' are case-ignorable: the rule looks through them on both sides.
  const std::vector<std::pair<std::string_view, std::string_view>> table = {
      {"Σ", "σ"},       {"ΑΣ", "ας"},   {"ΣΑ", "σα"},       {"ΑΣΑ", "ασα"},           {"ΑΣ Α", "ας α"},
      {"Α Σ", "α σ"},   {"ΑΣΣ", "ασς"}, {"ΣΣΣ", "σσς"},     {"Α.Σ", "α.ς"},           {"ΑΣ.Α", "ασ.α"},
      {"ΑΣ'Α", "ασ'α"}, {"ΑΣ.", "ας."}, {"ΑΣ. Α", "ας. α"}, {"Α\u0301Σ", "α\u0301ς"}, {"1Σ", "1σ"},
      {"aΣ1", "aς1"},   {"Σ Σ", "σ σ"}};
  for (const auto& row : table) {
    CAPTURE(row.first);
    CHECK(mhqa::to_lower(row.first) == row.second);
  }
}

TEST_CASE("lower: keeps malformed UTF-8 and lone surrogates") {
  CHECK(mhqa::to_lower("A\xff"
                       "B\xc3") ==
        "a\xff"
        "b\xc3");
  CHECK(mhqa::to_lower("X\xED\xA0\xBDY") == "x\xED\xA0\xBDy");
}

TEST_CASE("lower: append_lower() keeps the output, and does not use it as context") {
  std::string out = "Α";
  mhqa::append_lower(out, "Σ");
  CHECK(out == "Ασ");
}

TEST_CASE("lower: the normalisation's lower case is the same on texts without white space") {
  const std::vector<std::string_view> parts = {"a", "Σ", "É", "İ", ".", "1", "\u0301", "ǅ"};
  constexpr mhqa::normalization lower_only{.punctuation = false, .articles = false};
  for (const std::string_view a : parts) {
    for (const std::string_view b : parts) {
      for (const std::string_view c : parts) {
        for (const std::string_view d : parts) {
          const std::string text = std::string{a}.append(b).append(c).append(d);
          CAPTURE(text);
          CHECK(mhqa::to_lower(text) == mhqa::normalize(text, lower_only));
        }
      }
    }
  }
}

TEST_CASE("lower: every single code point is lowered as in CPython") {
  const auto file = mhqa_test::shared_data("golden/unicode/python_text.json");
  if (!file) return;
  const mhqa_test::json golden = mhqa_test::load_json(*file);
  const auto hexadecimal = [](const std::string& digits) {
    return static_cast<char32_t>(std::stoul(digits, nullptr, 16));
  };
  std::map<char32_t, std::string> different;
  for (const auto& [code, lower] : golden["lower"].members()) {
    std::string expected;
    for (const mhqa_test::json& part : lower.items()) {
      mhqa::utf8::append(expected, {hexadecimal(part.string()), 4});
    }
    different[hexadecimal(code)] = expected;
  }
  CHECK(different.size() > 1000);
  for (char32_t code = 0; code < 0x110000; ++code) {
    std::string text;
    mhqa::utf8::append(text, {code, 4});
    const auto found = different.find(code);
    const std::string& expected = found == different.end() ? text : found->second;
    if (mhqa::to_lower(text) != expected) FAIL_CHECK("code point " << static_cast<std::uint32_t>(code));
  }
}

TEST_CASE("lower: the ASCII part of a text ends at its first other byte, wherever that is") {
  for (std::size_t size = 0; size < 300; ++size) {
    std::string text(size, 'x');
    CAPTURE(size);
    CHECK(mhqa::detail::end_of_ascii(text.data(), text.data() + size) == text.data() + size);
    for (std::size_t at = 0; at < size; at += 7) {
      text[at] = '\x80';
      CHECK(mhqa::detail::end_of_ascii(text.data(), text.data() + size) == text.data() + at);
      text[at] = 'x';
    }
  }
}
