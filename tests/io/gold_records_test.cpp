// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
//
// Records of a file one at a time, whatever its layout.
#include <mhqa/io/gold_records.hpp>

#include "support/command.hpp"
#include "tools/small_files.hpp"

#include <mhqa/io/datasets/hotpotqa.hpp>

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

const mhqa_test::scratch here;

}  // namespace

TEST_CASE("gold_records: a JSON array and JSON Lines give the same records") {
  const std::string array = here.write("a.json", mhqa_test::hotpotqa_gold).string();
  const std::string lines =
      here.write("a.jsonl", "{\"_id\": \"q1\", \"answer\": \"x\"}\n\n{\"_id\": \"q2\", \"answer\": \"y\"}\n").string();
  mhqa::hotpotqa::record r;
  std::vector<std::string> ids;
  auto first = mhqa::io::hotpotqa::golds(array);
  while (first.next(r)) ids.emplace_back(r.id);
  CHECK(ids == std::vector<std::string>{"q1", "q2", "q3"});
  CHECK(first.path() == array);
  ids.clear();
  auto second = mhqa::io::hotpotqa::golds(lines);
  while (second.next(r)) ids.emplace_back(r.id);
  CHECK(ids == std::vector<std::string>{"q1", "q2"});
  CHECK_FALSE(second.next(r));
}
