// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/paragraph_store.hpp>

#include "support/command.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace {

std::vector<std::string> read_in_blocks(mhqa::io::paragraph_store& all, std::size_t bytes, std::size_t& blocks) {
  std::vector<std::string> out;
  all.for_each_block(bytes, [&](const mhqa::paragraph_block& block) {
    CHECK(block.first == out.size());
    CHECK(!block.paragraphs.empty());
    for (const mhqa::context_paragraph& p : block.paragraphs) {
      out.push_back(std::string{p.title} + "|" + std::string{p.text});
    }
    ++blocks;
  });
  return out;
}

}  // namespace

TEST_CASE("paragraph_store: blocks, numbers, and what is left out") {
  const mhqa_test::scratch here;
  {
    mhqa::io::paragraph_store all{(here / "out").string()};
    for (const char* const text : {"a", "bb", "", "dddddddddddd", "e"}) all.add({"T", text});
    all.end();
    CHECK(all.size() == 5);
    std::size_t many = 0, one = 0;
    const std::vector<std::string> expected{"T|a", "T|bb", "T|", "T|dddddddddddd", "T|e"};
    CHECK(read_in_blocks(all, 1, many) == expected);
    CHECK(read_in_blocks(all, 1000, one) == expected);
    CHECK(many == 5);
    CHECK(one == 1);
    all.keep({true, false, false, true, true});
    CHECK(read_in_blocks(all, 30, many) == std::vector<std::string>{"T|a", "T|dddddddddddd", "T|e"});
    const auto loaded = all.load(std::array<std::uint32_t, 2>{1, 2});
    REQUIRE(loaded.paragraphs.size() == 2);
    CHECK(loaded.paragraphs[0].text == "dddddddddddd");
    CHECK(loaded.paragraphs[1].text == "e");
  }
  CHECK(std::filesystem::is_empty(here / ""));
}
