// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/json.hpp>

#include "support/command.hpp"
#include "support/json.hpp"

#include <mhqa/io/json_records.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

using mhqa::io::json_value;

namespace {

// Reads {"x": VALUE} as one line.
void with_value(std::string_view value, const std::function<void(json_value)>& f) {
  const std::string text = "{\"x\": " + std::string{value} + "}";
  const std::string padded = text + std::string(mhqa::io::file_bytes::padding, '\0');
  mhqa::io::json_line line{"file"};
  line.parse(std::string_view{padded}.substr(0, text.size()), 7, 100).object([&](std::string_view key, json_value v) {
    CHECK(key == "x");
    f(v);
  });
  line.finish();
}

std::string error_of(std::string_view value, const std::function<void(json_value)>& f) {
  try {
    with_value(value, f);
  } catch (const mhqa::data_error& error) {
    return error.what();
  }
  return "no error";
}

const auto read_string = [](json_value v) { static_cast<void>(v.string()); };
const auto read_boolean = [](json_value v) { static_cast<void>(v.boolean()); };
const auto read_number = [](json_value v) { static_cast<void>(v.number()); };
const auto read_integer = [](json_value v) { static_cast<void>(v.integer()); };
const auto read_truncated = [](json_value v) { static_cast<void>(v.truncated()); };
const auto read_object = [](json_value v) { v.object([](std::string_view, json_value) {}); };
const auto read_array = [](json_value v) { v.array([](json_value) {}); };

std::string string_of(std::string_view value) {
  std::string out;
  with_value(value, [&](json_value v) { out = v.string(); });
  return out;
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

}  // namespace

TEST_CASE("json value: a wrong type is reported with its place") {
  struct row {
    std::string_view value;
    std::string found;
  };
  struct wanted {
    const char* name;
    std::function<void(json_value)> read;
    std::size_t fits;  // index of the row that is right
  };
  const std::vector<row> rows{{"\"s\"", "a string"}, {"true", "a boolean"}, {"1", "a number"},
                              {"null", "null"},      {"{}", "an object"},   {"[]", "an array"}};
  for (const wanted& w : {wanted{"a string", read_string, 0}, wanted{"true or false", read_boolean, 1},
                          wanted{"a number", read_number, 2}, wanted{"an integer", read_integer, 2},
                          wanted{"an integer", read_truncated, 2}, wanted{"an object", read_object, 4},
                          wanted{"an array", read_array, 5}}) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      CAPTURE(w.name);
      CAPTURE(rows[i].value);
      const std::string expected = i == w.fits ? std::string{"no error"}
                                               : "file: record 7, field \"x\", byte 106: expected " +
                                                     std::string{w.name} + ", found " + rows[i].found;
      CHECK(error_of(rows[i].value, w.read) == expected);
    }
  }
}

TEST_CASE("json value: the is_ functions tell the type, and the value can still be read") {
  with_value("[1, \"a\", true, null, {}, []]", [](json_value v) {
    CHECK(v.is_array());
    CHECK_FALSE(v.is_object());
    CHECK(v.found() == "an array");
    std::size_t at = 0;
    v.array([&](json_value item) {
      CHECK(item.is_number() == (at == 0));
      CHECK(item.is_string() == (at == 1));
      CHECK(item.is_boolean() == (at == 2));
      CHECK(item.is_object() == (at == 4));
      CHECK(item.is_array() == (at == 5));
      if (at == 0) CHECK(item.integer() == 1);
      if (at == 1) CHECK(item.string() == "a");
      if (at == 2) CHECK(item.boolean());
      CHECK(item.is_null() == (at == 3));
      ++at;
    });
    CHECK(at == 6);
  });
}

