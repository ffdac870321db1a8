// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// The tables are what CPython 3.11's repr() and json.dumps() write for the same values.
#include <mhqa/io/json_writer.hpp>

#include <mhqa/utf8.hpp>

#include "support/json.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

using mhqa::io::append_json_string;
using mhqa::io::append_python_double;
using mhqa::io::json_text;
using mhqa::io::json_writer;

namespace {

template <class T>
concept writable = requires(json_writer& json, T value) {
  json.value(value);
};
static_assert(writable<int> && writable<bool> && writable<std::uint8_t> && writable<const char*>);
static_assert(!writable<char>, "a character is neither a string nor a number: it would stand there without quotes");

std::string repr(double value) {
  std::string out;
  append_python_double(out, value);
  return out;
}

std::string dumps(std::string_view text, json_text how) {
  std::string out;
  append_json_string(out, text, how);
  return out;
}

// {"a": [1, 2.5, true, false, null, "x", [], {}], "b": {"c": {"d": [[]]}, "e": -3}, "n": [nan, inf, -inf]}
std::string document(int indent) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  std::string out;
  json_writer json{out, indent};
  json.begin_object().key("a").begin_array().value(1).value(2.5).value(true).value(false).null().value("x");
  json.begin_array().end_array().begin_object().end_object().end_array();
  json.key("b").begin_object().key("c").begin_object().key("d").begin_array().begin_array().end_array().end_array();
  json.end_object().member("e", -3).end_object();
  json.key("n").begin_array().value(std::nan("")).value(infinity).value(-infinity).end_array().end_object();
  return out;
}

}  // namespace

TEST_CASE("json_writer: doubles are spelled as Python's repr() spells them") {
  struct row {
    double value;
    std::string_view text;
  };
  for (const row& r : std::initializer_list<row>{
           {0x0.0p+0, "0.0"},
           {-0x0.0p+0, "-0.0"},
           {0x1.0000000000000p+0, "1.0"},
           {-0x1.0000000000000p+0, "-1.0"},
           {0x1.999999999999ap-4, "0.1"},
           {0x1.3333333333334p-2, "0.30000000000000004"},
           {0x1.5555555555555p-2, "0.3333333333333333"},
           {0x1.5555555555555p-1, "0.6666666666666666"},
           {0x1.9000000000000p+6, "100.0"},
           {0x1.c6bf526340000p+49, "1000000000000000.0"},
           {0x1.c12218377de66p+46, "123456789012345.6"},
           {0x1.1c37937e07fffp+53, "9999999999999998.0"},
           {0x1.1c37937e08000p+53, "1e+16"},
           {0x1.aa535d3d0c000p+53, "1.5e+16"},
           {0x1.5ee2a2eb5a5c4p+53, "1.2345678901234568e+16"},
           {0x1.0f0cf064dd592p+73, "1e+22"},
           {0x1.52d02c7e14af6p+76, "1e+23"},
           {0x1.249ad2594c37dp+332, "1e+100"},
           {0x1.fffffffffffffp+1023, "1.7976931348623157e+308"},
           {0x1.0624dd2f1a9fcp-10, "0.001"},
           {0x1.a36e2eb1c432dp-14, "0.0001"},
           {0x1.02e4b6ce5dc68p-13, "0.00012345"},
           {0x1.4f8b588e368f1p-17, "1e-05"},
           {0x1.421f5f40d8376p-23, "1.5e-07"},
           {0x0.0000000000001p-1022, "5e-324"},
           {0x1.0000000000000p-1022, "2.2250738585072014e-308"},
           {0x0.fffffffffffffp-1022, "2.225073858507201e-308"},
           {0x1.e240c9fbe76c9p+16, "123456.789"},
           {0x1.b7cdfd9d7bdbbp-34, "1e-10"},
           {0x1.6ff7f76ff10afp-1, "0.7186887096545628"},
           {0x1.4000000000000p+2, "5.0"},
           {0x1.b1ae4d6e2ef50p+69, "1e+21"},
           {0x1.0000000000000p+52, "4503599627370496.0"},
           {0x1.0000000000000p+53, "9007199254740992.0"},
           {0x1.1afc0d5b87b03p+6, "70.74614470496822"},
           {0x1.2a593ae6855e1p+60, "1.3436424411240123e+18"},
           {0x1.aeb6786d0f0d7p-21, "8.022650611681835e-07"},
           {0x1.375d120f24b30p+21, "2550690.257394217"},
           {0x1.d07461cbe79f4p+22, "7609624.449125756"},
           {0x1.cefc123f74ca9p+55, "6.5159297272276296e+16"},
           {0x1.004ae0827ce3dp+21, "2099548.063714771"},
           {0x1.92d784d17ddc9p+54, "2.8347476522006308e+16"},
           {0x1.226e2127c3a11p+35, "38980880702.11341"},
           {0x1.05eadd79ff079p-27, "7.62280082457942e-09"},
           {0x1.6444349c81394p-1, "0.6958328667684435"},
           {0x1.278af4c2a74c7p-4, "0.07215400323407826"},
           {0x1.8cb76305fa05fp-18, "5.91153435001304e-06"},
       }) {
    CHECK(repr(r.value) == r.text);
  }
  CHECK(repr(std::nan("")) == "nan");
  CHECK(repr(-std::nan("")) == "nan");
  CHECK(repr(std::numeric_limits<double>::infinity()) == "inf");
  CHECK(repr(-std::numeric_limits<double>::infinity()) == "-inf");
}

