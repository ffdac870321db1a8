// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/search_index.hpp>

#include "support/command.hpp"
#include "support/json.hpp"

#include <mhqa/retrieval/bm25.hpp>

#include <doctest/doctest.h>

#include <string>
#include <vector>

using mhqa_test::read_file;
using mhqa_test::scratch;

TEST_CASE("search_index: a file gives the same hits as the index, with their text") {
  const scratch here;
  const std::vector<mhqa::context_paragraph> paragraphs{{"Emma", "By Jane Austen."}, {"", "Tea."}, {"Bath", ""}};
  const std::vector<std::string> documents{"emma jane austen", "tea", "bath"};
  const auto index = mhqa::build_bm25(documents);
  const std::string path = (here / "x.idx").string();
  mhqa::io::write_search_index(path, index, paragraphs);
  const mhqa::io::search_index mapped{path};
  REQUIRE(mapped.index().documents() == 3);
  for (std::uint32_t i = 0; i < 3; ++i) CHECK(mapped[i] == paragraphs[i]);
  const std::vector<std::string> queries{"jane", "tea bath"};
  CHECK(mhqa::search_bm25(mapped.index(), queries, 2) == mhqa::search_bm25(index, queries, 2));
  CHECK_THROWS_AS(static_cast<void>(mapped[3]), mhqa::data_error);
  CHECK_THROWS_AS(mhqa::io::write_search_index(path, index, std::span{paragraphs}.first(2)), mhqa::data_error);

  const std::string bytes = read_file(path);
  for (const std::size_t size : {std::size_t{0}, std::size_t{8}, bytes.size() / 2, bytes.size() - 1}) {
    CAPTURE(size);
    const std::string cut = here.write("cut.idx", bytes.substr(0, size)).string();
    CHECK_THROWS_AS(mhqa::io::search_index{cut}, mhqa::data_error);
  }
}