TEST_CASE("json value: integers as Python compares them, to the ends of 64 bits") {
  struct row {
    std::string_view text;
    std::int64_t value;
  };
  for (const row& r :
       {row{"0", 0}, row{"-0", 0}, row{"12", 12}, row{"-12", -12}, row{"3.0", 3}, row{"-3.0", -3}, row{"1e3", 1000},
        row{"9223372036854775807", 9223372036854775807}, row{"-9223372036854775808", -9223372036854775807 - 1},
        row{"9007199254740991.0", 9007199254740991}}) {
    CAPTURE(r.text);
    with_value(r.text, [&](json_value v) { CHECK(v.integer() == r.value); });
    with_value(r.text, [&](json_value v) { CHECK(v.truncated() == r.value); });
  }
  with_value("3.7", [](json_value v) { CHECK(v.truncated() == 3); });
  with_value("-3.7", [](json_value v) { CHECK(v.truncated() == -3); });
  for (const std::string_view text : {"9223372036854775808", "12345678901234567890", "-9223372036854775809", "1e19",
                                      "1e300", "123456789012345678901234567890"}) {
    CAPTURE(text);
    CHECK(contains(error_of(text, read_integer), "byte 106: expected an integer that fits 64 bits"));
    CHECK(contains(error_of(text, read_truncated), "byte 106: expected an integer that fits 64 bits"));
  }
  CHECK(contains(error_of("3.5", read_integer), "expected an integer"));
}

TEST_CASE("json value: positions and counts are within 32 bits") {
  const auto read = [](json_value v) { static_cast<void>(v.natural()); };
  with_value("4294967295", [](json_value v) { CHECK(v.natural() == 4294967295U); });
  with_value("3.0", [](json_value v) { CHECK(v.natural() == 3); });
  for (const std::string_view text : {"-1", "4294967296", "4294967296.0"}) {
    CAPTURE(text);
    CHECK(contains(error_of(text, read), "byte 106: expected a number from 0 to 4294967295"));
  }
  CHECK(contains(error_of("\"1\"", read), "expected an integer, found a string"));
}

TEST_CASE("json value: numbers round as in Python; infinite ones are refused") {
  const auto number = [](std::string_view text) {
    double out = 0;
    with_value(text, [&](json_value v) { out = v.number(); });
    return out;
  };
  for (const std::string_view text :
       {"0.1", "-0.0", "1e-400", "5e-324", "1.7976931348623157e308", "12345678901234567890", "0.30000000000000004",
        "123456789012345678901234567890", "9007199254740993"}) {
    CAPTURE(text);
    CHECK(number(text) == mhqa_test::parse_json(text).real());
  }
  for (const std::string_view text : {"1e999", "-1e999", "NaN", "Infinity", "-Infinity", "nan", "1.", ".5", "01", "+1",
                                      "0x10", "1e", "--1", "1_000", "tru", "nul"}) {
    CAPTURE(text);
    const std::string error = error_of(text, read_number);
    CHECK(error.starts_with("file: record 7, field \"x\", byte 106: expected a"));
  }
  for (const std::string_view text : {"NaN", "Infinity", "-Infinity", "1e999"}) {
    CAPTURE(text);
    for (const auto& read :
         {std::function<void(json_value)>{read_number}, std::function<void(json_value)>{read_integer},
          std::function<void(json_value)>{read_truncated}}) {
      CHECK(error_of(text, read).starts_with("file: record 7, field \"x\", byte 106: expected a"));
    }
  }
  CHECK(contains(error_of("1e999", read_number), "expected a finite number"));
  CHECK(contains(error_of("NaN", read_number), "found something that is not JSON"));
}

TEST_CASE("json value: words that only begin like JSON's are refused") {
  for (const std::string_view text : {"truth", "falsey", "nullx", "t", "f", "n", "True", "None"}) {
    CAPTURE(text);
    CHECK(error_of(text, read_boolean) != "no error");
    CHECK(error_of(text, [](json_value v) {
            if (!v.is_null()) v.mismatch("null");
          }) != "no error");
  }
}

TEST_CASE("json value: strings are unescaped as an independent reader does it") {
  for (const char* text :
       {R"("")", R"("plain")", R"("é→😀")", R"("\"\\\/\b\f\n\r\t")", R"("\u0041\u00e9\u20ac")", R"("a\ud83d\ude00b")",
        R"("\ud83d")", R"("\ude00x")", R"("\ud83d\ud83d\ude00")", R"("\ud83dx\ude00")", R"("\ud83d\n")",
        R"("\ud83d\u0041")", R"("\u0000")", R"("\\u0041")", R"("\\\\\"")", R"("ends with a backslash\\")"}) {
    CAPTURE(text);
    CHECK(string_of(text) == mhqa_test::parse_json(text).string());
  }
}

