// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/rollout/documents.hpp>

#include <doctest/doctest.h>

#include <string_view>
#include <vector>

namespace {

std::vector<mhqa::rollout_document> split(std::string_view block) {
  std::vector<mhqa::rollout_document> out;
  mhqa::split_documents(block, out);
  return out;
}

}  // namespace

TEST_CASE("documents: the layouts of trainers") {
  using list = std::vector<mhqa::rollout_document>;
  const list two{{"", "Rome", "A city."}, {"", "Po", "A river."}};
  CHECK(split("Doc 1(Title: Rome) A city.\nDoc 2(Title: Po) A river.") == two);              // Search-R1, AutoRefine
  CHECK(split("Doc 1<## Title: Rome ##> A city.\nDoc 2<## Title: Po ##> A river.") == two);  // StepSearch
  CHECK(split("(1)Title: Rome\nA city.\n(2)Title: Po\nA river.") == two);
  CHECK(split("\"Rome\"\nA city.\n\n\"Po\"\nA river.") == two);  // FlashRAG's contents between blank lines
  CHECK(split("[1] A city.\n[2] A river.") == list{{"", "", "A city."}, {"", "", "A river."}});
  CHECK(split("Doc 1: A city.") == list{{"", "", "A city."}});  // ZeroSearch
}

TEST_CASE("documents: a title keeps its brackets, and a number out of order is text") {
  const auto one = split("Doc 1(Title: Mercury (planet)) Near the sun.\nDoc 7 is not next.");
  REQUIRE(one.size() == 1);
  CHECK(one[0].title == "Mercury (planet)");
  CHECK(one[0].text == "Near the sun.\nDoc 7 is not next.");
}

TEST_CASE("documents: degenerate blocks") {
  CHECK(split("").empty());
  CHECK(split(" \n\n ").empty());
  CHECK(split("Doc 1(Title: never closed").at(0).text == "(Title: never closed");
  CHECK(split("one\n\n\n\ntwo").size() == 2);
  CHECK(split("Doc 1\nDoc 2").size() == 2);
  CHECK(split("(99999999999999999999) x").size() == 1);
}
