// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/graph/execute.hpp>

#include <support/json.hpp>
#include <support/shared_data.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <vector>

// Step Execution (Trivedi et al. 2022, Sec. 7.2.1): one single-hop reader is called along the edges, with the earlier
// answers filled in; the context suffices if it does for every step.

using strings = std::vector<std::string>;

namespace {

struct full_answer {
  std::string answer;
  std::vector<int> support;
  bool sufficient;
};

constexpr auto text_reader = [](std::string_view question) { return std::string{question}; };
constexpr auto view_reader = [](std::string_view question, std::size_t) { return question; };
constexpr auto number_reader = [](std::string_view) { return 3; };
static_assert(mhqa::hop_reader<decltype(text_reader)>);
static_assert(mhqa::hop_reader<decltype(view_reader)>);
static_assert(!mhqa::hop_reader<decltype(number_reader)>);
static_assert(mhqa::hop_result<full_answer>);
static_assert(!mhqa::hop_result<int>);

}  // namespace

TEST_CASE("execute: answers are put into later questions") {
  const strings steps{"Who wrote Emma?", "#1 >> birthplace", "Is #2 in #1's will?"};
  const std::map<std::string, std::string, std::less<>> known{{"Who wrote Emma?", "Jane Austen"},
                                                              {"Jane Austen >> birthplace", "Steventon"},
                                                              {"Is Steventon in Jane Austen's will?", "no"}};
  const auto run = mhqa::execute(steps, [&](std::string_view question) { return known.find(question)->second; });
  CHECK(run.questions ==
        strings{"Who wrote Emma?", "Jane Austen >> birthplace", "Is Steventon in Jane Austen's will?"});
  CHECK(run.hops == strings{"Jane Austen", "Steventon", "no"});
  CHECK(run.answer == "no");
  CHECK(run.support.empty());
  CHECK(run.sufficient == std::nullopt);
}

TEST_CASE("execute: the support is the union, sufficiency the conjunction of the steps") {
  const strings steps{"a", "b", "#1 #2"};
  for (std::size_t lacking = 0; lacking <= steps.size(); ++lacking) {
    CAPTURE(lacking);
    const auto run = mhqa::execute(steps, [lacking](std::string_view question, std::size_t step) {
      return full_answer{std::string{question}, {7, static_cast<int>(step)}, step != lacking};
    });
    CHECK(run.answer == "a b");
    CHECK(run.support == std::vector<std::size_t>{1, 2, 3, 7});
    CHECK(run.sufficient == (lacking == 0));
    CHECK(run.hops.size() == 3);
  }
}

TEST_CASE("execute: the edges decide the order, not the numbers of the steps") {
  std::vector<std::size_t> order;
  const auto run = mhqa::execute(strings{"x#3", "y", "z#2"}, [&](std::string_view question, std::size_t step) {
    order.push_back(step);
    return std::string{question};
  });
  CHECK(order == std::vector<std::size_t>{2, 3, 1});
  CHECK(run.questions == strings{"xzy", "y", "zy"});
  CHECK(run.answer == "zy");  // the last step's, though it was not asked last
}

TEST_CASE("execute: an empty optional ends the execution of a decomposition") {
  const strings steps{"a", "#1 b", "c", "#2 #3"};
  strings asked;
  const auto run = mhqa::execute(steps, [&](std::string_view question) -> std::optional<full_answer> {
    asked.emplace_back(question);
    if (question == "a b") return std::nullopt;
    return full_answer{std::string{question}, {5}, true};
  });
  CHECK(asked == strings{"a", "a b"});
  CHECK(run.stopped_at == 2);
  REQUIRE(run.hops.size() == 4);
  CHECK(run.hops[0]->answer == "a");
  CHECK_FALSE(run.hops[1]);
  CHECK_FALSE(run.hops[3]);
  CHECK(run.questions == strings{"a", "a b", "", ""});
  CHECK(run.answer.empty());
  CHECK(run.support == std::vector<std::size_t>{5});
  CHECK(run.sufficient == false);
}

