// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/model/reader_weights.hpp>

#include <mhqa/bytes.hpp>

#include "support/errors.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

mhqa::reader_weights small(const std::string& table) {
  mhqa::reader_weights out;
  out.name = "test";
  out.bits = 8;
  out.scale = 0.5;
  out.support_from = 0.25;
  out.table = table;
  out.nets[0] = mhqa::dense_net{2, 1, {1024, -2048, 512, 2048, 256}};
  for (std::size_t i = 1; i < out.nets.size(); ++i) out.nets[i] = mhqa::dense_net{0, 0, {0}};
  return out;
}

}  // namespace

TEST_CASE("reader_weights: a net is a sum of positive parts in fixed point") {
  // One hidden unit: x - 2 y + 0.5, then twice that and 0.25; nothing of the unit below 0.
  const mhqa::dense_net net{2, 1, {1024, -2048, 512, 2048, 256}};
  const std::vector<std::int16_t> above{mhqa::dense_net::fixed(1), mhqa::dense_net::fixed(0.25)};
  const std::vector<std::int16_t> below{mhqa::dense_net::fixed(-1), mhqa::dense_net::fixed(1)};
  CHECK(net(above) == 2 * (1 - 0.5 + 0.5) + 0.25);
  CHECK(net(below) == 0.25);
  CHECK(mhqa::dense_net::fixed(1000) == 32767);
  CHECK(mhqa::dense_net::fixed(-1000) == -32768);
}

TEST_CASE("reader_weights: bytes give the same weights again, whose hash is that of the bytes") {
  std::string table(256, '\0');
  table[7] = '\x80';
  mhqa::reader_weights written = small(table);
  CHECK(written.rarity_of(7) == written.rarity_of(8));
  written.rarity = std::string_view{"\x10\xFF", 2};
  const std::string bytes = mhqa::to_bytes(written);
  const mhqa::reader_weights read = mhqa::weights_from_bytes(bytes, "file");
  CHECK(read.rarity_of(6) == 1);
  CHECK(read.rarity_of(7) == 255 / 16.0);
  CHECK(read.name == "test");
  CHECK(read.scale == 0.5);
  CHECK(read.support_from == 0.25);
  CHECK(read.weight(7) == -128);
  CHECK(read.weight(8) == 0);
  CHECK(read.nets == small(table).nets);
  CHECK(read.hash == mhqa::stable_hash(bytes));
  CHECK(mhqa::to_bytes(read) == bytes);
}

TEST_CASE("reader_weights: bytes that are cut, changed, of another kind or version are refused in one line") {
  const std::string table(256, '\0');
  const std::string bytes = mhqa::to_bytes(small(table));
  const auto error = [](const std::string& b) {
    return mhqa_test::error_of([&] { static_cast<void>(mhqa::weights_from_bytes(b, "w.bin")); });
  };
  for (std::size_t size = 0; size < bytes.size(); size += 13) CHECK(error(bytes.substr(0, size)).find("w.bin") == 0);
  std::string changed = bytes;
  changed[100] ^= 1;
  CHECK(error(changed).find("checksum") != std::string::npos);

  mhqa::byte_writer other;
  other.text("a search index");
  CHECK(error(std::move(other).finish()).find("expected the weights of a trained reader") != std::string::npos);
  mhqa::byte_writer newer;
  newer.text(mhqa::reader_weights::magic);
  newer.number(mhqa::reader_weights::version + 1);
  CHECK(error(std::move(newer).finish()).find("expected weights of version") != std::string::npos);

  mhqa::reader_weights uneven = small(table);
  const std::string shorter(128, '\0');
  uneven.table = shorter;
  CHECK(error(mhqa::to_bytes(uneven)).find("expected a weight for each feature") != std::string::npos);
}
