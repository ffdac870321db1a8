// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// What remove_boxed(last_boxed_only_string(text)) of ReCall's re_call.py gives; its errors are no answer.
#include <mhqa/text/boxed.hpp>

#include <doctest/doctest.h>

static_assert(mhqa::last_boxed("so \\boxed{a{b}} then") == "a{b}");

TEST_CASE("boxed: the last box counts, \"\\boxed \" before all others") {
  using mhqa::last_boxed;
  CHECK(last_boxed("\\boxed{a} \\boxed{b}") == "b");
  CHECK(last_boxed("\\boxed x$ \\boxed{b}") == "x");
  CHECK(last_boxed("\\boxed x \\boxed y$z$") == "y");
  CHECK(last_boxed("\\boxed{}") == "");
}

TEST_CASE("boxed: an unclosed box, or another form, is not an answer") {
  using mhqa::last_boxed;
  CHECK_FALSE(last_boxed("a"));
  CHECK_FALSE(last_boxed("\\boxed{a"));
  CHECK_FALSE(last_boxed("\\boxed{a} \\boxed{b"));
  CHECK_FALSE(last_boxed("\\fbox{a}"));
  CHECK_FALSE(last_boxed("\\boxedx{a}"));
  CHECK_FALSE(last_boxed("\\boxed"));
}
