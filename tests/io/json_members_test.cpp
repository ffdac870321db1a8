// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/json_members.hpp>

#include "support/command.hpp"

#include <mhqa/io/json_records.hpp>

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <string_view>

namespace {

// The members that object() visits, as "name=value ".
std::string members(std::string_view object, bool entries = false) {
  const mhqa_test::scratch here;
  mhqa::io::json_records records{here.write("x", std::string{object} + "\n").string()};
  std::string out;
  const auto visit = [&](std::string_view name, mhqa::io::json_value value) {
    out.append(name).append("=").append(value.raw()).append(" ");
  };
  std::optional<mhqa::io::json_value> value = records.next();
  if (entries) {
    value->entries(visit);
  } else {
    value->object(visit);
  }
  CHECK_FALSE(records.next());
  return out;
}

}  // namespace

TEST_CASE("json_members: of members with one name the last counts, in its place") {
  CHECK(members("{}") == "");
  CHECK(members(R"({"a": 1, "b": [2]})") == "a=1 b=[2] ");
  CHECK(members(R"({"a": 1, "b": 2, "a": {"a": 3, "a": 4}, "c": 5, "b": 6})") == R"(a={"a": 3, "a": 4} c=5 b=6 )");
  CHECK(members(R"({"a": 1, "\u0061": 2})") == "a=2 ");
  CHECK(members(R"({"a": 1, "b": 2, "a": 3})", true) == "a=1 b=2 a=3 ");
}

TEST_CASE("json_members: many members, too") {
  std::string text = "{", wanted;
  for (int i = 0; i < 100; ++i) text += "\"k" + std::to_string(i % 60) + "\": " + std::to_string(i) + ", ";
  for (int i = 40; i < 100; ++i) wanted += "k" + std::to_string(i % 60) + "=" + std::to_string(i) + " ";
  CHECK(members(text + "\"z\": 0}") == wanted + "z=0 ");
}
