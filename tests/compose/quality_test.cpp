// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/compose/quality.hpp>

#include <support/json.hpp>
#include <support/shared_data.hpp>

#include <doctest/doctest.h>

#include <array>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace {

std::string words(std::size_t n, std::string_view last) {
  std::string out;
  for (std::size_t i = 1; i < n; ++i) out += "word ";
  return out += last;
}

// 20 and 300 words are the limits, both inclusive.
const std::array<std::string, 4> texts{words(19, "Rome."), words(20, "Rome."), words(300, "Rome."),
                                       words(301, "Rome.")};
constexpr std::array<std::string_view, 1> aliases{"the city"};

const mhqa::single_hop_pool pool{{{"short", "own", "Where?", "Rome", {}, 0},
                                  {"fair", "own", "Where?", "Rome", {}, 1},
                                  {"fair too", "own", "Where?", "rome", aliases, 2},
                                  {"long", "own", "Where?", "Rome", {}, 3},
                                  {"title", "own", "Of what?", "Italy", {}, 1},
                                  {"absent", "own", "Where?", "Paris", {}, 1},
                                  {"part", "own", "Where?", "Ro", {}, 1},
                                  {"stop word", "own", "Which?", "the", {}, 1},
                                  {"blank", "own", "?", "Rome", {}, 1}},
                                 {{"Italy", texts[0]}, {"Italy", texts[1]}, {"Italy", texts[2]}, {"Italy", texts[3]}}};

}  // namespace

TEST_CASE("quality: each question is dropped for the first reason that holds") {
  const mhqa::pool_words all{pool};
  const mhqa::quality_result good = mhqa::good_questions(pool, all);
  CHECK(good.kept == std::vector<std::uint32_t>{1, 2, 4});
  CHECK(good.dropped == std::vector<mhqa::reason_count>{{"blank-question", 1},
                                                        {"blank-answer", 1},
                                                        {"short-context", 1},
                                                        {"long-context", 1},
                                                        {"answer-not-in-paragraph", 2},
                                                        {"misspelt", 0},
                                                        {"ungrammatical", 0},
                                                        {"no-model-right", 0}});
  CHECK(mhqa::good_questions(pool, all, {.min_context_words = 0, .max_context_words = 1000}).kept.size() == 5);
}

TEST_CASE("quality: one model whose answer shares a word is enough") {
  const mhqa::pool_words all{pool};
  const std::vector<mhqa::reading> first(9, mhqa::reading{"nothing"});
  std::vector<mhqa::reading> second = first;
  second[1].answer = "in Rome";
  second[2].answer = "a city";  // the alias
  const mhqa::quality_result good = mhqa::good_questions(pool, all, {}, {first, second});
  CHECK(good.kept == std::vector<std::uint32_t>{1, 2});
  CHECK(good.dropped[7].count == 1);
  CHECK_THROWS_AS(static_cast<void>(mhqa::good_questions(pool, all, {}, {{}})), mhqa::data_error);
}

TEST_CASE("quality: a question with a typing error is dropped, on request kept") {
  const std::string text = words(20, "Rome fought corruption.");
  const mhqa::single_hop_pool typed{{{"wrong", "own", "Who fought coruption?", "Rome", {}, 0},
                                     {"right", "own", "Who fought corruption?", "Rome", {}, 0}},
                                    {{"Rome", text}}};
  const mhqa::pool_words all{typed};
  const mhqa::quality_result good = mhqa::good_questions(typed, all);
  CHECK(good.kept == std::vector<std::uint32_t>{1});
  CHECK(good.dropped[5] == mhqa::reason_count{"misspelt", 1});
  CHECK(mhqa::good_questions(typed, all, {.spelling = false}).kept.size() == 2);
}

TEST_CASE("quality: a question with a grammatical mistake is dropped, on request kept") {
  const std::string text = words(20, "Ann moved to Rome.");
  const mhqa::single_hop_pool typed{{{"wrong", "own", "Where did Ann moved to?", "Rome", {}, 0},
                                     {"right", "own", "Where did Ann move to?", "Rome", {}, 0}},
                                    {{"Rome", text}}};
  const mhqa::pool_words all{typed};
  const mhqa::quality_result good = mhqa::good_questions(typed, all);
  CHECK(good.kept == std::vector<std::uint32_t>{1});
  CHECK(good.dropped[6] == mhqa::reason_count{"ungrammatical", 1});
  CHECK(mhqa::good_questions(typed, all, {.grammar = false}).kept.size() == 2);
}

TEST_CASE("quality: a request is the question with its own paragraph") {
  const auto requests = mhqa::quality_requests(pool);
  REQUIRE(requests.size() == 9);
  CHECK(requests[4] == mhqa::reading_request{"title", 4, "Of what?", {1}, 0});
}

TEST_CASE("quality: a selection keeps the order and only the paragraphs that it needs") {
  const mhqa::single_hop_pool some = mhqa::select_questions(pool, std::vector<std::uint32_t>{3, 1});
  REQUIRE(some.questions.size() == 2);
  CHECK(some.questions[0].id == "long");
  CHECK(some.questions[0].paragraph == 1);
  CHECK(some.questions[1].paragraph == 0);
  CHECK(some.paragraphs == std::vector<mhqa::context_paragraph>{pool.paragraphs[1], pool.paragraphs[3]});
  CHECK(mhqa::select_questions(pool, {}).paragraphs.empty());
  CHECK_THROWS_AS(static_cast<void>(mhqa::select_questions(pool, std::vector<std::uint32_t>{9})), mhqa::data_error);
}

TEST_CASE("quality: SQuAD's development set") {
  const auto file = mhqa_test::shared_data("data/squad/dev-v1.1.json");
  if (!file) return;
  const auto data = mhqa_test::load_json(*file);
  mhqa::single_hop_pool squad;
  std::deque<std::vector<std::string_view>> golds;
  for (const auto& article : data["data"].items()) {
    for (const auto& paragraph : article["paragraphs"].items()) {
      squad.paragraphs.push_back({article["title"].string(), paragraph["context"].string()});
      for (const auto& qa : paragraph["qas"].items()) {
        auto& answers = golds.emplace_back();
        for (const auto& answer : qa["answers"].items()) answers.push_back(answer["text"].string());
        squad.questions.push_back({qa["id"].string(), "squad", qa["question"].string(), answers[0],
                                   std::span{answers}.subspan(1),
                                   static_cast<std::uint32_t>(squad.paragraphs.size() - 1)});
      }
    }
  }
  const mhqa::pool_words all{squad};
  const mhqa::quality_result good = mhqa::good_questions(squad, all);
  CHECK(good.kept.size() == 9862);
  CHECK(good.dropped == std::vector<mhqa::reason_count>{{"blank-question", 0},
                                                        {"blank-answer", 0},
                                                        {"short-context", 0},
                                                        {"long-context", 155},
                                                        {"answer-not-in-paragraph", 207},
                                                        {"misspelt", 255},
                                                        {"ungrammatical", 91},
                                                        {"no-model-right", 0}});
}
