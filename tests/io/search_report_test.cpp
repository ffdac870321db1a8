// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/search_report.hpp>

#include "support/command.hpp"
#include "support/json.hpp"

#include <mhqa/retrieval/analyzer.hpp>
#include <mhqa/retrieval/bm25.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace io = mhqa::io;

namespace {

/// Writes an index of two paragraphs; gives its path.
std::string small_index(const mhqa_test::scratch& here, const std::vector<std::string_view>& ids = {}) {
  const std::string tea = "Tea " + std::string(90, 'x');
  const std::vector<mhqa::context_paragraph> paragraphs{{"Emma", "By Jane\nAusten."}, {"", tea}};
  const auto index = mhqa::build_bm25(std::vector<std::string>{"emma jane austen", "tea"});
  std::string path = (here / "x.idx").string();
  io::write_search_index(path, index, paragraphs, ids);
  return path;
}

}  // namespace

TEST_CASE("search_report: a preview is one line of whole characters") {
  CHECK(io::preview("short\x1b", 10) == "short\\x1b");
  CHECK(io::preview("a long\ntext", 8) == "a long t…");
  CHECK(io::preview("abé", 3) == "ab…");
  CHECK(io::preview("abé", 4) == "abé");
}

TEST_CASE("search_report: hits as text have ranks from 1 and previews, as JSON the whole text") {
  const mhqa_test::scratch here;
  const io::search_index index{small_index(here)};
  const std::vector<mhqa::search_hit> hits{{1, 2.5}, {0, 1.0}};
  std::string text, json;
  io::append_hits(text, index, hits);
  CHECK(text == "  1    2.5000         1  : Tea " + std::string(76, 'x') +
                    "…\n  2    1.0000         0  Emma: By Jane Austen.\n");
  io::append_hits_json(json, "q", index, hits);
  const auto first = mhqa_test::parse_json(std::string_view{json}.substr(0, json.find('\n')));
  CHECK(first["rank"].integer() == 1);
  CHECK(first["document"].integer() == 1);
  CHECK(first["text"].string().size() == 94);
  CHECK(json.find("\"id\"") == std::string::npos);
}

TEST_CASE("search_report: each query of a file gets its ranking; documents have the names of their source") {
  const mhqa_test::scratch here;
  const io::search_index index{small_index(here, {"Emma-1", "d2"})};
  const std::string queries = here.write("q", "q1\tjane tea\nq2\tunknown\n").string(), to = (here / "run").string();
  io::atomic_file file{to};
  io::run_writer run{file, io::run_layout::flashrag};
  std::vector<std::uint64_t> seen;
  const io::ranked_queries all =
      io::rank_queries(index, queries, 10, mhqa::musique_analyzer{}, run, [&](std::uint64_t n) { seen.push_back(n); });
  file.commit();
  CHECK(all.queries == 2);
  CHECK(all.without_hit == 1);
  CHECK(seen == std::vector<std::uint64_t>{1, 2});
  const auto rows = mhqa_test::load_jsonl(to);
  REQUIRE(rows.size() == 2);
  CHECK(rows[0]["question"].string() == "jane tea");
  REQUIRE(rows[0]["retrieval_result"].items().size() == 2);
  CHECK(rows[0]["retrieval_result"][0]["id"].string() == "d2");
  CHECK(rows[1]["retrieval_result"].items().empty());
}
