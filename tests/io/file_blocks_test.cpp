// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/file_blocks.hpp>

#include <mhqa/io/content_hash.hpp>
#include <mhqa/io/file.hpp>

#include "support/command.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

using mhqa::io::content_tally;
using mhqa::io::detail::file_block;
using mhqa::io::detail::file_blocks;
using mhqa_test::scratch;

namespace {

// Cuts each block after its last comma.
std::vector<std::string> cut_at_commas(file_blocks& blocks) {
  std::vector<std::string> out;
  std::uint64_t offset = 0;
  file_block block;
  while (blocks.read(block)) {
    blocks.join(block);
    CHECK(block.offset == offset);
    if (!block.last) {
      const std::size_t comma = block.text().rfind(',');
      blocks.keep(block, comma == std::string_view::npos ? 0 : comma + 1);
    }
    offset += block.size;
    if (block.size != 0) out.emplace_back(block.text());
  }
  CHECK_FALSE(blocks.read(block));
  return out;
}

}  // namespace

TEST_CASE("file_blocks: blocks of any size are the file, cut where the caller says") {
  const scratch here;
  const std::string text = "one,two,,a much longer part of the file that spans many blocks,three,";
  const std::string path = here.write("x", text).string();
  for (std::size_t size = 1; size < text.size() + 3; ++size) {
    for (const std::size_t already : {std::size_t{0}, std::size_t{5}, text.size()}) {
      CAPTURE(size);
      CAPTURE(already);
      mhqa::io::input in{path};
      std::string begin(already, ' ');
      for (std::size_t got = 0; got < already;) got += in.read({begin.data() + got, already - got});
      file_blocks blocks{in, begin, content_tally::on, size, 0};
      std::string whole;
      for (const std::string& part : cut_at_commas(blocks)) {
        CHECK((part.ends_with(',') || whole.size() + part.size() == text.size()));
        whole += part;
      }
      CHECK(whole == text);
      CHECK(blocks.content().bytes == text.size());
      CHECK(blocks.content().hash == mhqa::io::content_hash(text));
    }
  }
}

TEST_CASE("file_blocks: the next block can be read before this one is cut") {
  const scratch here;
  const std::string path = here.write("x", "aa,bb,cc,dd,ee").string();
  mhqa::io::input in{path};
  file_blocks blocks{in, "", content_tally::off, 4, 0};
  file_block first, second;
  REQUIRE(blocks.read(first));
  REQUIRE(blocks.read(second));
  blocks.join(first);
  CHECK(first.text() == "aa,b");
  blocks.keep(first, 3);
  CHECK(first.text() == "aa,");
  blocks.join(second);
  CHECK(second.text() == "bb,cc");
  CHECK(second.offset == 3);
}

TEST_CASE("file_blocks: one block for the whole file, up to a limit") {
  const scratch here;
  const std::string path = here.write("x", std::string(1000, 'x')).string();
  for (const std::uint64_t most : {999U, 1000U, 5000U}) {
    mhqa::io::input in{path};
    file_blocks blocks{in, "", content_tally::off, file_blocks::all, most};
    file_block block;
    REQUIRE(blocks.read(block));
    CHECK(block.last == (most >= 1000));
    if (block.last) CHECK(block.text() == std::string(1000, 'x'));
  }
}

TEST_CASE("file_blocks: a part of many blocks is copied a few times, not once for each") {
  const scratch here;
  const std::string path = here.write("x", std::string(1U << 20U, 'x') + ",y").string();
  mhqa::io::input in{path};
  file_blocks blocks{in, "", content_tally::off, 64, 0};
  file_block block;
  std::size_t reads = 0;
  while (blocks.read(block)) {
    ++reads;
    blocks.join(block);
    const std::size_t comma = block.text().rfind(',');
    if (!block.last) blocks.keep(block, comma == std::string_view::npos ? 0 : comma + 1);
  }
  CHECK(block.size == (std::size_t{1} << 20U) + 2);
  CHECK(reads < 20);
}
