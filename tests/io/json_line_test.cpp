// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/json_line.hpp>

#include <mhqa/error.hpp>
#include <mhqa/io/file.hpp>
#include <mhqa/io/json.hpp>

#include <doctest/doctest.h>

#include <string>
#include <string_view>

using mhqa::io::json_line;
using mhqa::io::json_value;
using mhqa::io::lifetime;

namespace {

// A line with readable bytes behind it.
struct padded {
  explicit padded(std::string_view line) : bytes{line}, size{line.size()} {
    bytes.append(mhqa::io::file_bytes::padding, '\0');
  }
  [[nodiscard]] std::string_view text() const { return std::string_view{bytes}.substr(0, size); }

  std::string bytes;
  std::size_t size;
};

std::string_view text_of(json_value value) {
  std::string_view out;
  value.object([&](std::string_view, json_value field) { out = field.string(); });
  return out;
}

std::string error_of(std::string_view line) {
  const padded given{line};
  json_line lines{"file"};
  try {
    static_cast<void>(lines.parse(given.text(), 7, 100));
    lines.finish();
  } catch (const mhqa::data_error& error) {
    return error.what();
  }
  return {};
}

}  // namespace

TEST_CASE("json_line: one object, read or not, and nothing after it") {
  CHECK(error_of(R"({"a": 1})").empty());
  CHECK(error_of(R"( {"a": {"b": [1, 2]}}  )").empty());
  CHECK(error_of("[1]") == "file: record 7, byte 100: expected one JSON object per line");
  CHECK(error_of(R"({"a": 1} {})") == "file: record 7, byte 109: expected the end of the JSON document, found \"{}\"");
  CHECK(error_of(R"({"a": 1} x)") == "file: record 7, byte 109: expected the end of the JSON document, found \"x\"");
  CHECK(error_of("{").find("found the first line of an object on several lines") != std::string::npos);
}

TEST_CASE("json_line: strings last for a line, for the source, or as long as the lines") {
  const padded plain{R"({"a": "plain"})"}, escaped{R"({"a": "one\ttwo"})"}, other{R"({"a": "thr\u0065e"})"};
  json_line source{"file", lifetime::source}, buffer{"file", lifetime::source, true};
  for (json_line* const lines : {&source, &buffer}) {
    const std::string_view first = text_of(lines->parse(plain.text(), 1, 0));
    lines->finish();
    const std::string_view second = text_of(lines->parse(escaped.text(), 2, 20));
    lines->finish();
    const std::string_view third = text_of(lines->parse(other.text(), 3, 40));
    CHECK(first == "plain");
    CHECK(second == "one\ttwo");
    CHECK(third == "three");
    CHECK((first.data() == plain.bytes.data() + 7) == (lines == &buffer));
  }
}

TEST_CASE("json_line: forget() drops an object that nobody finished") {
  const padded bad{R"({"a": 1} x)"}, good{R"({"a": "x"})"};
  json_line lines{"file"};
  static_cast<void>(lines.parse(bad.text(), 1, 0));
  lines.forget();
  CHECK_NOTHROW(lines.finish());
  CHECK(text_of(lines.parse(good.text(), 2, 20)) == "x");
}
