// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/metrics/answer_relation.hpp>

#include <doctest/doctest.h>

#include <string_view>
#include <vector>

using namespace mhqa;

TEST_CASE("answer_relation: the first relation that holds for any gold") {
  const std::vector<std::string_view> golds{"barack obama", "president obama"};
  CHECK(relate("", golds) == answer_relation::unanswered);
  CHECK(relate("president obama", golds) == answer_relation::equal);
  CHECK(relate("mr barack obama", golds) == answer_relation::longer);
  CHECK(relate("obama", golds) == answer_relation::shorter);
  CHECK(relate("obama barack", golds) == answer_relation::shared_words);
  CHECK(relate("lincoln", golds) == answer_relation::other_words);
  CHECK(relate("x", {}) == answer_relation::other_words);
  const std::vector<std::string_view> blank{""};
  CHECK(relate("x", blank) == answer_relation::other_words);
  CHECK(name(answer_relation::shared_words) == "shared words");
}
