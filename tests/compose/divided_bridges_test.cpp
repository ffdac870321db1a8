// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/divided_bridges.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

namespace {

std::uint64_t key_of(const std::vector<const char*>& words) {
  mhqa::bridge_key out;
  for (const char* const word : words) out.add(word);
  return out.value();
}

}  // namespace

TEST_CASE("divided_bridges: keys tell words and their order apart") {
  CHECK(key_of({"jane", "austen"}) == key_of({"jane", "austen"}));
  CHECK(key_of({"jane", "austen"}) != key_of({"austen", "jane"}));
  CHECK(key_of({"jane", "austen"}) != key_of({"janeausten"}));
  CHECK(key_of({"jane"}) != key_of({}));
}

TEST_CASE("divided_bridges: the side of each known bridge, and nothing for others, also after packing") {
  const mhqa::divided_bridges known{{key_of({"rome"}), true}, {key_of({"new", "york"}), false}, {6, true}};
  for (const mhqa::divided_bridges& same : {known, mhqa::divided_bridges{known.packed()}}) {
    CHECK(same.by_tail(key_of({"rome"})) == true);
    CHECK(same.by_tail(key_of({"new", "york"})) == false);
    CHECK_FALSE(same.by_tail(key_of({"york"})).has_value());
    CHECK(same.by_tail(7) == true);  // the lowest bit is not compared
    CHECK_FALSE(same.by_tail(4).has_value());
    CHECK_FALSE(same.by_tail(8).has_value());
  }
  CHECK(mhqa::divided_bridges{}.empty());
  CHECK_FALSE(mhqa::divided_bridges{}.by_tail(6).has_value());
}
