// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/pool_file.hpp>

#include "support/command.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using mhqa::io::pool_format;
using mhqa::io::pool_path;
using mhqa_test::scratch;

TEST_CASE("pool_file: the beginning of a file tells its format") {
  const scratch here;
  const std::array<std::pair<std::string_view, pool_format>, 6> rows{{
      {R"({"version": "1.1", "data": []})", pool_format::squad},
      {R"([{"id": "1", "context": "c", "question": "q", "answers": {"text": []}}])", pool_format::squad},
      {R"({"header": {"dataset": "SQuAD"}})", pool_format::mrqa},
      {"relation\tWho is XXX?\tAnn\tAnn is.\tshe\n", pool_format::zero_shot_re},
      {R"([{"docid": "Q1", "triples": []}])", pool_format::trex},
      {R"({"example_id": 1, "document_text": "a"})", pool_format::natural_questions},
  }};
  for (const auto& row : rows) {
    const std::string_view text = row.first;
    CAPTURE(text);
    const std::string found{to_string(mhqa::io::find_pool_format(here.write("pool", text).string()))};
    CHECK(found == to_string(row.second));
  }
  const std::array<std::pair<std::string_view, const char*>, 5> refused{{{"", "empty"},
                                                                         {"\x1f\x8b\x08", "gzip"},
                                                                         {"\xEF\xBB\xBF{}", "byte order mark"},
                                                                         {"plain text", "tabs"},
                                                                         {R"({"questions": []})", "format"}}};
  for (const auto& row : refused) {
    const std::string_view text = row.first;
    CAPTURE(text);
    const std::string path = here.write("pool", text).string();
    CHECK_THROWS_WITH_AS(static_cast<void>(mhqa::io::find_pool_format(path)), doctest::Contains(row.second),
                         mhqa::data_error);
  }
}

TEST_CASE("pool_file: several files are one pool, each with its source's name") {
  const scratch here;
  const std::string re = here.write("a.tsv", "r\tWho is XXX?\tAnn\tAnn is Bo.\tBo\n").string();
  const std::vector<pool_path> files{pool_path::parse("mine=" + re), pool_path::parse(re)};
  const auto loaded = mhqa::io::load_pool(files);
  REQUIRE(loaded.pool.questions.size() == 2);
  CHECK(loaded.pool.questions[0].source == "mine");
  CHECK(loaded.pool.questions[1].source == "zero_shot_re");
  CHECK(loaded.pool.questions[1].id == "zsre_1~2");
  CHECK(loaded.pool.paragraphs.size() == 1);
  CHECK(mhqa::io::load_pool(re).pool.questions.size() == 1);
  CHECK(pool_path::parse("/a=b/c.json").path == "/a=b/c.json");
  const std::string none = here.write("none.json", R"({"data": []})").string();
  CHECK_THROWS_AS(static_cast<void>(mhqa::io::load_pool(std::vector{pool_path{none, {}}})), mhqa::data_error);
  const std::vector<pool_path> stream{{"-", {}}};
  CHECK_THROWS_WITH_AS(static_cast<void>(mhqa::io::load_pool(stream)), doctest::Contains("found a stream"),
                       mhqa::data_error);
}
