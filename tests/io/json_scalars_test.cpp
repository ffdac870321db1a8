// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/json_scalars.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace {

std::string_view scalar(const std::string& text) {
  constexpr std::uint32_t token = 0;
  mhqa::io::json_context context;
  context.begin = text.data();
  context.size = text.size();
  context.first = &token;
  context.end = &token + 1;
  return mhqa::io::detail::scalar_at(&token, context);
}

}  // namespace

TEST_CASE("json_scalars: numbers by RFC 8259, and three words") {
  for (const std::string text : {"0", "-0", "12", "-1.5", "1e5", "1E+05", "0.0e-1", "true", "false", "null"}) {
    CAPTURE(text);
    CHECK(scalar(text) == text);
    for (const std::string after : {",", "]", "}", " ", "\n"}) CHECK(scalar(text + after) == text);
    for (const std::string after : {"x", "\"", "[", "'", "_"}) CHECK(scalar(text + after).empty());
  }
  for (const std::string text :
       {"",    ".5",  "1.",       "01",        "+1",  "-",    "1e",        "1e+", "0x10", "1_0",
        "nan", "NaN", "Infinity", "-Infinity", "tru", "True", "undefined", "'a'", "/",    "]"}) {
    CAPTURE(text);
    CHECK(scalar(text).empty());
  }
}

TEST_CASE("json_scalars: the first escape that JSON lacks is found at any place") {
  using mhqa::io::detail::bad_escape_in;
  for (std::size_t before = 0; before < 140; ++before) {
    const std::string padding(64, '\0'), start(before, 'a');
    for (const std::string good : {R"(\")", R"(\\)", R"(\u00e9)", R"(\uD800)", R"(\n\\\\\")"}) {
      const std::string text = start + good;
      const std::string room = text + padding;
      CAPTURE(text);
      CHECK(bad_escape_in(room.data(), room.data() + text.size()).at == nullptr);
    }
    for (const std::string bad : {R"(\x)", R"(\u12")", R"(\U0041)", R"(\')", R"(\u)", R"(\u00g0)"}) {
      const std::string text = start + R"(\\)" + bad;
      const std::string room = text + padding;
      const auto found = bad_escape_in(room.data(), room.data() + text.size());
      CAPTURE(text);
      REQUIRE(found.at != nullptr);
      CHECK(found.at - room.data() == static_cast<std::ptrdiff_t>(before + (bad[1] == 'u' ? 4 : 3)));
    }
  }
}
