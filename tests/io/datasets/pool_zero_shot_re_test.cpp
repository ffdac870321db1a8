// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/datasets/pool_zero_shot_re.hpp>

#include "support/command.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

using mhqa::io::loaded_pool;
using mhqa_test::scratch;

TEST_CASE("pool_zero_shot_re: the entity takes XXX's place, negative examples are left out") {
  const scratch here;
  const auto path = here.write("relation.tsv",
                               "educated_at\tWhere did XXX study, and where did XXX go?\tTuring\tTuring went to "
                               "King's.\tKing's\tKing's College\r\n"
                               "\n"
                               "educated_at\tWhere did XXX study?\tAda\tAda wrote.\n");
  mhqa::io::pool_builder to;
  mhqa::io::read_zero_shot_re_pool(path.string(), "zero_shot_re", to);
  const loaded_pool pool = to.take();
  REQUIRE(pool.pool.questions.size() == 1);
  const mhqa::single_hop& q = pool.pool.questions[0];
  CHECK(q.question == "Where did Turing study, and where did Turing go?");
  CHECK(q.id == "zsre_1");
  CHECK(q.answer == "King's");
  CHECK(q.aliases[0] == "King's College");
  CHECK(pool.pool.paragraphs[0] == mhqa::context_paragraph{"Turing", "Turing went to King's."});
  CHECK(pool.dropped == std::vector<mhqa::reason_count>{{"no-answer", 1}});
}

TEST_CASE("pool_zero_shot_re: a line of too few columns is refused with its number") {
  const scratch here;
  const auto path = here.write("relation.tsv", "a\tb\tc\td\te\na\tb\tc\n");
  mhqa::io::pool_builder to;
  CHECK_THROWS_WITH_AS(mhqa::io::read_zero_shot_re_pool(path.string(), "z", to), doctest::Contains("3 columns"),
                       mhqa::data_error);
}
