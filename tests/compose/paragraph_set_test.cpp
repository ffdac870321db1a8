// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/paragraph_set.hpp>

#include <doctest/doctest.h>

#include <string>

TEST_CASE("paragraph_set: each title and text is new once") {
  mhqa::paragraph_set seen;
  CHECK(seen.add({"Emma", "By Jane Austen."}));
  CHECK(seen.add({"Emma", "By Jane Austen"}));
  CHECK(seen.add({"", "By Jane Austen."}));
  CHECK(seen.add({"By Jane Austen.", "Emma"}));
  CHECK_FALSE(seen.add({"Emma", "By Jane Austen."}));
  CHECK(seen.size() == 4);
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < 5000; ++i) CHECK(seen.add({"Emma", std::to_string(i)}) == (round == 0));
  }
  CHECK(seen.size() == 5004);
}

TEST_CASE("paragraph_set: paragraphs are numbered in the order of their first occurrences") {
  mhqa::paragraph_set seen;
  CHECK(seen.number({"Emma", "a"}) == 0);
  CHECK(seen.number({"Emma", "b"}) == 1);
  CHECK(seen.number({"Emma", "a"}) == 0);
  CHECK(seen.number({"", "a"}) == 2);
}
