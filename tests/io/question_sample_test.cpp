// Copyright The mhqa authors
// SPDX-License-Identifier: Apache-2.0
#include <mhqa/io/question_sample.hpp>

#include "support/command.hpp"
#include "support/errors.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <string>

namespace io = mhqa::io;

// tests/tools/split_test.cpp has bad input, arrays and MuSiQue-Full's rows.
TEST_CASE("question_sample: each value keeps its share, every record is in one part, as it was") {
  const mhqa_test::scratch here;
  std::string text;
  for (int i = 0; i < 10; ++i)
    text += "{\"id\": \"" + std::to_string(i) + (i < 7 ? "\", \"t\":  1}\n" : "\", \"t\": true}\n");
  const io::sample_run run{.questions = here.write("q", text).string(),
                           .train = (here / "train").string(),
                           .test = (here / "test").string(),
                           .by = "t",
                           .sample = 5,
                           .seed = 7};
  const auto drawn = io::draw_questions(run);
  REQUIRE(drawn.size() == 2);
  CHECK(drawn[0].value == "1");
  CHECK(drawn[0].questions == 7);
  CHECK(drawn[0].drawn + drawn[1].drawn == 5);
  CHECK((drawn[0].drawn == 3 || drawn[0].drawn == 4));  // 3.5 and 1.5
  const std::string train = mhqa_test::read_file(run.train), test = mhqa_test::read_file(run.test);
  CHECK(train.size() + test.size() == text.size());
  for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) {
    const std::string line = text.substr(at, text.find('\n', at) + 1 - at);
    CHECK((train.find(line) != std::string::npos) != (test.find(line) != std::string::npos));
  }
  io::sample_run all = run;
  all.sample = 11;
  CHECK(mhqa_test::error_of([&] {
          (void)io::draw_questions(all);
        }).ends_with("expected a sample of 1 to 10 questions, found 11"));
}
