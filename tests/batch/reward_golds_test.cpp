// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/batch/reward_golds.hpp>

#include <doctest/doctest.h>

#include <string_view>
#include <vector>

using mhqa::batch::prepare_golds;

TEST_CASE("reward_golds: each preparation keeps the texts that its rewards compare") {
  const std::vector<std::string_view> golds{"True", "\\boxed{The End}"};
  const auto plain = prepare_golds({}, golds);
  CHECK(plain.count == 2);
  CHECK(plain.bags[0].text() == "true");
  CHECK(plain.bags[1].text() == "boxedthe end");
  CHECK(prepare_golds({.booleans = true}, golds).bags[0].text() == "yes");
  const auto unboxed = prepare_golds({.unboxed = true, .sets = true}, golds);
  CHECK(unboxed.bags[1].text() == "end");
  CHECK(unboxed.sets[1].text.text() == "boxed the end");
  CHECK(unboxed.sets[0].text.text() == "yes");
}

TEST_CASE("reward_golds: lower-case golds are split at the separator; no golds become one empty gold") {
  const mhqa::batch::gold_preparation how{.sets = true, .set_text = mhqa::normalizations::words, .lowered_first = true};
  const auto split = prepare_golds(how, std::vector<std::string_view>{"A<|Answer_Split|>B", "True"});
  REQUIRE(split.sets.size() == 3);
  CHECK(split.sets[0].text.text() == "a");
  CHECK(split.sets[2].text.text() == "true");
  CHECK(prepare_golds(how, std::vector<std::string_view>{}).sets.size() == 1);
}

TEST_CASE("reward_golds: a box is opened where it holds something, not where it is empty or open") {
  using mhqa::batch::detail::without_boxes;
  CHECK(without_boxes("a \\boxed{b} \\boxed{c}") == "a b c");
  CHECK(without_boxes("\\boxed{}x") == "\\boxed{}x");
  CHECK(without_boxes("\\boxed{x") == "\\boxed{x");
  CHECK(without_boxes("\\boxed{a{b}}") == "a{b}");
}

TEST_CASE("reward_golds: digests are equal for equal texts, and share a bit where the texts share a word") {
  const auto digest = [](std::string_view text) { return mhqa::batch::detail::digest_of(mhqa::normalized{text}); };
  CHECK(digest("The Tower").text == digest("tower").text);
  for (const std::string_view other : {"towers", "towe", "", "tower of London", "tower of Lyon today"}) {
    CHECK(digest("tower").text != digest(other).text);
  }
  CHECK((digest("tower of London").words & digest("London").words) != 0);
  CHECK((digest("London").words & digest("Warsaw").words) == 0);
  CHECK((digest("").words & digest("Warsaw").words) != 0);  // no words: never decided by the digest
}
