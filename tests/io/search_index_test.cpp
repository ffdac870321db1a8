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
  CHECK(mapped.id(1) == "");
  CHECK_THROWS_AS(static_cast<void>(mapped[3]), mhqa::data_error);
  CHECK_THROWS_AS(static_cast<void>(mapped.id(3)), mhqa::data_error);
  CHECK_THROWS_AS(mhqa::io::write_search_index(path, index, std::span{paragraphs}.first(2)), mhqa::data_error);

  CHECK(mhqa::io::is_search_index(path));
  CHECK_FALSE(mhqa::io::is_search_index((here / "none").string()));
  const std::string bytes = read_file(path);
  for (const std::size_t size : {std::size_t{0}, std::size_t{8}, bytes.size() / 2, bytes.size() - 1}) {
    CAPTURE(size);
    const std::string cut = here.write("cut.idx", bytes.substr(0, size)).string();
    CHECK_THROWS_AS(mhqa::io::search_index{cut}, mhqa::data_error);
    CHECK_FALSE(mhqa::io::is_search_index(cut));
  }
}

TEST_CASE("search_index: ids are kept beside the paragraphs, one for each") {
  const scratch here;
  const std::vector<mhqa::context_paragraph> paragraphs{{"Emma", "By Jane Austen."}, {"", "Tea."}};
  const std::vector<std::string_view> ids{"Emma-1", "d 2"};
  const auto index = mhqa::build_bm25(std::vector<std::string>{"emma jane austen", "tea"});
  const std::string path = (here / "x.idx").string();
  mhqa::io::write_search_index(path, index, paragraphs, ids);
  const mhqa::io::search_index mapped{path};
  for (std::uint32_t i = 0; i < 2; ++i) {
    CHECK(mapped.id(i) == ids[i]);
    CHECK(mapped[i] == paragraphs[i]);
  }
  CHECK_THROWS_AS(mhqa::io::write_search_index(path, index, paragraphs, std::span{ids}.first(1)), mhqa::data_error);
}

TEST_CASE("search_index: a byte that is changed anywhere is refused, or used by nothing") {
  const scratch here;
  const std::vector<mhqa::context_paragraph> paragraphs{{"Emma", "By Jane Austen."}, {"", "Tea."}, {"Bath", "A town."}};
  const std::vector<std::string> documents{"emma jane austen", "tea", "bath town"};
  const std::string path = (here / "x.idx").string();
  const auto index = mhqa::build_bm25(documents);
  mhqa::io::write_search_index(path, index, paragraphs);
  const std::string bytes = read_file(path);
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    CAPTURE(at);
    std::string other = bytes;
    other[at] = static_cast<char>(other[at] ^ 0x10);
    const std::string file = here.write("other.idx", other).string();
    CHECK_THROWS_AS(
        [&] {
          const mhqa::io::search_index mapped{file};
          for (std::uint32_t i = 0; i < 3; ++i) static_cast<void>(mapped[i]);
        }(),
        mhqa::data_error);
  }
}

TEST_CASE("search_index: an index of version 1 is named as such") {
  const scratch here;
  const std::string old = std::string(16, '\0') + "hmqaidx1" + std::string(16, '\0');
  CHECK_THROWS_WITH_AS(mhqa::io::search_index{here.write("x", old).string()}, doctest::Contains("version 1"),
                       mhqa::data_error);
}
