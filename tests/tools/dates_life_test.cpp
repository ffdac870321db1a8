// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// mhqa dates life: a line in and a line out, errors with their place, the labelled lives through the command.
#include "support/command.hpp"
#include "support/json.hpp"
#include "support/shared_data.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

using mhqa_test::finished;
using mhqa_test::json;
using mhqa_test::mhqa;

namespace {

std::vector<json> answers_of(const std::string& out) {
  std::vector<json> rows;
  for (std::size_t at = 0; at < out.size();) {
    const std::size_t end = out.find('\n', at);
    rows.push_back(mhqa_test::parse_json(std::string_view{out}.substr(at, end - at)));
    at = end + 1;
  }
  return rows;
}

}  // namespace

TEST_CASE("dates life: a life a line, in EDTF") {
  const finished done =
      mhqa({"dates", "life"},
           "{\"id\": \"1\", \"title\": \"Ann Roe\", \"text\": \"Ann Roe (c. 1856 – April 1931) was a "
           "nurse.\", \"more\": [1]}\n"
           "{\"id\": \"2\", \"title\": \"HMS Roe\", \"text\": \"HMS Roe was a ship (1900–1950).\"}\n");
  CHECK(done.status == 0);
  CHECK(done.out ==
        "{\"id\": \"1\", \"person\": true, \"born\": \"1856~\", \"died\": \"1931-04\", \"why\": \"born: bracket; died: "
        "bracket\"}\n"
        "{\"id\": \"2\", \"person\": false, \"born\": null, \"died\": null, \"why\": \"not a person\"}\n");
}

TEST_CASE("dates life: a bad line has its place and its reason, and the others are answered") {
  const finished done = mhqa({"dates", "life"},
                             "{\"id\": \"1\", \"title\": \"X\"}\n"
                             "nothing\n"
                             "{\"id\": 1, \"title\": \"X\", \"text\": \"\"}\n"
                             "{\"id\": \"4\", \"id\": \"5\", \"title\": \"X\", \"text\": \"\"}\n"
                             "{\"id\": \"5\", \"title\": \"\", \"text\": \"\"}\n");
  CHECK(done.status == 2);
  const std::vector<json> rows = answers_of(done.out);
  REQUIRE(rows.size() == 5);
  CHECK(rows[0]["error"].string() == "-: record 1: expected the field \"text\", which is missing");
  CHECK(rows[1]["error"].string().find("-: record 2") == 0);
  CHECK(rows[2]["error"].string().find("expected a string, found a number") != std::string::npos);
  CHECK(rows[3]["id"].string() == "5");  // of two members with one name the last counts
  CHECK(rows[4]["born"].null());
}

TEST_CASE("dates life: the labelled lives through the command") {
  const auto file = mhqa_test::shared_data("golden/life/lives.jsonl");
  if (!file) return;
  const finished done = mhqa({"dates", "life", file->string()});
  CHECK(done.status == 0);
  const std::vector<json> gold = mhqa_test::load_jsonl(*file), rows = answers_of(done.out);
  REQUIRE(rows.size() == gold.size());
  std::size_t persons = 0;
  for (std::size_t i = 0; i < gold.size(); ++i) {
    CHECK(rows[i]["id"].string() == gold[i]["id"].string());
    if (rows[i]["person"].boolean() == gold[i]["person"].boolean()) ++persons;
  }
  CHECK(static_cast<double>(persons) >= 0.985 * static_cast<double>(gold.size()));
}
