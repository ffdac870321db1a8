// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/text/unique_ids.hpp>

#include "support/errors.hpp"

#include <doctest/doctest.h>

#include <string>

TEST_CASE(
    "unique_ids: the second occurrence of an id is refused with its file, even after the first one's bytes are gone") {
  mhqa::unique_ids ids;
  for (int i = 0; i < 1000; ++i) ids.add(std::to_string(i), "a.json");
  ids.add("", "a.json");
  CHECK(mhqa_test::error_of([&] { ids.add("999", "b.json"); }) ==
        "b.json: id \"999\": expected each id once, found it twice");
  CHECK(mhqa_test::error_of([&] { ids.add("", "b.json"); }).find("found it twice") != std::string::npos);
  CHECK(mhqa_test::error_of([&] { ids.add("1000", "b.json"); }) == "no error");
}
