// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/known_steps.hpp>

#include "support/command.hpp"
#include "support/errors.hpp"
#include "support/shared_data.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

namespace {

using mhqa::io::known_steps;
using texts = std::vector<std::string>;

}  // namespace

TEST_CASE("known_steps: each layout gives the steps of its questions") {
  const mhqa_test::scratch here;
  const auto file = [&](std::string_view name, std::string_view bytes) { return here.write(name, bytes).string(); };
  const known_steps qdmr{file("b.csv",
                              "question_id,question_text,decomposition\n"
                              "HOTPOT_dev_5ab,Cities?,return cities ;return #1 in Peru\n"
                              "own,Towns?,return towns\n"
                              "SPIDER_dev_7,Lakes?,return lakes\n"
                              "ATIS_dev_7,Flights?,return flights\n")};
  CHECK(qdmr.steps_of("5ab") == texts{"cities", "#1 in Peru"});
  CHECK(qdmr.steps_of("HOTPOT_dev_5ab") == texts{"cities", "#1 in Peru"});
  CHECK(qdmr.steps_of("own") == texts{"towns"});
  CHECK(qdmr.steps_of("dev_5ab").empty());
  CHECK(qdmr.find("5a") == nullptr);
  CHECK(qdmr.find("7") == nullptr);  // of which data set?
  CHECK(qdmr.steps_of("ATIS_dev_7") == texts{"flights"});

  const std::string joined = file("s.jsonl", R"({"qid": "1", "question": "q", "decomposition": ["Who?  Is #1 old?"]})"
                                             "\n");
  const known_steps apart{joined, true};
  CHECK(apart.steps_of("1") == texts{"Who?", "Is #1 old?"});
  const known_steps musique{
      file("m.jsonl", R"({"id": "m", "question_decomposition": [{"question": "Who?"}, {"question": "#1 >> mother"}]})"
                      "\n")};
  CHECK(musique.steps_of("m") == texts{"Who?", "#1 >> mother"});
}

TEST_CASE("known_steps: steps that cannot be executed are refused where they are asked for") {
  struct row {
    std::string_view steps, message;
  };
  const row rows[] = {
      {R"(["Who?", "Is #2 old?"])", "expected steps that refer to earlier ones, found self-reference in step 2"},
      {R"(["Is #2 old?", "Who?"])", "found forward-reference in step 1"},
      {R"(["Is #2 old?", "Is #1 new?"])", "found forward-reference in step 1"},
      {R"(["Who?", "Is #3 old?"])", "found dangling-reference in step 2"},
      {R"(["Who?", " "])", "found blank-step in step 2"},
      {R"([])", "expected steps, found none"}};
  for (const row& r : rows) {
    CAPTURE(r.steps);
    const mhqa_test::scratch here;
    const std::string file =
        here.write("s.json", R"([{"qid": "x", "question": "q", "decomposition": )" + std::string{r.steps} +
                                 R"(}, {"qid": "y", "question": "q", )" + R"("decomposition": ["Who?", "Who else?"]}])")
            .string();
    const known_steps steps{file};
    CHECK(steps.steps_of("y").size() == 2);  // a step that leads nowhere is executed
    CHECK_FALSE(steps.find("x")->fault.empty());
    const std::string said = mhqa_test::error_of([&] { static_cast<void>(steps.steps_of("x")); });
    CHECK(said.find("s.json: id \"x\": ") != std::string::npos);
    CHECK(said.find(r.message) != std::string::npos);
  }
  const mhqa_test::scratch here;
  const known_steps qdmr{here.write("b.csv", "question_id,question_text,decomposition\nb,q,cities\n").string()};
  CHECK(mhqa_test::error_of([&] { static_cast<void>(qdmr.steps_of("b")); }).find("expected return") !=
        std::string::npos);
  const std::string twice = R"({"qid": "x", "question": "q", "decomposition": ["Who?"]})"
                            "\n";
  const std::string file = here.write("t.jsonl", twice + twice).string();
  CHECK(mhqa_test::error_of([&] { const known_steps steps{file}; }).find("id \"x\": expected each id once") !=
        std::string::npos);
}

TEST_CASE("known_steps: Break's questions are found by the ids of HotpotQA") {
  const auto file = mhqa_test::shared_data("data/break/qdmr_high_level_dev.csv");
  if (!file) return;
  const known_steps steps{file->string()};
  CHECK(steps.steps_of("5ab53436554299637185c504").size() == 2);
}
