// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/stage.hpp>

#include <doctest/doctest.h>

#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

struct own_question {
  std::string id, question, answer, paragraph;
};

// A state cannot take the place of another.
static_assert(!std::is_convertible_v<mhqa::pair_set, mhqa::connected_set>);
static_assert(!std::is_convertible_v<mhqa::worded_set, mhqa::parted_set>);

}  // namespace

TEST_CASE("stage: copies of a pool share it, and outlive the first") {
  mhqa::question_pool copy;
  CHECK(copy.pool().questions.empty());
  {
    const mhqa::question_pool first{
        mhqa::single_hop_pool{{{"a", "own", "Who wrote Emma?", "Jane Austen", {}, 0}}, {{"Emma", "By Jane Austen."}}}};
    copy = first;
    CHECK(&copy.pool() == &first.pool());
  }
  CHECK(copy.pool().questions[0].answer == "Jane Austen");
  CHECK(copy.words().answer(0).size() == 2);
}

TEST_CASE("stage: a pool of own questions has views of them") {
  std::vector<own_question> own{{"a", "Who?", "somebody of a long name", "Nobody."}};
  const mhqa::question_pool pool{own};
  CHECK(pool.pool().questions[0].answer.data() == own[0].answer.data());
  const mhqa::question_pool of_const{std::as_const(own)};
  CHECK(of_const.pool().paragraphs[0].text == "Nobody.");
}

TEST_CASE("stage: counts are found by name") {
  mhqa::stage_counts counts;
  counts.count("in", 3);
  counts.drop({{"odd", 2}});
  CHECK(counts.count("in") == 3);
  CHECK(counts.count("out") == 0);
  CHECK(counts.dropped == std::vector<mhqa::reason_count>{{"odd", 2}});
}
