// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/json_equality.hpp>

#include <mhqa/io/json_records.hpp>

#include "support/command.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

// Python's == on what json.load makes of the texts; each line below is a class of equal values.

namespace {

std::string canonical(const mhqa_test::scratch& folder, std::string_view value) {
  const std::string path = folder.write("value.json", "{\"v\": " + std::string{value} + "}").string();
  mhqa::io::json_document document{path};
  std::string out;
  document.for_each_field([&](std::string_view, mhqa::io::json_value v) { append_canonical(out, v); });
  return out;
}

const std::vector<std::vector<std::string_view>> classes = {
    {"0", "-0", "0.0", "-0.0", "0e9", "false"},
    {"1", "1.0", "1e0", "10e-1", "true"},
    {"-1", "-1.0"},
    {"1000", "1e3", "1E+3", "1000.00"},
    {"9007199254740993"},  // 2^53 + 1, which no double is
    {"9007199254740992", "9007199254740992.0", "9007199254740993.0"},
    {"1e23", "99999999999999991611392"},  // the double nearest to 10^23
    {"100000000000000000000000"},
    {"0.1", "1e-1", "0.10"},
    {"0.30000000000000004"},
    {R"("1")", R"("\u0031")"},
    {R"("é")", R"("\u00e9")"},
    {R"("true")"},
    {"null"},
    {"[]"},
    {"{}"},
    {"[[]]", "[ [ ] ]"},
    {"[1, 2]", "[1.0,2]", "[true, 2e0]"},
    {"[2, 1]"},
    {R"(["1, 2"])"},
    {R"(["1", "2"])"},
    {R"({"a": 1, "b": [false]})", R"({"b": [0], "a": 1.0})", R"({"a": 5, "b": [0], "a": true})"},
    {R"({"a": 1, "b": [0], "c": null})"},
    {R"({"a": 1})"},
    {R"({"a\": 1, \"b": 1})"},
};

}  // namespace

TEST_CASE("json_equality: equal values have one form, and different values different ones") {
  const mhqa_test::scratch folder;
  std::vector<std::string> forms;
  for (const auto& equal : classes) {
    const std::string form = canonical(folder, equal.front());
    for (const std::string_view text : equal) {
      CAPTURE(text);
      CHECK(canonical(folder, text) == form);
    }
    for (const std::string& other : forms) CHECK(other != form);
    forms.push_back(form);
  }
}

TEST_CASE("json_equality: the form is JSON and its own form") {
  const mhqa_test::scratch folder;
  for (const auto& equal : classes) {
    const std::string form = canonical(folder, equal.back());
    CHECK(canonical(folder, form) == form);
  }
}

TEST_CASE("json_equality: the largest numbers are written out, larger ones refused") {
  const mhqa_test::scratch folder;
  CHECK(canonical(folder, "1.7976931348623157e308").size() == 309);
  CHECK(canonical(folder, "-1.7976931348623157e308").size() == 310);
  CHECK_THROWS_AS(canonical(folder, "1e400"), mhqa::data_error);
  CHECK_THROWS_AS(canonical(folder, "NaN"), mhqa::data_error);
  CHECK_THROWS_AS(canonical(folder, "[01]"), mhqa::data_error);
}
