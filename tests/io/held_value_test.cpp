// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Values that a caller holds are read as those of a file, with the same errors but for the byte.
#include <mhqa/io/held_value.hpp>

#include "support/errors.hpp"
#include "support/held_json.hpp"

#include <mhqa/io/json_equality.hpp>
#include <mhqa/io/json_records.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

using mhqa::io::held_value;
using mhqa::io::json_value;

namespace {

constexpr std::string_view everything =
    R"({"text":"a \"b\" é","none":null,"yes":true,"no":false,"whole":-3,"real":0.5,"list":[1,[],{}],"more":{"x":"y"}})";

// Reads [{"id": "q", "x": VALUE}].
void with_value(std::string_view value, const std::function<void(json_value)>& f) {
  const mhqa_test::held_json data{"[{\"id\": \"q\", \"x\": " + std::string{value} + "}]"};
  mhqa::io::json_records records{data.source("gold")};
  std::optional<json_value> one = records.next();
  REQUIRE(one.has_value());
  one->object([&](std::string_view key, json_value field) {
    if (key == "id") field.context().id = field.string();
    if (key == "x") f(field);
  });
  CHECK_FALSE(records.next().has_value());
}

std::string error_of(std::string_view value, const std::function<void(json_value)>& f) {
  return mhqa_test::error_of([&] { with_value(value, f); });
}

}  // namespace

TEST_CASE("held_value: as JSON") {
  const mhqa_test::held_json data{everything};
  std::string out;
  mhqa::io::append_json(out, data.source("data").held()->next(true).front());
  CHECK(out == everything);
}

TEST_CASE("held_value: the numbers of both kinds") {
  CHECK(held_value{std::int64_t{3}}.number() == 3.0);
  CHECK(held_value{0.5}.number() == 0.5);
  CHECK(held_value{}.is() == held_value::kind::null);
}

TEST_CASE("held_value: every kind is read") {
  with_value(R"("a\nb")", [](json_value v) { CHECK(v.string() == "a\nb"); });
  with_value("true", [](json_value v) { CHECK(v.boolean()); });
  with_value("false", [](json_value v) { CHECK_FALSE(v.boolean()); });
  with_value("null", [](json_value v) { CHECK(v.is_null()); });
  with_value("7", [](json_value v) { CHECK(v.natural() == 7); });
  with_value("7", [](json_value v) { CHECK(v.number() == 7.0); });
  with_value("3.0", [](json_value v) { CHECK(v.integer() == 3); });
  with_value("-3.7", [](json_value v) { CHECK(v.truncated() == -3); });
  with_value("1.5", [](json_value v) { CHECK(v.raw() == "1.5"); });
  with_value("[]", [](json_value v) { v.array([](json_value) { FAIL("an element"); }); });
  std::vector<std::int64_t> found;
  with_value("[1, [2], 3]", [&](json_value v) {
    v.array([&](json_value element) {
      if (element.is_number()) found.push_back(element.integer());  // [2] is passed over
    });
  });
  CHECK(found == std::vector<std::int64_t>{1, 3});
  std::string names;
  with_value(R"({"a": 1, "b": {"c": 2}, "d": 3})", [&](json_value v) {
    v.entries([&](std::string_view name, json_value member) {
      names += name;
      if (member.is_object()) member.object([&](std::string_view inner, json_value) { names += inner; });
    });
  });
  CHECK(names == "abcd");
}

TEST_CASE("held_value: an equal form") {
  std::string out;
  with_value(R"({"b": 1.0, "a": [true, null, "x"]})", [&](json_value v) { mhqa::io::append_canonical(out, v); });
  CHECK(out == R"({"a": [1, null, "x"], "b": 1})");
}

TEST_CASE("held_value: errors name the caller's object, the record, the id and the field") {
  const auto in = [](std::string_view problem) {
    return R"(gold: record 1, id "q", field "x": )" + std::string{problem};
  };
  CHECK(error_of("1", [](json_value v) { static_cast<void>(v.string()); }) == in("expected a string, found a number"));
  CHECK(error_of("\"a\"", [](json_value v) { static_cast<void>(v.number()); }) ==
        in("expected a number, found a string"));
  CHECK(error_of("0", [](json_value v) { static_cast<void>(v.boolean()); }) ==
        in("expected true or false, found a number"));
  CHECK(error_of("{}", [](json_value v) { v.array([](json_value) {}); }) == in("expected an array, found an object"));
  CHECK(error_of("[]", [](json_value v) { v.object([](std::string_view, json_value) {}); }) ==
        in("expected an object, found an array"));
  CHECK(error_of("0.5", [](json_value v) { static_cast<void>(v.integer()); }) ==
        in("expected an integer that fits 64 bits"));
  CHECK(error_of("-1", [](json_value v) { static_cast<void>(v.natural()); }) ==
        in("expected a number from 0 to 4294967295"));
  CHECK(error_of("[[1], [true]]", [](json_value v) {
          v.array([](json_value inner) { inner.array([](json_value one) { static_cast<void>(one.number()); }); });
        }) == R"(gold: record 1, id "q", field "x[1][0]": expected a number, found a boolean)");
}
