// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// An error message names the file, the record, its id, the field and the byte, and leaves out the unknown ones.
#include <mhqa/error.hpp>

#include <doctest/doctest.h>

#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

static_assert(std::is_base_of_v<std::runtime_error, mhqa::data_error>);
static_assert(std::is_nothrow_copy_constructible_v<std::runtime_error>);
static_assert(!mhqa::not_parsed<int>("a digit", 3));
static_assert(mhqa::not_parsed<int>("a digit", 3).position == 3);
static_assert(*mhqa::parsed<int>{7, {}, 0} == 7);
static_assert(!std::is_convertible_v<mhqa::parsed<int>, bool>, "a parsed value is no truth value by itself");

TEST_CASE("error: a place is spelled by the parts that are known, in one order") {
  const struct {
    mhqa::place where;
    const char* want;
  } rows[] = {
      {{}, ""},
      {{.file = "gold.json", .record = {}, .id = {}, .field = {}, .byte = {}}, "gold.json"},
      {{.file = "-", .record = 12, .id = {}, .field = {}, .byte = {}}, "-: record 12"},
      {{.file = {}, .record = {}, .id = "abc", .field = {}, .byte = {}}, "id \"abc\""},
      {{.file = {}, .record = {}, .id = {}, .field = {}, .byte = 0}, "byte 0"},
      {{.file = "gold.json", .record = 12, .id = "abc", .field = "answer", .byte = 345},
       "gold.json: record 12, id \"abc\", field \"answer\", byte 345"},
  };
  for (const auto& [where, want] : rows) CHECK(mhqa::to_string(where) == want);
}

TEST_CASE("error: control characters cannot break the line") {
  mhqa::place where;
  where.id = std::string{"a\nb\x1b\x7f\0c", 7};
  CHECK(mhqa::to_string(where) == "id \"a\\x0ab\\x1b\\x7f\\x00c\"");
  where.file = "a\tb";
  where.id.clear();
  CHECK(std::string{mhqa::data_error{where, "found \"a\nb\""}.what()} == "a\\x09b: found \"a\\x0ab\"");
  where.file.clear();
  where.id = "é\"";
  CHECK(mhqa::to_string(where) == "id \"é\"\"");
  where.id =
      "a\xC2\x9B"
      "31m\xC2\xA0\xC2\x85\xC2";  // U+009B begins what a terminal obeys
  CHECK(mhqa::to_string(where) == "id \"a\\xc2\\x9b31m\xC2\xA0\\xc2\\x85\\xc2\"");
}

TEST_CASE("error: a data_error says the place, then the problem, and keeps both") {
  const mhqa::place where{.file = "p.json", .record = 3, .id = {}, .field = {}, .byte = {}};
  const mhqa::data_error error{where, "expected a string"};
  CHECK(std::string{error.what()} == "p.json: record 3: expected a string");
  CHECK(error.where() == where);
  CHECK(error.problem() == "expected a string");
  CHECK(std::string{mhqa::data_error{{}, "no record"}.what()} == "no record");
  CHECK_THROWS_AS(mhqa::throw_data_error(where, "x"), mhqa::data_error);
}

TEST_CASE("error: a parsed value is returned, a failure has the expected input and the position") {
  mhqa::parsed<std::string> good{"text", {}, 0};
  REQUIRE(good);
  CHECK(*good == "text");
  CHECK(good->size() == 4);
  CHECK(std::move(good).value_or_throw() == "text");

  auto bad = mhqa::not_parsed<std::string>("a month", 8);
  CHECK_FALSE(static_cast<bool>(bad));
  CHECK(bad == mhqa::parsed<std::string>{std::nullopt, "a month", 8});
  CHECK(bad != mhqa::not_parsed<std::string>("a month", 9));
  mhqa::place where;
  where.field = "date";
  CHECK_THROWS_WITH_AS(static_cast<void>(std::move(bad).value_or_throw(where)),
                       "field \"date\": expected a month at position 8", mhqa::data_error);
}

TEST_CASE("error: a data_error has a code, and wrong calls are another type") {
  CHECK(mhqa::data_error{{}, "x"}.code() == mhqa::errc::invalid);
  CHECK(mhqa::data_error{{}, "x", mhqa::errc::duplicate}.code() == mhqa::errc::duplicate);
  CHECK(to_string(mhqa::errc::invalid) == "invalid");
  CHECK(to_string(mhqa::errc::io) == "io");
  CHECK(to_string(mhqa::errc::missing_field) == "missing_field");
  static_assert(!std::is_base_of_v<mhqa::data_error, mhqa::usage_error>);
  static_assert(std::is_base_of_v<std::logic_error, mhqa::usage_error>);
  CHECK_THROWS_WITH_AS(mhqa::throw_usage_error("wrong"), "wrong", mhqa::usage_error);
}

TEST_CASE("error: what a caller knows of the place is added, what the error knows stays") {
  const auto said = [](const mhqa::place& where) {
    try {
      mhqa::with_place("f.json", "q", [&] { mhqa::throw_data_error(where, "wrong", mhqa::errc::duplicate); });
    } catch (const mhqa::data_error& error) {
      CHECK(error.code() == mhqa::errc::duplicate);
      return std::string{error.what()};
    }
    return std::string{};
  };
  CHECK(said({}) == "f.json: id \"q\": wrong");
  CHECK(said({.file = "g", .record = 2}) == "g: record 2, id \"q\": wrong");
  CHECK(said({.id = "r", .field = "x"}) == "f.json: id \"r\", field \"x\": wrong");
  CHECK(mhqa::with_place("f.json", "q", [] { return 3; }) == 3);
}
