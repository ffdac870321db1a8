// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/json_check.hpp>

#include "support/command.hpp"

#include <mhqa/error.hpp>
#include <mhqa/io/json_records.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace {

// Reads the records' "id" and leaves the rest out; the error, or "".
std::string error_of(const std::string& path) {
  try {
    mhqa::io::json_records records{path};
    while (std::optional<mhqa::io::json_value> value = records.next()) {
      value->object([](std::string_view name, mhqa::io::json_value member) {
        if (name == "id") static_cast<void>(member.string());
      });
    }
  } catch (const mhqa::data_error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("json_check: what nobody reads must be JSON, in lines and in arrays") {
  const mhqa_test::scratch here;
  for (const std::string_view junk : {".5",
                                      "1.",
                                      "01",
                                      "+1",
                                      "nan",
                                      "NaN1",
                                      "Infinit",
                                      "-nan",
                                      "undefined",
                                      "tru",
                                      "-",
                                      "1e",
                                      "0x10",
                                      "1_0",
                                      "'a'",
                                      R"("\x")",
                                      R"("\u12")",
                                      "\"a\tb\"",
                                      R"({"a" 1})",
                                      R"({"a":})",
                                      "{a:1}",
                                      "[1 2]",
                                      "[1,]",
                                      R"({"a":1,})",
                                      "[,]",
                                      R"({"a":1 "b":2})",
                                      "[}",
                                      "{]",
                                      "",
                                      "]",
                                      "}",
                                      "/*c*/1",
                                      R"("a" "b")",
                                      "1 2",
                                      R"({"a":{"b":[1,{"c":01}]}})",
                                      R"({"\x":1})",
                                      "[[]",
                                      "[]]",
                                      "{\"a\"}",
                                      "{,}",
                                      "[1,,2]",
                                      "truefalse",
                                      "\"a\"b",
                                      "1true"}) {
    const std::string record = "{\"id\": \"q\", \"junk\": " + std::string{junk} + ", \"z\": 1}";
    CAPTURE(record);
    CHECK(error_of(here.write("x.jsonl", record + "\n").string()).find("x.jsonl: record 1") != std::string::npos);
    CHECK(error_of(here.write("x.json", "[" + record + "]").string()).find("x.json: ") != std::string::npos);
  }
  for (const std::string_view good :
       {"0", "-1.5e-3", "1e999", "true", "null", R"("\ud800")", R"("\"\\\/\b\f\n\r\t\u0000")", "[]", "{}", "[[],{}]",
        R"({"a":[{"b":{}},[1,"]"]]})"}) {
    const std::string record = "{\"id\": \"q\", \"junk\": " + std::string{good} + ", \"z\": 1}";
    CAPTURE(record);
    CHECK(error_of(here.write("x.jsonl", record + "\n").string()).empty());
    CHECK(error_of(here.write("x.json", "[" + record + "]").string()).empty());
  }
}

TEST_CASE("json_check: the error names the member that was left out, and the byte") {
  const mhqa_test::scratch here;
  CHECK(error_of(here.write("x", "{\"id\": \"q\", \"j\": [1, {\"k\": tru}]}\n").string())
            .find("record 1, field \"j\", byte 27: expected well-formed JSON: a value") != std::string::npos);
}

TEST_CASE("json_check: who goes on after an error gets each other record once, and an end") {
  const mhqa_test::scratch here;
  const auto read = [](const std::string& path) {
    std::vector<std::string> out;
    mhqa::io::json_records records{path};
    for (int turn = 0; turn < 100; ++turn) {
      try {
        std::optional<mhqa::io::json_value> value = records.next();
        if (!value) return out;
        std::string id;
        value->object([&](std::string_view name, mhqa::io::json_value member) {
          if (name == "id") id = member.string();
        });
        out.push_back(id);
      } catch (const mhqa::data_error&) {
        out.emplace_back("error");
      }
    }
    out.emplace_back("no end");
    return out;
  };
  const std::string a = R"({"id": "a"})", b = R"({"id": 1, "x": ["]", {}]})", c = R"({"id": "c"})";
  CHECK(read(here.write("x", a + "\n" + b + "\n" + c + "\n").string()) == std::vector<std::string>{"a", "error", "c"});
  CHECK(read(here.write("x", a + "\nnothing\n" + a + " x\n" + c + "\n").string()) ==
        std::vector<std::string>{"a", "error", "a", "error", "c"});
  CHECK(read(here.write("x", "[" + a + ", " + b + "," + c + "]").string()) ==
        std::vector<std::string>{"a", "error", "c"});
  CHECK(read(here.write("x", "[" + a + " " + c + "]").string()) == std::vector<std::string>{"a", "error"});
}
