// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/text/surface_forms.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace {

bool has(std::string_view gold, std::string_view form) {
  const std::vector<std::string> forms = mhqa::surface_forms(gold);
  return std::find(forms.begin(), forms.end(), form) != forms.end();
}

}  // namespace

TEST_CASE("surface_forms: each rule adds its spelling") {
  CHECK(has("The Beatles", "Beatles"));
  CHECK(has("\"Help!\"", "Help!"));
  CHECK(has("Alien (film)", "Alien"));
  CHECK(has("Alien (film)", "film"));
  CHECK(has("Nineteen", "19"));
  CHECK(has("21st", "twenty-first"));
  CHECK(has("1,234,567", "1234567"));
  CHECK(has("1,23,456", "123456"));
  CHECK(has("Rome.", "Rome"));
  CHECK(has("U.S. 5.5", "US 5.5"));
  CHECK(has("re-use it", "re use it"));
  CHECK(has("rock & roll", "rock and roll"));
  CHECK(has("rock AND roll", "rock & roll"));
  CHECK(has("the a cat", "a cat"));
  CHECK(has("the a cat", "cat"));  // a spelling's own article goes, too
  CHECK_FALSE(has("the a an cat", "cat"));
}

TEST_CASE("surface_forms: short spellings stay only as the gold itself or as digits") {
  CHECK(mhqa::surface_forms("the x") == std::vector<std::string>{"the x"});
  CHECK(mhqa::surface_forms("x") == std::vector<std::string>{"x"});
  CHECK(mhqa::surface_forms("one") == std::vector<std::string>{"1", "one"});
  CHECK(mhqa::surface_forms(" ").empty());
}

TEST_CASE("surface_forms: golds unfit for a search as substring") {
  CHECK(mhqa::is_unfit_for_substrings("The Long Name Of Something Very Long Indeed"));
  CHECK(mhqa::is_unfit_for_substrings("John Ronald Tolkien"));
  CHECK_FALSE(mhqa::is_unfit_for_substrings("Lord of Rings"));
  CHECK_FALSE(mhqa::is_unfit_for_substrings("Rome"));
  CHECK(mhqa::is_unfit_for_substrings("Lord of the Rings Part One"));
}

TEST_CASE("surface_forms: short ones must be words, and near the beginning of long answers") {
  CHECK(mhqa::stands_firmly("in rome", 7, "rome"));
  CHECK_FALSE(mhqa::stands_firmly("in romeo", 8, "rome"));
  CHECK(mhqa::stands_firmly("in romeo rome", 13, "rome"));
  CHECK_FALSE(mhqa::stands_firmly("x", 1, ""));
  const std::string late = std::string(41, '.') + "london" + std::string(50, '.');
  CHECK_FALSE(mhqa::stands_firmly(late, late.size(), "london"));
  CHECK(mhqa::stands_firmly(late.substr(1), late.size() - 1, "london"));
}

TEST_CASE("surface_forms: the answer is read from the last JSON that has one") {
  using mhqa::json_answer;
  CHECK(json_answer("so ```json\n{\"answer\": \"x\"}\n``` {\"answer\": \"y\"}") == "x");
  CHECK(json_answer("{\"answer\": \"x\"} then {\"answer\": \"y\"} {\"z\": 1}") == "y");
  CHECK(json_answer(" {\"answer\": [1.0, \"a\"]} ") == "[1.0, 'a']");
  CHECK(json_answer(" plain ") == "plain");
  CHECK(json_answer("{\"answer\": 1") == "{\"answer\": 1");
  CHECK(json_answer("") == "");
}
