// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/wording_agreement.hpp>

#include <doctest/doctest.h>

#include <span>
#include <string>
#include <vector>

namespace {

using people = std::vector<std::vector<mhqa::wording_answer>>;
using enum mhqa::wording_verdict;

const std::vector<mhqa::wording_request> requests{
    {"a", {}, {}}, {"b", {}, {}}, {"c", {}, {}}, {"d", {}, {}}, {"e", {}, {}}};

}  // namespace

TEST_CASE("wording_agreement: a question gets the wording that the others are closest to") {
  // F1 of the words: 1-2 share 3 of 4 and 3 (6/7), 1-3 share 1 of 4 and 2 (1/3), 2-3 share 1 of 3 and 2 (2/5).
  // Sums: 1.190 for the first, 1.257 for the second, 0.733 for the third.
  const people said{
      {{"a", "Where was Emma written?", true}}, {{"a", "Where was Emma?", true}}, {{"a", "Where now?", true}}};
  const mhqa::joined_wordings joined = mhqa::join_wordings(requests, said);
  CHECK(joined.results.questions[0] == "Where was Emma?");
  CHECK(joined.results.verdicts == std::vector{kept, missing, missing, missing, missing});
  CHECK(joined.agreement.people[1].used == 1);
  CHECK(joined.agreement.people[0].used + joined.agreement.people[2].used == 0);
  CHECK(joined.agreement.worded_by_several == 1);
  const double f1 = *joined.agreement.words_f1;  // of the drawn one with its nearest
  CHECK((f1 == doctest::Approx(6.0 / 7) || f1 == doctest::Approx(0.4)));
  CHECK(joined.agreement == mhqa::join_wordings(requests, said).agreement);
  CHECK(*joined.agreement.same_verdict == 1);
  CHECK_FALSE(joined.agreement.entity_kappa);  // all say the same
  CHECK(mhqa::word_questions(requests, std::span{said}).questions[0] == "Where was Emma?");
}

TEST_CASE("wording_agreement: the first of two wordings, unless it has a fault; half of the verdicts discard") {
  const people said{{{"a", "Where?", true}, {"b", "where?", true}, {"c", "Who?", true}, {"d", " ", true}},
                    {{"a", "Who?", true}, {"b", "Who?", true}, {"c", "Who?", false}, {"d", "why", true}}};
  const mhqa::joined_wordings joined = mhqa::join_wordings(requests, said);
  CHECK(joined.results.questions == std::vector<std::string>{"Where?", "Who?", "", "", ""});
  CHECK(joined.results.verdicts == std::vector{kept, kept, different_entities, refused, missing});
  CHECK(joined.results.count(missing) == 1);
  const mhqa::wording_agreement& agreed = joined.agreement;
  CHECK(agreed.answered_by_several == 4);
  CHECK(agreed.worded_by_several == 1);
  CHECK(*agreed.words_f1 == 0);
  CHECK(*agreed.same_verdict == 0.75);
  CHECK(agreed.people[0].count(kept) == 2);
  CHECK(agreed.people[0].count(no_words) == 1);
  CHECK(agreed.people[0].faults == std::vector<mhqa::reason_count>{{"bad-beginning", 1}});
  CHECK(agreed.people[1].count(different_entities) == 1);
  CHECK(agreed.people[0].used == 1);
  CHECK(agreed.people[1].used == 1);
  // 7 of 8 verdicts are "same": chance 50/64, observed 3/4.
  CHECK(*agreed.entity_kappa == doctest::Approx((0.75 - 50.0 / 64) / (1 - 50.0 / 64)));
  const auto words = mhqa::word_questions(requests, std::span{said});
  CHECK(words.dropped ==
        std::vector<mhqa::reason_count>{{"different-entities", 1}, {"missing", 1}, {"no-question", 1}});
}

TEST_CASE("wording_agreement: two of three who see one entity keep the question") {
  const people said{{{"a", "Who?", true}}, {{"a", "Where?", false}}, {{"a", "Where?", true}}};
  CHECK(mhqa::join_wordings(requests, said).results.questions[0] == "Who?");
}

TEST_CASE("wording_agreement: one person has the results of check_wordings, and nothing to agree with") {
  const people said{{{"c", "Who?", false}, {"b", " \n", true}, {"a", "Where?", true}, {"e", "where?", true}}};
  const mhqa::joined_wordings joined = mhqa::join_wordings(requests, said);
  const mhqa::wording_results alone = mhqa::check_wordings(requests, said[0]);
  CHECK(joined.results.verdicts == alone.verdicts);
  CHECK(joined.results.questions == alone.questions);
  CHECK(joined.results.faults == alone.faults);
  CHECK(joined.results.counts == alone.counts);
  CHECK_FALSE(joined.agreement.words_f1);
  CHECK_FALSE(joined.agreement.same_verdict);
}

TEST_CASE("wording_agreement: nobody, a second answer by one person and an unknown id are errors") {
  CHECK_THROWS_WITH_AS((void)mhqa::join_wordings(requests, people{}),
                       "join_wordings: expected the wordings of at least one person", mhqa::data_error);
  CHECK_THROWS_WITH_AS((void)mhqa::join_wordings(requests, people{{}, {{"a", "x", true}, {"a", "x", true}}}),
                       "id \"a\": expected one answer to this id, found another", mhqa::data_error);
  CHECK_THROWS_AS((void)mhqa::join_wordings(requests, people{{{"f", "x", true}}}), mhqa::data_error);
}
