// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/search_index_builder.hpp>

#include "support/command.hpp"
#include "support/json.hpp"

#include <mhqa/compose/distractors.hpp>
#include <mhqa/parallel.hpp>
#include <mhqa/retrieval/bm25.hpp>
#include <support/corpora.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

// An index is the same bytes whatever memory it was built in, and those of the index that was built in memory.

using mhqa_test::read_file;
using mhqa_test::scratch;

namespace {

struct paragraph {
  std::string id, title, text;
};

std::vector<paragraph> some_paragraphs() {
  std::vector<paragraph> out;
  const std::vector<std::string> texts = mhqa_test::random_corpus(6, 120, 200);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::string number = std::to_string(i);
    out.push_back({i % 3 == 0 ? "" : "d" + number, i % 4 == 0 ? "" : "Title " + number, texts[i]});
  }
  out[17] = {};
  for (int i = 0; i < 300; ++i) out[40].text += " again";
  return out;
}

template <class E>
mhqa::io::search_index_counts build(const std::string& path, const std::vector<paragraph>& paragraphs,
                                    std::uint64_t memory, E& exec) {
  mhqa::io::search_index_options options;
  options.memory = memory;
  mhqa::io::search_index_builder builder{path, options, mhqa::paragraph_analyzer{}, exec};
  for (const paragraph& p : paragraphs) builder.add(p.id, p.title, p.text);
  return builder.finish();
}

std::size_t files_in(const scratch& here) {
  std::size_t count = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator{here / "."}) ++count;
  return count;
}

}  // namespace

TEST_CASE("search_index_builder: the same bytes in any memory, on any number of threads, and as written at once") {
  const scratch here;
  const std::vector<paragraph> paragraphs = some_paragraphs();
  mhqa::serial_executor one;
  mhqa::thread_pool three{3};
  std::vector<mhqa::context_paragraph> views;
  std::vector<std::string_view> ids;
  for (const paragraph& p : paragraphs) {
    views.push_back({p.title, p.text});
    ids.push_back(p.id);
  }
  const auto index = mhqa::build_bm25(views, mhqa::bm25_models::lucene, mhqa::paragraph_analyzer{});
  mhqa::io::write_search_index((here / "whole").string(), index, views, ids);
  const std::string want = read_file(here / "whole");
  std::uint64_t most_blocks = 0;
  for (const std::uint64_t memory : {1ULL, 1'000ULL, 5'000ULL, 20'000ULL, 70'000ULL, 200'000ULL, 1ULL << 30U}) {
    CAPTURE(memory);
    const std::string path = (here / "built").string();
    const auto counts = build(path, paragraphs, memory, one);
    CHECK(read_file(path) == want);
    CHECK(counts.documents == 120);
    CHECK(counts.terms == index.view().terms());
    CHECK(counts.postings == index.view().postings());
    most_blocks = std::max(most_blocks, counts.blocks);
    CHECK((counts.blocks == 1) == (memory == 1ULL << 30U));
    build(path, paragraphs, memory, three);
    CHECK(read_file(path) == want);
  }
  CHECK(most_blocks == 120);
  CHECK(files_in(here) == 2);  // no temporary file is left
  const mhqa::io::search_index mapped{(here / "built").string()};
  for (std::uint32_t i = 0; i < paragraphs.size(); ++i) {
    CHECK(mapped.id(i) == paragraphs[i].id);
    CHECK(mapped[i] == views[i]);
  }
}

TEST_CASE("search_index_builder: an index of nothing, of empty paragraphs, and one that is not finished") {
  const scratch here;
  mhqa::serial_executor one;
  const std::string path = (here / "x").string();
  CHECK(build(path, {}, 1, one) == mhqa::io::search_index_counts{0, 0, 0, 1});
  CHECK(mhqa::io::search_index{path}.index().documents() == 0);
  CHECK(build(path, {{}, {}, {}}, 1, one) == mhqa::io::search_index_counts{3, 0, 0, 3});
  CHECK(mhqa::io::search_index{path}.index().documents() == 3);
  {
    mhqa::io::search_index_options options;
    options.memory = 1;
    mhqa::io::search_index_builder builder{(here / "y").string(), options, mhqa::paragraph_analyzer{}, one};
    for (const paragraph& p : some_paragraphs()) builder.add(p.id, p.title, p.text);
  }
  CHECK(files_in(here) == 1);
}
