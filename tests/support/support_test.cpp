// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests of the test tools: a table reader that misreads, or a test that never runs, proves nothing.
#include "support/allocations.hpp"
#include "support/command.hpp"
#include "support/json.hpp"
#include "support/shared_data.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

using mhqa_test::parse_json;

TEST_CASE("json: every kind of value is read") {
  const auto value = parse_json(R"( {"a": [1, -2.5e3, true, false, null], "b": {"c": "d"}, "empty": [{}, []]} )");
  CHECK(value["a"].items().size() == 5);
  CHECK(value["a"][0].integer() == 1);
  CHECK(value["a"][1].real() == -2500.0);
  CHECK(value["a"][2].boolean());
  CHECK_FALSE(value["a"][3].boolean());
  CHECK(value["a"][4].null());
  CHECK(value["b"]["c"].string() == "d");
  CHECK(value["empty"][0].members().empty());
  CHECK(value["empty"][1].items().empty());
  CHECK(value.find("z") == nullptr);
  CHECK_THROWS_AS(static_cast<void>(value["z"]), std::runtime_error);
  CHECK_THROWS_AS(static_cast<void>(value["b"].items()), std::runtime_error);
}

TEST_CASE("json: integers beyond a double's precision keep their text") {
  CHECK(parse_json("9007199254740993").as<mhqa_test::json::number>().text == "9007199254740993");
  CHECK(parse_json("9007199254740993").integer() == 9007199254740993);
}

TEST_CASE("json: NaN and the infinities are numbers, as Python writes them") {
  CHECK(std::isnan(parse_json("NaN").real()));
  CHECK(parse_json("[Infinity]")[0].real() > 1e308);
  CHECK(parse_json("[-Infinity]")[0].real() < -1e308);
}

TEST_CASE("json: escapes become UTF-8, a lone surrogate becomes three bytes") {
  CHECK(parse_json(R"("\"\\\/\b\f\n\r\t")").string() == "\"\\/\b\f\n\r\t");
  CHECK(parse_json(R"("\u0041\u00e9\u20ac")").string() == "A\xc3\xa9\xe2\x82\xac");
  CHECK(parse_json(R"("\ud83d\ude00")").string() == "\xf0\x9f\x98\x80");
  CHECK(parse_json(R"("\ud83d")").string() == "\xed\xa0\xbd");
  CHECK(parse_json(R"("\ude00x")").string() == "\xed\xb8\x80x");
  CHECK(parse_json(R"("\ud83d\ud83d\ude00")").string() == "\xed\xa0\xbd\xf0\x9f\x98\x80");
  CHECK(parse_json(R"("\u0000")").string() == std::string(1, '\0'));
}

TEST_CASE("json: text that is not JSON is refused") {
  for (const char* bad : {"", "{", "[1,]", "[1 2]", "{\"a\" 1}", "\"a", "\"\\x\"", "\"\\u12", "nul", "1 2", "{1:2}"}) {
    CAPTURE(bad);
    CHECK_THROWS_AS(static_cast<void>(parse_json(bad)), std::runtime_error);
  }
}

TEST_CASE("allocations: each operator new of this thread counts, and nothing else does") {
  const mhqa_test::allocations_here counted;
  CHECK(counted() == 0);
  const auto one = std::make_unique<int>(1);
  CHECK(counted() == 1);
  const std::vector<int> two(100);
  CHECK(counted() == 2);
  const std::string small = "short";
  CHECK(counted() == 2);
}

TEST_CASE("names: a , b; [c] ]=] \"d\" 'e' $f ${g} \\h #i (j) * ? % & | < > é ") {
  CHECK(true);
}
TEST_CASE("names: a , b; [c] ]=]") {
  CHECK(true);
}

TEST_CASE("shared data: a file that is not there has no path") {
  CHECK_FALSE(mhqa_test::find_shared_data("no/such/file").has_value());
  CHECK(mhqa_test::missing_data() == 0);
}

TEST_CASE("command: a line of shell gives its status and what it printed") {
  const auto done = mhqa_test::shell("cat; echo \"it's\" >&2; exit 3", "a\nb");
  CHECK(done.status == 3);
  CHECK(done.out == "a\nb");
  CHECK(done.err == "it's\n");
  CHECK(mhqa_test::shell("printf %s " + mhqa_test::shell_word("a'b $c \"d\"")).out == "a'b $c \"d\"");
  CHECK(mhqa_test::shell("kill -TERM $$").status == 128 + 15);
}

TEST_CASE("command: a scratch folder keeps files while it lives") {
  std::filesystem::path file;
  {
    const mhqa_test::scratch here;
    file = here.write("x", std::string_view{"a\0b", 3});
    CHECK(mhqa_test::read_file(file) == std::string{"a\0b", 3});
  }
  CHECK_FALSE(std::filesystem::exists(file));
}
