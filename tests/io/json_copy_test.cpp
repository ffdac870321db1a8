// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/json_copy.hpp>

#include <mhqa/io/json_records.hpp>

#include "support/command.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

namespace {

std::string copy_of(std::string_view line) {
  const mhqa_test::scratch here;
  mhqa::io::json_records records{here.write("in", line).string()};
  std::string out;
  mhqa::io::json_writer json{out};
  mhqa::io::copy_json(records.next().value(), json);
  return out;
}

}  // namespace

TEST_CASE("json copy: one spelling for blanks and escapes, numbers digit for digit, members in their order") {
  CHECK(copy_of("{\"b\" :[1.50 ,-0, 1e5,12345678901234567890],\"a\":\"\\u00c5\\/\\n\"}") ==
        "{\"b\": [1.50, -0, 1e5, 12345678901234567890], \"a\": \"Å/\\n\"}");
  CHECK(copy_of("{\"k\":[true,false,null,{},[],{\"x\":[[]]}]}") ==
        "{\"k\": [true, false, null, {}, [], {\"x\": [[]]}]}");
  CHECK(copy_of("{\"lone\": \"\\ud800\"}") == "{\"lone\": \"\\ud800\"}");
}

TEST_CASE("json copy: malformed JSON is refused") {
  for (const std::string_view bad : {R"({"a": 1.2.3})", R"({"a": 01})", R"({"a": NaN})", R"({"a": tru})",
                                     R"({"a": [1, 2})", R"({"a": "\x"})", R"({"a": 1e999})"}) {
    CAPTURE(bad);
    CHECK_THROWS_AS((void)copy_of(bad), mhqa::data_error);
  }
}
