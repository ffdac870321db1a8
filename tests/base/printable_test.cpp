// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/printable.hpp>

#include <mhqa/error.hpp>
#include <mhqa/utf8.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <string>
#include <string_view>

using mhqa::printable;

TEST_CASE("printable: what moves a cursor or is not UTF-8 is written in bytes, and everything else stays") {
  struct row {
    std::string_view text, want, why;
  };
  for (const row& r : {
           row{"", "", "empty"},
           row{"plain é 日本 🙂 \\x41", "plain é 日本 🙂 \\x41", "printable text, a backslash included"},
           row{{"a\0b", 3}, "a\\x00b", "NUL"},
           row{"\x1b[31m\r\n\t\x7f", "\\x1b[31m\\x0d\\x0a\\x09\\x7f", "C0 and DEL"},
           row{"\xc2\x9b"
               "31m\xc2\x85",
               "\\xc2\\x9b31m\\xc2\\x85", "C1: U+009B opens an escape, U+0085 ends a line"},
           row{"\xc2\xa0", "\xc2\xa0", "U+00A0 is the first after C1"},
           row{"\u2028\u2029", "\\xe2\\x80\\xa8\\xe2\\x80\\xa9", "line and paragraph separators"},
           row{"\u202e\u2066\u200f\u061c", "\\xe2\\x80\\xae\\xe2\\x81\\xa6\\xe2\\x80\\x8f\\xd8\\x9c", "bidirectional"},
           row{"\ufeff", "\\xef\\xbb\\xbf", "byte order mark"},
           row{"\xed\xa0\x80", "\\xed\\xa0\\x80", "a lone surrogate"},
           row{"\xff\xc3(\xe2\x82", "\\xff\\xc3(\\xe2\\x82", "bytes that are not UTF-8"},
           row{"\xc0\x80\xf4\x90\x80\x80", "\\xc0\\x80\\xf4\\x90\\x80\\x80", "overlong, and beyond U+10FFFF"},
       }) {
    CAPTURE(r.why);
    CHECK(printable(r.text) == r.want);
    CHECK(printable(printable(r.text)) == r.want);
  }
}

TEST_CASE("printable: every sequence of two bytes gives valid, printable text") {
  for (unsigned a = 0; a < 256; ++a) {
    for (unsigned b = 0; b < 256; ++b) {
      const char text[2] = {static_cast<char>(a), static_cast<char>(b)};
      const std::string out = printable({text, 2});
      for (std::size_t at = 0; at < out.size();) {
        const mhqa::utf8::character c = mhqa::utf8::decode(out, at);
        REQUIRE_FALSE(mhqa::detail::is_malformed(c));
        REQUIRE_FALSE(mhqa::detail::moves_the_cursor(c.code));
        at += c.size;
      }
    }
  }
}

TEST_CASE("printable: a text as one line has spaces for its line ends, tabs and form feeds") {
  CHECK(mhqa::one_line("a\tb\r\nc\v\f\x1b") == "a b  c  \\x1b");
  CHECK(mhqa::one_line("").empty());
}

TEST_CASE("printable: an error keeps to one line whatever its parts hold") {
  const mhqa::data_error error{{.file = "a\nb", .id = "\xed\xa0\x80", .field = "\u202e"}, "found \x1b"};
  CHECK(std::string_view{error.what()} == "a\\x0ab: id \"\\xed\\xa0\\x80\", field \"\\xe2\\x80\\xae\": found \\x1b");
}
