// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/json_fields.hpp>

#include <mhqa/io/json_line.hpp>

#include "support/errors.hpp"
#include "support/text.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace {

using mhqa::io::id_field;
using mhqa::io::json_value;
using mhqa::io::optional_field;
using mhqa::io::or_null;
using mhqa::io::other_fields;
using mhqa::io::record_id;
using mhqa::io::required_field;
using mhqa_test::has;

/// Returns the message of the error of f, which gets the object in the text; "no error" if there is none.
template <class F>
std::string read(std::string_view text, F&& f) {
  const std::string line = std::string{text} + std::string(64, ' ');
  return mhqa_test::error_of([&] {
    mhqa::io::json_line parser{"f.json"};
    f(parser.parse(std::string_view{line}.substr(0, text.size()), 1, 0));
    parser.finish();
  });
}

}  // namespace

TEST_CASE("json_fields: a variable's type says how a value is read") {
  std::string_view text;
  bool truth = false;
  double number = 0;
  std::uint32_t count = 0;
  std::int64_t integer = 0;
  std::optional<std::string> maybe;
  std::vector<std::string> list{"old"};
  std::uint64_t calls = 0;
  const std::string error = read(
      R"({"t": "a", "b": true, "n": 0.5, "c": 7, "i": -7, "m": "x", "l": ["1", "2"], "f": [1]})", [&](json_value v) {
        read_fields(v, optional_field{"t", text}, optional_field{"b", truth}, optional_field{"n", number},
                    optional_field{"c", count}, optional_field{"i", integer}, optional_field{"m", maybe},
                    optional_field{"l", list}, optional_field{"f", [&](json_value) { ++calls; }});
        CHECK(text == "a");
      });
  CHECK(error == "no error");
  CHECK((truth && number == 0.5 && count == 7 && integer == -7 && maybe == "x" && calls == 1));
  CHECK(list == std::vector<std::string>{"1", "2"});
  CHECK(has(read(R"({"c": -1})",
                 [&](json_value v) {
                   read_fields(v, optional_field{"c", count});
                 }),
            "expected a number from 0 to 4294967295"));
}

TEST_CASE("json_fields: a required field is missed after the object, the first row first") {
  std::string_view a, b;
  const auto both = [&](json_value v) { read_fields(v, required_field{"b", b}, required_field{"a", a}); };
  CHECK(read(R"({"a": "1", "b": "2"})", both) == "no error");
  CHECK(has(read(R"({"c": 1})", both), "expected the field \"b\", which is missing"));
  CHECK(has(read(R"({"b": ""})", both), "expected the field \"a\", which is missing"));
  CHECK(has(read(R"({"a": 1})", both), "expected a string, found a number"));
  required_field unneeded{"a", a, false};
  CHECK(read("{}", [&](json_value v) { read_fields(v, unneeded); }) == "no error");
  CHECK(!unneeded.seen);
}

TEST_CASE("json_fields: null leaves a variable as it is, if it may be null") {
  std::optional<std::string> a{"old"};
  CHECK(read(R"({"a": null})", [&](json_value v) { read_fields(v, required_field{"a", or_null(a)}); }) == "no error");
  CHECK(a == "old");
  CHECK(has(read(R"({"a": null})", [&](json_value v) { read_fields(v, required_field{"a", a}); }), "found null"));
}

TEST_CASE("json_fields: other fields, and those that are not wanted") {
  std::string_view a;
  std::string others;
  const std::string error = read(R"({"a": "1", "b": [2], "c": {}})", [&](json_value v) {
    read_fields(v, optional_field{"a", a, false}, optional_field{"b", [](json_value) {}},
                other_fields{[&](std::string_view key, json_value) { others += key; }});
  });
  CHECK(error == "no error");
  CHECK(a.empty());
  CHECK(others == "ac");
}

TEST_CASE("json_fields: errors name the id") {
  std::string_view id, text;
  const auto both = [&](json_value v) {
    read_fields(v, required_field{"id", record_id(id)}, required_field{"a", text});
  };
  CHECK(has(read(R"({"id": "q7"})", both), "id \"q7\": expected the field \"a\", which is missing"));
}

TEST_CASE("json_fields: \"_id\" is the id, and \"id\" without it") {
  const auto id_of = [](std::string_view text) {
    std::string out = "none";
    const std::string error = read(text, [&](json_value v) {
      std::string_view id;
      read_fields(v, id_field{id});
      out = id;
    });
    return error == "no error" ? out : error;
  };
  CHECK(id_of(R"({"id": "a"})") == "a");
  CHECK(id_of(R"({"id": "a", "_id": "b"})") == "b");
  CHECK(id_of(R"({"_id": "b", "id": "a"})") == "b");
  CHECK(id_of(R"({"id": 7, "_id": "b"})") == "b");
  CHECK(has(id_of(R"({"qid": "a"})"), "\"_id\", which is missing"));
}
