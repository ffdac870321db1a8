// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/model/replay.hpp>

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

static_assert(mhqa::reader<mhqa::replay_reader>);

TEST_CASE("replay: returns recorded answers by id only") {
  mhqa::replay_reader read;
  for (int i = 0; i < 100; ++i) read.add(std::to_string(i), {.answer = "answer " + std::to_string(i), .support = {7}});
  CHECK(read.size() == 100);
  CHECK(read({"42", "whatever", {}}).answer == "answer 42");
  mhqa::replay_reader moved = std::move(read);
  CHECK(moved({"42", "else", {}}) == mhqa::reading{.answer = "answer 42", .support = {7}});
  CHECK(moved.contains("99"));
  CHECK_FALSE(moved.contains("100"));
}

TEST_CASE("replay: a missing and a second answer are errors that name the id") {
  mhqa::replay_reader read;
  read.add("a", {.answer = "1"});
  CHECK_THROWS_WITH_AS(read.add("a", {.answer = "1"}), "id \"a\": expected one answer to this id, found another",
                       mhqa::data_error);
  CHECK_THROWS_WITH_AS((void)read({"b", "", {}}), "id \"b\": expected an answer to this id, found none",
                       mhqa::data_error);
  CHECK(read.size() == 1);
}

TEST_CASE("replay: answers that nobody asked for are named") {
  mhqa::replay_reader read;
  read.add("a", {});
  read.add("b", {});
  read.add("c", {});
  (void)read({"b", "", {}});
  CHECK(read.unused() == std::vector<std::string_view>{"a", "c"});
}
