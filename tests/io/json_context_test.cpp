// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/json_context.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <string_view>

using mhqa::io::json_context;

TEST_CASE("json_context: a place names file, record, id, the way through the document, and the byte in the file") {
  json_context context;
  constexpr std::string_view text = R"({"a": [1]})";
  context.file = "f";
  context.begin = text.data();
  context.size = text.size();
  context.offset = 100;
  context.record = 3;
  context.id = "q";
  context.path = {{"a", 0}, {{}, 2}, {"b", 0}};
  const mhqa::place where = context.where(text.data() + 7);
  CHECK(where.file == "f");
  CHECK(where.record == 3);
  CHECK(where.id == "q");
  CHECK(where.field == "a[2].b");
  CHECK(where.byte == 107);
  CHECK_FALSE(context.where(text.data() + 100).byte);
}

TEST_CASE("json_context: after the last token there is nothing") {
  json_context context;
  constexpr std::string_view text = "[1]";
  constexpr std::uint32_t tokens[] = {0, 1, 2};
  context.begin = text.data();
  context.size = text.size();
  context.first = tokens;
  context.end = tokens + 3;
  CHECK(context.first_of(tokens + 1) == '1');
  CHECK(context.first_of(tokens + 3) == '\0');
  CHECK(context.place_of(tokens + 3) == text.data() + 3);
}
