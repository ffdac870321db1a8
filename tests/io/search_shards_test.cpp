// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/search_shards.hpp>

#include "support/command.hpp"
#include "support/corpora.hpp"
#include "support/errors.hpp"
#include "support/text.hpp"

#include <mhqa/io/search_index_builder.hpp>
#include <mhqa/parallel.hpp>
#include <mhqa/retrieval/text_analyzer.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

// tests/tools/index_test.cpp has each layout and each refusal of a merge.

namespace io = mhqa::io;

namespace {

const mhqa::text_analyzer analyzer{mhqa::analysis{}};

void build(const std::string& path, std::span<const std::string> texts) {
  mhqa::serial_executor one;
  io::search_index_builder builder{path, {}, analyzer, one};
  for (const std::string& text : texts) builder.add({}, "w3", text);
  builder.finish();
}

}  // namespace

TEST_CASE("search_shards: 2,000 queries have the same run on five shards as on one index") {
  const mhqa_test::scratch here;
  const auto path = [&](const char* name, std::size_t i) { return (here / (name + std::to_string(i))).string(); };
  const std::vector<std::string> texts = mhqa_test::random_corpus(21, 1000, 700);
  std::string lines;
  for (std::size_t q = 0; q < 2000; ++q) {
    mhqa::draws random{22, q};
    lines += std::to_string(q) + "\tw" + std::to_string(q % 50) + " " + mhqa_test::random_text(random, 12, 700) + "\n";
  }
  const std::string queries = here.write("queries", lines).string(), run = path("run", 0);
  build(path("whole", 0), texts);
  std::vector<std::string> indexes, parts;
  for (std::size_t i = 0; i < 5; ++i) {
    build(indexes.emplace_back(path("index", i)), std::span{texts}.subspan(i * 200, 200));
  }
  mhqa::thread_pool pool{2};
  for (std::size_t i = 0; i < 5; ++i) {
    CHECK(io::write_search_shard(indexes, i, path("shard", i), pool).index == i);
    const io::search_index shard{path("shard", i)};
    CHECK(shard.shard().count == 5);
    CHECK(shard.index().first_document() == i * 200);
    CHECK(shard[7].text == texts[i * 200 + 7]);
    io::atomic_file file{parts.emplace_back(path("part", i))};
    io::search_part_writer part{file, {shard.shard(), 10, io::run_layout::trec, shard.how().text()}};
    static_cast<void>(io::rank_queries(shard, queries, 10, mhqa::text_analyzer{analyzer}, part));
    file.commit();
  }
  const io::search_index whole{path("whole", 0)};
  io::atomic_file file{run};
  io::run_writer wanted{file, io::run_layout::trec};
  const auto counts = io::rank_queries(whole, queries, 10, mhqa::text_analyzer{analyzer}, wanted);
  file.commit();
  const io::merged_search merged = io::merge_search_parts(parts, path("merged", 0));
  CHECK(mhqa_test::read_file(path("merged", 0)) == mhqa_test::read_file(run));
  CHECK(merged.counts.queries == 2000);
  CHECK(merged.counts.without_hit == counts.without_hit);
  CHECK(merged.counts.unknown == counts.unknown);
  CHECK(merged.terms == whole.how().text());
  CHECK(mhqa_test::has(mhqa_test::error_of([] { static_cast<void>(io::merge_search_parts({}, "none")); }),
                       "expected at least one part"));
}
