// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// What Python 3.11's str.isdigit, str.isupper, str.capitalize and unicodedata.normalize("NFD", …) give.
#include <mhqa/text/unicode_forms.hpp>

#include <mhqa/text/normalize.hpp>

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

namespace {

std::string decomposed(std::string_view text) {
  std::vector<char32_t> codes;
  mhqa::append_decomposed(codes, text);
  std::string out;
  for (const char32_t code : codes) mhqa::utf8::append(out, {code, mhqa::utf8::detail::encoded_size(code)});
  return out;
}

std::string capitalized(std::string_view text) {
  std::string out;
  mhqa::append_capitalized(out, text);
  return out;
}

}  // namespace

TEST_CASE("unicode_forms: digits are more than decimals, and upper case is a property of the character") {
  using mhqa::unicode::is_digit;
  using mhqa::unicode::is_upper;
  CHECK(is_digit(U'7'));
  CHECK(is_digit(U'\u00B2'));
  CHECK(is_digit(U'\u0663'));
  CHECK_FALSE(is_digit(U'\u00BD'));
  CHECK_FALSE(is_digit(U'x'));
  CHECK(is_upper(U'\u0130'));
  CHECK(is_upper(U'\u2167'));
  CHECK_FALSE(is_upper(U'\u01C5'));  // title case
  CHECK_FALSE(is_upper(U'1'));
}

TEST_CASE("unicode_forms: capitalize writes title case and lowers the rest in its context") {
  CHECK(capitalized("PARIS, france") == "Paris, france");
  CHECK(capitalized("") == "");
  CHECK(capitalized("\xC3\x9F"
                    "A") == "Ssa");                              // ß
  CHECK(capitalized("\xC7\x86X") == "\xC7\x85x");                // dž has a title case of its own
  CHECK(capitalized("\xCE\x91\xCE\xA3") == "\xCE\x91\xCF\x82");  // the final sigma looks at the first letter
  CHECK(capitalized("\xCE\xA3\xCE\xA3") == "\xCE\xA3\xCF\x82");
  CHECK(capitalized("1A") == "1a");
}

TEST_CASE("unicode_forms: NFD takes letters apart and orders their marks") {
  CHECK(decomposed("plain") == "plain");
  CHECK(decomposed("\xC3\xA9") == "e\xCC\x81");
  CHECK(decomposed("q\xCC\x87\xCC\xA3") == "q\xCC\xA3\xCC\x87");                // dot below goes before dot above
  CHECK(decomposed("\xEA\xB0\x81") == "\xE1\x84\x80\xE1\x85\xA1\xE1\x86\xA8");  // a syllable of three parts
  CHECK(decomposed("\xEA\xB0\x80") == "\xE1\x84\x80\xE1\x85\xA1");
  CHECK(decomposed("\xE2\x84\xAB") == "A\xCC\x8A");         // the Angstrom sign, in two steps
  CHECK(decomposed("\xF0\xAF\xA0\x80") == "\xE4\xB8\xBD");  // a compatibility ideograph
}

TEST_CASE("unicode_forms: DPR's tokens are runs of letters, numbers and marks, and single other characters") {
  using words = std::vector<std::string>;
  CHECK(mhqa::searchable_tokens("U.S.A.") == words{"u", ".", "s", ".", "a", "."});
  CHECK(mhqa::searchable_tokens("caf\xC3\xA9 2\xC2\xB2") == words{"cafe\xCC\x81", "2\xC2\xB2"});
  CHECK(mhqa::searchable_tokens(" \t\xC2\xA0\x01").empty());
  CHECK(mhqa::searchable_tokens("\xCE\x91\xCE\xA3 \xCE\xA3") == words{"\xCE\xB1\xCF\x82", "\xCF\x83"});
}

TEST_CASE("unicode_forms: in KILT's form an article ends where a word of the module regex ends") {
  CHECK(mhqa::kilt_form("The U.S. a") == "us");
  CHECK(mhqa::kilt_form("the\xCC\x81 an") == "the\xCC\x81");  // a mark belongs to the word
  CHECK(mhqa::kilt_form("a\xE2\x80\x8D"
                        "a x") ==
        "a\xE2\x80\x8D"
        "a x");                                                         // so does a joiner
  CHECK(mhqa::kilt_form("5\xC2\xB2the answer") == "5\xC2\xB2 answer");  // a superscript does not
  CHECK(mhqa::normalize("5\xC2\xB2the answer") == "5\xC2\xB2the answer");
  CHECK(mhqa::kilt_form("\xE2\x92\xB6the an\xE2\x80\x94the") == "\xE2\x93\x90the \xE2\x80\x94");  // circled A
  CHECK(mhqa::kilt_form("") == "");
  CHECK(mhqa::unicode::is_regex_word(U'_'));
  CHECK_FALSE(mhqa::unicode::is_regex_word(U'\u00BD'));
}
