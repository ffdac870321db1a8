// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/wording_check.hpp>

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

const std::vector<mhqa::wording_request> requests{
    {"a", {}, {}}, {"b", {}, {}}, {"c", {}, {}}, {"d", {}, {}}, {"e", {}, {}}};

}  // namespace

TEST_CASE("wording_check: answers are joined by id, and bridges of two entities discard a question") {
  using enum mhqa::wording_verdict;
  const std::vector<mhqa::wording_answer> answers{
      {"c", "Who?", false}, {"b", " \n", true}, {"a", "Where?", true}, {"e", "where?", true}};
  const mhqa::wording_results found = mhqa::check_wordings(requests, answers);
  CHECK(found.verdicts == std::vector{kept, no_words, different_entities, missing, refused});
  CHECK(found.questions == std::vector<std::string>{"Where?", "", "", "", ""});
  for (const auto verdict : {kept, no_words, different_entities, missing, refused}) CHECK(found.count(verdict) == 1);
  CHECK(found.faults[4] == mhqa::wording_fault::bad_beginning);
  CHECK(to_string(different_entities) == "different-entities");
  CHECK(mhqa::check_wordings({}, {}).verdicts.empty());
}

TEST_CASE("wording_check: a second answer, an unknown id and a repeated request are errors") {
  const std::vector<mhqa::wording_answer> twice{{"a", "x", true}, {"a", "x", true}}, unknown{{"f", "x", true}};
  CHECK_THROWS_WITH_AS((void)mhqa::check_wordings(requests, twice),
                       "id \"a\": expected one answer to this id, found another", mhqa::data_error);
  CHECK_THROWS_WITH_AS((void)mhqa::check_wordings(requests, unknown), "id \"f\": expected the id of a request",
                       mhqa::data_error);
  const std::vector<mhqa::wording_request> same{{"a", {}, {}}, {"a", {}, {}}};
  CHECK_THROWS_WITH_AS((void)mhqa::check_wordings(same, {}), "id \"a\": expected one request with this id",
                       mhqa::data_error);
}
