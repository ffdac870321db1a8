// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/cased_pool.hpp>

#include <doctest/doctest.h>

#include <optional>

TEST_CASE("cased_pool: questions get the capitals of their names, relations those of their subject") {
  std::optional<mhqa::question_pool> cased;
  {
    const mhqa::question_pool plain{mhqa::single_hop_pool{
        {{"0", "nq", "who sang all of me", "John Legend", {}, 0},
         {"1", "nq", "john legend >> spouse", "Ann", {}, 1},
         {"2", "nq", "Who is John Legend?", "a singer", {}, 1}},
        {{"All of Me", "It was sung by John Legend."}, {"John Legend", "The singer John Legend married Ann."}}}};
    cased = mhqa::with_case(plain);
  }
  const auto& questions = cased->pool().questions;  // the first pool is gone, its texts are not needed
  CHECK(questions[0].question == "Who sang All of Me");
  CHECK(questions[1].question == "John Legend >> spouse");
  CHECK(questions[2].question == "Who is John Legend?");
  CHECK(questions[1].paragraph == 1);
}

TEST_CASE("cased_pool: a pool with capitals is the same pool") {
  const mhqa::question_pool plain{
      mhqa::single_hop_pool{{{"0", "nq", "Who is Ann Lee?", "a singer", {}, 0}}, {{"Ann Lee", "Ann Lee sang."}}}};
  CHECK(&mhqa::with_case(plain).pool() == &plain.pool());
}