TEST_CASE("json value: an escape may stand at any place of a string of any length") {
  for (std::size_t size = 0; size <= 40; ++size) {
    const std::string around(size, 'q');
    CHECK(string_of('"' + around + '"') == around);
    for (std::size_t first = 0; first <= size; ++first) {
      for (std::size_t second = first; second <= size; second += 7) {
        std::string text = around, wanted = around;
        text.insert(second, "\\\"").insert(first, "\\u00e9");
        wanted.insert(second, "\"").insert(first, "é");
        if (string_of('"' + text + '"') == wanted) continue;
        CAPTURE(text);
        CHECK(string_of('"' + text + '"') == wanted);
      }
    }
  }
}

TEST_CASE("json value: escapes that JSON does not have are refused at their byte") {
  // {"x": "ab..."} on a line that begins at byte 100: the string's first byte is 107
  struct row {
    std::string_view value;
    std::string_view where;
  };
  for (const row& r : {row{R"("ab\x")", "byte 110: a backslash"}, row{R"("ab\'")", "byte 110: a backslash"},
                       row{R"("ab\U0041")", "byte 110: a backslash"}, row{R"("ab\u12")", "byte 111: \\u must"},
                       row{R"("ab\u")", "byte 111: \\u must"}, row{R"("ab\u12g4")", "byte 111: \\u must"},
                       row{R"("ab\ud83d\u12")", "byte 117: \\u must"}, row{R"("\ud83d\ude0g")", "\\u must"}}) {
    CAPTURE(r.value);
    const std::string error = error_of(r.value, read_string);
    CHECK(error.starts_with("file: record 7, field \"x\", byte "));
    CHECK(contains(error, r.where));
  }
}

TEST_CASE("json value: a place names the way through objects and arrays") {
  const auto walk = [](json_value v) {
    v.object([](std::string_view, json_value list) {
      list.array([](json_value item) {
        if (item.is_array()) item.array([](json_value inner) { static_cast<void>(inner.string()); });
      });
    });
  };
  CHECK(
      contains(error_of(R"({"facts": [0, ["a", 5]]})", walk), "field \"x.facts[1][1]\", byte 126: expected a string"));
  CHECK(contains(error_of(R"({"a\nb": [["a", 5]]})", walk), R"(field "x.a\x0ab[0][1]")"));
}

TEST_CASE("json value: raw() returns the unchanged text of a value") {
  for (const std::string_view text : {"{\"a\": [1, 2]}", "[ ]", "\"a\\u0041\"", "12.50", "null", "true", "[[[]]]"}) {
    CAPTURE(text);
    with_value(text, [&](json_value v) { CHECK(v.raw() == text); });
  }
  with_value("{\"a\" : 1 }  ", [](json_value v) { CHECK(v.raw() == "{\"a\" : 1 }"); });
}

TEST_CASE("json value: unread values are skipped at any depth") {
  std::size_t fields = 0;
  const std::string deep = std::string(100000, '[') + std::string(100000, ']');
  with_value("{\"a\": " + deep + ", \"b\": {\"c\": [1, {\"d\": \"}\"}]}, \"e\": \"]\", \"f\": 1.5e3}",
             [&](json_value v) { v.object([&](std::string_view, json_value) { ++fields; }); });
  CHECK(fields == 4);
}

TEST_CASE("json value: nesting deeper than the parser goes ends in an error, not in a crash") {
  const std::string deep = std::string(100000, '[') + std::string(100000, ']');
  const std::function<void(json_value)> walk = [&](json_value v) { v.array(walk); };
  CHECK(contains(error_of(deep, walk), "nested too deeply"));
  CHECK(error_of(std::string(100000, '['), [](json_value) {}) != "no error");
  CHECK(error_of(std::string(100000, '['), read_array) != "no error");
}
