// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/doubts.hpp>

#include "support/row_examples.hpp"

#include <mhqa/compose/verbalise.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace {

mhqa::doubts_found doubts(std::string_view head, std::string_view tail, std::string_view answer = "Ulm",
                          std::string_view paragraph = "") {
  const std::vector<mhqa::wording_hop> steps{{head, "Ann", {}, "Emma", paragraph}, {tail, answer, {}, "", ""}};
  return mhqa::find_doubts(steps);
}

std::size_t points(std::string_view head, std::string_view tail, std::string_view answer = "Ulm") {
  return doubts(head, tail, answer).points;
}

}  // namespace

TEST_CASE("doubts: each row fires on its first example and passes its second, and has points") {
  mhqa_test::check_examples(mhqa::head_doubt_rows);
  mhqa_test::check_examples(mhqa::tail_doubt_rows);
  mhqa_test::check_examples(mhqa::step_doubt_rows);
  for (const mhqa::language_row& row : mhqa::head_doubt_rows) CHECK(mhqa::doubt_points_of(row.name) > 0);
  for (const mhqa::language_row& row : mhqa::tail_doubt_rows) CHECK(mhqa::doubt_points_of(row.name) > 0);
  for (const mhqa::language_row& row : mhqa::step_doubt_rows) CHECK(mhqa::doubt_points_of(row.name) > 0);
  CHECK_THROWS_AS(static_cast<void>(mhqa::doubt_points_of("unknown")), mhqa::data_error);
}

TEST_CASE("doubts: rows of the first and the last step, and two lengths") {
  CHECK(doubts("Who wrote Emma?", "Who saw Ann?") == mhqa::doubts_found{});
  CHECK(doubts("Where was Emma born?", "Who saw Ann?") == mhqa::doubts_found{2, "head-asks-where"});
  CHECK(doubts("Where was Emma born?", "What did Ann establish?") == mhqa::doubts_found{4, "head-asks-where"});
  CHECK(points("In which town was Emma born?", "What town did Ann establish?") == 0);
  CHECK(points("Where was Emma born?", "What is the area of Ann?") == 2);
  CHECK(points("What did Emma establish?", "Where was Ann?") == 9);  // the rows of each step
  CHECK(points("Who wrote Emma?", "How many men saw Ann?") == 4);
  CHECK(points("Who wrote Emma?", "How many men saw Ann in 1900?") == 0);
  CHECK(points("Who wrote Emma?", "Ann saw which town?") == 4);
  CHECK(points("Who wrote Emma?", "Who saw Ann in the us?") == 9);
  CHECK(points("Who wrote Emma?", "Who saw Ann?", "one two three four five six") == 0);
  CHECK(points("Who wrote Emma?", "Who saw Ann?", "one two three four five six seven") == 2);
  const std::string twelve = "Who wrote 1 2 3 4 5 6 7 8 9 10?";
  CHECK(points(twelve, twelve) == 0);
  CHECK(points(twelve + " 11", twelve) == 6);
  CHECK(points("Emma >> author", "Ann >> place of birth") == 0);
  CHECK(points("Emma >> author", "Ann >> sibling") == 9);
  CHECK(mhqa::find_doubts({}) == mhqa::doubts_found{});
}

TEST_CASE("doubts: words that a step's paragraph lacks") {
  const std::string_view text = "Austrian soldiers invaded Ulm in 1805. Mack's army surrendered.";
  CHECK(mhqa::words_elsewhere("Which soldiers invaded Ulm?", "Ulm", text) == 0);
  CHECK(mhqa::words_elsewhere("Which king invaded Ulm?", "Ulm", text) == 33);  // one of three
  CHECK(mhqa::words_elsewhere("In what year was the invasion of the city?", "Ulm", text) == 0);
  CHECK(mhqa::words_elsewhere("Which king left Rome?", "Ulm", text) == 100);
  CHECK(mhqa::words_elsewhere("Mack >> sibling", "", text) == 50);  // a label, too
  CHECK(mhqa::words_elsewhere("Who is it?", "Ulm", text) == 0);
  CHECK(mhqa::words_elsewhere("Which king?", "The King", "") == 0);
  CHECK(doubts("Which king wrote Emma?", "Who saw Ann?", "Ulm", "Jane wrote Emma.") ==
        mhqa::doubts_found{6, "words-elsewhere"});
}

TEST_CASE("doubts: a step within a step") {
  const mhqa::wording_hop first{"Who wrote Emma?", "Ann", {}, "", ""}, other{"Where is Rome?", "Asia", {}, "", ""};
  const mhqa::wording_hop inner{"Where was Ann born?", "Ulm", {}, "", ""}, last{"Who saw Ulm?", "Bob", {}, "", ""};
  const mhqa::doubts_found within = mhqa::find_doubts(std::vector{first, inner, last});
  CHECK(within == mhqa::doubts_found{9, "step-within-step"});
  CHECK(mhqa::find_doubts(std::vector{first, other, last}).points == 0);
}

TEST_CASE("doubts: with too many points, a question has no words") {
  mhqa::wording_request request{"id", {"Where was Emma born?", "What did #1 establish?"}, {"Ulm", "it"}, {}, {}};
  CHECK(mhqa::rule_verbaliser{}(request));
  request.hops = {{"What did Emma join?", "Ulm", {}, "", ""}, {"What did Ulm establish?", "it", {}, "", ""}};
  const mhqa::wording none = mhqa::rule_verbaliser{.most_doubts = mhqa::released_doubt_points}(request);
  CHECK(none.why == mhqa::unworded::doubtful);
  CHECK(none.doubt == "head-asks-what-did");
  CHECK(mhqa::rule_verbaliser{.most_doubts = 11}(request));
}
