// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/condition.hpp>

#include <mhqa/compose/mentions.hpp>

#include <support/json.hpp>
#include <support/shared_data.hpp>

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

TEST_CASE("condition: answers that are put in often are bounded, as in other decompositions") {
  std::string often, all;
  for (int i = 0; i < 20'000; ++i) often += "#1 ";
  const std::string answer(60'000, 'x');
  const std::vector<mhqa::condition_hop> grows{{"a", {answer}}, {often, {"x"}}};
  CHECK_THROWS_WITH_AS(static_cast<void>(mhqa::condition_requests(grows)), doctest::Contains("grow beyond"),
                       mhqa::data_error);
  // A step that refers to n others is asked n + 1 times.
  std::vector<mhqa::condition_hop> many(5'000, {"a", {"x"}});
  for (int i = 1; i <= 5'000; ++i) all += "#" + std::to_string(i) + " ";
  many.push_back({all, {"x"}});
  CHECK_THROWS_WITH_AS(static_cast<void>(mhqa::condition_requests(many)), doctest::Contains("grow beyond"),
                       mhqa::data_error);
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

// Of the 3,987 edges of MuSiQue's development set none has the tail's answer in the head's question, so that condition
// (ii) of its construction holds throughout; every tail, written out, mentions the answer that it needs.
TEST_CASE("condition: the edges of all of MuSiQue's development set") {
  const auto file = mhqa_test::shared_data("data/musique/ans_dev_2417_noparagraphs.jsonl");
  if (!file) return;
  int edges = 0, mentioned = 0, masked = 0, seen = 0;
  for (const auto& record : mhqa_test::load_jsonl(*file)) {
    std::vector<mhqa::condition_hop> steps;
    for (const auto& hop : record["question_decomposition"].items()) {
      steps.push_back({hop["question"].string(), {hop["answer"].string()}, std::nullopt});
    }
    const auto requests = mhqa::condition_requests(steps);
    for (const auto& r : requests) {
      if (!r.without) continue;
      const std::string_view answer = steps[*r.without].answers[0];
      ++edges;
      mentioned += mhqa::is_mentioned(answer, requests[r.step].question) ? 1 : 0;
      masked += mhqa::is_mentioned(answer, r.question) ? 0 : 1;
      seen += mhqa::is_mentioned(steps[r.step].answers[0], requests[*r.without].question) ? 1 : 0;
    }
  }
  CHECK(edges == 3987);
  CHECK(mentioned == 3987);
  CHECK(masked == 3987);
  CHECK(seen == 0);
}
