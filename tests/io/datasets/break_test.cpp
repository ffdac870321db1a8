// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/datasets/break.hpp>

#include "support/command.hpp"
#include "support/shared_data.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace {

using views = std::vector<std::string_view>;

std::string error(std::string_view text) {
  const mhqa_test::scratch here;
  try {
    mhqa::io::break_qdmr::records in{here.write("t.csv", text).string()};
    while (in.next()) {
    }
  } catch (const mhqa::data_error& e) {
    const std::string what = e.what();
    return what.substr(what.find("t.csv") + 7);
  }
  return "none";
}

}  // namespace

TEST_CASE("break files: columns in any order, operators and split optional") {
  const mhqa_test::scratch here;
  mhqa::io::break_qdmr::records in{here.write("t.csv",
                                              "split,operators,decomposition,question_text,question_id\n"
                                              "dev,\"['select', \"\"filter\"\"]\",return a ;return #1,\"A, b?\",q1\n"
                                              "dev,[],,,q2\n")
                                       .string()};
  const auto first = in.next();
  REQUIRE(first);
  CHECK(first->id == "q1");
  CHECK(first->question == "A, b?");
  CHECK(first->decomposition == "return a ;return #1");
  CHECK(first->operators == views{"select", "filter"});
  CHECK(first->split == "dev");
  const auto second = in.next();
  REQUIRE(second);
  CHECK(second->operators.empty());
  CHECK(to_string(in.where(*second, "decomposition")).ends_with("record 2, id \"q2\", field \"decomposition\""));
  CHECK_FALSE(in.next());
  CHECK(error("question_id,question_text,decomposition\nq,?,return a\n") == "none");
}

TEST_CASE("break files: each problem is named") {
  CHECK(error("question_id,question_text\nq,?\n") == "expected the column \"decomposition\", which is missing");
  const std::string head = "question_id,question_text,decomposition,operators\n";
  CHECK(error(head + ",?,return a,[]\n") == "record 1, field \"question_id\": expected an id");
  for (const char* const list : {"", "select", "['a'", "\"['a' 'b']\"", "\"['a', ]\"", "[a]", "['a]"}) {
    CAPTURE(list);
    CHECK(error(head + "q,?,return a," + list + "\n") ==
          "record 1, id \"q\", field \"operators\": expected a list like ['select', 'filter']");
  }
  CHECK(error(head + "q,?,return a\n") == "record 1, byte 50: expected 4 fields, as the first row has, found 3");
}

TEST_CASE("break files: all 3,130 decompositions of the development set are read") {
  const auto file = mhqa_test::shared_data("data/break/qdmr_high_level_dev.csv");
  if (!file) return;
  mhqa::io::break_qdmr::records in{file->string()};
  std::map<std::size_t, int> by_steps;
  std::set<std::string> ids;
  int other_operators = 0;
  while (const auto r = in.next()) {
    ids.emplace(r->id);
    const auto steps = mhqa::break_qdmr::steps_of(*r);
    REQUIRE(steps);
    ++by_steps[steps->size()];
    other_operators += r->operators.size() == steps->size() ? 0 : 1;
    CHECK(r->split == "dev");
  }
  CHECK(ids.size() == 3130);
  const std::map<std::size_t, int> want{{1, 339}, {2, 1532}, {3, 854}, {4, 95}, {5, 275}, {6, 6},
                                        {7, 14},  {8, 10},   {9, 3},   {11, 1}, {13, 1}};
  CHECK(by_steps == want);
  CHECK(other_operators == 0);
}
