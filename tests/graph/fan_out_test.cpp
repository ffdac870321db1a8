// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/graph/fan_out.hpp>

#include <mhqa/error.hpp>

#include <doctest/doctest.h>

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

TEST_CASE("fan_out: a step is asked for each answer of the steps that it refers to") {
  const std::vector<std::string> steps{"capitals?", "rivers in #1?", "does #2 pass #1 or #9?", "none?", "#4 and #1?"};
  const auto read = [](std::string_view question) {
    std::vector<std::string> answers;
    if (question == "capitals?") answers = {"Oslo", "#2"};  // an answer is not read as a reference
    if (question == "rivers in Oslo?") answers = {"Aker"};
    if (question == "rivers in #2?") answers = {"Daugava", "Abava"};
    return answers;
  };
  const std::vector<std::string> valid{steps[0], steps[1], "does #2 pass #1?", steps[3], steps[4]};
  const mhqa::fan_out_execution found = mhqa::execute_fan_out(std::span{std::as_const(valid)}, read);
  CHECK(found.questions[1] == std::vector<std::string>{"rivers in Oslo?", "rivers in #2?"});
  CHECK(found.answers[1] == std::vector<std::string>{"Aker", "Daugava", "Abava"});
  CHECK(found.questions[2] == std::vector<std::string>{"does Aker pass Oslo?", "does Daugava pass Oslo?",
                                                       "does Abava pass Oslo?", "does Aker pass #2?",
                                                       "does Daugava pass #2?", "does Abava pass #2?"});
  CHECK(found.questions[3] == std::vector<std::string>{"none?"});
  CHECK(found.questions[4].empty());
  CHECK_THROWS_WITH_AS((void)mhqa::execute_fan_out(steps, read), doctest::Contains("step 3 refers to #9"),
                       mhqa::data_error);
}

TEST_CASE("fan_out: an answer is replaced in all places, and a text's own #1 is kept") {
  mhqa::fan_out_step step{"Which song was #1 in Oslo when Oslo, not \"anOslo\", chose Osloites?"};
  CHECK(step.names("Oslo"));
  CHECK_FALSE(step.names("slo"));
  CHECK_FALSE(step.names(""));
  step.refer("Oslo", 1);
  step.refer("1", 2);  // of the text's "#1", and not of the reference
  CHECK(step.text() == "Which song was ##2 in #1 when #1, not \"anOslo\", chose #1ites?");

  const std::vector<mhqa::fan_out_step> steps{mhqa::fan_out_step{"Which town is #1?"}, [] {
                                                mhqa::fan_out_step two{"Was #1 of Rome or 20 in 201 from Rome?"};
                                                two.refer("Rome", 1);
                                                two.refer("20", 1);
                                                return two;
                                              }()};
  const auto run = mhqa::execute_fan_out(std::span{steps}, [](std::string_view question) {
    return question == "Which town is #1?" ? std::vector<std::string>{"Rome", "#2"} : std::vector<std::string>{};
  });
  CHECK(run.questions[1] ==
        std::vector<std::string>{"Was #1 of Rome or Rome in 201 from Rome?", "Was #1 of #2 or #2 in 201 from #2?"});
}

TEST_CASE("fan_out: steps that cannot be executed are refused") {
  const auto run = [](const std::vector<std::string>& steps) {
    return mhqa::execute_fan_out(std::span{steps}, [](std::string_view) { return std::vector<std::string>{"a"}; });
  };
  CHECK_THROWS_WITH_AS((void)run({}), "a decomposition needs at least one step", mhqa::data_error);
  CHECK_THROWS_WITH_AS((void)run({"a #0"}), "step 1 refers to #0, but there are 1 steps", mhqa::data_error);
  CHECK_THROWS_WITH_AS((void)run({"#2", "#1 and #1"}), "cycle #1 -> #2 -> #1", mhqa::data_error);
  const auto grows = [](std::string_view step) { return std::vector<std::string>(step.size() == 1 ? 5000 : 1, "a"); };
  const std::vector<std::string> squared{"a", "b", "c #1 #2"};
  CHECK_THROWS_WITH_AS((void)mhqa::execute_fan_out(std::span{squared}, grows), doctest::Contains("would grow beyond"),
                       mhqa::data_error);
}