TEST_CASE("json_writer: strings are spelled as json.dumps spells them, lone surrogates always as escapes") {
  struct row {
    std::string_view text, ascii, utf8;
  };
  for (const row& r : std::initializer_list<row>{
           {{"", 0}, "\"\"", "\"\""},
           {{"plain", 5}, "\"plain\"", "\"plain\""},
           {{"\"q\" \\ /", 7}, "\"\\\"q\\\" \\\\ /\"", "\"\\\"q\\\" \\\\ /\""},
           {{"\010\014\012\015\011", 5}, "\"\\b\\f\\n\\r\\t\"", "\"\\b\\f\\n\\r\\t\""},
           {{"\000\001\037", 3}, "\"\\u0000\\u0001\\u001f\"", "\"\\u0000\\u0001\\u001f\""},
           {{"\177", 1}, "\"\\u007f\"", "\"\177\""},
           {{"\303\251", 2}, "\"\\u00e9\"", "\"\303\251\""},
           {{"\303\237\342\206\222\342\202\254", 8},
            "\"\\u00df\\u2192\\u20ac\"",
            "\"\303\237\342\206\222\342\202\254\""},
           {{"\342\200\250\342\200\251", 6}, "\"\\u2028\\u2029\"", "\"\342\200\250\342\200\251\""},
           {{"\357\277\277", 3}, "\"\\uffff\"", "\"\357\277\277\""},
           {{"\360\237\230\200", 4}, "\"\\ud83d\\ude00\"", "\"\360\237\230\200\""},
           {{"\364\217\277\277", 4}, "\"\\udbff\\udfff\"", "\"\364\217\277\277\""},
           {{"a\302\200b", 4}, "\"a\\u0080b\"", "\"a\302\200b\""},
           {{"mixed \303\251\012\"\360\237\230\200\"", 15},
            "\"mixed \\u00e9\\n\\\"\\ud83d\\ude00\\\"\"",
            "\"mixed \303\251\\n\\\"\360\237\230\200\\\"\""},
           {{"</script>", 9}, "\"</script>\"", "\"</script>\""},
           {{"\355\240\275", 3}, "\"\\ud83d\"", "\"\\ud83d\""},
           {{"\355\270\200x", 4}, "\"\\ude00x\"", "\"\\ude00x\""},
           {{"a\355\263\277b", 5}, "\"a\\udcffb\"", "\"a\\udcffb\""},
       }) {
    CHECK(dumps(r.text, json_text::ascii) == r.ascii);
    CHECK(dumps(r.text, json_text::utf8) == r.utf8);
    CHECK(mhqa_test::parse_json(r.ascii).string() == r.text);
  }
}

TEST_CASE("json_writer: each malformed byte becomes U+FFFD") {
  CHECK(dumps("a\xff\xc3(\xe2\x82", json_text::utf8) == "\"a\xef\xbf\xbd\xef\xbf\xbd(\xef\xbf\xbd\xef\xbf\xbd\"");
  CHECK(dumps("\x80", json_text::ascii) == "\"\\ufffd\"");
}

TEST_CASE("json_writer: every code point comes back from both spellings") {
  for (std::uint32_t code = 0; code <= 0x10ffff; code += code < 0x3000 ? 1 : 61) {
    char bytes[4] = {};
    const std::string text{bytes, mhqa::utf8::encode(static_cast<char32_t>(code), bytes)};
    CAPTURE(code);
    REQUIRE(mhqa_test::parse_json(dumps(text, json_text::ascii)).string() == text);
    REQUIRE(mhqa_test::parse_json(dumps(text, json_text::utf8)).string() == text);
  }
}

TEST_CASE("json_writer: commas, spaces and line feeds are those of json.dumps") {
  CHECK(document(-1) == R"({"a": [1, 2.5, true, false, null, "x", [], {}], "b": {"c": {"d": [[]]}, "e": -3}, )"
                        R"("n": [NaN, Infinity, -Infinity]})");
  CHECK(document(0) ==
        "{\n\"a\": [\n1,\n2.5,\ntrue,\nfalse,\nnull,\n\"x\",\n[],\n{}\n],\n\"b\": {\n\"c\": {\n\"d\": [\n[]\n]\n},\n"
        "\"e\": -3\n},\n\"n\": [\nNaN,\nInfinity,\n-Infinity\n]\n}");
  CHECK(document(2) ==
        "{\n  \"a\": [\n    1,\n    2.5,\n    true,\n    false,\n    null,\n    \"x\",\n    [],\n    {}\n  ],\n"
        "  \"b\": {\n    \"c\": {\n      \"d\": [\n        []\n      ]\n    },\n    \"e\": -3\n  },\n  \"n\": [\n"
        "    NaN,\n    Infinity,\n    -Infinity\n  ]\n}");
}

TEST_CASE("json_writer: values of every type, alone and as members") {
  std::string out;
  json_writer json{out};
  json.begin_object();
  json.member("text", std::string_view{"a"}).member("literal", "b").member("string", std::string{"c"});
  json.member("integer", std::int64_t{-9223372036854775807 - 1}).member("large", std::uint64_t{18446744073709551615U});
  json.member("flag", true).member("some", std::optional{0.5}).member("none", std::optional<double>{});
  json.key("raw").raw("[1,2]").end_object();
  CHECK(out == R"({"text": "a", "literal": "b", "string": "c", "integer": -9223372036854775808, )"
               R"("large": 18446744073709551615, "flag": true, "some": 0.5, "none": null, "raw": [1,2]})");
  std::string alone;
  json_writer{alone}.value(1.0);
  CHECK(alone == "1.0");
}
