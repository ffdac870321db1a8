// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/plain_text.hpp>

#include "support/errors.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

using mhqa::io::expect_plain_text;
using mhqa::io::not_plain_text;
using namespace std::string_view_literals;

static_assert(not_plain_text("[{\"id\": 1}]").empty());
static_assert(not_plain_text("").empty());

TEST_CASE("plain_text: a foreign file is recognised by its first bytes") {
  struct row {
    std::string_view head, what;
  };
  for (const row& r : {row{"\x1F\x8B\x08", "gzip"}, row{"PK\x03\x04", "zip"}, row{"BZh91AY&SYx", "bzip2"},
                       row{"\xFD\x37zXZ\0\0"sv, "xz"}, row{"\x28\xB5\x2F\xFD", "zstd"}, row{"PAR1\x15", "Parquet"},
                       row{"\xFF\xFE\0\0[\0\0\0"sv, "UTF-32"}, row{"\0\0\xFE\xFF"sv, "UTF-32"},
                       row{"\xFF\xFE[\0"sv, "UTF-16"}, row{"\xFE\xFF\0["sv, "UTF-16"}, row{"[\0{\0"sv, "UTF-16"},
                       row{"\0[\0{"sv, "UTF-16"}, row{"\xEF\xBB\xBF[]", "byte order mark"}}) {
    CAPTURE(r.what);
    CHECK(not_plain_text(r.head).find(r.what) != std::string_view::npos);
  }
}

TEST_CASE("plain_text: text passes, odd bytes included") {
  for (const std::string_view head : {"PK is no zip"sv, "BZh"sv, "PAR1"sv, "\0\0\0\0"sv, "a\0bc"sv, "\xFF"sv, "\x1F"sv,
                                      "a\0"sv, "\xEF\xBB"sv, "PAR1 of 3"sv, "\n\n\n\n"sv}) {
    CAPTURE(head);
    CHECK(not_plain_text(head).empty());
    CHECK_NOTHROW(expect_plain_text(head, "f"));
  }
}

TEST_CASE("plain_text: the error names file and byte") {
  CHECK(mhqa_test::error_of([] { expect_plain_text("\x1F\x8B", "g.json.gz"); }) ==
        "g.json.gz: byte 0: expected UTF-8 text, found a gzip file; unpack it first");
}
