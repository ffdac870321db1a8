// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/condition.hpp>

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <vector>

namespace {

const std::vector<mhqa::condition_hop> hops{{"Who wrote Emma?", {"Jane Austen"}, 0},
                                            {"Who was king then?", {"George III", "George"}, 1},
                                            {"Did #1 meet #2, and #1 alone?", {"no"}, 2}};
constexpr std::array<mhqa::context_paragraph, 3> context{mhqa::context_paragraph{"Emma", ""},
                                                         mhqa::context_paragraph{"George III", ""},
                                                         mhqa::context_paragraph{"Bath", ""}};

}  // namespace

TEST_CASE("condition: every node is asked without context, every edge without its answer") {
  const auto requests = mhqa::condition_requests(hops);
  const std::vector<mhqa::condition_request> want{
      {0, std::nullopt, "Who wrote Emma?"},
      {1, std::nullopt, "Who was king then?"},
      {2, std::nullopt, "Did Jane Austen meet George III, and Jane Austen alone?"},
      {2, 0, "Did meet George III, and alone?"},
      {2, 1, "Did Jane Austen meet, and Jane Austen alone?"}};
  CHECK(requests == want);
  const std::vector<mhqa::condition_hop> first{{"Where?", {"Rome"}}, {"#1 >> mayor, #7", {"Ann"}}};
  CHECK(mhqa::condition_requests(first).back().question == ">> mayor, #7");
  CHECK_THROWS_AS(static_cast<void>(mhqa::condition_requests(std::vector<mhqa::condition_hop>{{"Where?", {}}})),
                  mhqa::data_error);
  CHECK(mhqa::condition_requests({}).empty());
}

TEST_CASE("condition: parts are judged as the connection filter judges heads and tails") {
  // The reader knows George III by heart, and finds the last answer and its paragraph without the first one's.
  const auto read = [](const mhqa::reading_task& task) {
    if (task.context.empty()) return mhqa::reading{task.question == "Who was king then?" ? "George" : ""};
    CHECK(task.context.size() == 3);
    return task.question.find("Jane") == std::string_view::npos ? mhqa::reading{"no", {}, {2}} : mhqa::reading{"yes"};
  };
  const auto result = mhqa::check_condition(hops, context, read);
  std::vector<bool> met;
  for (const auto& p : result.parts) met.push_back(p.met);
  CHECK(met == std::vector<bool>{true, false, true, false, true});
  CHECK(result.parts[3].mean == mhqa::reading_scores{1, 1});
  CHECK_FALSE(result.connected());

  mhqa::condition_shares shares;
  shares.add(result);
  CHECK(shares.head_share() == 0.5);
  CHECK(shares.tail_share() == 0.5);
  shares.add(mhqa::check_condition(hops, context, [](const mhqa::reading_task&) { return mhqa::reading{}; }));
  CHECK(shares == mhqa::condition_shares{2, 1, 4, 3, 4, 3});
  CHECK(shares.connected_share() == 0.5);
  mhqa::condition_shares twice = shares;
  twice += shares;
  CHECK(twice.heads == 8);
  CHECK(twice.tail_share() == shares.tail_share());
  CHECK(mhqa::condition_shares{}.head_share() == 0);
}

TEST_CASE("condition: means over models, and readings for every request") {
  const std::vector<mhqa::condition_hop> one{{"Where?", {"Rome"}}};
  CHECK_FALSE(mhqa::judge_condition(one, {{{"Rome"}}, {{"Paris"}}}).connected());  // a mean of 0.5
  CHECK(mhqa::judge_condition(one, {{{"Rome"}}, {{"Paris"}}, {{"London"}}}).connected());
  CHECK_THROWS_AS(static_cast<void>(mhqa::judge_condition(one, {})), mhqa::data_error);
  CHECK_THROWS_AS(static_cast<void>(mhqa::judge_condition(one, {{}})), mhqa::data_error);
}
