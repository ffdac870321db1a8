// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/metrics/lm_eval.hpp>

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

std::vector<std::string> forms(std::vector<std::string> texts, bool articles_removed) {
  mhqa::normalize_lm_eval(texts, articles_removed);
  return texts;
}

}  // namespace

TEST_CASE("lm_eval: lower case without punctuation; spaces inside stay") {
  CHECK(forms({"The  U.S.!"}, false) == std::vector<std::string>{"the  us"});
  CHECK(forms({"A Day in THE Life of the An other"}, true) == std::vector<std::string>{"day in the life of other"});
  CHECK(forms({"xThe y"}, true) == std::vector<std::string>{"xthe y"});  // not at a word's begin
}

TEST_CASE("lm_eval: an array has the width of its longest text, in which a longer lower case is cut") {
  // U+0130 lowers to two characters.
  CHECK(forms({"\xC4\xB0x"}, false) == std::vector<std::string>{"i\xCC\x87"});
  CHECK(forms({"\xC4\xB0x", "long"}, false) == std::vector<std::string>{"i\xCC\x87x", "long"});
  CHECK(forms({std::string{"x\0\0", 3}}, false) == std::vector<std::string>{"x"});
  CHECK(forms({std::string{"x\0.", 3}}, false) == std::vector<std::string>{"x"});
  CHECK(forms({""}, false) == std::vector<std::string>{""});
}

TEST_CASE("lm_eval: the stop strings cut one after another") {
  CHECK(mhqa::until_stop("a, b. c\nd") == "a");
  CHECK(mhqa::until_stop("\nd") == "");
  CHECK(mhqa::until_stop("x") == "x");
}
