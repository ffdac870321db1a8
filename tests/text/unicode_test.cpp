// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/text/unicode.hpp>

#include "support/json.hpp"
#include "support/shared_data.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

// Unicode 14.0 as CPython 3.11 uses it: re's \w, str.split, str.lower of one character, and the two classes that the
// final sigma of str.lower looks at.

namespace unicode = mhqa::unicode;

static_assert(unicode::is_word(U'a') && unicode::is_word(U'7') && unicode::is_word(U'_') && !unicode::is_word(U'-'));
static_assert(unicode::lower(U'A') == unicode::lowered{U'a', 0});
static_assert(!unicode::is_word(0x110000) && unicode::lower(0xFFFFFFFF).first == 0xFFFFFFFF);

namespace {

constexpr char32_t last = 0x10FFFF;

// [[first, last], ...] as one bool for each code point.
std::vector<bool> members(const mhqa_test::json& ranges) {
  std::vector<bool> out(last + 1);
  for (const auto& range : ranges.items()) {
    for (auto c = range[0].integer(); c <= range[1].integer(); ++c) out[static_cast<std::size_t>(c)] = true;
  }
  return out;
}

template <class Predicate>
void check_all(const mhqa_test::json& ranges, const Predicate& holds) {
  const std::vector<bool> want = members(ranges);
  for (char32_t c = 0; c <= last; ++c) {
    if (holds(c) == want[c]) continue;
    CAPTURE(static_cast<std::uint32_t>(c));
    CHECK(holds(c) == want[c]);
  }
}

}  // namespace

TEST_CASE("unicode: word characters are letters and numbers of every kind, but no marks") {
  for (const char32_t c : U"éßИ中٣½Ⅷ²ºªʰ") CHECK(unicode::is_word(c) == (c != 0));
  for (const char32_t c :
       {U'\u0301', U'\u200D', U'\u2019', U'\u2013', U'\u24B6', U'\u0903', U'\uFFFD', char32_t{0xD83D}}) {
    CAPTURE(static_cast<std::uint32_t>(c));
    CHECK_FALSE(unicode::is_word(c));
  }
}

TEST_CASE("unicode: str.split separates at 29 characters, U+200B not among them") {
  int count = 0;
  for (char32_t c = 0; c <= last; ++c) count += unicode::is_space(c) ? 1 : 0;
  CHECK(count == 29);
  for (const char32_t c : {U'\t', U'\u001C', U'\u001F', U' ', U'\u0085', U'\u00A0', U'\u3000'}) {
    CHECK(unicode::is_space(c));
  }
  for (const char32_t c : {U'\u0000', U'\u001B', U'\u007F', U'\u180E', U'\u200B', U'\uFEFF'}) {
    CHECK_FALSE(unicode::is_space(c));
  }
}

TEST_CASE("unicode: one character gives one in lower case, U+0130 two") {
  const std::vector<std::pair<char32_t, unicode::lowered>> table = {{U'Z', {U'z', 0}},
                                                                    {U'z', {U'z', 0}},
                                                                    {U'É', {U'é', 0}},
                                                                    {U'\u0130', {U'i', U'\u0307'}},
                                                                    {U'Σ', {U'σ', 0}},
                                                                    {U'\u212A', {U'k', 0}},
                                                                    {U'\u1E9E', {U'ß', 0}},
                                                                    {U'\u01C5', {U'\u01C6', 0}},
                                                                    {U'\u24B6', {U'\u24D0', 0}},
                                                                    {U'\u023A', {U'\u2C65', 0}},
                                                                    {U'\U00010400', {U'\U00010428', 0}}};
  for (const auto& row : table) {
    CAPTURE(static_cast<std::uint32_t>(row.first));
    CHECK(unicode::lower(row.first) == row.second);
  }
}

TEST_CASE("unicode: cased and case-ignorable never hold together") {
  CHECK(unicode::is_cased(U'a'));
  CHECK(unicode::is_cased(U'ª'));
  CHECK_FALSE(unicode::is_cased(U'中'));
  for (const char32_t c : {U'.', U'\'', U':', U'^', U'`', U'\u00AD', U'\u0301', U'\u02B0', U'\u2019', U'\u200B'}) {
    CAPTURE(static_cast<std::uint32_t>(c));
    CHECK(unicode::is_case_ignorable(c));
  }
  for (const char32_t c : {U'-', U'"', U'1', U' ', U'a'}) CHECK_FALSE(unicode::is_case_ignorable(c));
  for (char32_t c = 0; c <= last; ++c) CHECK_FALSE((unicode::is_cased(c) && unicode::is_case_ignorable(c)));
}

TEST_CASE("unicode: every code point is as CPython 3.11 has it") {
  const auto file = mhqa_test::shared_data("golden/unicode/python_text.json");
  if (!file) return;
  const mhqa_test::json golden = mhqa_test::load_json(*file);
  check_all(golden["word"], [](char32_t c) { return unicode::is_word(c); });
  check_all(golden["space"], [](char32_t c) { return unicode::is_space(c); });
  check_all(golden["split"], [](char32_t c) { return unicode::is_space(c); });
  check_all(golden["cased"], [](char32_t c) { return unicode::is_cased(c); });
  check_all(golden["case_ignorable"], [](char32_t c) { return unicode::is_case_ignorable(c); });

  std::vector<unicode::lowered> want(last + 1);
  for (char32_t c = 0; c <= last; ++c) want[c] = {c, 0};
  const auto hex = [](const std::string& digits) { return static_cast<char32_t>(std::stoul(digits, nullptr, 16)); };
  for (const auto& [from, to] : golden["lower"].members()) {
    const std::vector<std::string> codes = to.strings();
    want[hex(from)] = {hex(codes.at(0)), codes.size() > 1 ? hex(codes[1]) : U'\0'};
  }
  for (char32_t c = 0; c <= last; ++c) {
    if (unicode::lower(c) == want[c]) continue;
    CAPTURE(static_cast<std::uint32_t>(c));
    CHECK(unicode::lower(c) == want[c]);
  }
}

TEST_CASE("number_table: bytes and digits of base 92, worked by hand") {
  constexpr mhqa::detail::number_table<> bytes{"#$~\177\377\000\""};
  static_assert(bytes.size() == 7 && bytes[0] == 0 && bytes[2] == 91 && bytes[4] == 220 && bytes[5] == 221);
  CHECK(bytes[6] == 255);
  constexpr mhqa::detail::number_table<2> pairs{"##$#$%~~"};  // 0, 92, 94, 8463
  static_assert(pairs.size() == 4 && pairs[1] == 92 && pairs[2] == 94 && pairs[3] == 8463);
  CHECK(pairs.lower_bound(0) == 0);
  CHECK(pairs.lower_bound(93) == 2);
  CHECK(pairs.lower_bound(8464) == 4);
}
