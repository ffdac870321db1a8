// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/graph/joined_steps.hpp>

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

using steps = std::vector<std::string>;

TEST_CASE("joined_steps: a question after a question becomes a step of its own") {
  CHECK(mhqa::split_joined_steps(steps{"Where is it?", "How many live there?  Is #1 over 5?"}) ==
        steps{"Where is it?", "How many live there?", "Is #1 over 5?"});
  CHECK(mhqa::split_joined_steps(steps{"a? b? c?"}) == steps{"a?", "b?", "c?"});
}

TEST_CASE("joined_steps: other steps stay as they are") {
  for (const std::string_view text :
       {"", " ", "?", "a", "a?", "a? ", "a?b", "\"a?\" is it", "a?? ", "is \"Who?\" a film"}) {
    CAPTURE(text);
    CHECK(mhqa::split_joined_steps(std::vector<std::string_view>{text}) == steps{std::string{text}});
  }
  CHECK(mhqa::split_joined_steps(steps{}).empty());
  CHECK(mhqa::split_joined_steps(steps{"What? is it"}) == steps{"What?", "is it"});
}

TEST_CASE("joined_steps: splitting again changes nothing, and no visible text is lost") {
  const steps once = mhqa::split_joined_steps(steps{"a?  b?\tc", " d? e ?f? g"});
  CHECK(mhqa::split_joined_steps(once) == once);
  std::string visible;
  for (const std::string& step : once) {
    for (const char c : step) visible += c == ' ' || c == '\t' ? "" : std::string(1, c);
  }
  CHECK(visible == "a?b?cd?e?f?g");
}
