// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/doubts.hpp>

#include "support/row_examples.hpp"

#include <mhqa/compose/verbalise.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace {

std::size_t doubts(std::string_view head, std::string_view tail, std::string_view answer = "Ulm") {
  const std::vector<mhqa::wording_hop> steps{{head, "Ann", {}, "", ""}, {tail, answer, {}, "", ""}};
  return mhqa::count_doubts(steps);
}

}  // namespace

TEST_CASE("doubts: each row fires on its first example and passes its second") {
  mhqa_test::check_examples(mhqa::head_doubt_rows);
  mhqa_test::check_examples(mhqa::tail_doubt_rows);
}

TEST_CASE("doubts: rows of the first and the last step, and two lengths") {
  CHECK(doubts("Who wrote Emma?", "Who saw Ann?") == 0);
  CHECK(doubts("Where was Emma born?", "Who saw Ann?") == 1);
  CHECK(doubts("Where was Emma born?", "What did Ann establish?") == 2);
  CHECK(doubts("In which town was Emma born?", "What town did Ann establish?") == 0);
  CHECK(doubts("Where was Emma born?", "What is Ann known for?") == 2);
  CHECK(doubts("Where was Emma born?", "What is the area of Ann?") == 1);
  CHECK(doubts("What did Emma establish?", "Where was Ann?") == 1);  // the rows of each step
  CHECK(doubts("Who wrote Emma?", "Who saw Ann?", "one two three four five six") == 0);
  CHECK(doubts("Who wrote Emma?", "Who saw Ann?", "one two three four five six seven") == 1);
  const std::string twelve = "Who wrote 1 2 3 4 5 6 7 8 9 10?";
  CHECK(doubts(twelve, twelve) == 0);
  CHECK(doubts(twelve + " 11", twelve) == 1);
  CHECK(doubts("Emma >> author", "Ann >> place of birth") == 0);
  CHECK(mhqa::count_doubts({}) == 0);
  CHECK(doubts("Why was it so?", "Who did he see?") == 1);
  CHECK(doubts("the longest novel of all novels that were ever sold at a very high price was written by",
               "why did it do so and what for", "one two three four five six seven") == 5);
}

TEST_CASE("doubts: with two, a question has no words") {
  mhqa::wording_request request{"id", {"Where was Emma born?", "What did #1 establish?"}, {"Ulm", "it"}, {}, {}};
  CHECK(mhqa::rule_verbaliser{}(request));
  request.hops = {{"Where was Emma born?", "Ulm", {}, "", ""}, {"What did Ulm establish?", "it", {}, "", ""}};
  CHECK(mhqa::rule_verbaliser{}(request).why == mhqa::unworded::doubtful);
  CHECK(mhqa::rule_verbaliser{.most_doubts = 2}(request));
}
