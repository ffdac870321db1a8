// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/model/net_weights.hpp>

#include <mhqa/bytes.hpp>

#include "support/errors.hpp"
#include "support/net_examples.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <utility>

namespace {

std::string error(const std::string& bytes) {
  return mhqa_test::error_of([&] { static_cast<void>(mhqa::net_from_bytes(bytes, "reader.net")); });
}

}  // namespace

TEST_CASE("net_weights: bytes give the same weights again, whose hash is that of the bytes") {
  const mhqa::net_weights w = mhqa_test::random_net(1, {"who", "wrote", "emma"});
  const std::string bytes = mhqa::to_bytes(w);
  const mhqa::net_weights read = mhqa::net_from_bytes(bytes, "reader.net");
  CHECK(read.name == "test");
  CHECK(read.hashes == w.hashes);
  CHECK(read.vectors == w.vectors);
  CHECK(read.parts == w.parts);
  CHECK(read.lengths == w.lengths);
  CHECK(read.hash == mhqa::stable_hash(bytes));
  CHECK(mhqa::to_bytes(read) == bytes);
}

TEST_CASE("net_weights: bytes that are cut, changed, of another kind or version are refused in one line") {
  const std::string bytes = mhqa::to_bytes(mhqa_test::random_net(1, {"who"}));
  for (std::size_t size = 0; size < bytes.size(); size += 50021) {
    CHECK(error(bytes.substr(0, size)).find("reader.net") == 0);
  }
  CHECK(error(bytes.substr(0, bytes.size() - 1)).find("checksum") != std::string::npos);
  std::string changed = bytes;
  changed[1000] ^= 1;
  CHECK(error(changed).find("checksum") != std::string::npos);
  CHECK(error(changed).find('\n') == std::string::npos);

  mhqa::byte_writer other;
  other.text("mhqa trained reader");
  CHECK(error(std::move(other).finish()).find("expected the weights of a span net") != std::string::npos);
  mhqa::byte_writer newer;
  newer.text(mhqa::net_weights::magic);
  newer.number(mhqa::net_weights::version + 1);
  CHECK(error(std::move(newer).finish()).find("expected weights of version 1, found 2") != std::string::npos);
}

TEST_CASE("net_weights: shapes that do not fit together are refused") {
  mhqa::net_weights w = mhqa_test::random_net(2, {"who", "wrote"});
  w.vectors.pop_back();
  CHECK(error(mhqa::to_bytes(w)).find("expected a vector for each word") != std::string::npos);
  w = mhqa_test::random_net(2, {"who", "wrote"});
  std::swap(w.hashes[0], w.hashes[1]);
  CHECK(error(mhqa::to_bytes(w)).find("expected hashes that ascend") != std::string::npos);
  w = mhqa_test::random_net(2, {"who"});
  w.parts[3].columns -= 1;
  CHECK(error(mhqa::to_bytes(w)).find("expected the matrix of a net") != std::string::npos);
}

TEST_CASE("net_weights: weights whose sums could exceed 32 bits are refused") {
  mhqa::net_weights w = mhqa_test::random_net(3, {"who"});
  for (auto& one : w.parts[0].weights) one = 32767;
  CHECK(error(mhqa::to_bytes(w)).find("expected weights whose sums have 32 bits") != std::string::npos);
}