TEST_CASE("execute: any payload, with the inputs in the order of the edges") {
  struct payload {
    std::string text;
    std::unique_ptr<int> owned;  // cannot be copied
  };
  // 3 needs 2, then 0; 2 needs 1. Kahn's order is 0, 1, 2, 3.
  const mhqa::dag graph{4, {{2, 3}, {0, 3}, {1, 2}, {2, 3}}};
  std::vector<mhqa::node_id> order;
  auto run = mhqa::execute<payload>(graph, [&](mhqa::node_id node, mhqa::node_inputs<payload> inputs) {
    order.push_back(node);
    payload out{std::to_string(node) + "(", std::make_unique<int>(static_cast<int>(node))};
    for (const payload& input : inputs) out.text += input.text;
    for (std::size_t i = 0; i < inputs.size(); ++i) CHECK(*inputs[i].owned == static_cast<int>(inputs.nodes()[i]));
    out.text += ")";
    return out;
  });
  CHECK(order == std::vector<mhqa::node_id>{0, 1, 2, 3});
  CHECK(run.finished());
  CHECK(run.results[3]->text == "3(2(1())0())");
  static_assert(std::ranges::forward_range<mhqa::node_inputs<payload>>);
}

TEST_CASE("execute: an empty optional ends a run over a dag") {
  const mhqa::dag chain{4, {{0, 1}, {1, 2}, {2, 3}}};
  for (mhqa::node_id end = 0; end <= 4; ++end) {
    CAPTURE(end);
    std::size_t calls = 0;
    const auto run = mhqa::execute<int>(chain, [&](mhqa::node_id node, auto inputs) -> std::optional<int> {
      ++calls;
      if (node == end) return std::nullopt;
      return inputs.empty() ? 1 : inputs.front() + 1;
    });
    CHECK(calls == std::min<std::size_t>(end + std::size_t{1}, 4));
    CHECK(run.finished() == (end == 4));
    for (mhqa::node_id node = 0; node < 4; ++node) {
      CHECK(run.results[node] == (node < end ? std::optional{static_cast<int>(node) + 1} : std::nullopt));
    }
    if (end < 4) CHECK(run.stopped_at == end);
  }
  CHECK(mhqa::execute<int>(mhqa::dag{}, [](mhqa::node_id, auto) { return 1; }).results.empty());
}

TEST_CASE("execute: decompositions that cannot be executed are refused") {
  const auto run = [](const strings& steps) { return mhqa::execute(steps, text_reader).answer; };
  CHECK_THROWS_WITH_AS(run({}), "a decomposition needs at least one step", mhqa::data_error);
  CHECK_THROWS_WITH_AS(run({"a", "b #3"}), "step 2 refers to #3, but there are 2 steps", mhqa::data_error);
  CHECK_THROWS_WITH_AS(run({"a", "b #99999999999"}), "expected a reference to a step, found #99999999999",
                       mhqa::data_error);
  CHECK_THROWS_WITH_AS(run({"a #2", "b #1"}), "cycle #1 -> #2 -> #1", mhqa::data_error);
  CHECK_THROWS_WITH_AS(run({"a #1"}), "cycle #1 -> #1", mhqa::data_error);
  CHECK(run({"a"}) == "a");
}

TEST_CASE("execute: gold answers to the steps of 200 MuSiQue questions give every gold answer") {
  const auto file = mhqa_test::shared_data("data/musique/ans_dev_200.jsonl");
  if (!file) return;
  int questions = 0, hops = 0;
  for (const auto& record : mhqa_test::load_jsonl(*file)) {
    const auto& decomposition = record["question_decomposition"].items();
    strings steps;
    for (const auto& hop : decomposition) steps.push_back(hop["question"].string());
    const auto run = mhqa::execute(steps, [&](std::string_view question, std::size_t step) {
      CHECK(question.find('#') == std::string_view::npos);  // every reference has its answer
      const auto& hop = decomposition[step - 1];
      return full_answer{hop["answer"].string(), {static_cast<int>(hop["paragraph_support_idx"].integer())}, true};
    });
    CHECK(run.answer == record["answer"].string());
    CHECK(run.sufficient == true);
    std::vector<std::size_t> supporting;
    for (const auto& paragraph : record["paragraphs"].items()) {
      if (paragraph["is_supporting"].boolean())
        supporting.push_back(static_cast<std::size_t>(paragraph["idx"].integer()));
    }
    CHECK(run.support == supporting);
    ++questions;
    hops += static_cast<int>(run.hops.size());
  }
  CHECK(questions == 200);
  CHECK(hops > 400);
}
